import { circular, leavesFirst } from "./circular.js";
import { switchable } from "./discriminant.js";
import { namesIn, partsOf, schemaMap, schemaOf, schemasOf } from "./keywords.js";
import type { Schema, SchemaObject } from "./model.js";

/** Parts of a value that a schema asks about: `.name`, `[0]`, and all of them, `.` and `[`. */
type Places = readonly string[];

/** Names that lead back to themselves, and those that answer from memory. */
export interface Recursion {
  readonly recursive: ReadonlySet<string>;
  /**
   * Where a schema asks about the same part of a value in several ways (variants that nothing tells apart, all of
   * several), each level of a value would take as many times as long as the one below it. So would each level of
   * schemas that ask about the same value.
   */
  readonly repeated: ReadonlySet<string>;
}

export function recursionOf(schemas: ReadonlyMap<string, Schema>): Recursion {
  const edges = new Map([...schemas].map(([name, schema]) => [name, [...namesIn(schema)]]));
  const recursive = new Set(circular(edges));
  const ways = new Ways(schemas, recursive);
  const repeated = new Set([...recursive].filter((name) => ways.isRepeated(name)));
  const users = usersOf(edges, recursive);
  for (const name of repeated) for (const user of users.get(name) ?? []) repeated.add(user); // walked to its end
  for (const name of repeated) {
    for (const next of edges.get(name) ?? []) if (recursive.has(next)) repeated.add(next);
  }
  for (const name of heavyNames(schemas, edges, recursive)) repeated.add(name);
  return { recursive, repeated };
}

/** Guards that may ask so many others about one value are answered from memory. */
const MOST_ASKED = 10_000;
const FEW_ASKED = 100;

/** Names that lead to others in so many ways that asking each time takes longer than anybody can wait: `anyOf` of two, of two, … */
function heavyNames(
  schemas: ReadonlyMap<string, Schema>,
  edges: ReadonlyMap<string, readonly string[]>,
  recursive: ReadonlySet<string>,
): ReadonlySet<string> {
  const asked = new Map<string, number>();
  for (const name of leavesFirst(edges)) {
    const counts = recursive.has(name)
      ? []
      : referencesIn(schemas.get(name) ?? true).map((other) => asked.get(other) ?? 1);
    asked.set(
      name,
      counts.reduce((sum, count) => sum + count, 1),
    );
  }
  const heavy = new Set([...asked].filter(([, count]) => count > MOST_ASKED).map(([name]) => name));
  for (const name of heavy)
    for (const next of edges.get(name) ?? []) if ((asked.get(next) ?? 1) > FEW_ASKED) heavy.add(next);
  return heavy;
}

/** Names that a schema refers to, as often as it does. */
function referencesIn(schema: Schema): readonly string[] {
  if (typeof schema === "boolean") return [];
  const { $ref: reference } = schema;
  return [...(typeof reference === "string" ? [reference] : []), ...partsOf(schema).flatMap(referencesIn)];
}

/** Which of the names refer to each of them. */
function usersOf(
  edges: ReadonlyMap<string, readonly string[]>,
  names: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>([...names].map((name) => [name, []]));
  for (const name of names) for (const next of edges.get(name) ?? []) users.get(next)?.push(name);
  return users;
}

/** Schemas that apply to the same value are followed so far before one counts as asking repeatedly: memory is never wrong. */
const MOST_LEVELS = 300;

/** Looks for a part of a value that is asked about twice. */
class Ways {
  readonly #schemas: ReadonlyMap<string, Schema>;
  readonly #recursive: ReadonlySet<string>;
  readonly #known = new Map<Schema, Places>();
  #repeated = false;
  #level = 0;

  constructor(schemas: ReadonlyMap<string, Schema>, recursive: ReadonlySet<string>) {
    this.#schemas = schemas;
    this.#recursive = recursive;
  }

  /** Whether the schema of a name asks twice. Those that it refers to are asked by their own names. */
  isRepeated(name: string): boolean {
    this.#repeated = false;
    const parts = new Set([this.#schemas.get(name) ?? true]);
    for (const part of parts) {
      this.#places(part);
      for (const next of partsOf(part)) parts.add(next); // walked to its end
    }
    return this.#repeated;
  }

  /** Where in a value of a schema the guards of recursive names are asked. */
  #places(schema: Schema): Places {
    if (typeof schema === "boolean") return [];
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    if (this.#level > MOST_LEVELS) this.#repeated = true;
    if (this.#repeated) return [];
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
    if (!this.#repeated) this.#known.set(schema, places);
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
