import type { Clock, TransportAnswer } from "../../abi/index.js";
import { refusesWith } from "../answer.js";
import { Credential } from "../credential.js";
import type { Exchange, Send } from "../exchange.js";
import type { TokenSource } from "../token-source.js";
import { aborted, TransportFailure } from "../transport/failure.js";
import { watch } from "../transport/watch.js";

/**
 * Says which credential the request is sent with; none where the operation takes none.
 *
 * When the service refuses the credential by code and another one is at hand, the request is sent once more with that
 * one: the refusal proves that nothing was done. A bare 401 proves nothing about the credential and changes nothing.
 */
export function withAuth<Answer extends { readonly status: number }>(
  next: Send<Answer | TransportAnswer>,
  source: TokenSource,
  clock: Clock,
): Send<Answer | TransportAnswer> {
  return async (request, exchange) => {
    if (exchange.operation.auth === false) return next(request, exchange);
    const current = source.current();
    const credential = current instanceof Credential ? current : await inTime(current, exchange, clock);
    exchange.credential = credential;
    const answer = await next(request, exchange);
    if (!isRefusedCredential(answer)) return answer;
    const other = await inTime(source.other(credential), exchange, clock);
    if (!other) return answer;
    exchange.credential = other;
    return next(request, exchange);
  };
}

/** A token function gets no more time than an attempt: while it takes its time, the call holds a place of the client. */
export function inTime<Result>(
  asked: Promise<Result>,
  { signal, timeoutMs: attemptMs, deadlineAtMs }: Pick<Exchange, "signal" | "timeoutMs" | "deadlineAtMs">,
  clock: Clock,
): Promise<Result> {
  const timeoutMs = Math.max(0, Math.min(attemptMs, deadlineAtMs - clock.monotonicMs()));
  let unwatch: (() => void) | undefined;
  return new Promise((resolve, reject) => {
    // Whatever becomes of the wait, `asked` is listened to: a failure that nobody hears would end the process.
    asked.then(resolve, reject).finally(() => unwatch?.());
    if (signal?.aborted) return reject(aborted(false));
    unwatch = watch(signal ? { timeoutMs, signal } : { timeoutMs }, clock, ({ reason }) => {
      unwatch?.();
      const late = new TransportFailure("credential", `the token function took longer than ${timeoutMs} ms`);
      reject(reason === "aborted" ? aborted(false) : late);
    });
  });
}

const isRefusedCredential = (answer: { readonly status: number; readonly body?: unknown }) =>
  answer.status >= 400 && typeof answer.body === "string" && refusesWith("MISSING_CREDENTIAL", answer.body);
