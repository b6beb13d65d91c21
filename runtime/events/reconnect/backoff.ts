import type { Pace } from "./decide.js";

/** Bounds of the waits between connections. Milliseconds throughout. */
export interface BackoffOptions {
  /** Wait of the second attempt in a row; doubles from there. Default 500. */
  readonly baseMs: number;
  /** No wait of ours is longer. Default a quarter of the resume window, so that several attempts fit into it. */
  readonly capMs: number;
  /** First wait after being told that too many connections are open. Default half of `capMs`. */
  readonly patientMs: number;
  /** No wait is longer, whatever the service asks for. From the description's limits. */
  readonly ceilingMs: number;
}

/** The very first attempt after a connection that held: spread a little, so that a fleet does not return as one. */
const PROMPT_SPREAD_MS = 20;

/**
 * How long to wait before the next attempt.
 *
 * `attempt` counts attempts since the last connection that held, from 0; it is not the total of a lifetime. A wait
 * asked for by the service is never undercut: chance only adds to it, up to the ceiling. Our own waits are shortened
 * by chance, by up to a half, so that the first attempts together stay well inside the resume window.
 * @param random from 0 (included) to 1
 */
export function reconnectDelayMs(
  wait: { readonly pace: Pace; readonly attempt: number; readonly atLeastMs?: number; readonly retryMs?: number },
  options: BackoffOptions,
  random: number,
): number {
  const { pace, attempt, atLeastMs } = wait;
  if (atLeastMs !== undefined) {
    return Math.min(options.ceilingMs, atLeastMs + random * Math.min(1000, Math.max(50, atLeastMs / 10)));
  }
  if (pace === "prompt" && attempt === 0) return random * PROMPT_SPREAD_MS;
  const firstMs = firstWaitMs(pace, wait.retryMs, options);
  const doublings = Math.min(30, pace === "prompt" ? attempt - 1 : attempt);
  return Math.min(options.capMs, firstMs * 2 ** doublings) * (1 - random / 2);
}

function firstWaitMs(pace: Pace, retryMs: number | undefined, options: BackoffOptions): number {
  if (pace === "capped") return options.capMs;
  if (pace === "patient") return options.patientMs;
  return Math.max(options.baseMs, retryMs ?? 0);
}
