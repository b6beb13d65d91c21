import type { Clock } from "../abi/index.js";
import { ArgumentError } from "../base/errors.js";
import { watch } from "./transport/abort.js";
import type { Answer, HttpCall } from "./call.js";

/** Runs the rest of the pipeline. Rejects only when no answer came; a refusal is an answer. */
export type HttpNext<Got = Answer> = (call: HttpCall) => Promise<Got>;

/**
 * One piece of the pipeline that every call goes through: it may read and change the call and its answer, answer
 * itself, or call `next` more than once. Retry, limits and the others are of this type too. What it throws reaches the
 * caller as it is.
 */
export type HttpMiddleware = (call: HttpCall, next: HttpNext) => Promise<Answer>;

/**
 * Where a middleware of a client's option stands: around the whole call, where it sees each call once, or around each
 * attempt, where it sees each request before version, user agent and credential are put on it. A bare function stands
 * around the call.
 */
export type MiddlewareOption =
  HttpMiddleware | { readonly around: "call" | "attempt"; readonly middleware: HttpMiddleware };

/**
 * The pieces of every client's pipeline in order, outermost first: what stands around a call and around each attempt of
 * it, with the user's middleware outside of either.
 */
export const piecesOf = (
  clock: Clock,
  middleware: readonly MiddlewareOption[],
  ofCall: readonly HttpMiddleware[],
  ofAttempt: readonly HttpMiddleware[],
): readonly HttpMiddleware[] => [
  ...bounding(clock, middleware),
  ...middlewareAround("call", middleware),
  ...ofCall,
  ...middlewareAround("attempt", middleware),
  ...ofAttempt,
];

/** Composes middleware into one function, the first outermost. Done once per client. */
export function compose(middleware: readonly HttpMiddleware[], last: HttpNext): HttpNext {
  return middleware.reduceRight<HttpNext>((next, one) => (call) => one(call, next), last);
}

/**
 * Stands around middleware of the user, if there is any: the call ends with its deadline and its signal, whether that
 * middleware notices or not. A millisecond later than the deadline, so that pieces that notice say more.
 */
function bounding(clock: Clock, { length }: readonly unknown[]): readonly HttpMiddleware[] {
  const bound: HttpMiddleware = (call, next) =>
    new Promise((resolve, reject) => {
      const { signal, deadlineAtMs, progress } = call;
      const leave = (failure: unknown) => {
        progress.ambiguous ||= progress.attempts > 0 && (progress.answer?.status ?? 0) < 300;
        reject(failure);
      };
      const unwatch = watch({ signal, timeoutMs: deadlineAtMs - clock.monotonicMs() + 1 }, clock, leave);
      next(call).then(resolve, reject).finally(unwatch);
    });
  return length > 0 ? [bound] : [];
}

/** The middleware of the option with this place. */
function middlewareAround(place: "call" | "attempt", options: readonly MiddlewareOption[]): HttpMiddleware[] {
  const here: HttpMiddleware[] = [];
  for (const option of options) {
    const { around, middleware } = typeof option === "function" ? { around: "call", middleware: option } : option;
    if (around === place) here.push(checked(middleware));
  }
  return here;
}

export function checked(middleware: HttpMiddleware): HttpMiddleware {
  return async (call, next) => {
    // Without types a middleware may return nothing, and call `next()` to go on with the call as it is.
    const answer: Partial<Answer> | undefined = await middleware(call, (given?: HttpCall) => next(given ?? call));
    if (typeof answer?.status === "number") return { headers: {}, body: "", ...answer } as Answer; // it has a status
    throw new ArgumentError("middleware returned no answer");
  };
}
