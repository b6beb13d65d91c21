import type {
  AppendResult,
  LogDelivery,
  LogEntry,
  PartitionedLog,
  PartitionLag,
  PullOptions,
} from "../engine/contract.js";
import { FleetError } from "../errors.js";
import { partOf } from "../engine/adapter.js";
import type { RedisAccess } from "./access.js";
import { ACK, APPEND, HOLD, TAKE } from "./scripts.js";

export interface LogOptions {
  readonly name: "events" | "lane";
  /** One stream for each. */
  readonly parts: readonly string[];
  readonly ackWaitMs: number;
  readonly maxInHand: number;
  readonly maxEntries: number;
  readonly duplicateWindowMs: number;
  /** Milliseconds after which an entry is gone; 0: never. */
  readonly lifeMs: number;
}

/** Anything that lapses at once. */
const LONG_AGO_MS = 1_000_000_000;

/** A log of one Redis stream per partition, with one consumer group. */
export class RedisLog implements PartitionedLog {
  readonly #access: RedisAccess;
  readonly #options: LogOptions;
  readonly #waiting = new Map<number, Set<() => void>>();
  #epoch = 0;

  constructor(access: RedisAccess, options: LogOptions) {
    this.#access = access;
    this.#options = options;
  }

  get partitions(): number {
    return this.#options.parts.length;
  }

  /** Channel on which members hear that a partition has an entry to pull. */
  get channel(): string {
    return this.#access.channel("wake", this.#options.name);
  }

  async append({ partition, id, body, after }: LogEntry): Promise<AppendResult> {
    const { maxEntries, duplicateWindowMs } = this.#options;
    const stream = this.#stream(partition);
    const keys = [stream, `${stream}:ids`, `${stream}:last`];
    const args = [id, body, after ?? "", maxEntries, duplicateWindowMs, this.channel, partition];
    const result = await this.#access.run(APPEND, keys, args);
    if (result === "stored" || result === "duplicate" || result === "full" || result === "not-next") return result;
    throw new FleetError("mismatch", `Redis answered an append with ${String(result)}.`);
  }

  async pull(partition: number, { waitMs, signal }: PullOptions): Promise<LogDelivery | undefined> {
    const { clock } = this.#access.settings;
    const endMs = clock.monotonicMs() + waitMs;
    const epoch = this.#epoch;
    while (!signal.aborted && epoch === this.#epoch) {
      // Listening begins before asking, so that nothing can come in between.
      const wake = this.#listen(partition, signal);
      const taken = await this.#take(partition).catch((error: unknown) => {
        wake.stop();
        throw error;
      });
      if (typeof taken !== "number") {
        wake.stop();
        if (!signal.aborted) return taken;
        await taken.release().catch(() => undefined);
        return undefined;
      }
      const leftMs = endMs - clock.monotonicMs();
      if (leftMs <= 0) {
        wake.stop();
        return undefined;
      }
      const cancel = clock.schedule(wake.stop, taken < 0 ? leftMs : Math.min(leftMs, taken + 1));
      await wake.done;
      cancel();
      // On a machine that stood still the answer to this pull is out of date.
      if (clock.monotonicMs() >= endMs) return undefined;
    }
    return undefined;
  }

  async lag(): Promise<readonly PartitionLag[]> {
    const { redis } = this.#access;
    return Promise.all(
      this.#options.parts.map(async (_, partition) => {
        const stream = this.#stream(partition);
        const [length, pending, first] = await this.#access.request(() =>
          Promise.all([redis.xlen(stream), redis.xpending(stream, "w"), redis.xrange(stream, "-", "+", "COUNT", 1)]),
        );
        const inHand = Array.isArray(pending) ? Number(pending[0]) : 0;
        const oldest = first[0]?.[0];
        const oldestAtMs = oldest === undefined ? undefined : timeOf(oldest);
        return { partition, waiting: Math.max(0, length - inHand), inHand, oldestAtMs };
      }),
    );
  }

  /** Creates the streams and their groups; what is there stays. */
  async setUp(): Promise<void> {
    const { redis } = this.#access;
    await this.#access.request(() =>
      Promise.all(
        this.#options.parts.map(async (_, partition) =>
          redis.xgroup("CREATE", this.#stream(partition), "w", "0", "MKSTREAM").catch((error: unknown) => {
            if (!(error instanceof Error) || !error.message.startsWith("BUSYGROUP")) throw error;
          }),
        ),
      ),
    );
  }

  /** A partition has something. */
  wake(partition: number): void {
    for (const look of this.#waiting.get(partition) ?? []) look();
  }

  /** Whoever waits gets nothing: what woke them came over a connection that is gone. */
  endPulls(): void {
    this.#epoch += 1;
    for (const waiting of this.#waiting.values()) for (const look of waiting) look();
  }

  /** An entry, or the milliseconds after which one in hand may be taken over, or -1. */
  async #take(partition: number): Promise<LogDelivery | number> {
    const { ackWaitMs, maxInHand, lifeMs } = this.#options;
    const args = [this.#access.settings.member, ackWaitMs, maxInHand, lifeMs];
    const answer = await this.#access.run(TAKE, [this.#stream(partition)], args);
    if (!Array.isArray(answer))
      throw new FleetError("mismatch", "Redis answered a pull with something else than a list.");
    const [entry, count, id, body]: readonly unknown[] = answer;
    if (typeof entry === "number") return entry;
    return this.#delivery({ partition, deliveries: Number(count), id: String(id), body: String(body) }, String(entry));
  }

  #delivery(said: Pick<LogDelivery, "partition" | "deliveries" | "id" | "body">, entry: string): LogDelivery {
    const { partition, deliveries } = said;
    const stream = this.#stream(partition);
    const { member } = this.#access.settings;
    const wake = [this.channel, partition];
    const hold = async (idleMs: number, told: readonly (string | number)[]) => {
      await this.#access.run(HOLD, [stream], [entry, member, deliveries, idleMs, ...told]);
    };
    return {
      ...said,
      storedAtMs: timeOf(entry),
      ack: async () => void (await this.#access.run(ACK, [stream], [entry, ...wake])),
      release: (delayMs = 0) => hold(delayMs <= 0 ? LONG_AGO_MS : Math.max(0, this.#options.ackWaitMs - delayMs), wake),
      extend: () => hold(0, ["", 0]),
    };
  }

  #listen(partition: number, signal: AbortSignal): { readonly done: Promise<void>; readonly stop: () => void } {
    const waiting = this.#waiting.get(partition) ?? new Set();
    this.#waiting.set(partition, waiting);
    let stop = () => {};
    const done = new Promise<void>((resolve) => {
      stop = () => {
        waiting.delete(stop);
        signal.removeEventListener("abort", stop);
        resolve();
      };
    });
    waiting.add(stop);
    signal.addEventListener("abort", stop, { once: true });
    return { done, stop };
  }

  #stream(partition: number): string {
    return this.#access.key("log", partOf(this.#options.parts, partition));
  }
}

/** The server's time in the id of an entry. */
const timeOf = (entry: string): number => Number(entry.split("-")[0]);
