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

/** The operation whose parameters are read. */
export interface ParameterOwner {
  readonly path: string;
  readonly operation: Located;
  /** What all operations of the path have. */
  readonly shared: readonly Located[];
  /** The operation itself, or the one of its variants that is read. */
  readonly variant: Located;
  readonly queryConst: Readonly<Record<string, string>>;
  /** What the parameters are a part of, in names for people. */
  readonly symbol: string;
}

const PLACES = ["path", "query", "header", "cookie"];

/** The parameters of an operation, under the names of the fields that they become. */
export function readParameters(context: ReadContext, owner: ParameterOwner): Parameter[] {
  const { path, operation, shared, variant, queryConst, symbol } = owner;
  if (context.schemas.count.isFull) return []; // it is refused; each further list would take its time
  const byKey = new Map<string, Located>();
  for (const located of [...shared, ...parameterList(context, operation)]) {
    const value = record(located);
    byKey.set(`${String(value["in"])}:${String(value["name"])}`, located);
  }
  const selected = record(variant)["params"];
  const wanted = Array.isArray(selected) ? selected.map(String) : undefined;
  const id = record(variant)["operationId"];
  const out: Parameter[] = [];
  const routed = record(variant)["x-route-assumption"] === undefined;
  const templated = [...new Set([...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name ?? ""))];
  const taken = new Map<string, string>();
  const texts = new Map<string, Parameter>();
  for (const name of routed ? templated : [])
    if (!byKey.has(`path:${name}`)) texts.set(name, textOf(name, taken, context.params));
  const rank = (located: Located): number => PLACES.indexOf(String(record(located)["in"]));
  for (const located of [...byKey.values()].sort((a, b) => rank(a) - rank(b))) {
    const parameter = readParameter(context, located, symbol);
    if (parameter === undefined || (parameter.in === "query" && Object.hasOwn(queryConst, parameter.wireName)))
      continue;
    const optional = wanted !== undefined && parameter.in !== "path";
    if (optional && !wanted.includes(parameter.name) && !wanted.includes(parameter.wireName)) continue;
    const requiredIn = record(located)["x-required-in"];
    const required = parameter.required || (Array.isArray(requiredIn) && requiredIn.includes(id));
    const name =
      context.params === "grouped" ? groupedName(parameter, taken) : settleName(context, located, parameter, taken);
    taken.set(name, `the one in ${parameter.in}`);
    out.push({ ...parameter, name, required });
    const place = `${located.origin.file.label}#${located.origin.pointer}`;
    if (!context.schemas.symbols.has(place)) context.schemas.symbols.set(place, `${symbol}.${parameter.name}`);
  }
  const kept = routed ? checkTemplate(context, templated, out, variant.origin) : out;
  const described = pathNames(kept);
  for (const name of routed ? templated : [])
    if (!described.has(name)) kept.push(texts.get(name) ?? textOf(name, taken, context.params));
  const places = new Map(templated.map((name, index) => [name, index]));
  const order = (parameter: Parameter): number =>
    parameter.in === "path" ? (places.get(parameter.wireName) ?? -1) : templated.length + (parameter.required ? 1 : 2);
  return kept.sort((a, b) => order(a) - order(b) || (a.name < b.name ? -1 : 1));
}

/** The name of a parameter among those of its place. */
function groupedName({ name, in: place }: Parameter, taken: ReadonlyMap<string, string>): string {
  let given = `${place}.${name}`;
  while (taken.has(given)) given += "_";
  return given;
}

/**
 * The name of a parameter among others: all of them are fields of one object, as is a body that stays whole. One that is
 * taken, or that every object inherits, is preceded by the place that the value goes to.
 */
function settleName(
  context: ReadContext,
  located: Located,
  { name, in: place }: Parameter,
  taken: ReadonlyMap<string, string>,
): string {
  const other = taken.get(name);
  const inherited = name in Object.prototype;
  if (other === undefined && !inherited) return name;
  const capital = name.replace(/^_+/, "");
  let given = place + capital.charAt(0).toUpperCase() + capital.slice(1);
  while (taken.has(given)) given += "_";
  const at = { file: located.origin.file, pointer: childPointer(located.origin.pointer, "name") };
  const advice = "Add an x-name.";
  const message = inherited
    ? `the parameter ${name} has the name of something every object inherits`
    : `a parameter in ${place} would be called ${name}, as ${other} already is`;
  context.problems.violation(at, `${message}; it is called ${given}`, advice);
  return given;
}

/** A parameter of the path that nobody described: a text, whose name goes before those of others than the path. */
function textOf(wireName: string, taken: Map<string, string>, params: ReadContext["params"]): Parameter {
  let name = (params === "grouped" ? "path." : "") + parameterName(wireName);
  while (taken.has(name)) name += "_";
  taken.set(name, "the one in path");
  return {
    wireName,
    name,
    in: "path",
    required: true,
    repeated: false,
    reserved: false,
    schema: { type: "string" },
    doc: "",
    deprecated: false,
    tensions: [],
    undocumented: [],
  };
}

/** Names in the path that parameters are described for. */
const pathNames = (parameters: readonly Parameter[]): ReadonlySet<string> =>
  new Set(parameters.filter(({ in: place }) => place === "path").map(({ wireName }) => wireName));

/** Compares parameters with their path, and gives back those that it has a place for. */
function checkTemplate(context: ReadContext, templated: string[], found: Parameter[], origin: Origin): Parameter[] {
  const described = pathNames(found);
  const inPath = new Set(templated);
  const added = templated.filter((name) => !described.has(name));
  for (const name of added) {
    const message = `the path parameter {${name}} is not described`;
    context.problems.violation(origin, message, `Add a parameter named ${name} with in: path.`, true);
  }
  for (const parameter of found) {
    if (parameter.in !== "path" || inPath.has(parameter.wireName)) continue;
    context.problems.violation(
      origin,
      `the path has no {${parameter.wireName}}, though a path parameter of that name is described`,
      "Take the parameter out or correct its name.",
      true,
    );
  }
  return found.filter(({ in: place, wireName }) => place !== "path" || inPath.has(wireName));
}

/** Headers that OpenAPI tells descriptions to say by other means. */
const IGNORED_HEADERS = new Set(["accept", "content-type", "authorization"]);

function readParameter(context: ReadContext, located: Located, symbol: string): Parameter | undefined {
  const value = record(located);
  const whole = value["in"] === "querystring";
  // A whole query that is written as a form is an object whose fields are parameters of the query.
  const place = whole ? "query" : value["in"];
  const wireName = value["name"];
  if (
    whole &&
    !/^application\/x-www-form-urlencoded/i.test(Object.keys(record(child(context, located, "content")))[0] ?? "")
  ) {
    const advice = "Write it as application/x-www-form-urlencoded, or skip it with --skip-unsupported.";
    context.problems.unsupported(located.origin, "a whole query is written as something other than a form", advice);
    return undefined;
  }
  if (
    typeof wireName !== "string" ||
    (place !== "path" && place !== "query" && place !== "header" && place !== "cookie")
  ) {
    context.problems.unsupported(located.origin, "a parameter needs a name and a place", "Add `name` and `in`.");
    return undefined;
  }
  if (value["x-transport"] === true) return undefined;
  if (place === "header" && IGNORED_HEADERS.has(wireName.toLowerCase())) {
    context.problems.warning(
      located.origin,
      `the header ${wireName} is not a parameter: OpenAPI says it otherwise`,
      "Media types stand under `content`, credentials under `security`; take the parameter out, or mark it x-transport: true.",
    );
    return undefined;
  }
  const name = text(value["x-name"]) || parameterName(wireName);
  const reasons = reasonsOf(value["x-undocumented"]);
  const schema = parameterSchema(context, located, `${symbol}.${name}`);
  const written = whole ? { style: "form", explode: true } : value;
  const writing = writingOf(written, place, schema, context.schemas);
  return {
    wireName,
    name,
    in: place,
    ...writing,
    ...(whole ? { whole } : {}),
    reserved: place === "query" && value["allowReserved"] === true,
    required: place === "path" || value["required"] === true,
    schema,
    doc: text(value["description"]),
    deprecated: value["deprecated"] === true,
    undocumented: reasons,
    tensions: reasonsOf(value["x-tensions"]),
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
