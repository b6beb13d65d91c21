import { AppsError, isAppsError } from "../../http/errors/index.js";

/** Where a stream of events stood. Plain data, safe to keep as JSON; nothing in it is secret. */
export interface CursorRecord {
  readonly transport: "gateway" | "mailbox";
  /** Gateway: last id up to which everything is handled. Absent when there is none to resume from. */
  readonly lastEventId?: string;
  /** Mailbox: which one, and the position up to which everything is handled. */
  readonly mailboxId?: string;
  readonly since?: string;
  /** Mailbox: how many events it has brought up to that position, from its opening on. */
  readonly ordinal?: number;
  /** Tells the ids of one stream from those of another after a start-over. */
  readonly lineage?: string;
  /** Families of events that the stream asked for. */
  readonly intents?: readonly string[];
  /** Name of the stream that saved it; every opened stream has its own. */
  readonly writer?: string;
  /** Whether that stream was closed in order: this is its last record. */
  readonly closed?: boolean;
  /** Whether no stream and no mailbox was ever open: nothing can have been missed. */
  readonly unopened?: boolean;
  /** How many connections in a row have ended at a frame above the limit, behind `lastEventId`. */
  readonly oversized?: number;
  /**
   * Up to when all that came is handled, milliseconds since the epoch: when it was saved or, where that is earlier,
   * when the oldest unhandled event came, or when a lost connection was last heard of.
   */
  readonly savedAtMs: number;
}

/**
 * A store rejects with this when another consumer has the cursor. It is final, not a failure that may pass: the stream
 * ends with an `EventsEndedError` of reason `cursor-taken` and saves nothing more.
 */
export class CursorTakenError extends AppsError {
  readonly kind = "refusal";
  /** Who has the cursor, as far as the store knows; text for people. */
  readonly holder: string | undefined;

  constructor(key: string, { holder, cause }: { readonly holder?: string; readonly cause?: unknown } = {}) {
    super(`Another consumer has the cursor ${key}${holder === undefined ? "" : ` (${holder})`}.`, { cause });
    this.holder = holder;
  }

  override get name(): string {
    return "CursorTakenError";
  }
}

/**
 * A store holds something that is no record. Since it is unknown what was missed, the stream reports a gap.
 */
export class CursorUnreadableError extends AppsError {
  readonly kind = "protocol";

  override get name(): string {
    return "CursorUnreadableError";
  }
}

/** True for a {@link CursorTakenError}, whichever copy of the package made it. */
export const isCursorTaken = (error: unknown): error is CursorTakenError =>
  isAppsError(error) && error.name === "CursorTakenError";

/** Options of {@link CursorStore.save}. */
export interface SaveOptions {
  /**
   * The record that this stream loaded or saved last; undefined when there was none. A store that compares refuses with
   * a `CursorTakenError` when it holds one of another `writer`.
   */
  readonly expected: CursorRecord | undefined;
}

/**
 * Keeps cursors across restarts. One store may serve several streams: `key` tells them apart, and there is one writer
 * per key. `load` answers with what was saved last, or with nothing; a half-written record must never come back. It
 * gets 30 s, and a save 5 s.
 *
 * A failing store does not stop events: it is reported, and a restart then resumes from the last record it took. What
 * a failing `load` may hide is reported as a gap. A store that rejects with a `CursorTakenError` refuses for good: the
 * stream ends.
 */
export interface CursorStore {
  load(key: string): Promise<CursorRecord | undefined>;
  /** `options` is missing when loading failed: there is nothing to compare with. */
  save(key: string, record: CursorRecord, options?: SaveOptions): Promise<void>;
  /**
   * Reads the record without any side effect. A stream that has nothing to save calls it every 10 s, to notice another
   * consumer while idle. Without `peek`, a stream notices at its next save.
   */
  peek?(key: string): Promise<CursorRecord | undefined>;
  /**
   * Keeps other consumers of this key out until released. Rejects with a `CursorTakenError` when one that is alive
   * holds the lock. Without `lock`, only saves are compared.
   */
  lock?(key: string): Promise<CursorLock>;
}

/** The lock of a cursor. */
export interface CursorLock {
  /** Holder of a stale lock that was broken to get this one; undefined when the cursor was free. */
  readonly broken?: string | undefined;
  /** Releases the lock. Must not reject. */
  release(): Promise<void>;
}

/**
 * A store in memory: a stream opened again in the same process goes on where the last one stopped. It compares writers:
 * of two streams with one key, the one opened first ends at its next save, or within 10 s.
 */
export function memoryCursorStore(): CursorStore {
  const records = new Map<string, CursorRecord>();
  const held = (key: string) => Promise.resolve(records.get(key));
  return {
    load: held,
    peek: held,
    save: (key, record, options) => {
      const held = records.get(key);
      if (options !== undefined && isTaken(held, record, options)) return Promise.reject(new CursorTakenError(key));
      records.set(key, record);
      return Promise.resolve();
    },
  };
}

/**
 * For stores that compare: whether `held`, the record in the store, was saved by another stream than the one that wants
 * to save `record`.
 */
export function isTaken(held: CursorRecord | undefined, record: CursorRecord, { expected }: SaveOptions): boolean {
  return held?.writer !== undefined && held.writer !== record.writer && held.writer !== expected?.writer;
}

/** Reads a record from an unknown value. Undefined when the value is no record. */
export function readCursorRecord(value: unknown): CursorRecord | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const record: Partial<Record<keyof CursorRecord, unknown>> = value;
  const { transport, savedAtMs, closed, unopened, ordinal, intents, oversized } = record;
  if ((transport !== "gateway" && transport !== "mailbox") || !isTime(savedAtMs)) return undefined;
  const texts: { lastEventId?: string; mailboxId?: string; since?: string; lineage?: string; writer?: string } = {};
  for (const key of ["lastEventId", "mailboxId", "since", "lineage", "writer"] as const) {
    const text = record[key];
    if (typeof text === "string") texts[key] = text;
    else if (text !== undefined) return undefined;
  }
  if (ordinal !== undefined && !isCount(ordinal)) return undefined;
  if (intents !== undefined && !isTexts(intents)) return undefined;
  if (oversized !== undefined && !isCount(oversized)) return undefined;
  return {
    transport,
    savedAtMs,
    ...texts,
    ...(ordinal !== undefined && { ordinal }),
    ...(intents !== undefined && { intents }),
    ...(closed === true && { closed }),
    ...(unopened === true && { unopened }),
    ...(oversized !== undefined && { oversized }),
  };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

const isTime = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
