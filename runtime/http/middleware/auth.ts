import type { Clock } from "../../abi/index.js";
import { within } from "../../base/time.js";
import { refusesWith } from "../answer.js";
import { AppCredential, type TokenSource } from "../credential.js";
import type { HttpCall } from "../call.js";
import type { HttpNext } from "../middleware.js";
import { aborted, TransportFailure } from "../transport/failure.js";

/**
 * Chooses the credential of the request; none where the operation takes none.
 *
 * When the service refuses the credential by code and there is another one, sends the request once more with that one:
 * the refusal proves that nothing was done. A 401 without a code proves nothing about the credential.
 */
export function authenticating(source: TokenSource, clock: Clock) {
  return async <Got extends { readonly status: number }>(call: HttpCall, next: HttpNext<Got>): Promise<Got> => {
    if (call.operation.auth === false) return next(call);
    const { progress } = call;
    const current = source.current();
    const credential = current instanceof AppCredential ? current : await inTime(current, call, clock);
    progress.credential = credential;
    const answer = await next(call);
    // Middleware may have sent another credential, or none.
    if (progress.credential !== credential || !isRefusedCredential(answer)) return answer;
    const other = await inTime(source.other(credential), call, clock);
    if (!other) return answer;
    progress.credential = other;
    return next(call);
  };
}

/** Gives a token function the time of one attempt at most: meanwhile the call holds a permit. */
export function inTime<Result>(
  asked: Promise<Result>,
  { signal, timeoutMs: attemptMs, deadlineAtMs }: Pick<HttpCall, "signal" | "timeoutMs" | "deadlineAtMs">,
  clock: Clock,
): Promise<Result> {
  const timeoutMs = Math.max(0, Math.min(attemptMs, deadlineAtMs - clock.monotonicMs()));
  const late = `the token function took longer than ${Math.ceil(timeoutMs) || 1} ms`;
  return within(asked, { clock, timeoutMs, signal }, (why) =>
    why === "aborted" ? aborted(false) : new TransportFailure("credential", late),
  );
}

const isRefusedCredential = (answer: { readonly status: number; readonly body?: unknown }) =>
  answer.status >= 400 && typeof answer.body === "string" && refusesWith("MISSING_CREDENTIAL", answer.body);
