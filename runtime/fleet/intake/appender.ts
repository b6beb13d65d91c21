import type { Clock } from "../../abi/index.js";
import type { FleetReport } from "../../diagnostics/fleet.js";
import type { AppendResult, EngineSession, LogEntry } from "../engine/contract.js";
import { FleetError, isFleetError } from "../errors.js";
import { sleep } from "../../base/time.js";

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
  /** Whether this is the only writer: an entry of another one then means that the slot may be another member's. */
  readonly isOnlyWriter: boolean;
  readonly clock: Clock;
  readonly report: FleetReport;
  readonly engineFailed: (error: unknown) => void;
  /** Fires when nothing more is to be appended. */
  readonly signal: AbortSignal;
}

/** Something to append. */
export interface Waiting {
  /** The entry, made for each attempt, since the time that it was held here grows; undefined when there is none. */
  write(): LogEntry | undefined;
  /** It is in the log, or will never be. Not called when the signal fired before. */
  done(): void;
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

/** One partition as its writer sees it. */
interface Part {
  readonly partition: number;
  readonly waiting: Waiting[];
  isRunning: boolean;
  /** The id of the last entry of the partition, as far as this writer knows. */
  lastId: string | undefined;
  /** Appends under way at once: falls to one when the partition is full. */
  window: number;
  /** Another writer's entry came between: whether we still hold the slot is to be asked before going on. */
  isOvertaken: boolean;
}

/** What became of appends that were under way together. */
interface Sent {
  /** How many of the first are done. */
  readonly count: number;
  /** Whether the rest has to wait a little before it is tried again. */
  readonly hasToWait: boolean;
}

/**
 * Puts events into the log, each once and in the order of its partition, however often it has to be tried. Partitions do
 * not wait for each other. Many appends of a partition are under way at once, each naming the one before it: when one is
 * refused, those after it are refused too. Of two writers of the same events, the log leaves out what comes second.
 */
export class Appender {
  readonly #options: AppenderOptions;
  readonly #parts = new Map<number, Part>();
  readonly #full = new Map<number, FullPartition>();

  constructor(options: AppenderOptions) {
    this.#options = options;
  }

  /** Leaves nothing that would be told later, or keep the process. */
  close(): void {
    for (const { cancel } of this.#full.values()) cancel?.();
    this.#full.clear();
  }

  /** Appends behind what waits for the partition already. */
  add({ partition, ...waiting }: Waiting & { readonly partition: number }): void {
    let part = this.#parts.get(partition);
    if (part === undefined) {
      part = { partition, waiting: [], isRunning: false, lastId: undefined, window: PIPELINE, isOvertaken: false };
      this.#parts.set(partition, part);
    }
    part.waiting.push(waiting);
    if (!part.isRunning) void this.#run(part);
  }

  /** Appends an interaction within its life, past everything that waits. */
  addInteraction(waiting: Waiting, lifeMs: number): void {
    void this.#appendInteraction(waiting, lifeMs).then(() => {
      if (!this.#options.signal.aborted) waiting.done();
    });
  }

  async #appendInteraction({ write }: Waiting, lifeMs: number): Promise<void> {
    const { clock, session, engineFailed, signal } = this.#options;
    const endMs = clock.monotonicMs() + lifeMs;
    let failure: unknown = new Error("It was held back until its time was up");
    while (!signal.aborted) {
      const entry = write();
      if (entry === undefined) return;
      if (clock.monotonicMs() >= endMs) return this.#late(entry, failure);
      try {
        if ((await session.interactions.append(entry)) !== "full") return;
        failure = new FleetError("unavailable", "The lane of interactions is full.");
      } catch (error) {
        if (isRefusal(error)) return this.#refused(entry, error);
        engineFailed(error);
        failure = error;
      }
      await sleep(clock, RETRY_MS);
    }
  }

  async #run(part: Part): Promise<void> {
    const { right, clock, signal } = this.#options;
    part.isRunning = true;
    await Promise.resolve(); // what is read together is appended together
    while (part.waiting.length > 0) {
      await right.untilMayAct(signal);
      if (signal.aborted) break;
      const some = part.waiting.slice(0, part.window);
      const { count, hasToWait } = await this.#send(part, some);
      part.waiting.splice(0, count);
      if (signal.aborted) break;
      for (const { done } of some.slice(0, count)) done();
      if (part.isOvertaken) {
        part.isOvertaken = false;
        await right.untilConfirmed(signal);
      } else if (hasToWait) await sleep(clock, RETRY_MS);
    }
    part.isRunning = false;
  }

  /** All at once, each after the one before it. The first names none where the last one is not known. */
  async #send(part: Part, some: readonly Waiting[]): Promise<Sent> {
    const { events } = this.#options.session;
    const entries: LogEntry[] = [];
    for (const { write } of some) {
      const entry = write();
      if (entry === undefined) break;
      entries.push(entry);
    }
    if (entries.length === 0) return { count: 1, hasToWait: false };
    let after = part.lastId;
    const sent = entries.map((entry) => {
      const result = events.append({ ...entry, after });
      after = entry.id;
      return result;
    });
    return this.#settle(part, entries, await Promise.allSettled(sent));
  }

  #settle(part: Part, entries: readonly LogEntry[], results: readonly PromiseSettledResult<AppendResult>[]): Sent {
    const wasNamed = part.lastId !== undefined;
    for (const [index, entry] of entries.entries()) {
      const result = results[index];
      if (result?.status === "fulfilled" && (result.value === "stored" || result.value === "duplicate")) {
        part.lastId = entry.id;
        if (result.value === "stored") this.#stored(entry);
        continue;
      }
      if (result?.status !== "fulfilled") {
        if (!isRefusal(result?.reason)) {
          this.#options.engineFailed(result?.reason);
          return { count: index, hasToWait: true };
        }
        this.#refused(entry, result?.reason);
        // What follows names an entry that will never be: it starts a chain of its own.
        part.lastId = undefined;
        return { count: index + 1, hasToWait: false };
      }
      if (result.value === "full") {
        this.#refusedAsFull(entry.partition);
        part.window = 1;
        return { count: index, hasToWait: true };
      }
      part.lastId = undefined;
      part.isOvertaken = this.#options.isOnlyWriter;
      return { count: index, hasToWait: index === 0 && !wasNamed };
    }
    part.window = Math.min(PIPELINE, 2 * part.window);
    return { count: entries.length, hasToWait: false };
  }

  #stored({ partition }: LogEntry): void {
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
    const message = `Partition ${partition} of the log is full (maxLagEvents / partitions): its handlers are slower than its events. Its channels wait; nothing is lost while the service keeps what is not read.`;
    this.#options.report("log_full", message, { partition });
  }

  /** With two readers the other one may have brought it: then it was answered all the same. */
  #late({ id }: LogEntry, error: unknown): void {
    const message = `The interaction ${id} was not put into its lane in time; with two readers, the other may have.`;
    this.#options.report("interaction_late", message, { identity: id, error });
  }

  #refused({ id }: LogEntry, error: unknown): void {
    this.#options.report("event_refused", `The event ${id} could not be put into the log.`, { identity: id, error });
  }
}
