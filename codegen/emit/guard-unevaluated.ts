import { isRecord } from "../../runtime/base/values.js";
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

type Keyword = "unevaluatedProperties" | "unevaluatedItems";

function leftover(
  keyword: Keyword,
  schema: SchemaObject,
  value: string,
  module: GuardContext,
  words: (place: Place) => { readonly test: string; readonly count: string; readonly head: string },
): string[] {
  const rest = schemaOf(schema, keyword) ?? true;
  if (rest === true) return [];
  const [at, parts, whole] = [module.variable("key"), module.variable("parts"), module.variable("whole")];
  const { [keyword]: _, ...others } = schema;
  const shared = new Shared(others, keyword, module);
  const place: Place = { whole, parts, at, module, shared, under: [], level: 0, held: new Map() };
  const evaluatedBy = keyword === "unevaluatedItems" ? evaluatedIndex : evaluatedKey;
  const evaluated = [...evaluatedBy(others, place), ...shared.evaluated(evaluatedBy, place)];
  const condition = or([...evaluated, module.test(rest, `${parts}[${at}]`)]);
  if (condition === "true") return [];
  const { test, count, head } = words(place);
  const used = [condition, ...shared.lines].join("\n");
  // Names for the value under which the compiler knows nothing of it yet, so that each part can be read.
  const held = [...place.held].filter(([, name]) => mentions(used, name));
  const names = held.length > 0 ? [whole, parts] : [parts];
  const fresh = names.map((name) => `const ${name}: unknown = ${value};`);
  const asked = held.map(([question, name]) => `const ${name} = ${question};`);
  // Where it is the same for each part, the question is whether there is one.
  const isSame = !mentions(condition, at);
  if (isSame && shared.lines.length === 0) return [...fresh, ...asked, ...demand(`${test} && ${count} > 0`, condition)];
  const lines = [
    ...shared.lines,
    ...(isSame ? demand(`${count} > 0`, condition) : [head, `  ${unless(condition)}`, "}"]),
  ];
  return [...fresh, ...asked, `if (${test}) {`, ...lines.map((line) => `  ${line}`), "}"];
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
  readonly shared: Shared;
  /** Conditions that hold where this schema applies to the value. */
  readonly under: readonly string[];
  /** How many names were followed on the way here. */
  readonly level: number;
  /** What is asked about all of the value, once for all its parts, and the constant that holds the answer. */
  readonly held: Map<string, string>;
}

/** So many names are followed in one condition: compilers read it by calls in calls. */
const MOST_LEVELS = 20;

/** Named schemas that apply to a value in several ways: whether they do is asked once for each value. */
class Shared {
  readonly #module: GuardContext;
  /** In how many ways a name is still to be reached. */
  readonly #ways = new Map<string, number>();
  readonly #waiting = new Map<string, string[]>();
  readonly #ready: string[] = [];
  readonly #alone = new Set<string>();
  /** Constants that say which of them apply. */
  readonly lines: string[] = [];

  constructor(schema: SchemaObject, keyword: Keyword, module: GuardContext) {
    this.#module = module;
    const open: Schema[] = [schema];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      for (const name of referencesIn(one, keyword)) {
        const ways = this.#ways.get(name) ?? 0;
        this.#ways.set(name, ways + 1);
        if (ways === 0) open.push(module.lookUp(name) ?? true);
      }
    }
    for (const [name, ways] of this.#ways) if (ways === 1) this.#alone.add(name);
  }

  /** Takes a name that is to be asked about apart; false where it is read in place. */
  takes(name: string, { under, level }: Place): boolean {
    if (this.#alone.has(name) && level < MOST_LEVELS) return false;
    const ways = (this.#ways.get(name) ?? 1) - 1;
    this.#ways.set(name, ways);
    const waiting = this.#waiting.get(name) ?? [];
    waiting.push(allOf(under));
    this.#waiting.set(name, waiting);
    if (ways === 0) this.#ready.push(name);
    return true;
  }

  /** What those that were taken have looked at. */
  evaluated(evaluated: Evaluated, place: Place): string[] {
    const out: string[] = [];
    const done = new Set<string>();
    // Names in a circle wait for each other: descriptions with such are refused elsewhere.
    const next = (): string | undefined =>
      this.#ready.shift() ?? [...this.#waiting.keys()].find((name) => !done.has(name));
    for (let name = next(); name !== undefined; name = next()) {
      if (done.has(name)) continue;
      done.add(name);
      const condition = or(this.#waiting.get(name) ?? []);
      const isCertain = condition === "true" || condition === "false";
      const applies = isCertain ? condition : this.#module.variable("applies");
      if (!isCertain) this.lines.push(`const ${applies} = ${condition};`);
      const under = [applies];
      const schema = this.#module.lookUp(name) ?? true;
      out.push(...guarded(applies, evaluated(schema, { ...place, under, level: 0 }))); // and takes more, at its end
    }
    return out;
  }
}

/** All of the conditions, in brackets, or what they come to. */
function allOf(conditions: readonly string[]): string {
  const open = conditions.filter((one) => one !== "true" && one !== "!(false)");
  if (open.some((one) => one === "false" || one === "!(true)")) return "false";
  return open.length === 0 ? "true" : open.map((one) => `(${one})`).join(" && ");
}

/** Names that are followed from a schema for the same value, as often as they are. */
function referencesIn(schema: Schema, keyword: Keyword): readonly string[] {
  if (typeof schema === "boolean" || STOPS[keyword].some((stop) => stop in schema)) return [];
  const { $ref: reference } = schema;
  const dependent = keyword === "unevaluatedProperties" ? schemaMap(schema, "dependentSchemas") : [];
  const parts = [
    ...dependent.map(([, part]) => part),
    ...(["allOf", "anyOf", "oneOf"] as const).flatMap((list) => schemasOf(schema, list)),
    ...(schemaOf(schema, "if") === undefined
      ? []
      : (["if", "then", "else"] as const).map((one) => schemaOf(schema, one) ?? true)),
  ];
  return [
    ...(typeof reference === "string" ? [reference] : []),
    ...parts.flatMap((part) => referencesIn(part, keyword)),
  ];
}

/** Keywords with which a schema has looked at everything. */
const STOPS = {
  unevaluatedProperties: ["additionalProperties", "unevaluatedProperties"],
  unevaluatedItems: ["items", "unevaluatedItems"],
} as const satisfies Record<Keyword, readonly string[]>;

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
  if (STOPS.unevaluatedProperties.some((stop) => stop in schema)) return ["true"];
  const { parts, at, module } = place;
  const own = schemaMap(schema, "properties").map(([name]) => `${at} === ${text(name)}`);
  const patterns = schemaMap(schema, "patternProperties").map(([pattern]) => `${module.pattern(pattern)}.test(${at})`);
  const dependent = schemaMap(schema, "dependentSchemas").flatMap(([name, part]) =>
    within(`${parts}[${text(name)}] !== undefined`, part, place, evaluatedKey),
  );
  return [...own, ...patterns, ...dependent, ...evaluatedInPlace(schema, place, evaluatedKey)];
}

/** The same for an index. */
function evaluatedIndex(schema: Schema, place: Place): string[] {
  if (!isRecord(schema)) return [];
  if (STOPS.unevaluatedItems.some((stop) => stop in schema)) return ["true"];
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
  const { module, shared, level } = place;
  const out: string[] = [];
  const reference = schema["$ref"];
  if (typeof reference === "string" && !shared.takes(reference, place)) {
    out.push(...evaluated(module.lookUp(reference) ?? true, { ...place, level: level + 1 }));
  }
  for (const part of schemasOf(schema, "allOf")) out.push(...evaluated(part, place));
  for (const part of [...schemasOf(schema, "anyOf"), ...schemasOf(schema, "oneOf")]) {
    out.push(...within(holds(part, place), part, place, evaluated));
  }
  const test = schemaOf(schema, "if");
  if (test === undefined) return out;
  const condition = holds(test, place);
  const yes = { ...place, under: [...place.under, condition] };
  const onYes = [test, schemaOf(schema, "then") ?? true].flatMap((part) => evaluated(part, yes));
  const onNo = within(`!(${condition})`, schemaOf(schema, "else") ?? true, place, evaluated);
  return [...out, ...guarded(condition, onYes), ...onNo];
}

/** What a schema has looked at that applies where a condition holds. */
function within(condition: string, schema: Schema, place: Place, evaluated: Evaluated): string[] {
  return guarded(condition, evaluated(schema, { ...place, under: [...place.under, condition] }));
}

function guarded(condition: string, evaluated: readonly string[]): string[] {
  const inner = or(evaluated);
  if (inner === "false" || condition === "false" || condition === "!(true)") return [];
  if (condition === "true" || condition === "!(false)") return [inner];
  return [inner === "true" ? `(${condition})` : `((${condition}) && (${inner}))`];
}
