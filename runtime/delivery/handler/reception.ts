import { asBytes, decodedMessage, type Intake, type LostBody, type TakenBody } from "./intake.js";
import { chain, isThenable, type Maybe } from "../core/maybe.js";
import { type Refusal, refuse } from "../core/refusal.js";
import type { Verdict, Verifier } from "../verifier.js";
import { type DeliveryAnswer, misconfiguredAnswer, refusalAnswer } from "./answer.js";
import type { DeliveryReporter } from "./report.js";
import { type DeliveryRequest, otherHeader, isJsonType } from "./request.js";

/** What an endpoint needs to verify a request. */
export interface Reception {
  readonly verifier: Verifier;
  readonly intake: Intake;
  readonly bodyLimitBytes: number;
  readonly reporter: DeliveryReporter;
}

/** The verdict on an accepted request, or the answer to a refused one. */
export type Received = { readonly verdict: Exclude<Verdict, Refusal> } | { readonly answer: DeliveryAnswer };

/**
 * Verifies a request, the cheapest checks first: the body is not read where the headers decide, and no crypto runs for a
 * request that is refused before it.
 */
export function receive(request: DeliveryRequest, reception: Reception, arrivedAtMs: number): Maybe<Received> {
  const { verifier, bodyLimitBytes } = reception;
  const early = refuseEarly(request, bodyLimitBytes);
  if (early !== undefined) return refused(early, reception);
  const plan = verifier.plan(request.headers);
  if (!plan.ok) return refused(plan, reception);
  return chain(takeBody(request.body, reception), (taken) => {
    if (taken.ok === "lost") return refuseLost(taken, reception);
    if (!taken.ok) return refused(taken, reception);
    const verdict = verifier.finish(plan, taken.bytes, { arrivedAtMs, waitUntil: request.waitUntil });
    if (isThenable(verdict)) {
      return Promise.resolve(verdict)
        .finally(taken.release)
        .then((late) => settle(late, reception));
    }
    taken.release();
    return settle(verdict, reception);
  });
}

function refused({ reason }: Refusal, { reporter }: Reception): Received {
  reporter.refused(reason);
  return { answer: refusalAnswer(reason) };
}

/** Refuses a delivery whose bytes, which were signed, the program itself has lost. */
function refuseLost({ message }: LostBody, { reporter }: Reception): Received {
  reporter.misconfigured(message);
  return { answer: misconfiguredAnswer };
}

function settle(verdict: Verdict, reception: Reception): Received {
  return verdict.ok === false ? refused(verdict, reception) : { verdict };
}

/** Checks method, content type and declared length. */
function refuseEarly(request: DeliveryRequest, bodyLimitBytes: number): Refusal | undefined {
  if (request.method !== "POST") return refuse("method");
  if (!isJsonType(otherHeader(request.headers, "content-type"))) return refuse("content-type");
  const declared = otherHeader(request.headers, "content-length");
  return declared !== undefined && Number(declared) > bodyLimitBytes ? refuse("body-too-large") : undefined;
}

function takeBody(given: DeliveryRequest["body"], reception: Reception): Maybe<TakenBody | LostBody | Refusal> {
  if (typeof given === "function") return reception.intake.read(given);
  const body = asBytes(given); // programs without types may give anything
  if (body === undefined) return { ok: "lost", message: decodedMessage };
  return body.length > reception.bodyLimitBytes
    ? refuse("body-too-large")
    : { ok: true, bytes: body, release: nothing };
}

const nothing = (): void => undefined;
