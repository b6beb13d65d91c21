import { circular } from "./circular.js";
import { switchable } from "./discriminant.js";
import { namesIn, schemaMap, schemaOf, schemasOf } from "./keywords.js";
import type { Schema, SchemaObject } from "./model.js";

/** Parts of a value that a schema asks about: `.name`, `[0]`, and all of them, `.` and `[`. */
type Places = readonly string[];

/** Names that lead back to themselves, and those of them that answer from memory. */
export interface Recursion {
  readonly recursive: ReadonlySet<string>;
  /**
   * Where a schema asks about the same part of a value in several ways (variants that nothing tells apart, all of
   * several), each level of a value would take as many times as long as the one below it.
   */
  readonly repeated: ReadonlySet<string>;
}

export function recursionOf(schemas: ReadonlyMap<string, Schema>): Recursion {
  const edges = new Map([...schemas].map(([name, schema]) => [name, [...namesIn(schema)]]));
  const recursive = circular(edges);
  const repeated = new Set<string>();
  for (const name of recursive) if (new Ways(schemas, recursive).isRepeated(name)) repeated.add(name);
  for (const name of repeated) {
    for (const next of edges.get(name) ?? []) if (recursive.has(next)) repeated.add(next); // walked to its end
  }
  return { recursive, repeated };
}

/** So many parts of schemas are looked at before a name counts as one that asks repeatedly: memory is never wrong. */
const MOST_STEPS = 10_000;
const MOST_LEVELS = 300;

/** Looks for a part of a value that is asked about twice. */
class Ways {
  readonly #schemas: ReadonlyMap<string, Schema>;
  readonly #recursive: ReadonlySet<string>;
  readonly #below = new Set<Schema>();
  #repeated = false;
  #steps = 0;
  #level = 0;

  constructor(schemas: ReadonlyMap<string, Schema>, recursive: ReadonlySet<string>) {
    this.#schemas = schemas;
    this.#recursive = recursive;
  }

  isRepeated(name: string): boolean {
    this.#places(this.#schemas.get(name) ?? true);
    return this.#repeated;
  }

  /** Where in a value of a schema the guards of recursive names are asked. */
  #places(schema: Schema): Places {
    if (typeof schema === "boolean" || this.#repeated) return [];
    if (this.#steps++ > MOST_STEPS || this.#level > MOST_LEVELS) this.#repeated = true;
    this.#level++;
    const own = [...this.#fields(schema), ...this.#items(schema)];
    const { $ref: reference } = schema;
    const named =
      typeof reference === "string" && this.#recursive.has(reference) ? this.#schemas.get(reference) : undefined;
    const lists = [own, this.#places(named ?? true), ...this.#composed(schema)];
    const places = this.#apart(lists);
    // What was left over is found by asking the parts of the schema again.
    const again = "unevaluatedProperties" in schema || "unevaluatedItems" in schema;
    if (again && lists.slice(1).some((list) => list.length > 0)) this.#repeated = true;
    this.#level--;
    return places;
  }

  #composed(schema: SchemaObject): readonly Places[] {
    const all = [
      ...schemasOf(schema, "allOf"),
      ...(["not", "if"] as const).map((keyword) => schemaOf(schema, keyword) ?? true),
      ...schemaMap(schema, "dependentSchemas").map(([, part]) => part),
    ];
    const variants = [...schemasOf(schema, "anyOf"), ...schemasOf(schema, "oneOf")].map((part) => this.#places(part));
    const either = (["then", "else"] as const).flatMap((keyword) => this.#places(schemaOf(schema, keyword) ?? true));
    const told = switchable(schema, (name) => this.#schemas.get(name)) !== undefined;
    return [...all.map((part) => this.#places(part)), either, ...(told ? [variants.flat()] : variants)];
  }

  #fields(schema: SchemaObject): Places {
    const named = schemaMap(schema, "properties").flatMap(([name, part]) => this.#part(`.${name}`, part));
    const patterns = schemaMap(schema, "patternProperties").map(([, part]) => this.#part(".", part));
    const rest = this.#part(".", schemaOf(schema, "additionalProperties"));
    const left = this.#part(".", schemaOf(schema, "unevaluatedProperties"));
    return [...this.#apart([named, ...patterns]), ...rest, ...left];
  }

  #items(schema: SchemaObject): Places {
    const first = schemasOf(schema, "prefixItems").flatMap((part, index) => this.#part(`[${index}`, part));
    const rest = this.#part("[", schemaOf(schema, "items"));
    const contains = this.#part("[", schemaOf(schema, "contains"));
    const left = this.#part("[", schemaOf(schema, "unevaluatedItems"));
    return this.#apart([[...first, ...rest], contains, left]);
  }

  /** A part of the value, where a recursive name is asked in it or below it. */
  #part(place: string, schema: Schema | undefined): Places {
    if (schema === undefined || [...namesIn(schema)].every((name) => !this.#recursive.has(name))) return [];
    if (!this.#below.has(schema)) {
      this.#below.add(schema);
      this.#places(schema);
    }
    return [place];
  }

  /** Places of schemas that are all asked: none may be among those of another. */
  #apart(lists: readonly Places[]): Places {
    const seen = new Set<string>();
    for (const list of lists) {
      for (const place of list) {
        const whole = place.charAt(0);
        const met = place === whole ? [...seen].some((one) => one.startsWith(whole)) : seen.has(whole);
        if (met || seen.has(place)) this.#repeated = true;
      }
      for (const place of list) seen.add(place);
    }
    return [...seen];
  }
}
