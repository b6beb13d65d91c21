import type { Clock } from "../../abi/index.js";
import { within } from "../../base/time.js";

/** Lets one at a time through for each key, in order of arrival. */
export class KeyedQueue {
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  /** By key: resolves when the last in line is done. */
  readonly #last = new Map<string, Promise<void>>();

  constructor(clock: Clock, timeoutMs: number) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
  }

  /** Waits for its turn; the function it resolves with ends that. Rejects with what `late` makes when that takes too long. */
  async enter(key: string, late: () => Error): Promise<() => void> {
    const before = this.#last.get(key);
    let leave = (): void => {};
    const own = new Promise<void>((resolve) => (leave = resolve));
    const last = (before ?? Promise.resolve()).then(async () => own);
    this.#last.set(key, last);
    void last.then(() => {
      if (this.#last.get(key) === last) this.#last.delete(key);
    });
    if (before === undefined) return leave;
    try {
      await within(before, { clock: this.#clock, timeoutMs: this.#timeoutMs }, late);
      return leave;
    } catch (error) {
      leave();
      throw error;
    }
  }
}
