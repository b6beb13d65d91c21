import type { Clock } from "../../abi/index.js";

/** What is known of an event when it is delivered. */
export interface Deliveries {
  /** 1 for the first. */
  readonly deliveries: number;
  /** How often handling it began since the second one. */
  readonly starts: number;
  /** How often handling it may begin in vain, the first delivery included. */
  readonly maxDeliveries: number;
}

/**
 * Whether an event may have killed the worker that had it. Every event that a dead worker had in hand is suspected; of a
 * worker's suspects one is handled at a time, and each start is recorded, so that the next death names the guilty one.
 * Only an event that was named is put aside.
 */
export function verdictOn({ deliveries, starts, maxDeliveries }: Deliveries): "innocent" | "suspect" | "guilty" {
  if (deliveries <= 1) return "innocent";
  return starts >= Math.max(1, maxDeliveries - 1) ? "guilty" : "suspect";
}

export interface SuspectsOptions<Task> {
  readonly clock: Clock;
  /** Milliseconds after which one that still runs holds up the others no longer. */
  readonly patienceMs: number;
  readonly begin: (task: Task) => void;
}

/** The suspected events of one worker: begins one at a time, in order. */
export class Suspects<Task> {
  readonly #options: SuspectsOptions<Task>;
  readonly #waiting: Task[] = [];
  #running: Task | undefined;
  #cancel = () => {};

  constructor(options: SuspectsOptions<Task>) {
    this.#options = options;
  }

  add(task: Task): void {
    this.#waiting.push(task);
    if (this.#running === undefined) this.#next();
  }

  /** It has ended, or is not to begin any more. */
  done(task: Task): void {
    const at = this.#waiting.indexOf(task);
    if (at >= 0) this.#waiting.splice(at, 1);
    if (this.#running === task) this.#next();
  }

  /** Begins no more. */
  close(): void {
    this.#waiting.length = 0;
    this.#running = undefined;
    this.#cancel();
  }

  #next(): void {
    const { clock, patienceMs, begin } = this.#options;
    this.#cancel();
    this.#running = this.#waiting.shift();
    if (this.#running === undefined) return;
    this.#cancel = clock.schedule(() => this.#next(), patienceMs);
    begin(this.#running);
  }
}
