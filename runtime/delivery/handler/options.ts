import { limits } from "../../../generated/tables.js";
import { ArgumentError } from "../../base/errors.js";
import {
  any,
  checkOptions,
  clock,
  func,
  group,
  ms,
  needed,
  numeric,
  object,
  oneOf,
  option,
  type OptionsOf,
  options,
  usually,
  withMethods,
} from "../../base/options.js";
import { hasMethods } from "../../base/values.js";
import { store } from "../../store/kind.js";
import type { Assumptions, Confirmation, ReplyConfirmation } from "../../../generated/types.js";
import type { DeliveryDiagnostic } from "../../diagnostics/delivery.js";
import type { ClaimMemory } from "../../interaction/claims.js";
import type { KeyValue } from "../../store/contract.js";
import type { KeySource } from "../keys/key-set.js";
import type { VerifiedInteraction } from "../verified.js";
import type { DeliveryContext } from "./context.js";

/**
 * The result of a handler: the confirmation to send in the body, or `"handled-by-rest"` when the handler has confirmed
 * by REST (or is about to). `undefined` counts as a missing confirmation: see `onUnconfirmed`.
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
 * The answer when the handler returned nothing usable: `decline` and `defer` confirm, `neutral` confirms nothing and
 * lets the interaction expire. An autocomplete gets an empty list in place of the first two.
 */
export type Fallback = "decline" | "defer" | "neutral";

/** The assumptions that matter at an endpoint. */
export type DeliveryAssumptions = Pick<
  Assumptions,
  "deliveryBodyBytes" | "emptySuggestions" | "modalPlacement" | "privateReply" | "probeLayout" | "replyComponents"
>;

/** Time for a delivery from its arrival to its answer. */
export interface Budgets extends OptionsOf<typeof budgetOptions> {}

export const budgetOptions = /* @__PURE__ */ options(() => ({
  /** Milliseconds for all other interactions. Default 2,500, inside the platform's 3,000. */
  interactionMs: ms(2_500),
  /** Milliseconds for an autocomplete. Default 700, inside the platform's 1,000. */
  autocompleteMs: ms(700),
}));

/** Options of an endpoint that an App takes as well, under `delivery`. */
export const deliveryOptions = /* @__PURE__ */ options(() => ({
  /** Application ids of your own: one, or several behind one endpoint. */
  apps: any<string | readonly string[]>(), // checked by createVerifier()
  /** Where public keys come from, such as `createKeyStore()`. */
  keys: withMethods<KeySource>(
    "a source of keys, such as fixedKeys(…) or createKeyStore(…)",
    "current",
    "beforeUse",
    "renew",
  ),
  /**
   * Remembers ids of deliveries: a store that all processes behind this address share, or `memoryDedupe()`. Default:
   * the memory of this process. `false`: ids are not remembered, and no private text goes into a body.
   */
  dedupe: option<KeyValue | ClaimMemory | false>(
    "a store, e.g. fileStore(), or false",
    (value) => value === false || hasMethods(value, "claim") || store()[1](value),
  ),
  /**
   * When the store fails: run the handler, without private texts in the body, or let the interaction expire. Default
   * `run`.
   */
  onDedupeFailure: usually(oneOf("run", "skip"), "run"),
  /**
   * `by-body`: the answer carries the confirmation. `ack-then-rest`: an empty 2xx goes out at once, and the handler
   * confirms by REST within the same deadline. Default: `by-body`.
   */
  mode: usually(oneOf("by-body", "ack-then-rest"), "by-body"),
  /** Time from the arrival of a delivery to its answer. */
  budgets: group<Budgets>(budgetOptions),
  /** Tolerance of the timestamp in both directions, inclusive, in seconds: 1 to 300. Default 300. */
  // An App makes its verifier at the first delivery, too late for an error: so it is checked here.
  toleranceS: usually(
    option<number>(
      `a number from 1 to ${limits.timestampToleranceS}`,
      (value) => typeof value === "number" && value >= 1 && value <= limits.timestampToleranceS,
    ),
    limits.timestampToleranceS,
  ),
  /** Most bytes of one body. Default: the assumption `deliveryBodyBytes`, 1 MiB. */
  bodyLimitBytes: ms(),
  /**
   * Keeps the process alive for work that outlasts the answer. A `waitUntil` that is passed with the request is
   * preferred.
   */
  waitUntil: func<(work: Promise<unknown>) => void>(),
}));

/** What an endpoint of its own takes besides. */
export const endpointOptions = /* @__PURE__ */ options(() => ({
  ...deliveryOptions,
  /** Most bytes of all pending bodies; beyond that the largest is refused. Default 32 MiB. */
  totalBodyLimitBytes: numeric(33_554_432),
  /** Timeout of reading a body, in milliseconds. Default 2,000. */
  bodyTimeoutMs: ms(2_000),
}));

const fallback = () => oneOf("decline", "defer", "neutral");

/**
 * Options of an endpoint. `apps`, `keys` and `handle` are required.
 *
 * @see spec/rules/endpoint.yaml for the rules behind them
 */
export interface DeliveryHandlerOptions extends OptionsOf<typeof deliveryHandlerOptions> {}

export const deliveryHandlerOptions = /* @__PURE__ */ options(() => ({
  ...endpointOptions,
  /** Application ids of your own: one, or several behind one endpoint. */
  apps: needed(deliveryOptions.apps),
  /** Where public keys come from, such as `createKeyStore()`. */
  keys: needed(deliveryOptions.keys),
  /** Handles one verified interaction. */
  handle: needed(func<DeliveryHandle>()),
  /** When the handler throws. Default `decline`. */
  onThrow: usually(fallback(), "decline"),
  /** When the deadline comes first. Default `defer` where `answerLater` is given, else `decline`. */
  onLate: fallback(),
  /** When the handler returns nothing, or no valid confirmation. Default `decline`. */
  onUnconfirmed: usually(fallback(), "decline"),
  /**
   * Sends a reply by the answer route after an automatic `defer`: the handler was late, or the first reply cannot be
   * private or carry components.
   */
  answerLater: func<(verified: VerifiedInteraction, reply: ReplyConfirmation) => Promise<unknown>>(),
  /**
   * Receives every diagnostic. Default: a wrong setup and a full dedupe store are written to standard error, once a
   * minute; the rest is counted.
   */
  onDiagnostic: func<(diagnostic: DeliveryDiagnostic) => void>(),
  /** Assumptions about what the platform leaves open. Default: those of the description. */
  assumptions: object<Partial<DeliveryAssumptions>>(),
  /** Time and timers. Default: the system's. */
  clock: clock(),
}));

/** Options of an endpoint, without those of its handler. */
export type EndpointOptions = Omit<
  DeliveryHandlerOptions,
  "handle" | "onThrow" | "onLate" | "onUnconfirmed" | "answerLater" | "onDiagnostic"
>;

/** What concerns the run of an interaction, not the endpoint that verifies it. */
export type RunnerOptions = Pick<DeliveryHandlerOptions, "budgets" | "clock" | "mode" | "waitUntil">;

/** @throws ArgumentError for what is missing, does not exist or is of another kind */
export function checkHandlerOptions(given: DeliveryHandlerOptions): void {
  checkOptions(given, deliveryHandlerOptions, { of: "createDeliveryHandler()" });
  const { keys, handle }: Partial<DeliveryHandlerOptions> = given; // programs without types leave them out
  if (keys !== undefined && handle !== undefined) return;
  throw new ArgumentError("createDeliveryHandler() needs keys, such as createKeyStore(…), and handle, a function");
}
