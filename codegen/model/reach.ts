/** Which way a schema goes, seen from a caller. */
export type Direction = "sent" | "received";

/** A schema, what it refers to, and which ways it goes. */
interface Travelling {
  readonly refs: ReadonlySet<string>;
  sent: boolean;
  received: boolean;
}

/** What a schema refers to goes the same ways as the schema. */
export function spreadDirections(schemas: ReadonlyMap<string, Travelling>): void {
  for (const direction of ["sent", "received"] as const satisfies readonly Direction[]) {
    const queue = [...schemas.values()].filter((entry) => entry[direction]);
    for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) {
      for (const name of entry.refs) {
        const next = schemas.get(name);
        if (next !== undefined && !next[direction]) {
          next[direction] = true;
          queue.push(next);
        }
      }
    }
  }
}
