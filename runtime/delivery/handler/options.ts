import type { Assumptions, Confirmation, ReplyConfirmation } from "../../../generated/types.js";
import type { Clock } from "../../abi/index.js";
import type { DeliveryDiagnostic } from "../../diagnostics/delivery.js";
import type { DedupeStore } from "../../interaction/claims.js";
import type { KeySource } from "../keys/key-set.js";
import type { VerifiedInteraction } from "../verified.js";
import type { DeliveryContext } from "./context.js";

/**
 * What a handler gives back: the confirmation to send in the body, or `"handled-by-rest"` when the REST route has
 * confirmed (or is about to). `undefined` counts as forgotten: see `onUnconfirmed`.
 *
 * @see spec/schemas/answer.yaml#/Confirmation
 */
export type DeliveryResult = Confirmation | "handled-by-rest" | undefined;

/** Handles one verified interaction. It runs at most once per interaction of a process. */
export type DeliveryHandle = (
  verified: VerifiedInteraction,
  context: DeliveryContext,
) => DeliveryResult | Promise<DeliveryResult>;

/**
 * What to answer when the handler gave nothing usable: `decline` and `defer` confirm, `neutral` confirms nothing and
 * lets the interaction expire. An autocomplete gets an empty list in place of the first two.
 */
export type Fallback = "decline" | "defer" | "neutral";

/** The assumptions that matter at an endpoint. */
export type DeliveryAssumptions = Pick<
  Assumptions,
  "deliveryBodyBytes" | "emptySuggestions" | "modalPlacement" | "privateReply" | "probeLayout" | "replyComponents"
>;

/** Milliseconds for the whole of a delivery, counted from its arrival here. */
export interface Budgets {
  /** Default 2 500, inside the platform's 3 000. */
  readonly interactionMs?: number;
  /** Default 700, inside the platform's 1 000. */
  readonly autocompleteMs?: number;
}

/** What an endpoint needs to know, whoever handles its interactions. */
export type EndpointOptions = Omit<
  DeliveryHandlerOptions,
  "handle" | "onThrow" | "onLate" | "onUnconfirmed" | "answerLater" | "onDiagnostic"
>;

/**
 * Options of an endpoint. Only the Apps, the keys and the handler are needed; every other one has a default that keeps
 * the endpoint in good standing.
 *
 * @see spec/rules/endpoint.yaml for what each of them is there for
 */
export interface DeliveryHandlerOptions {
  /** Application ids of our own: one, or several behind one endpoint. */
  readonly apps: string | readonly string[];
  readonly keys: KeySource;
  readonly handle: DeliveryHandle;
  /** Where ids are remembered. Default: this process's memory. `false`: nowhere, and no private text by body. */
  readonly dedupe?: DedupeStore | false;
  /** When the store fails: run the handler without private text by body, or answer neutrally and let it expire. Default `run`. */
  readonly onDedupeFailure?: "run" | "skip";
  /**
   * `by-body`: the answer carries the confirmation (default). `ack-then-rest`: an empty 2xx goes out at once, and the
   * handler confirms by REST within the same deadline.
   */
  readonly mode?: "by-body" | "ack-then-rest";
  /** When the handler throws. Default `decline`. */
  readonly onThrow?: Fallback;
  /** When the deadline comes first. Default `defer` where `answerLater` is given, else `decline`. */
  readonly onLate?: Fallback;
  /** When the handler returns nothing, or something that is no confirmation. Default `decline`. */
  readonly onUnconfirmed?: Fallback;
  /**
   * Sends a reply by the answer route after a `defer` that the endpoint chose by itself: the handler was late, or its
   * text is private and this delivery might be a replay.
   */
  readonly answerLater?: (verified: VerifiedInteraction, reply: ReplyConfirmation) => Promise<unknown>;
  readonly budgets?: Budgets;
  /** Furthest a timestamp may lie from our clock, both ways, seconds, 1 to 300. Default 300. */
  readonly toleranceS?: number;
  /** Most bytes of one body. Default: the assumption `deliveryBodyBytes`, 1 MiB. */
  readonly bodyLimitBytes?: number;
  /** Most bytes of all bodies under way; beyond it the largest is given up. Default 32 MiB. */
  readonly totalBodyLimitBytes?: number;
  /** Longest a body may take to arrive, milliseconds. Default 2 000. */
  readonly bodyTimeoutMs?: number;
  /** Keeps the process alive for work that outlasts the answer; one given with a request comes first. */
  readonly waitUntil?: (work: Promise<unknown>) => void;
  /**
   * Told everything that happens. Default: what no answer says, a wrong setup above all, goes to standard error, once a
   * minute; the rest is counted.
   */
  readonly onDiagnostic?: (diagnostic: DeliveryDiagnostic) => void;
  /** Readings of what the platform leaves open. Default: those of the description. */
  readonly assumptions?: Partial<DeliveryAssumptions>;
  readonly clock?: Clock;
}
