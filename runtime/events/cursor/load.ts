import { storeInTime, type StoreTime } from "./in-time.js";
import { type CursorRecord, type CursorStore, readCursorRecord } from "./store.js";

/** What a former process left behind. */
export interface Loaded {
  /** Its record; undefined when there is none, or none that can be had. */
  readonly restored: CursorRecord | undefined;
  /** Why the record cannot be had: whether there was one, and what has been missed since, nobody knows. */
  readonly failure?: { readonly error: unknown };
}

/** A store that takes longer than this, in milliseconds, is waited for no further: the resume window runs on. */
const LOAD_MS = 30_000;

/** Asks a store what it holds. Never rejects: a stream starts without a record as well. */
export async function loadCursor(store: CursorStore, key: string, time: Omit<StoreTime, "ms">): Promise<Loaded> {
  try {
    // Stores are written by hand, and many answer with null where there is nothing.
    const value: unknown = await storeInTime(() => store.load(key), { ...time, ms: LOAD_MS });
    if (value === undefined || value === null) return { restored: undefined };
    const restored = readCursorRecord(value);
    if (restored !== undefined) return { restored };
    throw new TypeError("The cursor store gave something that is no record.");
  } catch (error) {
    return { restored: undefined, failure: { error } };
  }
}
