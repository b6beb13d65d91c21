import { ArgumentError } from "../../http/errors/index.js";
import { type DeliveryAnswer, misconfiguredAnswer } from "../handler/answer.js";
import type { DeliveryRequest } from "../handler/request.js";

/** What adapters hand requests to. A delivery handler is one; an App has one. */
export interface DeliveryTarget {
  /** One request as plain data. Never rejects. */
  deliver(request: DeliveryRequest): Promise<DeliveryAnswer>;
  /** Reports how the setup has to be mended, and gives the bare answer to send. */
  misconfigured(message: string): DeliveryAnswer;
}

/** Where an App keeps its target; a symbol of all copies of this package. */
export const DELIVERY_TARGET: unique symbol = Symbol.for("svc-apps.delivery-target") as never; // unique by its name

/** What every adapter takes: an App, or what `createDeliveryHandler` gives. */
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
    `toHandler() takes an App, or what createDeliveryHandler() gives; it was given ${described(source)}.${hint}`,
  );
}

function isTarget(value: unknown): value is DeliveryTarget {
  return typeof field(value, "deliver") === "function" && typeof field(value, "misconfigured") === "function";
}

/** A value in a few words: its type, or the first of its names. */
export function described(value: unknown): string {
  if (typeof value !== "object" || value === null) return value === null ? "null" : `a value of type ${typeof value}`;
  const maker = field(field(value, "constructor"), "name");
  if (typeof maker === "string" && maker !== "" && maker !== "Object") return `a value of type ${maker}`;
  const names = Object.keys(value).slice(0, 6);
  return names.length === 0 ? "an object without properties" : `an object with ${names.join(", ")}`;
}

/**
 * The outermost edge of every adapter: reads a request and answers it. `read` gives the request, or a sentence when its
 * bytes are gone. Whatever is thrown below becomes the bare 500: nothing that a stranger sends may end the process, nor
 * reach the framework, which would show it to whoever asked.
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

/** A property of whatever somebody made; one that cannot be read is not there. */
export function field(value: unknown, name: string | symbol): unknown {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return undefined;
  try {
    return Reflect.get(value, name);
  } catch {
    return undefined;
  }
}
