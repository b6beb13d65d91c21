/** What can be ordered to go wrong, as plain data. */
import type { Json } from "../world/records.js";

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
