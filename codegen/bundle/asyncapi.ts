import { isRecord } from "../../runtime/base/values.js";
import { textOf } from "../model/keywords.js";
import type { Json } from "./gather.js";
import { informed } from "./info.js";
import { code } from "./harmless.js";
import { blocks, inlineData, markSentences } from "./markdown.js";
import { plain } from "./operation.js";
import { liftSchema } from "./schema.js";

/** An AsyncAPI document that any host of pages can show: no extensions, and nothing they say is lost. */
export function liftAsyncApi(document: Json): Json {
  const { info, components, ...rest } = document;
  const parts = isRecord(components) ? components : {};
  const schemas = isRecord(parts["schemas"]) ? parts["schemas"] : {};
  const body = { ...rest, components: { ...parts, schemas: {} } };
  const used = reachable(body, schemas);
  const lifted = lift(body);
  const whole = isRecord(lifted) ? lifted : {};
  const shown = Object.entries(schemas).filter(([name]) => used.has(name));
  return {
    ...whole,
    info: informed(isRecord(info) ? info : {}, document),
    components: {
      ...(isRecord(whole["components"]) ? whole["components"] : {}),
      schemas: Object.fromEntries(shown.map(([name, schema]) => [name, named(liftSchema(schema))])),
    },
  };
}

/** Names of the schemas that a document leads to. */
function reachable(document: unknown, schemas: Json, found = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(document)) for (const item of document) reachable(item, schemas, found);
  if (!isRecord(document)) return found;
  const name = /^#\/components\/schemas\/(.+)$/.exec(textOf(document, "$ref") ?? "")?.[1];
  if (name !== undefined && !found.has(name)) {
    found.add(name);
    reachable(schemas[name], schemas, found);
  }
  for (const item of Object.values(document)) reachable(item, schemas, found);
  return found;
}

function lift(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lift);
  if (!isRecord(value)) return value;
  const description = blocks(textOf(value, "description"), ...notes(value));
  const entries = Object.entries(plain(value)).map(([key, item]): [string, unknown] => {
    if (key === "payload") return [key, named(liftSchema(item))];
    return [key, key === "examples" ? item : lift(item)];
  });
  return { ...Object.fromEntries(entries), ...(description === "" ? {} : { description }) };
}

function notes(value: Json): string[] {
  const family = textOf(value, "x-family");
  const sse = value["x-sse"];
  return [
    family === undefined ? "" : `**Family:** ${code(family)}.`,
    isRecord(sse) ? `**Server-sent events:** ${inlineData(withoutReferences(sse))}.` : "",
    ...markSentences(value),
  ];
}

const withoutReferences = (value: Json): Json =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => !isRecord(item)));

/** The schema with its discriminator as this format writes it: the name of the property alone. */
function named(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(named);
  if (!isRecord(schema)) return schema;
  const entries = Object.entries(schema).map(([key, value]): [string, unknown] =>
    key === "discriminator" && isRecord(value) && "propertyName" in value
      ? [key, value["propertyName"]]
      : [key, named(value)],
  );
  return Object.fromEntries(entries);
}
