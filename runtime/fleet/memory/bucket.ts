import type { KeyEntry } from "../engine/contract.js";

interface Held {
  readonly entry: KeyEntry;
  readonly writtenAtMs: number;
}

/** The engine's side of a bucket. Time is handed in, and an expired entry is one that is not there. */
export class MemoryBucket {
  readonly #lifeMs: number;
  readonly #nextRevision: () => number;
  /** The one that lapses first stands first. */
  readonly #held = new Map<string, Held>();

  /** @param lifeMs after the last write; Infinity for entries that stay */
  constructor(lifeMs: number, nextRevision: () => number) {
    this.#lifeMs = lifeMs;
    this.#nextRevision = nextRevision;
  }

  get(key: string, nowMs: number): KeyEntry | undefined {
    const held = this.#held.get(key);
    if (held === undefined || nowMs - held.writtenAtMs < this.#lifeMs) return held?.entry;
    this.#held.delete(key);
    return undefined;
  }

  put(entry: { key: string; value: string; revision: number | undefined }, nowMs: number): number | undefined {
    const { key, value } = entry;
    if (this.get(key, nowMs)?.revision !== entry.revision) return undefined;
    this.#forgetLapsed(nowMs);
    const revision = this.#nextRevision();
    this.#held.delete(key);
    this.#held.set(key, { entry: { key, value, revision }, writtenAtMs: nowMs });
    return revision;
  }

  delete(key: string, revision: number, nowMs: number): boolean {
    return this.get(key, nowMs)?.revision === revision && this.#held.delete(key);
  }

  entries(nowMs: number): readonly KeyEntry[] {
    return [...this.#held.keys()].flatMap((key) => this.get(key, nowMs) ?? []);
  }

  clear(): void {
    this.#held.clear();
  }

  /** Most keys are claimed once, and never asked for again. */
  #forgetLapsed(nowMs: number): void {
    for (const [key, { writtenAtMs }] of this.#held) {
      if (nowMs - writtenAtMs < this.#lifeMs) return;
      this.#held.delete(key);
    }
  }
}
