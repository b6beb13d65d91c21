import type { Clock } from "../../abi/index.js";
import { NoAnswerError } from "../../http/errors/index.js";
import { settledWithin, type Within } from "../../interaction/claims.js";
import { EventsEndedError } from "../ended-error.js";
import type { ResolvedOptions } from "../options.js";
import type { EventsReporter } from "../reporter.js";
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

/** A store that takes longer than this to load, in milliseconds, is waited for no further: the resume window runs on. */
const LOAD_MS = 30_000;

/** The same of a save. */
const SAVE_MS = 5000;

/** A record younger than this, in milliseconds, of a stream that did not say it stopped, may be of one that runs still. */
const RECENT_MS = 10_000;

/** Where a store can be looked at, it is so often while nothing is written, in milliseconds. */
const LOOK_MS = 10_000;

/** What keeping a cursor needs. */
export interface KeeperParts {
  readonly store: CursorStore;
  readonly key: string;
  readonly options: ResolvedOptions;
  readonly reporter: EventsReporter;
  /** Ends the waiting for a load. */
  readonly signal: AbortSignal;
  /** The cursor is another's: nothing more is written, and {@link CursorKeeper.taken} says so. */
  readonly onTaken: () => void;
}

/**
 * One cursor, from what a former process left to the last record of this one. Writes now and then, one write at a time,
 * always the newest; hears when another consumer takes it.
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
  /** What the store held before the next save; undefined when that could not be had. */
  #saved: SaveOptions | undefined;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
    this.#clock = parts.reporter.clock;
  }

  /** What a former process left; undefined when there is nothing, or nothing that can be had. */
  get restored(): CursorRecord | undefined {
    return this.#restored;
  }

  /** Whether a former process left anything: also when it cannot be had, and nobody knows what has been missed since. */
  get wasThere(): boolean {
    return this.#isUnknown || this.#restored !== undefined;
  }

  /** Why this stream ends, once another consumer has the cursor. */
  get taken(): EventsEndedError | undefined {
    return this.#taken;
  }

  /**
   * Locks the cursor where the store can, and asks what it holds. A stream starts without a record as well, so that a
   * store that fails is no error.
   * @throws EventsEndedError when another consumer holds the lock
   */
  async load(): Promise<void> {
    const { store, key, reporter, signal } = this.#parts;
    const within = { clock: this.#clock, timeoutMs: LOAD_MS, signal };
    try {
      this.#lock = await this.#acquireLock(within);
      if (this.#lock?.broken !== undefined) reporter.report("lock_broken", { holder: this.#lock.broken });
      // Stores are written by hand, and many answer with null where there is nothing.
      const value: unknown = await inTime(store.load(key), within);
      this.#restored = readCursorRecord(value);
      if (this.#restored === undefined && value !== undefined && value !== null) {
        throw new CursorUnreadableError("The cursor store gave something that is no record.");
      }
      this.#saved = { expected: this.#restored };
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

  /** A lock that comes when nobody waits for it any more is released: it would keep this process out as well. */
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
   * Puts a writer's name to the record, before anything is opened: a store that compares refuses whoever had it from here
   * on, and a successor knows that there was a stream, whatever becomes of this one. A record that could not be read just
   * now says so too, and more: it stays until there is something newer.
   * @param record what to write from then on, read at the moment of writing
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

  /** The cursor has moved by one event. */
  moved(): void {
    this.#unsaved += 1;
    if (this.#writing === undefined) this.#plan();
  }

  /** Writes what is there now, after whatever is being written. */
  async flush(): Promise<void> {
    await this.#writing;
    await this.#write();
  }

  /** Writes a last record, unless the store may hold a better one that could not be loaded. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelLook?.();
    if (!this.#isUnknown || this.#unsaved > 0) await this.flush();
  }

  /** Lets others have the cursor. */
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

  /** Never rejects, and takes no longer than a store may. */
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

  /** Nothing is written while nothing is handled, and so nothing compared: an idle stream looks instead. */
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
      // The next save tells of a store that fails.
    } finally {
      this.#lookLater();
    }
  }

  #takenBy(error: CursorTakenError): EventsEndedError {
    const { reporter, onTaken } = this.#parts;
    reporter.report("cursor_taken", { holder: error.holder });
    this.#taken = new EventsEndedError({
      reason: "cursor-taken",
      remedy: "one-consumer",
      meaning: "Another consumer has this cursor.",
      cause: error,
    });
    onTaken();
    return this.#taken;
  }
}

/** What a store comes to, which may be written by hand and give no promise. Rejects when it takes too long. */
function inTime<Result>(asked: Promise<Result> | undefined, within: Within): Promise<Result | undefined> {
  return settledWithin(Promise.resolve(asked), within, (reason) => {
    const late = `The cursor store took longer than ${within.timeoutMs} ms.`;
    return new NoAnswerError(reason === "aborted" ? "The stream was closed." : late, { reason });
  });
}
