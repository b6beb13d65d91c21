import { sleep } from "../base/time.js";
import type { Clock } from "../abi/index.js";
import { isRecord } from "../base/values.js";
import { StoreError } from "./errors.js";
import type { Entry, Records } from "./records.js";

/** Milliseconds without a heartbeat after which others may take a lease over. */
const LEASE_MS = 10_000;

/** A lease as it is stored. */
export interface LeaseRecord {
  /** In words, for messages. */
  readonly holder: string;
  /** Grows with every holder. */
  readonly fence: number;
  /** Grows with every heartbeat. */
  readonly beat: number;
  /** Milliseconds without a heartbeat after which others may take it over. */
  readonly leaseMs: number;
  /** Whether the holder gave it back. */
  readonly isFree: boolean;
}

/** Reads a lease from an unknown value; undefined when it is not a lease. */
export function readLease(value: unknown): LeaseRecord | undefined {
  if (!isRecord(value)) return undefined;
  const { holder, fence, beat, leaseMs, isFree } = value;
  if (typeof holder !== "string" || typeof leaseMs !== "number") return undefined;
  if (typeof fence !== "number" || typeof beat !== "number") return undefined;
  return { holder, fence, beat, leaseMs: Math.min(LEASE_MS, leaseMs), isFree: isFree === true };
}

/** What {@link takeLease} needs. */
export interface LeaseOptions {
  readonly records: Records<LeaseRecord>;
  readonly key: string;
  /** This process, in words. */
  readonly holder: string;
  readonly clock: Clock;
  /** Default 10,000, which is also the most. */
  readonly leaseMs?: number;
  readonly signal?: AbortSignal;
  /** Called once, when another holder has taken the lease over. */
  readonly onLost: (holder: string) => void;
}

/** A lease that is held until it is released or taken over. */
export interface Lease {
  /** Former holder whose heartbeat had stopped; undefined when the lease was free. */
  readonly takenFrom: string | undefined;
  /** Grows from holder to holder. */
  readonly fence: number;
  /** False once the last heartbeat is older than the lease, or another holder took over. */
  readonly isHeld: boolean;
  /** Gives it back, so that the next holder need not wait. Never rejects. */
  release(): Promise<void>;
}

/**
 * Takes a lease: at once when it is free, else after watching its heartbeat for as long as the lease lasts. No clock of
 * another machine matters, nor a jump of this one's. The holder renews it four times per lease; one that was paused
 * finds that out by its next heartbeat. What the lease protects must still be written by compare-and-set: that is the
 * fence which keeps a paused former holder out.
 *
 * @throws StoreError `taken` when its holder is alive; whatever the store rejects with
 */
export async function takeLease(options: LeaseOptions): Promise<Lease> {
  const { records, key, holder, signal } = options;
  const leaseMs = Math.min(LEASE_MS, options.leaseMs ?? LEASE_MS);
  const { found, takenFrom } = await untilFree(options);
  const value: LeaseRecord = { holder, fence: (found?.value.fence ?? 0) + 1, beat: 0, leaseMs, isFree: false };
  const etag = await records.put(key, value, { expected: found?.etag ?? null, signal });
  if (etag !== undefined) return new HeldLease(options, { value, etag }, takenFrom);
  throw takenBy(key, (await records.get(key, { signal }))?.value.holder);
}

/** Resolves to the lease as it is once it is free, or has had no heartbeat for as long as it lasts. */
async function untilFree({ records, key, clock, signal }: LeaseOptions): Promise<{
  readonly found: Entry<LeaseRecord> | undefined;
  readonly takenFrom?: string;
}> {
  const found = await records.get(key, { signal });
  if (found === undefined || found.value.isFree) return { found };
  const { leaseMs, holder } = found.value;
  const stepMs = leaseMs / 8;
  const endMs = clock.monotonicMs() + leaseMs;
  while (clock.monotonicMs() < endMs) {
    await sleep(clock, stepMs);
    const now = await records.get(key, { signal });
    if (now === undefined || now.value.isFree) return { found: now };
    if (now.etag !== found.etag) throw takenBy(key, now.value.holder);
  }
  return { found, takenFrom: holder };
}

const takenBy = (key: string, holder = "another process"): StoreError =>
  new StoreError("taken", `"${key}" is in use by ${holder}.`, { holder });

class HeldLease implements Lease {
  readonly takenFrom: string | undefined;
  readonly fence: number;
  readonly #options: LeaseOptions;
  #entry: Entry<LeaseRecord>;
  #beatAtMs: number;
  #state: "held" | "lost" | "released" = "held";
  #cancel: (() => void) | undefined;
  #beating: Promise<void> | undefined;

  constructor(options: LeaseOptions, entry: Entry<LeaseRecord>, takenFrom: string | undefined) {
    this.#options = options;
    this.#entry = entry;
    this.takenFrom = takenFrom;
    this.fence = entry.value.fence;
    this.#beatAtMs = options.clock.monotonicMs();
    this.#beatLater();
  }

  get isHeld(): boolean {
    return this.#state === "held" && this.#options.clock.monotonicMs() - this.#beatAtMs < this.#entry.value.leaseMs;
  }

  async release(): Promise<void> {
    this.#cancel?.();
    await this.#beating;
    if (this.#state !== "held") return;
    this.#state = "released";
    const { records, key } = this.#options;
    const value = { ...this.#entry.value, isFree: true };
    await records.put(key, value, { expected: this.#entry.etag }).catch(() => undefined); // it lapses by itself
  }

  #beatLater(): void {
    if (this.#state !== "held") return;
    const { clock } = this.#options;
    this.#cancel = clock.schedule(() => {
      this.#beating = this.#beat().finally(() => this.#beatLater());
    }, this.#entry.value.leaseMs / 4);
  }

  async #beat(): Promise<void> {
    const { records, key, clock, onLost } = this.#options;
    const atMs = clock.monotonicMs();
    const value = { ...this.#entry.value, beat: this.#entry.value.beat + 1 };
    try {
      const patience = { timeoutMs: this.#entry.value.leaseMs / 4 };
      const etag = await records.put(key, value, { expected: this.#entry.etag, ...patience });
      if (etag !== undefined) {
        this.#entry = { value, etag };
        this.#beatAtMs = atMs;
        return;
      }
      const now = await records.get(key, patience);
      // A heartbeat whose answer did not come may have been carried out: the lease is still this holder's.
      if (now !== undefined && now.value.fence === this.fence && now.value.holder === value.holder) this.#entry = now;
      else this.#lose(now?.value.holder ?? "another process", onLost);
    } catch {
      // Reported by the guard of the store; the next heartbeat tries again.
    }
  }

  #lose(holder: string, onLost: (holder: string) => void): void {
    if (this.#state !== "held") return;
    this.#state = "lost";
    onLost(holder);
  }
}
