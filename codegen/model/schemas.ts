import type { FileSet, Located } from "../load/files.js";
import { leadsNowhere } from "../load/missing.js";
import { isRecord } from "../../runtime/base/values.js";
import { childPointer } from "../load/pointer.js";
import type { Origin, Problems } from "../load/problems.js";
import { checkCircles, claimDerived } from "./derived.js";
import { DynamicScopes, isBare, type Scope } from "./dynamic.js";
import { rememberExample } from "./examples.js";
import { settleExtensions } from "./extends.js";
import { settleInheritance } from "./inheritance.js";
import { DROPPED, LISTS, MAPS, SINGLE } from "./keywords.js";
import { checkGroups, SchemaCount } from "./limits.js";
import { completeMapping, readMapping } from "./mapping.js";
import type { NamedSchema, Schema } from "./model.js";
import type { NameRegistry } from "./names.js";
import { type Direction, spreadDirections } from "./reach.js";
import { AS, type Representation, representationOf } from "./represent.js";
import { SchemaNames } from "./schema-names.js";
import { unicodePattern } from "./patterns.js";
import { type Dialect, tolerate, unwrapped } from "./tolerate.js";

interface Entry {
  readonly name: string;
  readonly located: Located;
  schema: Schema;
  readonly refs: Set<string>;
  sent: boolean;
  received: boolean;
}

/** What reading a schema carries along. */
interface Reading {
  /** Names that the schema refers to. */
  readonly refs: Set<string>;
  /** Generated symbol that it belongs to. */
  readonly symbol: string;
  readonly scope: Scope;
}

/** References that lead to references and to nothing else are followed so far. */
const MOST_HOPS = 100;

export interface SchemaCollectorOptions {
  /** Names for schemas by `file#/pointer` or `#/pointer`, where the derived name does not do. */
  readonly rename: Readonly<Record<string, string>>;
  /** Rules that the schemas are written by. Default: those of 3.1. */
  readonly dialect: Dialect;
  /** Which values have a type of their own in programs. Default: none. */
  readonly represent?: Representation;
}

/** Finds every schema that is referred to, names it, and rewrites references to names. */
export class SchemaCollector {
  readonly #files: FileSet;
  readonly #scopes: DynamicScopes;
  readonly #problems: Problems;
  readonly #names: NameRegistry;
  readonly #naming: SchemaNames;
  readonly #options: SchemaCollectorOptions;
  readonly #byPlace = new Map<string, Entry>();
  readonly #byName = new Map<string, Entry>();
  readonly #unread: { readonly entry: Entry; readonly scope: Scope }[] = [];
  /** Where each brand is first given. */
  readonly #brands = new Map<string, Origin>();
  #reading = false;
  readonly count: SchemaCount;
  /** Which generated symbol each schema that was read belongs to, by `file#/pointer`. */
  readonly symbols = new Map<string, string>();

  constructor(files: FileSet, problems: Problems, names: NameRegistry, options: SchemaCollectorOptions) {
    this.#files = files;
    this.#scopes = new DynamicScopes(files);
    this.#problems = problems;
    this.#names = names;
    this.#naming = new SchemaNames(names, options.rename);
    this.#options = options;
    this.count = new SchemaCount(problems);
  }

  /** All named schemas, sorted by name, with the direction they travel in. */
  finish(): readonly NamedSchema[] {
    settleInheritance(this.#byName, this.#problems);
    settleExtensions(this.#byName, this.#problems);
    const placed = new Map(
      [...this.#byName].map(([name, { schema, located }]) => [name, { name, schema, origin: located.origin }]),
    );
    checkCircles(placed, this.#problems);
    claimDerived(this.#names, placed, this.#brands);
    spreadDirections(this.#byName);
    return [...this.#byName.values()]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, schema, located, sent, received }) => {
        const origin = `${located.origin.file.label}#${located.origin.pointer}`;
        return { name, schema, origin, sent, received };
      });
  }

  get(name: string): Schema | undefined {
    return this.#byName.get(name)?.schema;
  }

  /** Where a named schema stands. */
  originOf(name: string): Origin {
    const entry = this.#byName.get(name);
    if (entry === undefined) throw new Error(`unreachable: ${name} is not a schema`);
    return entry.located.origin;
  }

  /** Names the schema at a place and reads it; the name is that of what a chain of bare references ends at. */
  name(located: Located, direction?: Direction, outer: Scope = new Map()): string | undefined {
    const end = this.#follow(located, outer);
    if (end === undefined) return undefined;
    const { origin, scope } = end;
    const special = this.#scopes.isSpecial(end.located, scope) ? [...scope.values()][0] : undefined;
    const suffix = special === undefined ? "" : ` ${this.#scopes.key(scope)}`;
    const place = `${origin.file.path}#${origin.pointer}${suffix}`;
    let entry = this.#byPlace.get(place);
    if (entry === undefined) {
      const name =
        special === undefined
          ? this.#naming.reserve(origin)
          : this.#naming.settle(this.#naming.wanted(origin) + this.#boundAs(special), origin);
      entry = { name, located: end.located, schema: true, refs: new Set(), sent: false, received: false };
      this.#byPlace.set(place, entry);
      if (!this.#byName.has(name)) this.#byName.set(name, entry);
      this.#unread.push({ entry, scope });
      if (!this.#reading) this.#readAll();
    }
    if (direction !== undefined) entry[direction] = true;
    return entry.name;
  }

  /** Takes the name of the schema at a place, before anything is read. */
  reserve(origin: Origin): string {
    return this.#naming.reserve(origin);
  }

  /** Reads what was named meanwhile, one after another: a chain of references is no chain of calls. */
  #readAll(): void {
    this.#reading = true;
    for (let next = this.#unread.pop(); next !== undefined; next = this.#unread.pop()) {
      const { entry, scope } = next;
      const { value, origin } = entry.located;
      entry.schema = this.#read(value, origin, { refs: entry.refs, symbol: entry.name, scope });
    }
    this.#reading = false;
  }

  /** Names a schema that a document lists, and gives a listed reference to another name a name too. */
  component(located: Located): void {
    const name = this.name(located);
    if (name === undefined || !isRecord(located.value) || !("$ref" in located.value)) return;
    const bare = Object.keys(located.value).length === 1;
    if (!bare || this.#naming.wanted(located.origin) === name) return;
    const listed = this.reserve(located.origin);
    const entry = {
      name: listed,
      located,
      schema: { $ref: name },
      refs: new Set([name]),
      sent: false,
      received: false,
    };
    if (!this.#byName.has(listed)) this.#byName.set(listed, entry);
  }

  /** Reads a schema that stands inside something else, e.g. a parameter. */
  inline(located: Located, symbol: string, direction?: Direction): Schema {
    const refs = new Set<string>();
    const scope = this.#scopes.enter(new Map(), located.origin);
    const schema = this.#read(located.value, located.origin, { refs, symbol, scope });
    this.#readAll();
    if (direction !== undefined) {
      for (const name of refs) {
        const entry = this.#byName.get(name);
        if (entry !== undefined) entry[direction] = true;
      }
    }
    return schema;
  }

  /** What the name of a template ends in where a dynamic anchor is bound: `OfPet`, or the resource that says more. */
  #boundAs(anchor: Origin): string {
    const { file, pointer } = this.#files.resourceOf(anchor);
    const place = { file, pointer: "" };
    const bound = this.#files.find(`#${anchor.pointer}`, place);
    const target =
      pointer === "" && bound !== undefined && isBare(bound.value) ? this.#follow(bound, new Map()) : undefined;
    if (target !== undefined) return `Of${this.#naming.wanted(target.origin)}`;
    return `In${this.#naming.wanted({ file, pointer })}`;
  }

  #follow(located: Located, outer: Scope): { located: Located; origin: Origin; scope: Scope } | undefined {
    let current = unwrapped(located);
    let scope = this.#scopes.enter(outer, current.origin);
    for (const seen = new Set<unknown>(); ;) {
      if (seen.size > MOST_HOPS) {
        const message = `more than ${MOST_HOPS} references lead from one to the next`;
        this.#problems.error(located.origin, message, "Refer to the schema that they end at.");
        return undefined;
      }
      const reference = isRecord(current.value) ? current.value["$ref"] : undefined;
      if (typeof reference !== "string" || !isBare(current.value) || seen.has(current.value)) {
        return { located: current, origin: current.origin, scope };
      }
      seen.add(current.value);
      const next = this.#resolve(reference, current.origin);
      if (next === undefined) return undefined;
      current = unwrapped(next);
      scope = this.#scopes.enter(scope, current.origin);
    }
  }

  #resolve(reference: string, from: Origin): Located | undefined {
    const found = this.#files.find(reference, from);
    if (found === undefined) leadsNowhere({ files: this.#files, problems: this.#problems }, reference, from);
    return found;
  }

  #read(value: unknown, origin: Origin, reading: Reading): Schema {
    if (typeof value === "boolean") return value;
    if (!isRecord(value)) {
      const advice = "Write an object, `true` or `false`.";
      this.#problems.violation(origin, "a schema must be an object or a boolean", advice);
      return true;
    }
    if (!this.count.admits(this.#files.size, origin)) return true;
    const inner = { ...reading, scope: this.#scopes.enter(reading.scope, origin) };
    const out: Record<string, unknown> = {};
    const settled = tolerate(value, this.#options.dialect);
    for (const keyword of Object.keys(settled).sort()) {
      if (DROPPED.has(keyword)) continue;
      const at: Origin = { file: origin.file, pointer: childPointer(origin.pointer, keyword) };
      const content = this.#keyword(keyword, settled[keyword], at, origin, inner);
      if (content !== undefined) out[/^\$(dynamic|recursive)Ref$/.test(keyword) ? "$ref" : keyword] = content;
    }
    this.symbols.set(`${origin.file.label}#${origin.pointer}`, reading.symbol);
    checkGroups(out, origin, this.#problems);
    completeMapping(out, settled);
    const as = representationOf(out, this.#options.represent ?? {});
    if (as !== undefined) out[AS] = as;
    rememberExample(out, value);
    return out;
  }

  #keyword(key: string, value: unknown, at: Origin, parent: Origin, reading: Reading): unknown {
    if (key === "$ref" || key === "$dynamicRef") {
      const found = typeof value === "string" ? this.#resolve(value, parent) : undefined;
      const dynamic = key === "$dynamicRef" && /#[^/]/.test(String(value));
      return this.#refer(found !== undefined && dynamic ? this.#scopes.dynamic(found, reading.scope) : found, reading);
    }
    if (key === "$recursiveRef") return this.#refer(this.#scopes.recursive(parent), reading);
    if (includes(SINGLE, key)) return this.#read(value, at, reading);
    if (includes(LISTS, key)) {
      if (!Array.isArray(value)) return undefined;
      return value.map((item, index) =>
        this.#read(item, { file: at.file, pointer: childPointer(at.pointer, index) }, reading),
      );
    }
    if (includes(MAPS, key)) return isRecord(value) ? this.#readMap(key, value, at, reading) : undefined;
    if (key === "x-brand" && typeof value === "string" && !this.#brands.has(value)) this.#brands.set(value, at);
    if (key === "discriminator") return this.#discriminator(value, at, parent, reading);
    return key === "pattern" ? unicodePattern(String(value)) : value;
  }

  #refer(target: Located | undefined, reading: Reading): string | undefined {
    const name = target === undefined ? undefined : this.name(target, undefined, reading.scope);
    if (name !== undefined) reading.refs.add(name);
    return name;
  }

  #readMap(key: string, value: Readonly<Record<string, unknown>>, at: Origin, reading: Reading): unknown {
    const entries = Object.keys(value).flatMap((name) => {
      const place = { file: at.file, pointer: childPointer(at.pointer, name) };
      const symbol = key === "properties" ? `${reading.symbol}.${name}` : reading.symbol;
      const written = key === "patternProperties" ? unicodePattern(name) : name;
      return written === undefined ? [] : [[written, this.#read(value[name], place, { ...reading, symbol })] as const];
    });
    // Properties keep the order that their author gave them; of other names none is meant.
    if (key !== "properties") entries.sort((a, b) => (a[0] < b[0] ? -1 : 1));
    return Object.fromEntries(entries);
  }

  #discriminator(value: unknown, at: Origin, parent: Origin, reading: Reading): unknown {
    if (!isRecord(value) || !isRecord(value["mapping"])) return value;
    const nameOf = (reference: string): string | undefined => this.#refer(this.#files.find(reference, parent), reading);
    return { ...value, mapping: readMapping(value["mapping"], at, nameOf, this.#problems) };
  }
}

function includes<Item extends string>(list: readonly Item[], item: string): item is Item {
  return (list as readonly string[]).includes(item);
}
