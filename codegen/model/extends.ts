import type { Origin, Problems } from "../load/problems.js";
import { circular } from "./circular.js";
import { namesIn, schemasOf } from "./keywords.js";
import type { Schema, SchemaObject } from "./model.js";

/** A named schema that may be settled. */
export interface Settled {
  readonly name: string;
  schema: Schema;
  readonly located: { readonly origin: Origin };
  /** Names that the schema refers to. */
  readonly refs: Set<string>;
}

/**
 * Lets variants extend the union that lists them, as many descriptions have it: `Pet` is one of `Cat` and `Dog`, and
 * `Cat` is all of `Pet` and more. Taken by its word there is no end to it; what is meant are the fields of `Pet`, so
 * these take the place of the reference.
 */
export function settleExtensions(schemas: ReadonlyMap<string, Settled>, problems: Problems): void {
  const edges = new Map([...schemas].map(([name, { schema }]) => [name, [...namesIn(schema, true)]]));
  const circle = circular(edges);
  const done = new Set<string>();
  const settle = (entry: Settled): void => {
    if (done.has(entry.name) || !circle.has(entry.name)) return;
    done.add(entry.name);
    const { schema } = entry;
    if (typeof schema === "boolean") return;
    const parts = schemasOf(schema, "allOf").map((part) => {
      const base = typeof part === "object" ? schemas.get(String(part["$ref"])) : undefined;
      if (base === undefined || !leadsTo(base.name, entry.name, edges)) return part;
      settle(base);
      const own = withoutVariants(base.schema);
      if (own === undefined) return part;
      for (const name of base.refs) entry.refs.add(name);
      problems.violation(
        entry.located.origin,
        `the schema ${entry.name} extends ${base.name}, of which it is a variant`,
        `It inherits what ${base.name} has besides its variants. Move that into a schema of its own, which both refer to.`,
        true,
      );
      return own;
    });
    if (parts.length > 0) entry.schema = { ...schema, allOf: parts };
  };
  for (const name of [...circle].sort()) {
    const entry = schemas.get(name);
    if (entry !== undefined) settle(entry);
  }
}

/** What a union says of all its variants; undefined for what is not a union. */
function withoutVariants(schema: Schema): SchemaObject | undefined {
  if (typeof schema === "boolean" || !("oneOf" in schema || "anyOf" in schema)) return undefined;
  const { oneOf: _one, anyOf: _any, discriminator: _discriminator, ...own } = schema;
  return own;
}

function leadsTo(from: string, to: string, edges: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name === to) return true;
    if (seen.has(name)) continue;
    seen.add(name);
    open.push(...(edges.get(name) ?? []));
  }
  return false;
}
