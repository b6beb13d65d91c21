import { STORE } from "../../store/kind.js";
import { limits } from "../../../generated/tables.js";
import { hasMethods } from "../../base/values.js";
import { checkGiven, CLOCK, NUMBER, withMethods } from "../../http/check-given.js";
import { ANY, FUNCTION, type Kind, type Kinds, OBJECT, oneOf, TIME } from "../../http/check-options.js";
import { ArgumentError } from "../../base/errors.js";
import type { DeliveryHandlerOptions, EndpointOptions } from "./options.js";

type OfEndpoint = Exclude<keyof EndpointOptions, "assumptions" | "clock" | "bodyTimeoutMs" | "totalBodyLimitBytes">;

/** The options of an endpoint that an App takes under `delivery`. */
export const DELIVERY_OPTIONS = {
  apps: ANY, // checked by createVerifier()
  keys: /* @__PURE__ */ withMethods(
    "a source of keys, such as fixedKeys(…) or createKeyStore(…)",
    "current",
    "beforeUse",
    "renew",
  ),
  dedupe: [
    "a store, e.g. fileStore(), or false",
    (value) => value === false || hasMethods(value, "claim") || STORE[1](value),
  ],
  onDedupeFailure: /* @__PURE__ */ oneOf("run", "skip"),
  mode: /* @__PURE__ */ oneOf("by-body", "ack-then-rest"),
  budgets: { interactionMs: TIME, autocompleteMs: TIME },
  // An App makes its verifier at the first delivery, which is too late to be told.
  toleranceS: [
    `a number from 1 to ${limits.timestampToleranceS}`,
    (value) => typeof value === "number" && value >= 1 && value <= limits.timestampToleranceS,
  ],
  bodyLimitBytes: TIME,
  waitUntil: FUNCTION,
} satisfies Record<OfEndpoint, Kind | Kinds>;

const FALLBACK = /* @__PURE__ */ oneOf("decline", "defer", "neutral");

const HANDLER_OPTIONS = {
  ...DELIVERY_OPTIONS,
  handle: FUNCTION,
  onThrow: FALLBACK,
  onLate: FALLBACK,
  onUnconfirmed: FALLBACK,
  answerLater: FUNCTION,
  totalBodyLimitBytes: NUMBER,
  bodyTimeoutMs: TIME,
  onDiagnostic: FUNCTION,
  assumptions: OBJECT,
  clock: CLOCK,
} satisfies Record<keyof DeliveryHandlerOptions, Kind | Kinds>;

/** @throws ArgumentError for what is missing, does not exist or is of another kind */
export function checkHandlerOptions(options: DeliveryHandlerOptions): void {
  checkGiven("createDeliveryHandler()", options, HANDLER_OPTIONS);
  const { keys, handle }: Partial<DeliveryHandlerOptions> = options; // programs without types leave them out
  if (keys !== undefined && handle !== undefined) return;
  throw new ArgumentError("createDeliveryHandler() needs keys, such as createKeyStore(…), and handle, a function");
}
