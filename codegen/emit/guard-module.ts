import type { NamedSchema, Schema } from "../model/model.js";
import { identifierPart } from "../model/names.js";
import { type Recursion, recursionOf } from "../model/repeated.js";
import { guardBody, guardCondition, guardStatements } from "./guard-code.js";
import { type GuardContext, mentions } from "./guard-context.js";
import { docComment, type ModuleWriter, text } from "./writer.js";

/** Values nested deeper than this do not fit a schema that refers to itself: a hostile text must not end the process. */
export const MAX_DEPTH = 256;

const RESERVED = new Set(
  "value depth known default class function new delete in of for if else switch case return true false null this typeof void var let const with yield await import export enum extends super try catch throw while do break continue instanceof debugger finally package private protected public static interface implements arguments eval undefined key item index count".split(
    " ",
  ),
);

/** Nothing, how deep they are, or also what is known of the parts of the value already. */
type Way = "flat" | "deep" | "known";

const HANDED: Readonly<Record<Way, { readonly declared: string; readonly given: string }>> = {
  flat: { declared: "", given: "" },
  deep: { declared: ", depth: number", given: ", depth" },
  known: { declared: ", depth: number, known: Known", given: ", depth, known" },
};

interface Scope {
  readonly owner: string;
  /** What its functions are handed on the way down. */
  readonly way: Way;
  readonly used: Map<string, number>;
}

/** A module of guards while it is being written: names of helpers, constants and variables. */
export class GuardModule implements GuardContext {
  readonly #out: ModuleWriter;
  readonly #schemas: ReadonlyMap<string, Schema>;
  readonly #recursion: Recursion;
  readonly #patterns = new Map<string, string>();
  readonly #sets = new Map<string, string>();
  readonly #helpers = new Map<string, string>();
  readonly #functions: string[] = [];
  readonly #taken = new Set<string>();
  readonly #guardName: (name: string) => string;
  #scope: Scope = { owner: "", way: "flat", used: new Map() };

  constructor(
    out: ModuleWriter,
    schemas: readonly NamedSchema[],
    guardName: (name: string) => string = (name) => name,
  ) {
    this.#out = out;
    this.#schemas = new Map(schemas.map((item) => [item.name, item.schema]));
    this.#recursion = recursionOf(this.#schemas);
    this.#guardName = guardName;
  }

  lookUp(name: string): Schema | undefined {
    return this.#schemas.get(name);
  }

  /** Writes the guard of a named schema. */
  guard(item: NamedSchema, type: string): void {
    const way = this.#wayOf(item.name);
    this.#scope = { owner: item.name, way, used: new Map() };
    const body = guardBody(item.schema, this);
    const parameter = body.length === 1 && /^return (true|false);$/.test(body[0] ?? "") ? "_value" : "value";
    const doc = docComment([`Whether \`${parameter}\` is a {@link T.${item.name}}.`]);
    const head = `${doc}export function is${item.name}(${parameter}: unknown): ${parameter} is ${type} {`;
    if (way === "flat") {
      this.#functions.push(`${head}\n${indent(body)}\n}`);
      return;
    }
    if (way === "known") this.#out.type("Known", "./support.js");
    const answer =
      way === "known"
        ? `${this.support("asked")}(check${item.name}, value, 0, new Map())`
        : `check${item.name}(value, 0)`;
    this.#functions.push(
      `${head}\n  return ${answer};\n}`,
      `function check${item.name}(value: unknown${HANDED[way].declared}): boolean {\n  if (depth > ${MAX_DEPTH}) return false;\n${indent(body)}\n}`,
    );
  }

  /** Writes a guard for a schema without a name of its own, and gives back what it is called. */
  inline(about: string, schema: Schema): string {
    this.#scope = { owner: about, way: "flat", used: new Map() };
    const body = guardBody(schema, this);
    // The dollar sign keeps it apart from the guards of named schemas.
    const name = this.#fresh(`is$${about}`);
    const parameter = body.some((line) => mentions(line, "value")) ? "value" : "_value";
    this.#functions.push(`function ${name}(${parameter}: unknown): boolean {\n${indent(body)}\n}`);
    return name;
  }

  /** The call that asks whether `value` is of a named schema. */
  call(name: string, value: string): string {
    const [from, to] = [this.#scope.way, this.#wayOf(name)];
    if (from === "known" && to === "known") {
      // Only what leads back to itself goes deeper into a value for ever.
      const depth = this.#recursion.recursive.has(name) ? "depth + 1" : "depth";
      return `${this.support("asked")}(check${name}, ${value}, ${depth}, known)`;
    }
    if (from !== "flat" && to === "deep") return `check${name}(${value}, depth + 1)`;
    return `${this.#guardName(`is${name}`)}(${value})`;
  }

  #wayOf(name: string): Way {
    if (this.#recursion.repeated.has(name)) return "known";
    return this.#recursion.recursive.has(name) ? "deep" : "flat";
  }

  statements(schema: Schema, value: string): string[] {
    return guardStatements(schema, value, this);
  }

  condition(schema: Schema, value: string): string {
    return guardCondition(schema, value, this);
  }

  test(schema: Schema, value: string): string {
    const condition = this.condition(schema, value);
    const isCall =
      /^[\p{ID_Continue}$]+\((?:check[\p{ID_Continue}$]+, )?[\w$.[\]"]+(?:, depth(?: \+ 1)?)?(?:, known)?\)$/u.test(
        condition,
      );
    return isCall || condition === "true" || condition === "false" ? condition : this.helper(schema, value);
  }

  /** A function of its own for a part of a schema; equal parts share one. What is certain needs none. */
  helper(schema: Schema, value: string): string {
    const name = this.#helperName(schema);
    return name === "true" || name === "false" ? name : `${name}(${value}${HANDED[this.#scope.way].given})`;
  }

  #helperName(schema: Schema): string {
    const outer = this.#scope;
    const identity = `${outer.way}:${JSON.stringify(schema)}`;
    const known = this.#helpers.get(identity);
    if (known !== undefined) return known;
    this.#scope = { ...outer, used: new Map() };
    const body = guardBody(schema, this);
    this.#scope = outer;
    const certain = body.length === 1 ? /^return (true|false);$/.exec(body[0] ?? "")?.[1] : undefined;
    const name = certain ?? this.#fresh(`part${outer.owner}`);
    this.#helpers.set(identity, name);
    if (certain !== undefined) return name;
    const declared = ["depth", "known"].reduce(
      (list, one) => (body.some((line) => mentions(line, one)) ? list : list.replace(`${one}:`, `_${one}:`)),
      HANDED[outer.way].declared,
    );
    this.#functions.push(`function ${name}(value: unknown${declared}): boolean {\n${indent(body)}\n}`);
    return name;
  }

  /** A constant that holds a regular expression. */
  pattern(source: string): string {
    return this.#constant(this.#patterns, source, "PATTERN");
  }

  /** A constant that holds a set of scalars. */
  constantSet(values: readonly unknown[]): string {
    const list = [...new Set(values.map((value) => (typeof value === "string" ? text(value) : String(value))))].sort();
    return this.#constant(this.#sets, list.join(", "), "SET");
  }

  /** A helper of the support module. */
  support(name: string): string {
    const taken = name.startsWith("is") && this.#schemas.has(name.slice(2));
    return this.#out.value(name, "./support.js", taken ? `${name}$` : name);
  }

  /** A variable name that is free in the function being written. */
  variable(name: string): string {
    const cleaned = name.replace(/[^A-Za-z0-9_$]/g, "_");
    const base = /^[0-9]/.test(cleaned) || RESERVED.has(cleaned) || cleaned === "" ? `${cleaned}_` : cleaned;
    const safe = /^[0-9]/.test(base) ? `_${base}` : base;
    const local = this.#isGlobal(safe) ? `${safe}_` : safe;
    const count = (this.#scope.used.get(local) ?? 0) + 1;
    this.#scope.used.set(local, count);
    return count === 1 ? local : `${local}$${count}`;
  }

  /** Writes everything collected. */
  flush(): void {
    const functions = called(this.#functions);
    // A part that nobody calls takes its constants along.
    const used = new Set(functions.flatMap((code) => code.match(/\b(?:PATTERN|SET)_\d+/g) ?? []));
    const constants = [
      ...[...this.#patterns].map(([source, name]) => [name, `const ${name} = ${regex(source)};`] as const),
      ...[...this.#sets].map(
        ([list, name]) =>
          [name, `const ${name}: ReadonlySet<unknown> = /* @__PURE__ */ new Set<unknown>([${list}]);`] as const,
      ),
    ];
    const declared = constants.filter(([name]) => used.has(name)).map(([, code]) => code);
    this.#out.add(declared.join("\n"), functions);
  }

  #isGlobal(name: string): boolean {
    return /^(is|check|part|PATTERN|SET|T$|Object$|Number$|Set$|codePoints$|countKeys$|asked$)/.test(name);
  }

  #constant(map: Map<string, string>, identity: string, prefix: string): string {
    const known = map.get(identity);
    if (known !== undefined) return known;
    const name = `${prefix}_${map.size + 1}`;
    map.set(identity, name);
    return name;
  }

  #fresh(base: string): string {
    const safe = base.split("$").map(identifierPart).join("$");
    let name = `${safe}_1`;
    for (let count = 2; this.#taken.has(name); count++) name = `${safe}_${count}`;
    this.#taken.add(name);
    return name;
  }
}

/** Without the parts that nobody calls: what they were made for turned out to be settled by something else. */
function called(functions: readonly string[]): string[] {
  // Schemas have names in any alphabet, and so have their parts.
  const callees = functions.map((code) => new Set(code.match(/(?<![\p{ID_Continue}$])part\p{ID_Continue}+_\d+/gu)));
  const byName = new Map(functions.map((code, index) => [/^function (part[^(]+)/.exec(code)?.[1] ?? "", index]));
  const kept = new Set([...functions.keys()].filter((index) => functions[index]?.startsWith("function part") !== true));
  for (const index of kept) {
    for (const name of callees[index] ?? []) {
      const callee = byName.get(name);
      if (callee !== undefined) kept.add(callee); // a set is walked to its end, whatever is added on the way
    }
  }
  return functions.filter((_, index) => kept.has(index));
}

function indent(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join("\n");
}

/** A regular expression as a literal: slashes and line ends escaped, everything else as it was. */
function regex(source: string): string {
  if (source === "") return "/(?:)/u";
  new RegExp(source, "u"); // throws for what would leave the literal
  const body = source.replace(/\\[^]|[/\n\r\u2028\u2029]/g, (part) => ESCAPED[part] ?? part);
  return `/${body}/u`;
}

const ESCAPED: Readonly<Record<string, string>> = {
  "/": "\\/",
  "\n": "\\n",
  "\r": "\\r",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};
