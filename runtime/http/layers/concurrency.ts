import type { Clock } from "../../abi/index.js";
import type { Exchange, Send } from "../exchange.js";
import { aborted, TransportFailure } from "../transport/failure.js";

/** How many requests may be under way at once. */
export interface ConcurrencyLimits {
  /** Requests of any kind. Default 64. */
  readonly maxConcurrent: number;
  /** Places on top that only the confirmation and the answers of interactions may take. Default 8. */
  readonly reservedForInteractions: number;
}

/** Lets a waiting call in. */
type Enter = () => void;

/** Lets a limited number of requests through; the others wait in order, those of interactions first. */
export function withConcurrency<Answer>(next: Send<Answer>, limits: ConcurrencyLimits, clock: Clock): Send<Answer> {
  const { maxConcurrent, reservedForInteractions } = limits;
  const waiting = { urgent: new Set<Enter>(), other: new Set<Enter>() };
  let underWay = 0;

  const hasRoom = (urgent: boolean) => underWay < maxConcurrent + (urgent ? reservedForInteractions : 0);
  const leave = () => {
    underWay -= 1;
    const [enter] = waiting.urgent.size > 0 ? waiting.urgent : hasRoom(false) ? waiting.other : [];
    if (!enter) return;
    underWay += 1;
    enter();
  };
  const wait = (exchange: Exchange, urgent: boolean) =>
    new Promise<void>((resolve, reject) => {
      const { signal } = exchange;
      if (signal?.aborted) return reject(aborted(false)); // it fires no more
      const queue = urgent ? waiting.urgent : waiting.other;
      const done = () => {
        queue.delete(enter);
        cancel?.();
        signal?.removeEventListener("abort", onAbort);
      };
      const refuse = (why: TransportFailure) => {
        done();
        reject(why);
      };
      const onAbort = () => refuse(aborted(false));
      const enter = () => {
        done();
        resolve();
      };
      const leftMs = exchange.deadlineAtMs - clock.monotonicMs();
      const cancel =
        leftMs === Infinity
          ? undefined
          : clock.schedule(() => refuse(new TransportFailure("queue", "the deadline passed in the queue")), leftMs);
      signal?.addEventListener("abort", onAbort, { once: true });
      queue.add(enter);
    });

  return async (request, exchange) => {
    const urgent = exchange.operation.urgent === true;
    if (hasRoom(urgent)) underWay += 1;
    else await wait(exchange, urgent);
    try {
      return await next(request, exchange);
    } finally {
      leave();
    }
  };
}
