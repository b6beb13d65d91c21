/** Grants connections. By default within this process; several processes can share what the service allows. */
export interface ConnectionSlots {
  /** Takes a slot if one is free. The returned function gives it back; calling it twice is harmless. */
  tryTake(): (() => void) | undefined;
  /** Waits for a slot; undefined when `signal` is aborted first. */
  take(signal: AbortSignal): Promise<(() => void) | undefined>;
}

/**
 * The connections that the service allows an App, shared by all streams of one client. When all are taken, `take`
 * waits, first come first served, instead of being refused by the service.
 */
export class Slots implements ConnectionSlots {
  readonly #limit: number;
  readonly #waiting = new Set<() => void>();
  #taken = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get taken(): number {
    return this.#taken;
  }

  tryTake(): (() => void) | undefined {
    if (this.#taken >= this.#limit || this.#waiting.size > 0) return undefined;
    return this.#take();
  }

  async take(signal: AbortSignal): Promise<(() => void) | undefined> {
    if (signal.aborted) return undefined;
    const free = this.tryTake();
    if (free !== undefined) return free;
    return new Promise((resolve) => {
      const onFree = () => {
        signal.removeEventListener("abort", onAbort);
        resolve(this.#take());
      };
      const onAbort = () => {
        this.#waiting.delete(onFree);
        resolve(undefined);
      };
      this.#waiting.add(onFree);
      signal.addEventListener("abort", onAbort, { once: true });
    });
  }

  #take(): () => void {
    this.#taken += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#taken -= 1;
      const [next] = this.#waiting;
      if (next === undefined) return;
      this.#waiting.delete(next);
      next();
    };
  }
}

const budgets = new WeakMap<object, Slots>();

/** The slots of a client: one object for all its streams. */
export function slotsOf(client: object, limit: number): Slots {
  let slots = budgets.get(client);
  if (slots === undefined) budgets.set(client, (slots = new Slots(limit)));
  return slots;
}
