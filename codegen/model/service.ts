import type { SecurityScheme, Server, Service } from "../../runtime/abi/index.js";
import type { Located } from "../load/files.js";
import { isRecord } from "../../runtime/base/values.js";
import { childPointer } from "../load/pointer.js";
import { child, type ReadContext, record, text } from "./context.js";

type Fields = Readonly<Record<string, unknown>>;

/** Reads what a document says of the service as a whole: servers, security schemes, and which of them hold. */
export function readService(context: ReadContext, document: Located): Omit<Service, "title" | "version"> {
  const schemes = child(context, document, "components", "securitySchemes");
  const entries = Object.keys(record(schemes))
    .sort()
    .flatMap((name) => {
      const scheme = schemeOf(record(schemes && child(context, schemes, name)));
      return scheme === undefined ? [] : [[name, scheme] as const];
    });
  const { servers, security } = record(document);
  return {
    servers: readServers(context, document, Array.isArray(servers) ? servers : []),
    securitySchemes: Object.fromEntries(entries),
    security: readRequirements(security),
  };
}

/** Security requirements: schemes with their scopes, one of the list being enough. */
export function readRequirements(value: unknown): readonly Readonly<Record<string, readonly string[]>>[] {
  const scopes = (list: unknown): readonly string[] => (Array.isArray(list) ? list.map(String) : []);
  if (!Array.isArray(value)) return [];
  return value
    .filter(isRecord)
    .map((one) => Object.fromEntries(Object.entries(one).map(([scheme, list]) => [scheme, scopes(list)])));
}

/** Finds a variable that is the whole host, or the label before the last one, which says whose a host is. */
const DECIDING = /^(?:[^/]*:\/\/)?(?:\{([^}]*)\}|(?:[^/:]*\.)?[\w-]*\{([^}]*)\}[\w-]*\.[\w-]+\.?)(?::[^/]|\/|$)/;

/** The servers of a document. Warns of a variable with which a program could send credentials to any host. */
function readServers({ problems }: ReadContext, { origin }: Located, servers: readonly unknown[]): readonly Server[] {
  return servers.flatMap((value, index) => {
    if (!isRecord(value)) return [];
    const server = serverOf(value);
    const [, whole, brand] = DECIDING.exec(server.url) ?? [];
    const variable = whole ?? brand ?? "";
    if (variable !== "" && server.variables?.[variable]?.enum === undefined)
      problems.warning(
        { file: origin.file, pointer: `${childPointer(origin.pointer, "servers")}/${index}/url` },
        `{${variable}} is the ${whole === undefined ? "domain" : "whole host"}: its value decides who receives the credentials`,
        "List its values in enum, or never take one from a user.",
      );
    return [server];
  });
}

function serverOf(server: Fields): Server {
  const description = text(server["description"]);
  const variables = Object.entries(isRecord(server["variables"]) ? server["variables"] : {}).map(([name, value]) => {
    const { default: standard, enum: values } = isRecord(value) ? value : {};
    const list = Array.isArray(values) ? { enum: values.map(String) } : {};
    return [name, { default: String(standard ?? ""), ...list }] as const;
  });
  return {
    url: text(server["url"]),
    ...(description === "" ? {} : { description }),
    ...(variables.length === 0 ? {} : { variables: Object.fromEntries(variables) }),
  };
}

/** A security scheme as far as a client has to know it; undefined for one of a kind that nobody knows. */
function schemeOf(scheme: Fields): SecurityScheme | undefined {
  const { type, in: place } = scheme;
  if (type === "apiKey")
    return { type, in: place === "query" || place === "cookie" ? place : "header", name: text(scheme["name"]) };
  if (type === "http") return { type, scheme: text(scheme["scheme"]).toLowerCase() || "bearer" };
  if (type === "openIdConnect" || type === "mutualTLS") return { type };
  if (type !== "oauth2") return undefined;
  const flows = isRecord(scheme["flows"]) ? scheme["flows"] : {};
  const own = isRecord(flows["clientCredentials"]) ? flows["clientCredentials"] : {};
  const tokenUrl = text(own["tokenUrl"]);
  const scopes = Object.keys(isRecord(own["scopes"]) ? own["scopes"] : {});
  return { type, ...(tokenUrl === "" ? {} : { tokenUrl }), ...(scopes.length === 0 ? {} : { scopes }) };
}
