import type { Clock } from "../abi/index.js";
import { ArgumentError } from "../base/errors.js";
/** Milliseconds between two removals of what has expired. */
const SWEEP_MS = 60_000;

/** An etag that no other write has, whichever process makes it. */
export const uniqueEtag = (): string => globalThis.crypto.randomUUID();

/** The name of a table, which becomes part of a statement. @throws ArgumentError */
export function tableName(of: string, table: unknown = "app_store"): string {
  if (typeof table === "string" && /^[A-Za-z_][\w.]{0,62}$/.test(table)) return table;
  throw new ArgumentError(`${of}: table must be a name of letters, digits, underscores and dots`);
}

/** Runs `remove` at most once a minute. A removal that fails is tried again by the next: it changes nothing else. */
export function sweeper(clock: Clock, remove: () => Promise<void>): () => Promise<void> {
  let nextMs = -Infinity;
  return async () => {
    const nowMs = clock.monotonicMs();
    if (nowMs < nextMs) return;
    nextMs = nowMs + SWEEP_MS;
    await remove().catch(() => undefined);
  };
}
