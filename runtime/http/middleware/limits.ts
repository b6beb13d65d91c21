import { atLeastOne, count, type OptionsOf, options, type WithDefaults } from "../../base/options.js";
import { type Clock, systemClock } from "../../abi/index.js";
import { retryAfterOf } from "../answer.js";
import { routeOf } from "../../abi/wrong.js";
import { type HttpCall } from "../call.js";
import type { HttpMiddleware } from "../middleware.js";
import { waitAfter } from "../retry/decide.js";
import { sleep, onLimit } from "../../base/time.js";
import { aborted, TransportFailure } from "../transport/failure.js";

/** What the limits middleware needs. */
export interface LimitTools {
  /** How many requests may be under way. Default: any number. */
  readonly permits?: Permits;
  readonly memory: RateLimitMemory;
  /** What a 429 limits: all calls of the App, or those of its route. */
  readonly scope: "app" | "route";
  /** Milliseconds for which a 429 is remembered at least: the shortest wait of a repetition. */
  readonly leastMs: number;
  readonly clock: Clock;
  readonly random: () => number;
}

/** The longest time for which a limit is remembered, as on the gateway: a wrong `Retry-After` would block all calls. */
const LONGEST_MS = 300_000;

/**
 * Limits concurrent requests, interactions first, and sends none before the end of a rate limit that is known: calls
 * wait until it ends, plus a jitter. A call that is sent once (`retry: false`) neither waits for a rate limit nor makes
 * one known.
 */
export function limiting(tools: LimitTools): HttpMiddleware {
  const { memory, clock, permits, random } = tools;
  return async (call, next) => {
    const { operation, repeats, deadlineAtMs, signal } = call;
    const { urgent } = operation;
    const scope = tools.scope === "route" ? routeOf(operation) : "app";
    /**
     * Milliseconds to wait. An interaction that cannot wait until its deadline is sent at once: it has nothing to lose.
     */
    const limitMs = (): number => {
      const leftMs = repeats ? memory.remainingMs(scope) : 0;
      return urgent && clock.monotonicMs() + leftMs >= deadlineAtMs ? 0 : leftMs;
    };
    for (;;) {
      for (let waitMs; (waitMs = limitMs()) > 0;) {
        // The answer that the service would give.
        const headers = { "retry-after": String(Math.ceil(waitMs) / 1_000) };
        // Interactions go when it ends; all others a moment later, with jitter.
        if (!urgent) waitMs = waitAfter(waitMs, Infinity, random()) + 1;
        if (clock.monotonicMs() + waitMs >= deadlineAtMs) {
          return { status: 429, headers, body: "" };
        }
        if (!(await sleep(clock, waitMs, signal))) throw aborted(false);
      }
      // An urgent attempt overtakes one that hangs, and does not wait behind it.
      const entered = call.urgent ? undefined : permits?.enter(call);
      const permit = entered instanceof Promise ? await entered : entered;
      try {
        // A limit may have become known while this call waited for its permit.
        if (permit !== entered && limitMs() > 0) continue;
        const answer = await next(call);
        if (answer.status === 429 && repeats) {
          const askedMs = retryAfterOf(answer, clock) ?? 0;
          memory.limited(scope, Math.min(LONGEST_MS, Math.max(tools.leastMs, askedMs)));
        }
        return answer;
      } finally {
        if (permit) permits?.leave(permit);
      }
    }
  };
}

/**
 * The rate limits that the service has named, for one client or many that share the memory. Both functions are called
 * often and answer at once.
 */
export interface RateLimitMemory {
  /** Milliseconds until the limit of this scope ends; 0 when none is known. */
  remainingMs(scope: string): number;
  /** The service answered 429 in this scope and asked to wait so long. */
  limited(scope: string, waitMs: number): void;
}

/**
 * Makes a memory in this process. Of two waits in one scope the later end counts.
 * @param clock default: the machine's
 */
export function rateLimitMemory(clock: Clock = systemClock): RateLimitMemory {
  const ends = new Map<string, number>();
  return {
    remainingMs(scope) {
      const endMs = ends.get(scope);
      if (endMs === undefined) return 0;
      const leftMs = Math.max(0, endMs - clock.monotonicMs());
      if (leftMs === 0) ends.delete(scope);
      return leftMs;
    },
    limited(scope, waitMs) {
      ends.set(scope, Math.max(ends.get(scope) ?? 0, clock.monotonicMs() + waitMs));
    },
  };
}

/** How many requests may be under way at once. */
export interface ConcurrencyOptions extends OptionsOf<typeof concurrencyOptions> {}

/** The limits with their defaults. */
export interface ConcurrencyLimits extends WithDefaults<typeof concurrencyOptions> {}

export const concurrencyOptions = /* @__PURE__ */ options(() => ({
  /** Requests of any kind. Default 64. */
  maxConcurrent: atLeastOne(64),
  /** Permits on top that only the confirmation and the answers of interactions may take. Default 8. */
  reservedForInteractions: count(8),
}));

/** The right to send one request. It is given back, or ends with the signal or the time of its call. */
export interface Permit {
  readonly signal: AbortSignal | undefined;
  /** When the attempt is over for certain, on the monotonic clock. */
  readonly untilMs: number;
}

/** Hands out permits. */
export interface Permits {
  /** Takes a permit; a promise of one where none is free. Calls wait in order, those of interactions first. */
  enter(call: HttpCall): Permit | Promise<Permit>;
  /** Gives a permit back. */
  leave(permit: Permit): void;
}

/** A permit covers two requests and two answers of the token function, each with the time of one attempt. */
const TIMES = 4;

/**
 * Makes the permits of one client. Some runtimes drop the promises and timers of an incoming request when it ends, so
 * that a permit is never given back: it is reclaimed when another call needs one.
 */
export function permits({ maxConcurrent, reservedForInteractions }: ConcurrencyLimits, clock: Clock): Permits {
  // Lists are cheaper than sets here: finding the first of a set means to skip all that were deleted.
  const held: Permit[] = [];
  const waiting: { readonly urgent: (() => void)[]; readonly other: (() => void)[] } = { urgent: [], other: [] };
  const hasRoom = (urgent: boolean) => held.length < maxConcurrent + (urgent ? reservedForInteractions : 0);
  // No held permit has ended before `soonestMs` while none has a signal: then nothing is searched.
  let soonestMs = Infinity;
  let withSignal = 0;
  const take = ({ signal, timeoutMs, deadlineAtMs }: HttpCall): Permit => {
    const permit = { signal, untilMs: Math.min(deadlineAtMs, clock.monotonicMs() + TIMES * timeoutMs) };
    held.push(permit);
    soonestMs = Math.min(soonestMs, permit.untilMs);
    if (signal) withSignal += 1;
    return permit;
  };
  const drop = (permit: Permit): boolean => {
    const at = held.indexOf(permit);
    const last = at < 0 ? undefined : held.pop();
    if (!last) return false;
    if (last !== permit) held[at] = last;
    if (permit.signal) withSignal -= 1;
    return true;
  };
  const admitNext = () => {
    if (waiting.urgent.length > 0) waiting.urgent.shift()?.();
    else if (hasRoom(false)) waiting.other.shift()?.();
  };
  const reclaim = (nowMs: number) => {
    if (withSignal === 0 && nowMs < soonestMs) return;
    soonestMs = Infinity;
    for (const permit of held.slice()) {
      if (permit.untilMs > nowMs && permit.signal?.aborted !== true) {
        soonestMs = Math.min(soonestMs, permit.untilMs);
      } else {
        drop(permit);
        admitNext();
      }
    }
  };
  return {
    enter(call) {
      const urgent = call.operation.urgent === true;
      if (!hasRoom(urgent)) reclaim(clock.monotonicMs());
      return hasRoom(urgent) ? take(call) : enqueue(call, urgent ? waiting.urgent : waiting.other, { clock, take });
    },
    leave(permit) {
      if (drop(permit)) admitNext();
    },
  };
}

interface QueueTools {
  readonly clock: Clock;
  readonly take: (call: HttpCall) => Permit;
}

function enqueue(call: HttpCall, queue: (() => void)[], { clock, take }: QueueTools): Promise<Permit> {
  const { signal, deadlineAtMs } = call;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted(false)); // it does not fire again
    const leftMs = deadlineAtMs - clock.monotonicMs();
    const time = { timeoutMs: leftMs < Infinity ? leftMs : undefined, signal };
    const stop = onLimit(time, clock, (first) => {
      queue.splice(queue.indexOf(admit), 1);
      reject(first === "aborted" ? aborted(false) : new TransportFailure("queue", "the deadline passed in the queue"));
    });
    const admit = () => {
      stop();
      resolve(take(call));
    };
    queue.push(admit);
  });
}
