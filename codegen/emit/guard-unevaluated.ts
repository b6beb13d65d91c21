import { isRecord } from "../load/pointer.js";
import { numberOf, schemaMap, schemaOf, schemasOf } from "../model/keywords.js";
import type { Schema, SchemaObject } from "../model/model.js";
import { demand, type GuardContext, mentions, or, unless } from "./guard-context.js";
import { text } from "./writer.js";

/**
 * `unevaluatedProperties` and `unevaluatedItems` without bookkeeping at run time: whether a key was looked at follows
 * from the schema, and where it depends on which branch held, the branch is asked once more, for such schemas alone.
 */
export function unevaluatedStatements(schema: SchemaObject, value: string, module: GuardContext): string[] {
  return [
    ...leftover("unevaluatedProperties", schema, value, module, ({ parts, at }) => ({
      test: `${module.support("isObject")}(${parts})`,
      count: `${module.support("countKeys")}(${parts})`,
      head: `for (const ${at} of Object.keys(${parts})) {`,
    })),
    ...leftover("unevaluatedItems", schema, value, module, ({ parts, at }) => ({
      test: `${module.support("isArray")}(${parts})`,
      count: `${parts}.length`,
      head: `for (let ${at} = 0; ${at} < ${parts}.length; ${at}++) {`,
    })),
  ];
}

function leftover(
  keyword: "unevaluatedProperties" | "unevaluatedItems",
  schema: SchemaObject,
  value: string,
  module: GuardContext,
  words: (place: Place) => { readonly test: string; readonly count: string; readonly head: string },
): string[] {
  const rest = schemaOf(schema, keyword) ?? true;
  if (rest === true) return [];
  const [at, parts, whole] = [module.variable("key"), module.variable("parts"), module.variable("whole")];
  const place: Place = { whole, parts, at, module, seen: new Set(), held: new Map() };
  const { [keyword]: _, ...others } = schema;
  const evaluated = keyword === "unevaluatedItems" ? evaluatedIndex(others, place) : evaluatedKey(others, place);
  const condition = or([...evaluated, module.test(rest, `${parts}[${at}]`)]);
  if (condition === "true") return [];
  const { test, count, head } = words(place);
  // Names for the value under which the compiler knows nothing of it yet, so that each part can be read.
  const held = [...place.held].filter(([, name]) => mentions(condition, name));
  const names = held.length > 0 ? [whole, parts] : [parts];
  const fresh = names.map((name) => `const ${name}: unknown = ${value};`);
  const asked = held.map(([question, name]) => `const ${name} = ${question};`);
  // Where it is the same for each part, the question is whether there is one.
  if (!mentions(condition, at)) return [...fresh, ...asked, ...demand(`${test} && ${count} > 0`, condition)];
  return [...fresh, ...asked, `if (${test}) {`, `  ${head}`, `    ${unless(condition)}`, "  }", "}"];
}

/** What the conditions are written over. */
interface Place {
  /** The value, for questions about all of it. */
  readonly whole: string;
  /** The value again, for its parts. */
  readonly parts: string;
  /** The key or index that is asked about. */
  readonly at: string;
  readonly module: GuardContext;
  /** Names that were followed on the way here. */
  readonly seen: ReadonlySet<string>;
  /** What is asked about all of the value, once for all its parts, and the constant that holds the answer. */
  readonly held: Map<string, string>;
}

/** Whether the value as a whole is of a schema. */
function holds(schema: Schema, { whole, module, held }: Place): string {
  const question = module.test(schema, whole);
  if (question === "true" || question === "false") return question;
  const name = held.get(question) ?? module.variable("held");
  held.set(question, name);
  return name;
}

type Evaluated = (schema: Schema, place: Place) => string[];

/** Conditions under which `schema`, known to hold, has looked at a key. */
function evaluatedKey(schema: Schema, place: Place): string[] {
  if (!isRecord(schema)) return [];
  if ("additionalProperties" in schema || "unevaluatedProperties" in schema) return ["true"];
  const { parts, at, module } = place;
  const own = schemaMap(schema, "properties").map(([name]) => `${at} === ${text(name)}`);
  const patterns = schemaMap(schema, "patternProperties").map(([pattern]) => `${module.pattern(pattern)}.test(${at})`);
  const dependent = schemaMap(schema, "dependentSchemas").flatMap(([name, part]) =>
    guarded(`${parts}[${text(name)}] !== undefined`, evaluatedKey(part, place)),
  );
  return [...own, ...patterns, ...dependent, ...evaluatedInPlace(schema, place, evaluatedKey)];
}

/** The same for an index. */
function evaluatedIndex(schema: Schema, place: Place): string[] {
  if (!isRecord(schema)) return [];
  if ("items" in schema || "unevaluatedItems" in schema) return ["true"];
  const { parts, at, module } = place;
  const prefix = schemasOf(schema, "prefixItems");
  const contains = schemaOf(schema, "contains");
  const own = [
    ...(prefix.length === 0 ? [] : [`${at} < ${prefix.length}`]),
    ...(contains === undefined || numberOf(schema, "maxContains") === 0
      ? []
      : [module.test(contains, `${parts}[${at}]`)]),
  ];
  return [...own, ...evaluatedInPlace(schema, place, evaluatedIndex)];
}

/** What the schemas that apply to the same value have looked at. */
function evaluatedInPlace(schema: SchemaObject, place: Place, evaluated: Evaluated): string[] {
  const { module, seen } = place;
  const out: string[] = [];
  const reference = schema["$ref"];
  if (typeof reference === "string" && !seen.has(reference)) {
    out.push(...evaluated(module.lookUp(reference) ?? true, { ...place, seen: new Set([...seen, reference]) }));
  }
  for (const part of schemasOf(schema, "allOf")) out.push(...evaluated(part, place));
  for (const part of [...schemasOf(schema, "anyOf"), ...schemasOf(schema, "oneOf")]) {
    out.push(...guarded(holds(part, place), evaluated(part, place)));
  }
  const test = schemaOf(schema, "if");
  if (test === undefined) return out;
  const condition = holds(test, place);
  const onYes = [test, schemaOf(schema, "then") ?? true].flatMap((part) => evaluated(part, place));
  const onNo = evaluated(schemaOf(schema, "else") ?? true, place);
  return [...out, ...guarded(condition, onYes), ...guarded(`!(${condition})`, onNo)];
}

function guarded(condition: string, evaluated: readonly string[]): string[] {
  const inner = or(evaluated);
  if (inner === "false" || condition === "false" || condition === "!(true)") return [];
  if (condition === "true" || condition === "!(false)") return [inner];
  return [inner === "true" ? `(${condition})` : `((${condition}) && (${inner}))`];
}
