import type { Assumptions, Confirmation, ReplyConfirmation } from "../../../generated/types.js";
import type { Clock } from "../../abi/index.js";
import type { DeliveryDiagnostic } from "../../diagnostics/delivery.js";
import type { ClaimMemory } from "../../interaction/claims.js";
import type { KeyValue } from "../../store/contract.js";
import type { KeySource } from "../keys/key-set.js";
import type { VerifiedInteraction } from "../verified.js";
import type { DeliveryContext } from "./context.js";

/**
 * The result of a handler: the confirmation to send in the body, or `"handled-by-rest"` when the handler has confirmed by
 * REST (or is about to). `undefined` counts as a missing confirmation: see `onUnconfirmed`.
 *
 * @see spec/schemas/answer.yaml#/Confirmation
 */
export type DeliveryResult = Confirmation | "handled-by-rest" | undefined;

/** Handles one verified interaction. Runs at most once per interaction in a process. */
export type DeliveryHandle = (
  verified: VerifiedInteraction,
  context: DeliveryContext,
) => DeliveryResult | Promise<DeliveryResult>;

/**
 * The answer when the handler returned nothing usable: `decline` and `defer` confirm, `neutral` confirms nothing and lets
 * the interaction expire. An autocomplete gets an empty list in place of the first two.
 */
export type Fallback = "decline" | "defer" | "neutral";

/** The assumptions that matter at an endpoint. */
export type DeliveryAssumptions = Pick<
  Assumptions,
  "deliveryBodyBytes" | "emptySuggestions" | "modalPlacement" | "privateReply" | "probeLayout" | "replyComponents"
>;

/** Time for a delivery from its arrival to its answer, in milliseconds. */
export interface Budgets {
  /** Default 2 500, inside the platform's 3 000. */
  readonly interactionMs?: number;
  /** Default 700, inside the platform's 1 000. */
  readonly autocompleteMs?: number;
}

/** Options of an endpoint, without those of its handler. */
export type EndpointOptions = Omit<
  DeliveryHandlerOptions,
  "handle" | "onThrow" | "onLate" | "onUnconfirmed" | "answerLater" | "onDiagnostic"
>;

/**
 * Options of an endpoint. `apps`, `keys` and `handle` are required.
 *
 * @see spec/rules/endpoint.yaml for the rules behind them
 */
export interface DeliveryHandlerOptions {
  /** Application ids of your own: one, or several behind one endpoint. */
  readonly apps: string | readonly string[];
  readonly keys: KeySource;
  readonly handle: DeliveryHandle;
  /**
   * Remembers ids of deliveries: a store that all processes behind this address share, or `memoryDedupe()`. Default: the
   * memory of this process. `false`: nothing does, and no private text goes into a body.
   */
  readonly dedupe?: KeyValue | ClaimMemory | false;
  /** When the store fails: run the handler, without private texts in the body, or let the interaction expire. Default `run`. */
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
  /** When the handler returns nothing, or no valid confirmation. Default `decline`. */
  readonly onUnconfirmed?: Fallback;
  /**
   * Sends a reply by the answer route after an automatic `defer`: the handler was late, or the first reply cannot be
   * private or carry components.
   */
  readonly answerLater?: (verified: VerifiedInteraction, reply: ReplyConfirmation) => Promise<unknown>;
  readonly budgets?: Budgets;
  /** Tolerance of the timestamp in both directions, inclusive, in seconds: 1 to 300. Default 300. */
  readonly toleranceS?: number;
  /** Most bytes of one body. Default: the assumption `deliveryBodyBytes`, 1 MiB. */
  readonly bodyLimitBytes?: number;
  /** Most bytes of all pending bodies; beyond that the largest is refused. Default 32 MiB. */
  readonly totalBodyLimitBytes?: number;
  /** Timeout of reading a body, in milliseconds. Default 2 000. */
  readonly bodyTimeoutMs?: number;
  /** Keeps the process alive for work that outlasts the answer. One that comes with the request is preferred. */
  readonly waitUntil?: (work: Promise<unknown>) => void;
  /**
   * Receives every diagnostic. Default: a wrong setup and a full dedupe store are written to standard error, once a minute;
   * the rest is counted.
   */
  readonly onDiagnostic?: (diagnostic: DeliveryDiagnostic) => void;
  /** Assumptions about what the platform leaves open. Default: those of the description. */
  readonly assumptions?: Partial<DeliveryAssumptions>;
  readonly clock?: Clock;
}
