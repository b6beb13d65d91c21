import { fieldsOf, parseJson } from "../../json.js";
import type { PageEntry } from "../../control/page/types.js";
import type { PageFacts, RouteFacts } from "../facts-types.js";

/** Everything of an entry: what it carried, by names that depend on its kind. */
export type Detail = Readonly<Record<string, unknown>>;

/** What can be sent once more, and how it was. */
export type Sending =
  | {
      readonly kind: "request";
      readonly appId: string;
      readonly operation: string;
      readonly method: string;
      readonly path: string;
      readonly body: string;
    }
  | { readonly kind: "event"; readonly appId: string; readonly family: string; readonly body: string }
  | { readonly kind: "delivery"; readonly appId: string; readonly body: string };

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** What an entry sent, if that can be sent once more. */
export function sendingOf({ kind, appId = "", operation = "" }: PageEntry, detail: Detail): Sending | undefined {
  if (kind === "request") {
    const [path, query] = [textOf(detail["path"]), textOf(detail["query"])];
    const whole = query === "" ? path : `${path}?${query}`;
    return { kind, appId, operation, method: textOf(detail["method"]), path: whole, body: textOf(detail["body"]) };
  }
  if (kind === "event") {
    const { family, json } = fieldsOf(detail["entry"]);
    return { kind, appId, family: textOf(family), body: textOf(json) };
  }
  const { body } = fieldsOf(detail["delivery"]);
  return kind === "delivery" && typeof body === "string" ? { kind, appId, body } : undefined;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Addresses of the service and of the sandbox's control interface. */
interface Origins {
  readonly service: string;
  readonly control: string;
}

/** The same as a command line. Credentials are named, never shown. */
export function curlOf(sending: Sending, { brand }: PageFacts, at: Origins, version: string): string {
  const json = `-H 'content-type: application/json'`;
  if (sending.kind === "request") {
    const { method, path, body } = sending;
    return [
      `curl -X ${method} ${quoted(at.service + path)}`,
      `-H "authorization: Bearer $${brand.toUpperCase()}_APP_TOKEN"`,
      `-H ${quoted(`x-${brand}-api-version: ${version}`)}`,
      ...(body === "" ? [] : [json, `--data ${quoted(body)}`]),
    ].join(" \\\n  ");
  }
  const { appId, body } = sending;
  const [to, data] =
    sending.kind === "event"
      ? ["/faults/streams/event", `{"args":[${body},${JSON.stringify({ appId, family: sending.family })}]}`]
      : ["/portal/deliver", JSON.stringify({ appId, body })];
  return [`curl -X POST ${quoted(at.control + to)}`, json, `--data ${quoted(data)}`].join(" \\\n  ");
}

/** A value as it stands in a program: names without quotes where they need none. */
export function literalOf(value: unknown, depth = 1): string {
  const [inner, outer] = ["  ".repeat(depth), "  ".repeat(depth - 1)];
  if (Array.isArray(value)) return `[${value.map((one) => literalOf(one, depth)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const fields = Object.entries(value).map(([name, one]) => {
    const isPlain = /^[A-Za-z_$][\w$]*$/.test(name);
    const key = name === "__proto__" ? '["__proto__"]' : isPlain ? name : JSON.stringify(name);
    return `${key}: ${literalOf(one, depth + 1)}`;
  });
  if (fields.length === 0) return "{}";
  const line = `{ ${fields.join(", ")} }`;
  return line.length <= 60 ? line : `{\n${inner}${fields.join(`,\n${inner}`)},\n${outer}}`;
}

/** The parameters of a call, as its function takes them, read back from what was sent. */
export function parametersOf(
  { path, query, fields }: RouteFacts,
  sent: { readonly path: string; readonly body: string },
) {
  const [route = "", search = ""] = sent.path.split("?");
  const segments = route.split("/");
  const found = path.split("/").flatMap((part, at) => {
    const wire = /^\{(.+)\}$/.exec(part)?.[1];
    const field = fields.find((one) => one.in === "path" && one.wire === wire);
    return field === undefined ? [] : [[field.name, decodeURIComponent(segments[at] ?? "")] as const];
  });
  const asked = [...new URLSearchParams(search)].flatMap(([wire, value]) => {
    const field = fields.find((one) => one.in === "query" && one.wire === wire);
    if (field === undefined || wire in query) return [];
    return [[field.name, field.kind === "text" ? value : value.split(",")] as const];
  });
  return { ...Object.fromEntries([...found, ...asked]), ...fieldsOf(parseJson(sent.body)) };
}

/** The same as a line of TypeScript. */
export function typescriptOf(sending: Sending, facts: PageFacts): string {
  if (sending.kind === "event") {
    const type = textOf(fieldsOf(parseJson(sending.body))["type"]);
    return `app.on(${JSON.stringify(type)}, (event) => {\n  console.log(event);\n});`;
  }
  if (sending.kind === "delivery")
    return `await sandbox.portal.deliver({ appId: ${JSON.stringify(sending.appId)}, body: ${JSON.stringify(sending.body)} });`;
  const route = facts.routes[sending.operation];
  if (route === undefined)
    return `await fetch(${JSON.stringify(sending.path)}, { method: ${JSON.stringify(sending.method)} });`;
  return callLine(facts, sending.operation, parametersOf(route, sending));
}

/** A call of a route by its function, with the line that imports it. */
export function callLine(
  { package: from }: PageFacts,
  operation: string,
  parameters: Readonly<Record<string, unknown>>,
): string {
  const args = Object.keys(parameters).length === 0 ? "client" : `client, ${literalOf(parameters)}`;
  return `import { ${operation} } from ${JSON.stringify(from)};\n\nawait ${operation}(${args});`;
}
