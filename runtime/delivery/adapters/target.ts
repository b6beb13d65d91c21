import { ArgumentError } from "../../base/errors.js";
import { type DeliveryAnswer, misconfiguredAnswer } from "../handler/answer.js";
import type { DeliveryRequest } from "../handler/request.js";

/** What adapters pass requests to. A delivery handler is one; an App has one. */
export interface DeliveryTarget {
  /** Answers one request. Never rejects. */
  deliver(request: DeliveryRequest): Promise<DeliveryAnswer>;
  /** Reports a wrong setup, and returns the answer to send. */
  misconfigured(message: string): DeliveryAnswer;
}

/** The key of an App's target, shared by all copies of this package. */
export const DELIVERY_TARGET: unique symbol = Symbol.for("svc-apps.delivery-target") as never; // unique by its name

/** What every adapter takes: an App, or a handler of `createDeliveryHandler`. */
export type DeliverySource = DeliveryTarget | { readonly [DELIVERY_TARGET]: DeliveryTarget };

/**
 * The target of an App or a handler.
 *
 * @throws ArgumentError when it is neither
 */
export function targetOf(source: DeliverySource): DeliveryTarget {
  const held: unknown = field(source, DELIVERY_TARGET);
  for (const target of [held, source]) if (isTarget(target)) return target;
  const hint = typeof source === "function" ? " Pass the App itself, not its fetch or node." : "";
  throw new ArgumentError(
    `An adapter takes an App, or the result of createDeliveryHandler(), got ${described(source)}.${hint}`,
  );
}

function isTarget(value: unknown): value is DeliveryTarget {
  return typeof field(value, "deliver") === "function" && typeof field(value, "misconfigured") === "function";
}

/** Describes a value by its type, or by its first property names. */
export function described(value: unknown): string {
  if (typeof value !== "object" || value === null) return value === null ? "null" : `a value of type ${typeof value}`;
  const maker = field(field(value, "constructor"), "name");
  if (typeof maker === "string" && maker !== "" && maker !== "Object") return `a value of type ${maker}`;
  const names = Object.keys(value).slice(0, 6);
  return names.length === 0 ? "an object without properties" : `an object with ${names.join(", ")}`;
}

/**
 * Reads and answers a request, for every adapter. `read` returns the request, or a message when its bytes are lost. Any
 * exception becomes the bare 500: a request must neither end the process nor throw into the framework, which might send the
 * error to the sender.
 */
export async function answerRequest(
  target: DeliveryTarget,
  read: () => DeliveryRequest | string,
): Promise<DeliveryAnswer> {
  try {
    const request = read();
    return typeof request === "string" ? target.misconfigured(request) : await target.deliver(request);
  } catch (error) {
    return refuseFailed(target, error);
  }
}

function refuseFailed(target: DeliveryTarget, error: unknown): DeliveryAnswer {
  try {
    return target.misconfigured(`A request could not be read: ${error instanceof Error ? error.message : "unknown"}`);
  } catch {
    return misconfiguredAnswer;
  }
}

/** A property of any value; `undefined` where reading it throws. */
export function field(value: unknown, name: string | symbol): unknown {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return undefined;
  try {
    return Reflect.get(value, name);
  } catch {
    return undefined;
  }
}
