import { AppsError, isAppsError } from "../../http/errors/index.js";

/** Where a stream of events stood. Plain data, safe to keep as JSON; nothing in it is secret. */
export interface CursorRecord {
  readonly transport: "gateway" | "mailbox";
  /** Gateway: last id up to which everything is handled. Absent when there is none to resume from. */
  readonly lastEventId?: string;
  /** Mailbox: which one, and the position up to which everything is handled. */
  readonly mailboxId?: string;
  readonly since?: string;
  /** Tells the ids of one stream from those of another after a start-over. */
  readonly lineage?: string;
  /** Which stream wrote it: another one for every stream opened. */
  readonly writer?: string;
  /** That stream was closed, and wrote this last. */
  readonly closed?: boolean;
  /**
   * Up to when all that came is handled, milliseconds since the epoch: when it was saved or, where that is earlier, when
   * the oldest unhandled event came, or when a lost connection was last heard of.
   */
  readonly savedAtMs: number;
}

/**
 * What a store rejects with when another consumer has the cursor: for good, and not as a failure that may pass. A stream
 * that meets it stops with an `EventsEndedError` of reason `cursor-taken` and writes nothing more.
 */
export class CursorTakenError extends AppsError {
  /** Whoever keeps the cursor said no. */
  readonly kind = "refusal";
  /** Who has it, as far as the store knows: for people. */
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
 * A store that is there holds something else than a record: what was missed since, nobody can know, so a stream tells it
 * as a gap.
 */
export class CursorUnreadableError extends AppsError {
  /** What came does not keep to the rules. */
  readonly kind = "protocol";

  override get name(): string {
    return "CursorUnreadableError";
  }
}

/** True for a {@link CursorTakenError}, whichever copy of the package made it. */
export const isCursorTaken = (error: unknown): error is CursorTakenError =>
  isAppsError(error) && error.name === "CursorTakenError";

/** What a save may be compared with. */
export interface SaveOptions {
  /**
   * The record that this stream loaded or saved last; undefined when there was none. A store that compares refuses with
   * a `CursorTakenError` when it holds one of another `writer`.
   */
  readonly expected: CursorRecord | undefined;
}

/**
 * Keeps cursors across restarts. One store may serve several streams: `key` tells them apart, and there is one writer
 * per key. `load` answers with what was saved last, or with nothing; a half-written record must never come back. It gets
 * 30 s, and a save 5 s.
 *
 * A failing store does not stop events: it is reported, and a restart then resumes from the last record it took. What a
 * failing `load` may hide is reported as a gap. A store that rejects with a `CursorTakenError` refuses for good: the
 * stream ends.
 */
export interface CursorStore {
  load(key: string): Promise<CursorRecord | undefined>;
  /** Without `options` there is nothing to compare with, since nothing could be loaded. */
  save(key: string, record: CursorRecord, options?: SaveOptions): Promise<void>;
  /**
   * What it holds for the key now, without any effect: a stream that has nothing to save asks every 10 s, and so notices
   * another consumer although it is idle. Left out: it notices at its next save.
   */
  peek?(key: string): Promise<CursorRecord | undefined>;
  /**
   * Keeps other consumers of this key out for as long as the stream lives. Rejects with a `CursorTakenError` when one
   * that is alive has it. Left out: only saves are compared.
   */
  lock?(key: string): Promise<CursorLock>;
}

/** A cursor that is locked. */
export interface CursorLock {
  /** Whose lock was broken for it, that process being gone; undefined when it was free. */
  readonly broken?: string | undefined;
  /** Lets others have it. Does not reject. */
  release(): Promise<void>;
}

/**
 * A store for one process: a stream opened again in it goes on where the last one stopped. It compares: of two streams
 * with one key, the one opened first ends at its next save, or within 10 s.
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
 * Whether `held`, what a store holds now, was written by somebody else than the stream that wants to save `record`: for
 * stores that compare.
 */
export function isTaken(held: CursorRecord | undefined, record: CursorRecord, { expected }: SaveOptions): boolean {
  return held?.writer !== undefined && held.writer !== record.writer && held.writer !== expected?.writer;
}

/** A record that came from outside, or nothing when it is none: never an error, since there is always a fresh start. */
export function readCursorRecord(value: unknown): CursorRecord | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const record: Partial<Record<keyof CursorRecord, unknown>> = value;
  const { transport, savedAtMs, closed } = record;
  if ((transport !== "gateway" && transport !== "mailbox") || !isTime(savedAtMs)) return undefined;
  const texts: { lastEventId?: string; mailboxId?: string; since?: string; lineage?: string; writer?: string } = {};
  for (const key of ["lastEventId", "mailboxId", "since", "lineage", "writer"] as const) {
    const text = record[key];
    if (typeof text === "string") texts[key] = text;
    else if (text !== undefined) return undefined;
  }
  return { transport, savedAtMs, ...texts, ...(closed === true && { closed }) };
}

const isTime = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
