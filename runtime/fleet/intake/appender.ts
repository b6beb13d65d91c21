import type { Clock } from "../../abi/index.js";
import type { FleetReport } from "../../diagnostics/fleet.js";
import type { EngineSession, LogEntry } from "../engine/contract.js";
import { FleetError, isFleetError } from "../errors.js";
import { waitFor } from "../../events/time.js";

/** Who may append, as the holder of a slot sees it. */
export interface AppendRight {
  /** Resolves once we may act; at once when we may. */
  untilMayAct(signal: AbortSignal): Promise<void>;
  /** Resolves once the engine has confirmed after this call that we hold the slot. */
  untilConfirmed(signal: AbortSignal): Promise<void>;
}

export interface AppenderOptions {
  readonly session: Pick<EngineSession, "events" | "interactions">;
  readonly right: AppendRight;
  /**
   * Whether this is the only writer: then each append names the one before it, and many are under way at once. With two
   * writers there is one under way per partition.
   */
  readonly isOnlyWriter: boolean;
  readonly clock: Clock;
  readonly report: FleetReport;
  readonly engineFailed: (error: unknown) => void;
}

/**
 * Whether it is this entry that cannot be stored, ever. What keeps every entry from being stored is waited out: an engine
 * out of reach, and one that took a permission away.
 */
const isRefusal = (error: unknown): boolean => !isFleetError(error) || error.reason === "argument";

/** Milliseconds between two tries of what was refused. */
const RETRY_MS = 100;

/** Most appends of one partition under way at once. */
const PIPELINE = 64;

/** Milliseconds for which a full partition has to take events until that is told: at its bound, each event done makes room. */
const ROOM_MS = 5_000;

interface FullPartition {
  readonly sinceMs: number;
  /** Of what tells that there is room; undefined while there is none. */
  cancel: (() => void) | undefined;
}

/**
 * Puts events into the log, each once and in order, however often it has to be tried. A batch is done when every event
 * is in; the cursor that follows can never run ahead of the log.
 */
export class Appender {
  readonly #options: AppenderOptions;
  /** The id of the last entry that this writer knows to be the last of its partition. */
  readonly #lastIds = new Map<number, string>();
  /** Partitions into which somebody else has written: whether we still hold the slot is to be asked before going on. */
  readonly #overtaken = new Set<number>();
  readonly #full = new Map<number, FullPartition>();

  constructor(options: AppenderOptions) {
    this.#options = options;
  }

  /** Leaves nothing that would be told later, or keep the process. */
  close(): void {
    for (const { cancel } of this.#full.values()) cancel?.();
    this.#full.clear();
  }

  /** Appends all; false when the signal fired before everything was in. */
  async append(entries: readonly LogEntry[], signal: AbortSignal): Promise<boolean> {
    const byPartition = new Map<number, LogEntry[]>();
    for (const entry of entries) {
      const list = byPartition.get(entry.partition);
      if (list === undefined) byPartition.set(entry.partition, [entry]);
      else list.push(entry);
    }
    const done = await Promise.all([...byPartition.values()].map((list) => this.#appendInOrder(list, signal)));
    return done.every(Boolean);
  }

  /** Appends an interaction within its life. It is written out for each attempt, since the time it was held here grows. */
  async appendInteraction(written: () => LogEntry | undefined, lifeMs: number, signal: AbortSignal): Promise<void> {
    const { clock, session, engineFailed } = this.#options;
    const endMs = clock.monotonicMs() + lifeMs;
    let failure: unknown = new Error("It was held back until its time was up.");
    while (!signal.aborted) {
      const entry = written();
      if (entry === undefined) return;
      if (clock.monotonicMs() >= endMs) return this.#refused(entry, failure);
      try {
        if ((await session.interactions.append(entry)) !== "full") return;
        failure = new FleetError("unavailable", "The lane of interactions is full.");
      } catch (error) {
        if (isRefusal(error)) return this.#refused(entry, error);
        engineFailed(error);
        failure = error;
      }
      await waitFor(clock, RETRY_MS);
    }
  }

  async #appendInOrder(entries: readonly LogEntry[], signal: AbortSignal): Promise<boolean> {
    let done = 0;
    while (done < entries.length) {
      await this.#options.right.untilMayAct(signal);
      if (signal.aborted) return false;
      const rest = entries.slice(done, done + PIPELINE);
      const [first] = rest;
      if (first === undefined) return true;
      const count = this.#mayPipeline(first.partition) ? await this.#chain(rest) : await this.#one(first);
      done += count;
      if (this.#overtaken.delete(first.partition)) await this.#options.right.untilConfirmed(signal);
      else if (count === 0) await waitFor(this.#options.clock, RETRY_MS);
    }
    return true;
  }

  #mayPipeline(partition: number): boolean {
    return this.#options.isOnlyWriter && this.#lastIds.has(partition);
  }

  /** All at once, each after the one before it. Answers with how many of the first are in. */
  async #chain(entries: readonly LogEntry[]): Promise<number> {
    const { session } = this.#options;
    let after = this.#lastIds.get(entries[0]?.partition ?? 0);
    const sent = entries.map((entry) => {
      const result = session.events.append({ ...entry, after });
      after = entry.id;
      return result;
    });
    const results = await Promise.allSettled(sent);
    let count = 0;
    for (const [index, result] of results.entries()) {
      const entry = entries[index];
      if (entry === undefined) break;
      if (result.status === "rejected") {
        if (isRefusal(result.reason)) {
          this.#refused(entry, result.reason);
          // What follows names an entry that will never be: it starts a chain of its own.
          this.#lastIds.delete(entry.partition);
          return count + 1;
        }
        this.#options.engineFailed(result.reason);
        return count;
      }
      if (result.value === "full") this.#refusedAsFull(entry.partition);
      if (result.value === "not-next") {
        this.#lastIds.delete(entry.partition);
        this.#overtaken.add(entry.partition);
      }
      if (result.value === "full" || result.value === "not-next") return count;
      if (result.value === "stored") this.#stored(entry);
      count = index + 1;
    }
    return count;
  }

  /** One append that names none before it. */
  async #one(entry: LogEntry): Promise<number> {
    try {
      const result = await this.#options.session.events.append(entry);
      if (result === "full") this.#refusedAsFull(entry.partition);
      if (result === "full" || result === "not-next") return 0;
      if (result === "stored") this.#stored(entry);
      return 1;
    } catch (error) {
      if (isRefusal(error)) {
        this.#refused(entry, error);
        return 1;
      }
      this.#options.engineFailed(error);
      return 0;
    }
  }

  #stored({ partition, id }: LogEntry): void {
    this.#lastIds.set(partition, id);
    const full = this.#full.get(partition);
    if (full === undefined || full.cancel !== undefined) return;
    const { clock, report } = this.#options;
    const fullMs = clock.monotonicMs() - full.sinceMs;
    full.cancel = clock.schedule(() => {
      this.#full.delete(partition);
      report("log_has_room", `Partition ${partition} takes events again.`, { partition, fullMs });
    }, ROOM_MS);
  }

  #refusedAsFull(partition: number): void {
    const full = this.#full.get(partition);
    full?.cancel?.();
    if (full !== undefined) return void (full.cancel = undefined);
    this.#full.set(partition, { sinceMs: this.#options.clock.monotonicMs(), cancel: undefined });
    const message = `Partition ${partition} of the log is full: handlers are slower than events. Nothing is lost while the service keeps what is not read.`;
    this.#options.report("log_full", message, { partition });
  }

  #refused({ id }: LogEntry, error: unknown): void {
    this.#options.report("event_refused", `The event ${id} could not be put into the log.`, { identity: id, error });
  }
}
