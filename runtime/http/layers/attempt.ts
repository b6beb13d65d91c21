import type { Clock, TransportAnswer, TransportRequest } from "../../abi/index.js";
import type { Send } from "../exchange.js";
import { aborted, TransportFailure } from "../transport/failure.js";

/** The lowest layer: counts what is really sent and gives it no more time than the call has left. */
export function withAttempt<Answer = TransportAnswer>(
  next: (request: TransportRequest) => Promise<Answer>,
  clock: Clock,
): Send<Answer> {
  return (request, exchange) => {
    if (exchange.signal?.aborted) return Promise.reject(aborted(false));
    const timeoutMs = Math.min(exchange.timeoutMs, exchange.deadlineAtMs - clock.monotonicMs());
    if (timeoutMs <= 0) return Promise.reject(new TransportFailure("queue", "the deadline passed before it was sent"));
    exchange.attempts += 1;
    return next({ ...request, timeoutMs });
  };
}
