import type { Located } from "../load/files.js";
import { childPointer } from "../load/pointer.js";
import type { Origin } from "../load/problems.js";
import { child, type ReadContext, record, schemaAt, text } from "./context.js";
import { reasonsOf } from "./keywords.js";
import { writingOf } from "./styles.js";
import type { Parameter, Schema } from "./model.js";
import { parameterName } from "./names.js";

export function parameterList(context: ReadContext, owner: Located): readonly Located[] {
  const list = child(context, owner, "parameters");
  if (list === undefined || !Array.isArray(list.value)) return [];
  return [...list.value.keys()].flatMap((index) => child(context, list, index) ?? []);
}

export function readParameters(
  context: ReadContext,
  path: string,
  operation: Located,
  shared: readonly Located[],
  variant: Located,
  queryConst: Readonly<Record<string, string>>,
  symbol: string,
  origin: Origin,
): Parameter[] {
  const byKey = new Map<string, Located>();
  for (const located of [...shared, ...parameterList(context, operation)]) {
    const value = record(located);
    byKey.set(`${String(value["in"])}:${String(value["name"])}`, located);
  }
  const selected = record(variant)["params"];
  const wanted = Array.isArray(selected) ? selected.map(String) : undefined;
  const id = record(variant)["operationId"];
  const out: Parameter[] = [];
  const byName = new Map<string, Parameter>();
  for (const located of byKey.values()) {
    const parameter = readParameter(context, located, symbol);
    if (parameter === undefined || (parameter.in === "query" && Object.hasOwn(queryConst, parameter.wireName)))
      continue;
    const optional = wanted !== undefined && parameter.in !== "path";
    if (optional && !wanted.includes(parameter.name) && !wanted.includes(parameter.wireName)) continue;
    const requiredIn = record(located)["x-required-in"];
    const required = parameter.required || (Array.isArray(requiredIn) && requiredIn.includes(id));
    checkName(context, located, parameter, byName.get(parameter.name));
    byName.set(parameter.name, parameter);
    out.push({ ...parameter, required });
    const place = `${located.origin.file.label}#${located.origin.pointer}`;
    if (!context.schemas.symbols.has(place)) context.schemas.symbols.set(place, `${symbol}.${parameter.name}`);
  }
  const routed = record(variant)["x-route-assumption"] === undefined;
  const templated = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name ?? "");
  if (routed) checkTemplate(context, templated, out, origin);
  const rank = (parameter: Parameter): number =>
    parameter.in === "path" ? templated.indexOf(parameter.wireName) : parameter.required ? 1_000 : 2_000;
  return out.sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
}

/** All parameters of a function are fields of one object. */
function checkName(context: ReadContext, located: Located, { name, in: place }: Parameter, other?: Parameter): void {
  const at = { file: located.origin.file, pointer: childPointer(located.origin.pointer, "name") };
  const advice = "Give it an x-name.";
  if (other !== undefined) {
    const message = `a parameter in ${place} would be called ${name}, as the one in ${other.in} already is`;
    context.problems.error(at, message, advice);
  }
  if (name in Object.prototype) {
    context.problems.error(at, `the parameter ${name} has the name of something every object inherits`, advice);
  }
}

function checkTemplate(context: ReadContext, templated: string[], found: Parameter[], origin: Origin): void {
  for (const name of templated) {
    if (found.some((parameter) => parameter.in === "path" && parameter.wireName === name)) continue;
    context.problems.error(
      origin,
      `the path parameter {${name}} is not described`,
      `Add a parameter named ${name} with in: path.`,
      true,
    );
  }
  for (const parameter of found) {
    if (parameter.in !== "path" || templated.includes(parameter.wireName)) continue;
    context.problems.error(
      origin,
      `the path has no {${parameter.wireName}}, though a path parameter of that name is described`,
      "Take the parameter out or correct its name.",
      true,
    );
  }
}

/** Headers that OpenAPI tells descriptions to say by other means. */
const IGNORED_HEADERS = new Set(["accept", "content-type", "authorization"]);

function readParameter(context: ReadContext, located: Located, symbol: string): Parameter | undefined {
  const value = record(located);
  const place = value["in"];
  const wireName = value["name"];
  if (
    typeof wireName !== "string" ||
    (place !== "path" && place !== "query" && place !== "header" && place !== "cookie")
  ) {
    context.problems.error(located.origin, "a parameter needs a name and a place", "Give it `name` and `in`.");
    return undefined;
  }
  if (value["x-transport"] === true) return undefined;
  if (place === "header" && IGNORED_HEADERS.has(wireName.toLowerCase())) {
    context.problems.warning(
      located.origin,
      `the header ${wireName} is no parameter: OpenAPI says it otherwise`,
      "Media types stand under `content`, credentials under `security`; take the parameter out, or mark it x-transport: true.",
    );
    return undefined;
  }
  if (place === "cookie") {
    context.problems.warning(
      located.origin,
      `the cookie ${wireName} is no parameter of a function`,
      "Let the transport send it; mark it x-transport: true to say so.",
    );
    return undefined;
  }
  const name = text(value["x-name"]) || parameterName(wireName);
  const reasons = reasonsOf(value["x-undocumented"]);
  const schema = parameterSchema(context, located, `${symbol}.${name}`);
  const writing = writingOf(value, place, schema, context.schemas);
  if (writing === undefined) {
    context.problems.warning(
      located.origin,
      `nobody writes the ${place} parameter ${wireName} in its style`,
      "Its value is handed on as it is; describe it as the text that has to stand there.",
    );
  }
  return {
    wireName,
    name,
    in: place,
    ...(writing ?? { repeated: false }),
    required: place === "path" || value["required"] === true,
    schema,
    doc: text(value["description"]),
    deprecated: value["deprecated"] === true,
    undocumented: reasons,
  };
}

function parameterSchema(context: ReadContext, located: Located, symbol: string): Schema {
  const schema = schemaAt(located, "schema");
  if (schema !== undefined) return context.schemas.inline(schema, symbol, "sent");
  const content = child(context, located, "content");
  const [media] = Object.keys(record(content));
  const entry = content === undefined || media === undefined ? undefined : child(context, content, media);
  const inner = entry === undefined ? undefined : schemaAt(entry, "schema");
  return inner === undefined ? true : context.schemas.inline(inner, symbol, "sent");
}
