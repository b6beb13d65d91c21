import type { Clock } from "../../abi/index.js";
import { NoAnswerError } from "../../http/errors/index.js";
import { printable } from "../../http/errors/build.js";
import { settledWithin, type Within } from "../../abi/within.js";
import { EventsEndedError } from "../ended-error.js";
import type { ResolvedOptions } from "../options.js";
import type { EventsReporter } from "../reporter.js";
import { SAVE_MS } from "../time.js";
import {
  type CursorLock,
  type CursorRecord,
  type CursorStore,
  CursorTakenError,
  CursorUnreadableError,
  isCursorTaken,
  isTaken,
  readCursorRecord,
  type SaveOptions,
} from "./store.js";

/** Milliseconds that loading may take: the resume window runs meanwhile. */
const LOAD_MS = 30_000;

/** A record that is younger than so many milliseconds and not marked as closed may be of a stream that still runs. */
const RECENT_MS = 10_000;

/** Milliseconds between two looks at the store while nothing is written. */
const LOOK_MS = 10_000;

/** What keeping a cursor needs. */
export interface KeeperParts {
  readonly store: CursorStore;
  readonly key: string;
  readonly options: ResolvedOptions;
  readonly reporter: EventsReporter;
  /** Aborts loading. */
  readonly signal: AbortSignal;
  /** Called when another consumer has taken the cursor. Nothing more is written; see {@link CursorKeeper.taken}. */
  readonly onTaken: () => void;
}

/**
 * Loads and saves the cursor of one stream. Saves every `saveEveryEvents` or `saveIntervalMs`, one save at a time,
 * always the newest record; notices when another consumer takes the cursor.
 */
export class CursorKeeper {
  readonly #parts: KeeperParts;
  readonly #clock: Clock;
  #restored: CursorRecord | undefined;
  #isUnknown = false;
  #lock: CursorLock | undefined;
  #record: (() => CursorRecord) | undefined;
  #unsaved = 0;
  #cancelTimer: (() => void) | undefined;
  #cancelLook: (() => void) | undefined;
  #writing: Promise<void> | undefined;
  #closed = false;
  #taken: EventsEndedError | undefined;
  /** What the store is expected to hold before the next save; undefined when loading failed. */
  #saved: SaveOptions | undefined;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
    this.#clock = parts.reporter.clock;
  }

  /** The record of a former process; undefined when there is none or it could not be loaded. */
  get restored(): CursorRecord | undefined {
    return this.#restored;
  }

  /** Whether a former process left a record, or may have left one that could not be loaded. */
  get wasThere(): boolean {
    return this.#isUnknown || this.#restored !== undefined;
  }

  /** The error that this stream ends with, once another consumer has taken the cursor. */
  get taken(): EventsEndedError | undefined {
    return this.#taken;
  }

  /**
   * Locks the cursor, if the store has locks, and loads its record. A store that fails is reported and is no error: the
   * stream then starts without a record.
   * @throws EventsEndedError when another consumer holds the lock
   */
  async load(): Promise<void> {
    const { store, key, reporter, signal } = this.#parts;
    const within = { clock: this.#clock, timeoutMs: LOAD_MS, signal };
    try {
      this.#lock = await this.#acquireLock(within);
      if (this.#lock?.broken !== undefined) reporter.report("lock_broken", { holder: this.#lock.broken });
    } catch (error) {
      if (isCursorTaken(error)) throw this.#takenBy(error);
      if (signal.aborted) return;
      reporter.report("cursor_failed", { error });
    }
    try {
      // Many hand-written stores answer with null where there is no record.
      const value: unknown = await inTime(store.load(key), within);
      const record = readCursorRecord(value);
      if (record === undefined && value !== undefined && value !== null) {
        throw new CursorUnreadableError("The cursor store gave something that is no record.");
      }
      this.#saved = { expected: record };
      // A process that never got a connection has missed nothing.
      this.#restored = record?.unopened === true ? undefined : record;
    } catch (error) {
      if (isCursorTaken(error)) throw this.#takenBy(error);
      if (signal.aborted) return;
      this.#isUnknown = true;
      reporter.report("cursor_failed", { error });
    }
    const { writer, closed, savedAtMs = 0 } = this.#restored ?? {};
    const lastSavedMs = this.#clock.now() - savedAtMs;
    const mayRun = writer !== undefined && closed !== true && lastSavedMs < RECENT_MS;
    if (mayRun && this.#lock === undefined) reporter.report("second_instance", { lastSavedMs });
  }

  /**
   * A lock that is granted after the wait for it ended is released, or no stream of this process could take it again.
   */
  async #acquireLock(within: Within): Promise<CursorLock | undefined> {
    const { store, key } = this.#parts;
    const locking = Promise.resolve(store.lock?.(key));
    try {
      return await inTime(locking, within);
    } catch (error) {
      locking.then((late) => late?.release()).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Saves the record with this stream's writer name before any connection is opened. From then on a store that
   * compares refuses saves of the former writer, and a successor knows that there was a stream. A record that could
   * not be loaded is not overwritten: it stays until there is a newer one.
   * @param record makes the record to save, at the moment of each save
   */
  async claim(writer: string, record: () => CursorRecord): Promise<void> {
    this.#record = record;
    if (this.#isUnknown) return;
    if (this.#restored !== undefined) {
      const { closed: _reopened, ...place } = this.#restored;
      this.#record = () => ({ ...place, writer });
    }
    await this.flush();
    this.#record = record;
  }

  /** One more event is handled. */
  moved(): void {
    this.#unsaved += 1;
    if (this.#writing === undefined) this.#plan();
  }

  /** Saves the current record, after a save that is under way. */
  async flush(): Promise<void> {
    await this.#writing;
    await this.#write();
  }

  /** Saves a last record, unless the store may hold a better one that could not be loaded. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelLook?.();
    if (!this.#isUnknown || this.#unsaved > 0) await this.flush();
  }

  /** Releases the lock. */
  async release(): Promise<void> {
    await this.#lock?.release();
  }

  #plan(): void {
    if (this.#closed || this.#taken !== undefined) return;
    const { saveEveryEvents, saveIntervalMs } = this.#parts.options;
    if (this.#unsaved >= saveEveryEvents) void this.#write();
    else if (this.#unsaved > 0) {
      this.#cancelTimer ??= this.#clock.schedule(() => void this.#write(), saveIntervalMs);
    }
  }

  #write(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#writing ??= this.#save().finally(() => {
      this.#writing = undefined;
      this.#plan();
      this.#lookLater();
    });
    return this.#writing;
  }

  /** Never rejects, and takes at most {@link SAVE_MS}. */
  async #save(): Promise<void> {
    const { store, key, reporter } = this.#parts;
    this.#unsaved = 0;
    this.#isUnknown = false;
    const record = this.#record?.();
    if (record === undefined || this.#taken !== undefined) return;
    try {
      await inTime(store.save(key, record, this.#saved), { clock: this.#clock, timeoutMs: SAVE_MS });
      this.#saved = { expected: record };
    } catch (error) {
      if (isCursorTaken(error)) this.#takenBy(error);
      else reporter.report("cursor_failed", { error });
    }
  }

  /** An idle stream saves nothing, so no save compares writers: it looks at the store instead. */
  #lookLater(): void {
    const { store } = this.#parts;
    this.#cancelLook?.();
    if (store.peek === undefined || this.#closed || this.#taken !== undefined) return;
    this.#cancelLook = this.#clock.schedule(() => void this.#look(), LOOK_MS);
  }

  async #look(): Promise<void> {
    const { store, key } = this.#parts;
    try {
      const value: unknown = await inTime(store.peek?.(key), { clock: this.#clock, timeoutMs: SAVE_MS });
      const record = this.#record?.();
      if (record === undefined || this.#saved === undefined || this.#closed) return;
      if (isTaken(readCursorRecord(value), record, this.#saved)) this.#takenBy(new CursorTakenError(key));
    } catch {
      // A store that fails is reported by the next save.
    } finally {
      this.#lookLater();
    }
  }

  #takenBy(error: CursorTakenError): EventsEndedError {
    const { reporter, onTaken, key } = this.#parts;
    reporter.report("cursor_taken", { holder: error.holder });
    this.#taken = new EventsEndedError({
      reason: "cursor-taken",
      remedy: "one-consumer",
      meaning: `Another consumer has the cursor "${printable(key)}".`,
      cause: error,
    });
    onTaken();
    return this.#taken;
  }
}

/** Awaits what a store returned, a promise or not, for a limited time. Rejects when the time is up. */
function inTime<Result>(asked: Promise<Result> | undefined, within: Within): Promise<Result | undefined> {
  return settledWithin(Promise.resolve(asked), within, (reason) => {
    const late = `The cursor store took longer than ${within.timeoutMs} ms.`;
    return new NoAnswerError(reason === "aborted" ? "The stream was closed." : late, { reason });
  });
}
