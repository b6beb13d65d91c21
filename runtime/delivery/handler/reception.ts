import { chain, type Maybe } from "../core/maybe.js";
import { type Refusal, refuse } from "../core/refusal.js";
import type { Verdict, Verifier } from "../verifier.js";
import { type DeliveryAnswer, refusalAnswer } from "./answer.js";
import type { EventSink } from "./events.js";
import type { Intake, TakenBody } from "./intake.js";
import { type DeliveryRequest, headerText, isJsonType } from "./request.js";

/** What stands between a request and a verdict. */
export interface Reception {
  readonly verifier: Verifier;
  readonly intake: Intake;
  readonly bodyLimitBytes: number;
  readonly events: EventSink;
}

/** A request that was let in, or the answer that turns it away. */
export type Received = { readonly verdict: Exclude<Verdict, Refusal> } | { readonly answer: DeliveryAnswer };

/**
 * From request to verdict, the cheapest question first: what the headers alone decide costs no byte of the body, and
 * no crypto runs for a request that is refused before it.
 */
export function receive(request: DeliveryRequest, reception: Reception): Maybe<Received> {
  const { verifier, bodyLimitBytes } = reception;
  const unread = typeof request.body === "function";
  const early = refuseEarly(request, bodyLimitBytes);
  if (early !== undefined) return turnAway(early, unread, reception);
  const plan = verifier.plan(request.headers);
  if (!plan.ok) return turnAway(plan, unread, reception);
  return chain(takeBody(request.body, reception), (taken) => {
    if (!taken.ok) return turnAway(taken, unread, reception);
    const verdict = verifier.finish(plan, taken.bytes);
    if (verdict instanceof Promise) return verdict.finally(taken.release).then((late) => settle(late, reception));
    taken.release();
    return settle(verdict, reception);
  });
}

function turnAway({ reason }: Refusal, unread: boolean, { events }: Reception): Received {
  events.emit({ type: "refused", reason });
  return { answer: refusalAnswer(reason, unread) };
}

function settle(verdict: Verdict, reception: Reception): Received {
  return verdict.ok === false ? turnAway(verdict, false, reception) : { verdict };
}

/** Refusals that need neither the recipe nor the body. */
function refuseEarly(request: DeliveryRequest, bodyLimitBytes: number): Refusal | undefined {
  if (request.method !== "POST") return refuse("method");
  if (!isJsonType(headerText(request.headers, "content-type"))) return refuse("content-type");
  const declared = headerText(request.headers, "content-length");
  return declared !== undefined && Number(declared) > bodyLimitBytes ? refuse("body-too-large") : undefined;
}

function takeBody(body: DeliveryRequest["body"], reception: Reception): Maybe<TakenBody | Refusal> {
  if (typeof body === "function") return reception.intake.read(body);
  return body.length > reception.bodyLimitBytes
    ? refuse("body-too-large")
    : { ok: true, bytes: body, release: nothing };
}

const nothing = (): void => undefined;
