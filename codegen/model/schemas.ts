import { basename } from "node:path";
import type { FileSet, Located } from "../load/files.js";
import { childPointer, isRecord, pointerTokens } from "../load/pointer.js";
import type { Origin, Problems } from "../load/problems.js";
import { ANNOTATED_FORMATS, CHECKED_FORMATS } from "./formats.js";
import { LISTS, MAPS, SINGLE } from "./keywords.js";
import type { NamedSchema, Schema } from "./model.js";
import { type NameRegistry, typeName } from "./names.js";

type Direction = "sent" | "received";

interface Entry {
  readonly name: string;
  readonly located: Located;
  schema: Schema;
  readonly refs: Set<string>;
  sent: boolean;
  received: boolean;
}

/** Keywords that say where a schema is, not what it allows; dropped once references are resolved. */
const DROPPED = new Set(["$schema", "$id", "$anchor", "$dynamicAnchor", "$defs", "definitions", "example", "examples"]);
const PLUMBING = new Set([
  "properties",
  "items",
  "allOf",
  "anyOf",
  "oneOf",
  "schema",
  "content",
  "schemas",
  "components",
  "$defs",
]);

export interface SchemaCollectorOptions {
  /** Formats that are known to be notes only, besides the standard ones. */
  readonly formats: readonly string[];
  /** Names for schemas by `file#/pointer` or `#/pointer`, where the derived name does not do. */
  readonly rename: Readonly<Record<string, string>>;
}

/** Finds every schema that is referred to, names it, and rewrites references to names. */
export class SchemaCollector {
  readonly #files: FileSet;
  readonly #problems: Problems;
  readonly #names: NameRegistry;
  readonly #options: SchemaCollectorOptions;
  readonly #byPlace = new Map<string, Entry>();
  readonly #byName = new Map<string, Entry>();
  /** Which generated symbol each schema that was read belongs to, by `file#/pointer`. */
  readonly symbols = new Map<string, string>();

  constructor(files: FileSet, problems: Problems, names: NameRegistry, options: SchemaCollectorOptions) {
    this.#files = files;
    this.#problems = problems;
    this.#names = names;
    this.#options = options;
  }

  /** All named schemas, sorted by name, with the direction they travel in. */
  finish(): readonly NamedSchema[] {
    for (const direction of ["sent", "received"] as const) {
      const queue = [...this.#byName.values()].filter((entry) => entry[direction]);
      for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) {
        for (const name of entry.refs) {
          const next = this.#byName.get(name);
          if (next !== undefined && !next[direction]) {
            next[direction] = true;
            queue.push(next);
          }
        }
      }
    }
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

  /** Names the schema at a place and reads it; the name is that of what a chain of bare references ends at. */
  name(located: Located, direction?: Direction): string | undefined {
    const end = this.#follow(located);
    if (end === undefined) return undefined;
    const place = `${end.origin.file.path}#${end.origin.pointer}`;
    let entry = this.#byPlace.get(place);
    if (entry === undefined) {
      const name = this.#nameFor(end.origin);
      this.#names.claim(name, `the schema at ${end.origin.file.label}#${end.origin.pointer}`, end.origin);
      entry = { name, located: end, schema: true, refs: new Set(), sent: false, received: false };
      this.#byPlace.set(place, entry);
      if (!this.#byName.has(name)) this.#byName.set(name, entry);
      entry.schema = this.#read(end.value, end.origin, entry.refs, name);
    }
    if (direction !== undefined) entry[direction] = true;
    return entry.name;
  }

  /** Reads a schema that stands inside something else, e.g. a parameter. */
  inline(located: Located, symbol: string, direction?: Direction): Schema {
    const refs = new Set<string>();
    const schema = this.#read(located.value, located.origin, refs, symbol);
    if (direction !== undefined) {
      for (const name of refs) {
        const entry = this.#byName.get(name);
        if (entry !== undefined) entry[direction] = true;
      }
    }
    return schema;
  }

  #nameFor(origin: Origin): string {
    const { rename } = this.#options;
    const given = rename[`${origin.file.label}#${origin.pointer}`] ?? rename[`#${origin.pointer}`];
    if (given !== undefined) return given;
    const tokens = pointerTokens(origin.pointer).filter((token) => !PLUMBING.has(token));
    if (tokens.length === 0) return typeName(basename(origin.file.path).replace(/\.[^.]+$/, ""));
    return tokens.map(typeName).join("");
  }

  #follow(located: Located): Located | undefined {
    let current = located;
    for (const seen = new Set<unknown>(); ;) {
      if (!isRecord(current.value) || seen.has(current.value)) return current;
      seen.add(current.value);
      const reference = current.value["$ref"];
      if (typeof reference !== "string" || Object.keys(current.value).length > 1) return current;
      const next = this.#resolve(reference, current.origin);
      if (next === undefined) return undefined;
      current = next;
    }
  }

  #resolve(reference: string, from: Origin): Located | undefined {
    const found = this.#files.find(reference, from.file);
    if (found === undefined) {
      this.#problems.error(
        { file: from.file, pointer: childPointer(from.pointer, "$ref") },
        `the reference ${reference} leads nowhere`,
        "Check the file name and the pointer; names are case-sensitive.",
      );
    }
    return found;
  }

  #read(value: unknown, origin: Origin, refs: Set<string>, symbol: string): Schema {
    if (typeof value === "boolean") return value;
    if (!isRecord(value)) {
      this.#problems.error(origin, "a schema must be an object or a boolean", "Write an object, `true` or `false`.");
      return true;
    }
    const out: Record<string, unknown> = {};
    for (const keyword of Object.keys(value).sort()) {
      if (DROPPED.has(keyword)) continue;
      const at: Origin = { file: origin.file, pointer: childPointer(origin.pointer, keyword) };
      const content = this.#keyword(keyword, value[keyword], at, origin, refs, symbol);
      if (content !== undefined) out[keyword === "$dynamicRef" ? "$ref" : keyword] = content;
    }
    this.symbols.set(`${origin.file.label}#${origin.pointer}`, symbol);
    return out;
  }

  #keyword(key: string, value: unknown, at: Origin, parent: Origin, refs: Set<string>, symbol: string): unknown {
    if (key === "$ref" || key === "$dynamicRef") {
      const target = typeof value === "string" ? this.#resolve(value, parent) : undefined;
      const name = target === undefined ? undefined : this.name(target);
      if (name !== undefined) refs.add(name);
      return name;
    }
    if (includes(SINGLE, key)) return this.#read(value, at, refs, symbol);
    if (includes(LISTS, key)) {
      if (!Array.isArray(value)) return undefined;
      return value.map((item, index) =>
        this.#read(item, { file: at.file, pointer: childPointer(at.pointer, index) }, refs, symbol),
      );
    }
    if (includes(MAPS, key)) {
      if (!isRecord(value)) return undefined;
      const entries = Object.keys(value).map((name) => {
        const place = { file: at.file, pointer: childPointer(at.pointer, name) };
        if (key === "properties") this.#checkPropertyName(name, place);
        return [
          name,
          this.#read(value[name], place, refs, key === "properties" ? `${symbol}.${name}` : symbol),
        ] as const;
      });
      return Object.fromEntries(entries.sort((a, b) => (a[0] < b[0] ? -1 : 1)));
    }
    if (key === "discriminator") return this.#discriminator(value, at, parent, refs);
    if (key === "format") this.#checkFormat(value, at);
    if (key === "pattern") this.#checkPattern(value, at);
    return value;
  }

  #discriminator(value: unknown, at: Origin, parent: Origin, refs: Set<string>): unknown {
    if (!isRecord(value) || !isRecord(value["mapping"])) return value;
    const mapping: Record<string, string> = {};
    for (const [wire, reference] of Object.entries(value["mapping"]).sort((a, b) => (a[0] < b[0] ? -1 : 1))) {
      if (typeof reference !== "string") continue;
      const target = /[#/.]/.test(reference)
        ? this.#resolve(reference, { file: parent.file, pointer: childPointer(at.pointer, "mapping", wire) })
        : this.#files.find(`#/components/schemas/${reference}`, parent.file);
      const name = target === undefined ? undefined : this.name(target);
      if (name === undefined) continue;
      refs.add(name);
      mapping[wire] = name;
    }
    return { ...value, mapping };
  }

  #checkPropertyName(name: string, at: Origin): void {
    if (!(name in Object.prototype)) return;
    this.#problems.error(
      at,
      `the property ${name} has the name of something every object inherits`,
      "Generated guards could not tell it apart from what is inherited; the wire needs another name here.",
      true,
    );
  }

  #checkFormat(value: unknown, at: Origin): void {
    if (typeof value !== "string") return;
    if (CHECKED_FORMATS.has(value) || ANNOTATED_FORMATS.has(value) || this.#options.formats.includes(value)) return;
    this.#problems.warning(
      at,
      `the format ${value} is not known and will not be checked`,
      "Correct it, add a `pattern`, or list it under `formats` in the configuration.",
    );
  }

  #checkPattern(value: unknown, at: Origin): void {
    if (typeof value !== "string") return;
    try {
      new RegExp(value, "u");
    } catch (error) {
      this.#problems.error(
        at,
        `the pattern is no regular expression (${error instanceof Error ? error.message : String(error)})`,
        "Write an ECMA-262 expression that is valid with the `u` flag.",
      );
    }
  }
}

function includes<Item extends string>(list: readonly Item[], item: string): item is Item {
  return (list as readonly string[]).includes(item);
}
