import type { Clock } from "../abi/index.js";

/** Counts work in flight, so that a stop can wait for its end. */
export class InFlight {
  #count = 0;
  #waiting: { readonly none: Promise<void>; readonly end: () => void } | undefined;

  get count(): number {
    return this.#count;
  }

  begin(): void {
    this.#count += 1;
  }

  /** Once for each {@link begin}. */
  end(): void {
    this.#count -= 1;
    if (this.#count === 0) this.#waiting?.end();
  }

  /** Resolves when there is none, at the latest after `graceMs`. Asked again meanwhile, the time that is up first counts. */
  async none(clock: Clock, graceMs: number): Promise<void> {
    if (this.#count === 0) return;
    const { none, end } = (this.#waiting ??= this.#wait());
    if (graceMs <= 0) return end();
    const cancel = clock.schedule(end, graceMs);
    await none;
    cancel();
  }

  #wait() {
    let end = (): void => {};
    const none = new Promise<void>((resolve) => {
      end = () => {
        this.#waiting = undefined;
        resolve();
      };
    });
    return { none, end };
  }
}
