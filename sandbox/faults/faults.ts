import type { Json } from "../world/records.js";
import { given } from "../json.js";
import { type Machine, callsOn } from "../edge/machine.js";
import type { FaultRecord } from "../world/live.js";
import { skewMs, waiting, type FaultRules, type LiveFaults } from "./rules.js";

/** How often a fault strikes. Without either it strikes once. */
export interface FaultFrequency {
  /** That many times; `Infinity` for always. */
  readonly times?: number;
  /** With this seeded probability each time, from 0 to 1, until removed. */
  readonly probability?: number;
}

/** An answer in place of the proper one. */
export interface AnswerEffect {
  readonly effect: "answer";
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Raw text; JSON is made of anything else. Default: none. */
  readonly body?: Json;
}

/** What a REST fault does. "before" means that nothing was carried out, "after" that it was and the answer is lost. */
export type RestEffect =
  | (AnswerEffect & { readonly when?: "before" | "after" })
  | { readonly effect: "delay"; readonly ms: number; readonly when?: "before" | "after" }
  | { readonly effect: "reset"; readonly when?: "before" | "after" | "mid-body" }
  | { readonly effect: "stall"; readonly when?: "before" | "after" }
  | { readonly effect: "truncate"; readonly bytes?: number }
  /** Replaces fields of the JSON answer, by JSON pointer; `undefined` entries are removed. */
  | { readonly effect: "edit"; readonly set: Readonly<Record<string, Json | undefined>>; readonly status?: number };

/** What a fault does to a stream that is being opened. */
export type StreamEffect =
  | AnswerEffect
  /** 200 and the right content type, and never a byte: no event, no heartbeat. */
  | { readonly effect: "silent" }
  | { readonly effect: "content-type"; readonly value: string }
  /** A resume inside the window is treated as outside of it. */
  | { readonly effect: "out-of-window" }
  /** A resume repeats events that the stream had already carried. */
  | { readonly effect: "duplicate"; readonly events: number }
  /** The line breaks after that many bytes, wherever that falls. */
  | { readonly effect: "cut-after"; readonly bytes: number }
  | { readonly effect: "reset" }
  | { readonly effect: "stall" };

/** Ways to deliver badly. All but the last three must be refused by a careful receiver. */
export type DeliveryEffect =
  | "wrong-label"
  | "other-app"
  | "unknown-app"
  | "milliseconds"
  | "too-old"
  | "too-new"
  | "five-entries"
  | "unknown-key"
  | "no-signature"
  | "forged-signature"
  | "altered-body"
  | "reserialized-body"
  | "spliced-delivery-id"
  | "wrong-recipe"
  | "missing-headers"
  | "unknown-key-beside"
  | "replay"
  | "unknown-type";

export type RestFault = FaultFrequency & {
  readonly on: "rest";
  /** Operation id. Default: any. */ readonly operation?: string;
  readonly appId?: string;
} & RestEffect;
export type StreamFault = FaultFrequency & { readonly on: "stream"; readonly appId?: string } & StreamEffect;
export type DeliveryFault = FaultFrequency & {
  readonly on: "delivery";
  readonly appId?: string;
  readonly effect: DeliveryEffect;
};

/** Something to go wrong. */
export type Fault = RestFault | StreamFault | DeliveryFault;

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
  readonly #rules: FaultRules;

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
