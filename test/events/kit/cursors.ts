import { type KeyValue, memoryStore } from "svc-apps/stores";
import { type Clock, systemClock } from "../../../runtime/abi/index.js";
import { type CursorRecord, readCursorRecord } from "../../../runtime/events/cursor/record.js";
import { plainRecord, Records } from "../../../runtime/store/records.js";

const sink = { wants: () => false, report: () => undefined };

/** Reads and writes cursors past any stream. */
export interface Cursors {
  load(key: string): Promise<CursorRecord | undefined>;
  save(key: string, record: CursorRecord): Promise<void>;
}

/** The key of the record with this `cursorKey` of the App of the fake service; without one it is the App's id. */
export const placeOf = (cursorKey: string): string =>
  /^\d{19}/.test(cursorKey) ? cursorKey : `7100000000000000001.${cursorKey}`;

/** The cursors in a store. */
export function cursorsIn(store: KeyValue, clock: Clock = systemClock): Cursors {
  const records = new Records(store, { use: "cursor", read: readCursorRecord, clock, sink });
  return {
    load: async (key) => (await records.get(placeOf(key)))?.value,
    async save(key, record) {
      const place = placeOf(key);
      await records.put(place, record, { expected: (await records.get(place))?.etag ?? null });
    },
  };
}

/** A store that gives the lease of a cursor to every stream: of two streams, the record alone keeps one out. */
export function withoutLeases(store: KeyValue): KeyValue {
  const isLease = (key: string): boolean => key.startsWith("lease.");
  return {
    ...store,
    get: async (key) => (isLease(key) ? undefined : store.get(key)),
    put: async (key, ...given) => (isLease(key) ? "held" : store.put(key, ...given)),
  };
}

/** Cursors in memory, where a stream that starts finds what one that is gone without a word has left. */
export function memoryCursors(): KeyValue & Cursors {
  const store = memoryStore();
  return { ...withoutLeases(store), ...cursorsIn(store) };
}

/** A store of cursors that answers as told, and does not compare. */
export function cursorsThat(cursors: {
  /** Resolves to a record, or to what is none. */
  readonly load: (key: string) => Promise<unknown>;
  readonly save: (key: string, record: CursorRecord) => Promise<unknown>;
}): KeyValue {
  const nameOf = (key: string): string => key.slice("cursor.".length);
  return withoutLeases({
    ...memoryStore(),
    async get(key) {
      const given = await cursors.load(nameOf(key));
      if (given === undefined || given === null) return given as undefined; // stores without types give null
      return { value: plainRecord(given), etag: "loaded" };
    },
    async put(key, value) {
      const { data } = JSON.parse(value) as { readonly data: CursorRecord }; // what a stream writes
      await cursors.save(nameOf(key), data);
      return "saved";
    },
  });
}
