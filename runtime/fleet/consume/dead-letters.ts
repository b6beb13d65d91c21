import { fieldsOf } from "../engine/adapter.js";
import type { KeyValue } from "../engine/contract.js";

/** An event that was given up on. */
export interface FleetDeadLetter {
  readonly identity: string;
  /** Why, in words. */
  readonly reason: string;
  readonly deliveries: number;
  /** Engine time at which it was put aside. */
  readonly atMs: number;
  /** What the log held: the event with its identity, as JSON. */
  readonly body: string;
}

/** Events that were given up on, kept for a while so that a person can look at them. */
export class DeadLetters {
  readonly #bucket: KeyValue;

  constructor(bucket: KeyValue) {
    this.#bucket = bucket;
  }

  /** Puts one aside. A second time for the same event changes nothing. */
  async add(letter: FleetDeadLetter): Promise<void> {
    await this.#bucket.put(letter.identity.slice(0, 200), JSON.stringify(letter));
  }

  /** All that are kept, the oldest first. */
  async list(): Promise<readonly FleetDeadLetter[]> {
    const entries = await this.#bucket.entries();
    const letters = entries.flatMap(({ value }) => readLetter(value) ?? []);
    return letters.toSorted((a, b) => a.atMs - b.atMs);
  }

  /** Forgets one; false when there is none of that identity. */
  async remove(identity: string): Promise<boolean> {
    const entry = await this.#bucket.get(identity.slice(0, 200));
    return entry !== undefined && (await this.#bucket.delete(entry.key, entry.revision));
  }
}

function readLetter(text: string): FleetDeadLetter | undefined {
  const { identity, body, reason = "", deliveries = 0, atMs = 0 } = fieldsOf(text);
  if (typeof identity !== "string" || typeof body !== "string") return undefined;
  return { identity, body, reason: String(reason), deliveries: Number(deliveries), atMs: Number(atMs) };
}
