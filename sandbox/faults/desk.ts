import type { Platform } from "../platform.js";
import type { Json } from "../world/records.js";
import type { DeliveryEffect, Fault, FaultFrequency, OrderedFault } from "./faults.js";
import { recorded } from "../replay/recorded.js";
import { LiveFaults } from "./live.js";

/** Aims a REST fault. */
export interface Aim extends FaultFrequency {
  /** Operation id, such as "createMessage". Default: any. */
  readonly operation?: string;
  readonly appId?: string;
}

/** Orders faults. Each strikes once unless told otherwise. */
export class FaultDesk {
  /** Faults of streams that are open already. */
  readonly streams: LiveFaults;
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
    const streams = new LiveFaults(platform);
    this.streams = platform.tape === undefined ? streams : recorded(streams, { on: "streams" }, platform.tape);
  }

  /** Orders any fault. */
  add(fault: Fault): OrderedFault {
    return this.#platform.faults.add(fault);
  }

  /** Calls off everything ordered, and the clock skew. */
  clear(): void {
    this.#platform.faults.clear();
  }

  /** The service's clock is off by so much from now on, in what it sends. */
  skewClock(ms: number): void {
    this.#platform.faults.skewMs = ms;
  }

  /** 429, with `Retry-After` exactly as given: seconds, a date, nonsense; `null` leaves it out. */
  rateLimit({ retryAfter = "1", ...aim }: Aim & { readonly retryAfter?: string | number | null } = {}): OrderedFault {
    const headers: Record<string, string> = retryAfter === null ? {} : { "retry-after": String(retryAfter) };
    return this.add({ on: "rest", effect: "answer", status: 429, headers, body: { code: "SANDBOX_FAULT" }, ...aim });
  }

  /** A 5xx, before anything was done or after it was (which the caller cannot tell). */
  serverError({
    status = 503,
    when = "before",
    body,
    ...aim
  }: Aim & { readonly status?: number; readonly when?: "before" | "after"; readonly body?: Json } = {}): OrderedFault {
    return this.add({ on: "rest", effect: "answer", status, when, ...(body === undefined ? {} : { body }), ...aim });
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
  slow({
    ms,
    when = "before",
    ...aim
  }: Aim & { readonly ms: number; readonly when?: "before" | "after" }): OrderedFault {
    return this.add({ on: "rest", effect: "delay", ms, when, ...aim });
  }

  /** The connection breaks: before anything was done, after it was, or in the middle of the answer. */
  reset({ when = "before", ...aim }: Aim & { readonly when?: "before" | "after" | "mid-body" } = {}): OrderedFault {
    return this.add({ on: "rest", effect: "reset", when, ...aim });
  }

  /** No answer ever comes. */
  stall({ when = "before", ...aim }: Aim & { readonly when?: "before" | "after" } = {}): OrderedFault {
    return this.add({ on: "rest", effect: "stall", when, ...aim });
  }

  /** The body breaks off. */
  truncate({ bytes, ...aim }: Aim & { readonly bytes?: number } = {}): OrderedFault {
    return this.add({ on: "rest", effect: "truncate", ...(bytes === undefined ? {} : { bytes }), ...aim });
  }

  /** Replaces places of the JSON answer: unknown fields, codes and states, truncated lists, absent things. */
  edit({
    set,
    status,
    ...aim
  }: Aim & { readonly set: Readonly<Record<string, Json | undefined>>; readonly status?: number }): OrderedFault {
    return this.add({ on: "rest", effect: "edit", set, ...(status === undefined ? {} : { status }), ...aim });
  }

  /** The next delivery is made badly in this way. */
  delivery(effect: DeliveryEffect, aim: FaultFrequency & { readonly appId?: string } = {}): OrderedFault {
    return this.add({ on: "delivery", effect, ...aim });
  }
}
