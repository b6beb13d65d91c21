import type { Clock } from "../../abi/index.js";
import { storeInTime } from "./in-time.js";
import type { CursorRecord, CursorStore } from "./store.js";

/** When a cursor is written. */
export interface SaverOptions {
  readonly store: CursorStore;
  readonly key: string;
  readonly clock: Clock;
  /** Longest time that progress stays unsaved, in milliseconds. */
  readonly intervalMs: number;
  /** Most events that stay unsaved while the store keeps up. Well below the resume window, or a restart finds it gone. */
  readonly everyEvents: number;
  /** What to write: read at the moment of writing. */
  readonly record: () => CursorRecord;
  readonly onError: (error: unknown) => void;
}

/** A store that takes longer than this, in milliseconds, is waited for no further. */
const SAVE_MS = 5000;

/** Writes the cursor now and then, one write at a time, always the newest. */
export class CursorSaver {
  readonly #options: SaverOptions;
  #unsaved = 0;
  #cancelTimer: (() => void) | undefined;
  #writing: Promise<void> | undefined;
  #closed = false;

  constructor(options: SaverOptions) {
    this.#options = options;
  }

  /** The cursor has moved by one event. */
  moved(): void {
    this.#unsaved += 1;
    if (this.#writing === undefined) this.#plan();
  }

  /** Writes what is there now, after whatever is being written, and nothing on its own afterwards. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.flush();
  }

  /** Writes what is there now, after whatever is being written. */
  async flush(): Promise<void> {
    await this.#writing;
    await this.#write();
  }

  #plan(): void {
    if (this.#unsaved === 0 || this.#closed) return;
    if (this.#unsaved >= this.#options.everyEvents) void this.#write();
    else this.#cancelTimer ??= this.#options.clock.schedule(() => void this.#write(), this.#options.intervalMs);
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

  /** Never rejects, and takes no longer than a store may. */
  #save(): Promise<void> {
    this.#unsaved = 0;
    const { store, key, record, onError, clock } = this.#options;
    return storeInTime(() => store.save(key, record()), { clock, ms: SAVE_MS }).catch(onError);
  }
}
