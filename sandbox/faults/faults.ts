import type { Json } from "../world/records.js";
import { given } from "../json.js";
import { type Machine, callsOn } from "../edge/machine.js";
import type { FaultRecord } from "../world/live.js";
import type { DeliveryEffect, Fault, FaultFrequency } from "./shapes.js";
import type { RulesOn } from "../machine/rules.js";
import { skewMs, waiting, type LiveFaults } from "./rules.js";

/** A fault that was ordered. */
export interface OrderedFault {
  readonly fault: Fault;
  /** How often it struck so far. */
  readonly struck: number;
  /** Stops it. */
  remove(): void;
}

/** Aims a REST fault. */
export interface Aim extends FaultFrequency {
  /** Operation id, such as "createMessage". Default: any. */
  readonly operation?: string;
  readonly appId?: string;
}

/** Aims a fault that strikes before anything is done, or after it was. Default: before. */
export interface TimedAim extends Aim {
  readonly when?: "before" | "after";
}

/** Orders faults. Each strikes once unless told otherwise. */
export class FaultInjector {
  /** Faults of streams that are open already. */
  readonly streams: LiveFaults;
  readonly #machine: Machine;
  readonly #rules: RulesOn<"faults">;

  constructor(machine: Machine) {
    this.#machine = machine;
    this.streams = callsOn(machine, { on: "streams" });
    this.#rules = callsOn(machine, { on: "faults" });
  }

  /** What was ordered and is not used up, in order. */
  get ordered(): readonly OrderedFault[] {
    return waiting(this.#machine.world).map((record) => this.#ordered(record));
  }

  /** Milliseconds by which the service's clock is off in what it sends. */
  get skewMs(): number {
    return skewMs(this.#machine.world);
  }

  /** Orders any fault. */
  add(fault: Fault): OrderedFault {
    // A recording is JSON, which knows no Infinity.
    const { times } = fault;
    return this.#ordered(
      this.#rules.add(times === Number.POSITIVE_INFINITY ? { ...fault, times: Number.MAX_VALUE } : fault),
    );
  }

  #ordered({ id, fault, ...first }: FaultRecord): OrderedFault {
    let { struck } = first;
    const look = (): number => (struck = this.#machine.world.faults.get(id)?.struck ?? struck);
    return {
      fault,
      get struck() {
        return look();
      },
      remove: () => this.#rules.remove(id),
    };
  }

  /** Calls off everything ordered, and the clock skew. */
  clear(): void {
    this.#rules.clear();
  }

  /** The service's clock is off by so much from now on, in what it sends. */
  skewClock(ms: number): void {
    this.#rules.skewClock(ms);
  }

  /** 429, with `Retry-After` exactly as given: seconds, a date, nonsense; `null` leaves it out. */
  rateLimit({ retryAfter = "1", ...aim }: Aim & { readonly retryAfter?: string | number | null } = {}): OrderedFault {
    const headers: Record<string, string> = retryAfter === null ? {} : { "retry-after": String(retryAfter) };
    const flat = { code: "SANDBOX_FAULT" };
    const body = this.#machine.world.settings.assumptions.errorBodyShape === "nested" ? { error: flat } : flat;
    return this.add({ on: "rest", effect: "answer", status: 429, headers, body, ...aim });
  }

  /** A 5xx, before anything was done or after it was (which the caller cannot tell). */
  serverError({
    status = 503,
    when = "before",
    body,
    ...aim
  }: TimedAim & { readonly status?: number; readonly body?: Json } = {}): OrderedFault {
    return this.add({ on: "rest", effect: "answer", status, when, ...given({ body }), ...aim });
  }

  /** A success that is not JSON. */
  notJson(aim: Aim = {}): OrderedFault {
    return this.add({
      on: "rest",
      effect: "answer",
      status: 200,
      when: "after",
      headers: { "content-type": "text/html" },
      body: "<html>hello</html>",
      ...aim,
    });
  }

  /** A redirect to another place. */
  redirect({
    location,
    status = 302,
    ...aim
  }: Aim & { readonly location: string; readonly status?: number }): OrderedFault {
    return this.add({ on: "rest", effect: "answer", status, headers: { location }, ...aim });
  }

  /** The answer comes so much later. */
  slow({ ms, when = "before", ...aim }: TimedAim & { readonly ms: number }): OrderedFault {
    return this.add({ on: "rest", effect: "delay", ms, when, ...aim });
  }

  /** The connection breaks: before anything was done, after it was, or in the middle of the answer. */
  reset({ when = "before", ...aim }: Aim & { readonly when?: "before" | "after" | "mid-body" } = {}): OrderedFault {
    return this.add({ on: "rest", effect: "reset", when, ...aim });
  }

  /** No answer ever comes. */
  stall({ when = "before", ...aim }: TimedAim = {}): OrderedFault {
    return this.add({ on: "rest", effect: "stall", when, ...aim });
  }

  /** The body breaks off. */
  truncate({ bytes, ...aim }: Aim & { readonly bytes?: number } = {}): OrderedFault {
    return this.add({ on: "rest", effect: "truncate", ...given({ bytes }), ...aim });
  }

  /** Replaces places of the JSON answer: unknown fields, codes and states, truncated lists, absent things. */
  edit({
    set,
    status,
    ...aim
  }: Aim & { readonly set: Readonly<Record<string, Json | undefined>>; readonly status?: number }): OrderedFault {
    return this.add({ on: "rest", effect: "edit", set, ...given({ status }), ...aim });
  }

  /** The next delivery is made badly in this way. */
  delivery(effect: DeliveryEffect, aim: FaultFrequency & { readonly appId?: string } = {}): OrderedFault {
    return this.add({ on: "delivery", effect, ...aim });
  }
}
