/** Who grants connections: by default this process alone, from outside where several share what the service allows. */
export interface ConnectionSlots {
  /** A slot that is free at this moment. The function returned gives it back; calling it twice is harmless. */
  tryTake(): (() => void) | undefined;
  /** Waits for a slot; undefined when `signal` fires first. */
  take(signal: AbortSignal): Promise<(() => void) | undefined>;
}

/**
 * The connections that the service grants an App, shared by everything in this process that opens one. Asking for one
 * more than there are waits, first come first served, instead of being refused by the service.
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

/** The one budget of a client. */
export function slotsOf(client: object, limit: number): Slots {
  let slots = budgets.get(client);
  if (slots === undefined) budgets.set(client, (slots = new Slots(limit)));
  return slots;
}
