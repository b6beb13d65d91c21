import type { SandboxLog } from "../log.js";
import type { World } from "../world/world.js";
import type { DeliveryFault, Fault, OrderedFault, RestFault, StreamFault } from "./faults.js";

interface Entry {
  readonly fault: Fault;
  struck: number;
}

/** Where something could go wrong. */
export interface Occasion {
  readonly operation?: string | undefined;
  readonly appId?: string | undefined;
}

/** The faults ordered and not yet used up. */
export class FaultBook {
  /** Milliseconds by which the service's clock is off in what it sends: `Date` headers and delivery timestamps. */
  skewMs = 0;
  readonly #entries: Entry[] = [];
  readonly #world: World;
  readonly #log: SandboxLog;

  constructor(world: World, log: SandboxLog) {
    this.#world = world;
    this.#log = log;
  }

  /** Orders a fault. Several may be waiting; at each occasion those that match strike, in the order they were ordered. */
  add(fault: Fault): OrderedFault {
    const entry: Entry = { fault, struck: 0 };
    this.#entries.push(entry);
    return {
      fault,
      get struck() {
        return entry.struck;
      },
      remove: () => this.#remove(entry),
    };
  }

  /** Calls off everything that is waiting, and the clock skew. */
  clear(): void {
    this.#entries.length = 0;
    this.skewMs = 0;
  }

  /** Whether anything is waiting at all. */
  get idle(): boolean {
    return this.#entries.length === 0;
  }

  takeRest(occasion: Occasion): readonly RestFault[] {
    return this.#take((fault) => (fault.on === "rest" && matches(fault, occasion) ? fault : undefined));
  }

  takeStream(occasion: Occasion): readonly StreamFault[] {
    return this.#take((fault) => (fault.on === "stream" && matches(fault, occasion) ? fault : undefined));
  }

  takeDelivery(occasion: Occasion): readonly DeliveryFault[] {
    return this.#take((fault) => (fault.on === "delivery" && matches(fault, occasion) ? fault : undefined));
  }

  #take<F extends Fault>(pick: (fault: Fault) => F | undefined): readonly F[] {
    return [...this.#entries].flatMap((entry) => {
      const fault = pick(entry.fault);
      if (fault === undefined || !this.#strikes(entry)) return [];
      this.#log.add("fault", `${fault.on} fault: ${fault.effect}`, { fault });
      return [fault];
    });
  }

  #strikes(entry: Entry): boolean {
    const { times, probability } = entry.fault;
    if (probability !== undefined && this.#world.fraction("fault") >= probability) return false;
    entry.struck++;
    if (entry.struck >= (times ?? (probability === undefined ? 1 : Number.POSITIVE_INFINITY))) this.#remove(entry);
    return true;
  }

  #remove(entry: Entry): void {
    const at = this.#entries.indexOf(entry);
    if (at >= 0) this.#entries.splice(at, 1);
  }
}

function matches(fault: Fault, occasion: Occasion): boolean {
  if (fault.appId !== undefined && fault.appId !== occasion.appId) return false;
  return fault.on !== "rest" || fault.operation === undefined || fault.operation === occasion.operation;
}
