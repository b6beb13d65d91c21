import type { Clock } from "../../abi/index.js";
import type { AppendResult, LogEntry, PartitionLag } from "../engine/contract.js";

export interface PartitionOptions {
  readonly clock: Clock;
  readonly ackWaitMs: number;
  readonly maxInHand: number;
  readonly maxEntries: number;
  readonly duplicateWindowMs: number;
  /** Milliseconds after which an entry that nobody took is gone; Infinity: never. */
  readonly lifeMs: number;
}

export interface Stored {
  readonly sequence: number;
  readonly id: string;
  readonly body: string;
  readonly storedAtMs: number;
  deliveries: number;
}

/** The engine's side of one partition: who may have which entry when. */
export class MemoryPartition {
  readonly #options: PartitionOptions;
  readonly #ready: Stored[] = [];
  readonly #inHand = new Map<number, { readonly stored: Stored; cancel: () => void }>();
  readonly #waiters = new Set<(stored: Stored) => void>();
  readonly #ids = new Map<string, number>();
  #lastId: string | undefined;
  #sequence = 0;

  constructor(options: PartitionOptions) {
    this.#options = options;
  }

  append(entry: LogEntry): AppendResult {
    const nowMs = this.#options.clock.now();
    this.#forget(nowMs);
    if (this.#ids.has(entry.id)) return "duplicate";
    if (entry.after !== undefined && entry.after !== this.#lastId) return "not-next";
    if (this.#size >= this.#options.maxEntries) return "full";
    this.#ids.set(entry.id, nowMs);
    this.#lastId = entry.id;
    this.#sequence += 1;
    this.#ready.push({ sequence: this.#sequence, id: entry.id, body: entry.body, storedAtMs: nowMs, deliveries: 0 });
    this.#serve();
    return "stored";
  }

  /** Waits for an entry; the function returned ends the waiting. */
  wait(waiter: (stored: Stored) => void): () => void {
    this.#waiters.add(waiter);
    this.#serve();
    return () => void this.#waiters.delete(waiter);
  }

  /** As with JetStream, an acknowledgement counts from any member, also from one that had the entry before. */
  ack(sequence: number): void {
    const at = this.#ready.findIndex((stored) => stored.sequence === sequence);
    if (at >= 0) this.#ready.splice(at, 1);
    this.#take(sequence);
    this.#serve();
  }

  /** Gives an entry back. Counts only for the delivery that is under way. */
  release(delivered: { readonly sequence: number; readonly deliveries: number }, delayMs: number): void {
    const held = this.#inHand.get(delivered.sequence);
    if (held === undefined || held.stored.deliveries !== delivered.deliveries) return;
    if (delayMs <= 0) return this.#back(held.stored);
    held.cancel();
    const cancel = this.#options.clock.schedule(() => this.#back(held.stored), delayMs);
    this.#inHand.set(delivered.sequence, { stored: held.stored, cancel });
  }

  extend(delivered: { readonly sequence: number; readonly deliveries: number }): void {
    const held = this.#inHand.get(delivered.sequence);
    if (held === undefined || held.stored.deliveries !== delivered.deliveries) return;
    held.cancel();
    held.cancel = this.#expiry(held.stored);
  }

  /** A restart: nobody is waiting any more, and of ids only those of entries still stored are known. */
  restart(): void {
    this.#waiters.clear();
    const kept = new Set(this.#ready.map((stored) => stored.id));
    for (const { stored } of this.#inHand.values()) kept.add(stored.id);
    for (const id of this.#ids.keys()) if (!kept.has(id)) this.#ids.delete(id);
  }

  clear(): void {
    this.#ready.length = 0;
    for (const { cancel } of this.#inHand.values()) cancel();
    this.#inHand.clear();
    this.#ids.clear();
    this.#lastId = undefined;
  }

  lag(partition: number): PartitionLag {
    this.#forget(this.#options.clock.now());
    const all = [...this.#ready, ...[...this.#inHand.values()].map(({ stored }) => stored)];
    const oldestAtMs = all.length === 0 ? undefined : Math.min(...all.map((stored) => stored.storedAtMs));
    return { partition, waiting: this.#ready.length, inHand: this.#inHand.size, oldestAtMs };
  }

  get #size(): number {
    return this.#ready.length + this.#inHand.size;
  }

  #serve(): void {
    this.#forget(this.#options.clock.now());
    while (this.#inHand.size < this.#options.maxInHand) {
      const [waiter] = this.#waiters;
      const stored = waiter === undefined ? undefined : this.#ready.shift();
      if (waiter === undefined || stored === undefined) return;
      this.#waiters.delete(waiter);
      stored.deliveries += 1;
      this.#inHand.set(stored.sequence, { stored, cancel: this.#expiry(stored) });
      waiter(stored);
    }
  }

  #expiry(stored: Stored): () => void {
    return this.#options.clock.schedule(() => this.#back(stored), this.#options.ackWaitMs);
  }

  /** Back among those that wait, at its old place. */
  #back(stored: Stored): void {
    if (!this.#take(stored.sequence)) return;
    const at = this.#ready.findIndex((other) => other.sequence > stored.sequence);
    this.#ready.splice(at < 0 ? this.#ready.length : at, 0, stored);
    this.#serve();
  }

  #take(sequence: number): boolean {
    this.#inHand.get(sequence)?.cancel();
    return this.#inHand.delete(sequence);
  }

  #forget(nowMs: number): void {
    const { duplicateWindowMs, lifeMs } = this.#options;
    for (const [id, atMs] of this.#ids) {
      if (nowMs - atMs < duplicateWindowMs) break; // in order of their time
      this.#ids.delete(id);
    }
    if (lifeMs === Infinity) return;
    const isAlive = (stored: Stored) => nowMs - stored.storedAtMs < lifeMs;
    if (this.#ready.every(isAlive)) return;
    const alive = this.#ready.filter(isAlive);
    this.#ready.splice(0, this.#ready.length, ...alive);
  }
}
