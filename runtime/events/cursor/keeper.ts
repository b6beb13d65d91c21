import type { Clock } from "../../abi/index.js";
import { printable } from "../../http/errors/build.js";
import type { KeyValue } from "../../store/contract.js";
import { isStoreError, type StoreError } from "../../store/errors.js";
import { EventsEndedError } from "../ended-error.js";
import type { ResolvedOptions } from "../options.js";
import type { EventsReporter } from "../reporter.js";
import { CursorPlace } from "./place.js";
import type { CursorRecord } from "./record.js";

/** What keeping a cursor needs. */
export interface KeeperParts {
  readonly store: KeyValue;
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
  readonly #place: CursorPlace;
  #restored: CursorRecord | undefined;
  #isUnknown = false;
  #record: (() => CursorRecord) | undefined;
  #unsaved = 0;
  #cancelTimer: (() => void) | undefined;
  #writing: Promise<void> | undefined;
  #closed = false;
  #taken: EventsEndedError | undefined;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
    this.#clock = parts.reporter.clock;
    const { store, key, reporter, signal } = parts;
    const onLost = (error: StoreError): void => void this.#takenBy(error);
    this.#place = new CursorPlace(store, key, { clock: this.#clock, sink: reporter.sink, signal, onLost });
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
   * Takes the cursor and loads its record. A store that fails is reported and is not an error: the stream then starts
   * without a record.
   * @throws EventsEndedError when another stream has the cursor
   */
  async load(): Promise<void> {
    const { reporter, signal } = this.#parts;
    try {
      const broken = await this.#place.take();
      if (broken !== undefined) reporter.report("lock_broken", { holder: broken.holder, error: broken.error });
    } catch (error) {
      if (isStoreError(error, "taken")) throw this.#takenBy(error);
      if (signal.aborted) return;
      reporter.report("cursor_failed", { error });
    }
    try {
      const record = await this.#place.load();
      // A process that never got a connection has missed nothing.
      this.#restored = record?.unopened === true ? undefined : record;
    } catch (error) {
      if (isStoreError(error, "taken")) throw this.#takenBy(error);
      if (signal.aborted) return;
      this.#isUnknown = true;
      reporter.report("cursor_failed", { error });
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
    if (!this.#isUnknown || this.#unsaved > 0) await this.flush();
  }

  /** Lets the next stream have the cursor at once. */
  async release(): Promise<void> {
    await this.#place.release();
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
    });
    return this.#writing;
  }

  /** Never rejects, and takes at most five seconds. */
  async #save(): Promise<void> {
    this.#unsaved = 0;
    this.#isUnknown = false;
    const record = this.#record?.();
    if (record === undefined || this.#taken !== undefined) return;
    try {
      await this.#place.save(record);
    } catch (error) {
      if (isStoreError(error, "taken")) this.#takenBy(error);
      else this.#parts.reporter.report("cursor_failed", { error });
    }
  }

  #takenBy(error: StoreError): EventsEndedError {
    if (this.#taken !== undefined) return this.#taken;
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
