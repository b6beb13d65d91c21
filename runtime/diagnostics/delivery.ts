import type { Confirmation } from "../../generated/types.js";
import type { DiagnosticOf } from "./base.js";
import type { StoreDiagnostic } from "./store.js";

/** Which delivery it is about. Ids only: no text of the person, no header, no signature. */
export interface DeliveryRef {
  readonly appId: string;
  readonly deliveryId: string;
  readonly interactionId?: string;
}

/**
 * What each diagnostic of an endpoint says besides its level and message. `refused` is traffic that was not the
 * service's, or a clock that is wrong; `handler_failed` is a fault of the App. The service counts the first towards
 * suspension, the second never reaches it as a failure.
 */
export interface DeliveryFacts {
  /** Not a delivery of the service: no valid signature, too old, or no delivery at all. `reason`: a `RefusalReason`. */
  refused: { readonly reason: string };
  /** The service probed the endpoint and got its answer. */
  probe_answered: DeliveryRef;
  /** The signature is valid, but the delivery cannot be read. */
  malformed_body: DeliveryRef;
  /** The signature is valid, but this version does not know the type. */
  unknown_type: DeliveryRef & { readonly wireType: string };
  /** Received before: its handler was not run again. */
  duplicate: DeliveryRef & { readonly of: "delivery" | "interaction" };
  /** The store of duplicates failed: the delivery was handled without knowing whether it is a duplicate. */
  dedupe_failed: DeliveryRef & { readonly error: unknown };
  /** The memory store is full and dropped ids early: a replay of one would run its handler again. */
  dedupe_full: { readonly coveredMs: number };
  /** `expiresInMs` was absent or no duration: the whole window was taken instead. */
  expiry_assumed: DeliveryRef & { readonly given: string };
  /** Came too late to be confirmed: its handler was not run. */
  expired: DeliveryRef;
  /** The body of the answer confirmed the interaction. */
  answered: DeliveryRef & { readonly confirmation: Confirmation["type"]; readonly tookMs: number };
  /** The body confirmed nothing: REST has confirmed it or must do so. */
  left_to_rest: DeliveryRef & { readonly tookMs: number };
  /** A handler threw. */
  handler_failed: DeliveryRef & { readonly error: unknown };
  /** A handler was not done when the answer had to leave. */
  handler_late: DeliveryRef;
  /** A handler ended without a confirmation. */
  unconfirmed: DeliveryRef;
  /** The result of a handler is not a valid confirmation. */
  invalid_confirmation: DeliveryRef & { readonly problem: string };
  /** A private reply, or one with components, goes by the answer route after a defer. */
  reply_rerouted: DeliveryRef;
  /**
   * A handler ended after the answer was sent. `handed-on`: `answerLater` received its result; `dropped`: the result
   * was discarded.
   */
  late_result: DeliveryRef & { readonly outcome: "handed-on" | "dropped" };
  /**
   * A handler was not done when the answer had to leave, on a host that freezes then, such as Lambda; reported once for
   * each endpoint. Pass a `waitUntil` that keeps the host awake, or hand the work to a queue.
   */
  work_frozen: DeliveryRef;
  /** A parser or decoder before the endpoint consumed the body; reported at most once a minute for each message. */
  misconfigured: { readonly count?: number };
}

/** What happens at an endpoint, as it happens. */
export type DeliveryDiagnostic = DiagnosticOf<"delivery", DeliveryFacts> | KeysDiagnostic | StoreDiagnostic;

/** What each diagnostic of the signing keys says besides its level and message. */
export interface KeysFacts {
  /** A new set is in force. `skipped`: entries that cannot be used, by their place in the list. */
  replaced: {
    readonly count: number;
    readonly skipped: readonly { readonly index: number; readonly reason: string }[];
  };
  /** The set could not be fetched: the last good one stays. */
  fetch_failed: { readonly error: unknown; readonly keptCount: number };
}

/** What happens to the signing keys, as it happens. */
export type KeysDiagnostic = DiagnosticOf<"keys", KeysFacts>;

/** How often each thing has happened at an endpoint since it was made. */
export type DeliveryCounts = Readonly<Record<keyof DeliveryFacts, number>>;
