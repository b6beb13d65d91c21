import type { Origin, Problems } from "../load/problems.js";
import { circular } from "./circular.js";
import { namesIn } from "./keywords.js";
import type { Schema } from "./model.js";
import type { NameRegistry } from "./names.js";

/** A named schema and where it stands. */
export interface Placed {
  readonly name: string;
  readonly schema: Schema;
  readonly origin: Origin;
}

/** Takes the names that are made from those of schemas, so that nothing else is given one of them. */
export function claimDerived(
  names: NameRegistry,
  schemas: ReadonlyMap<string, Placed>,
  brands: ReadonlyMap<string, Origin>,
): void {
  for (const { name, schema, origin } of schemas.values()) {
    const open = typeof schema === "object" && schema["x-open"] === true && Array.isArray(schema["enum"]);
    if (open) names.claim(`Known${name}`, `the list of known values of ${name}`, origin);
  }
  for (const [brand, origin] of brands) {
    const schema = schemas.get(brand)?.schema;
    if (typeof schema !== "object" || schema["x-brand"] !== brand) names.claim(brand, `the brand ${brand}`, origin);
  }
}

/** Refuses schemas that ask about a value what they are asked about that value: there is no end to it. */
export function checkCircles(schemas: ReadonlyMap<string, Placed>, problems: Problems): void {
  const edges = new Map([...schemas].map(([name, { schema }]) => [name, [...namesIn(schema, true)]]));
  const told = new Set<string>();
  for (const name of [...circular(edges)].sort()) {
    const circle = wayBack(name, edges);
    if (circle.some((member) => told.has(member))) continue;
    for (const member of circle) told.add(member);
    const origin = schemas.get(name)?.origin;
    if (origin === undefined) continue;
    problems.error(
      origin,
      `the schema ${name} leads back to itself for the same value: ${[...circle, name].join(" → ")}`,
      "Only a property or an item of a value may be of the type of the value itself.",
      true,
    );
  }
}

/** The shortest way from a name back to itself. */
function wayBack(start: string, edges: ReadonlyMap<string, readonly string[]>): string[] {
  const ways = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of edges.get(way.at(-1) ?? "") ?? []) {
      if (next === start) return way;
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return [start];
}
