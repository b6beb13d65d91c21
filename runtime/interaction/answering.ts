import type { Assumptions, InteractionOutcome } from "../../generated/types.js";
import type { Clock } from "../abi/index.js";
import { isNoAnswer } from "../base/errors.js";
import { isRateLimited } from "../http/errors/index.js";
import { maybeCarriedOut } from "./errors.js";

/** What a second answer does at the service. `appends`: what may have been carried out is not repeated. */
export type AnswerTwice = Assumptions["answerTwice"];

/** How often one answer may be sent. */
export interface AnswerLimits {
  readonly on: "answered" | "followed-up";
  /** Milliseconds until it is pointless. */
  readonly leftMs: number;
}

/** What the attempts of one answer, or of one follow-up, share. */
export interface AnswerSettings extends AnswerLimits {
  readonly clock: Clock;
  /** Default: those of the clock. */
  readonly timers?: Pick<Clock, "schedule"> | undefined;
  /** From 0 to 1, drawn anew for each pause. */
  readonly random: () => number;
}

/** How an answer ended of which no attempt got through. */
export type AnswerLost = Extract<AnswerResult, { was: "lost" }>;

/** Sends answers and follow-ups by a reading of what a second answer does. */
export function answersInTime(answerTwice: AnswerTwice) {
  return async (send: AnswerAttempt, settings: AnswerSettings): Promise<AnswerResult> =>
    // A follow-up is said again whenever it is carried out again.
    answerInTime(send, settings, settings.on === "answered" ? answerTwice : "appends");
}

/** One attempt, which takes at most `leftMs`. */
export type AnswerAttempt = (leftMs: number) => Promise<InteractionOutcome | undefined>;

/** How an answer ended. */
export type AnswerResult =
  /** Without an outcome: by an attempt that got no answer, since the service refused a later one. */
  | { readonly was: "sent"; readonly outcome: InteractionOutcome | undefined }
  /** The service refused the first attempt. `ambiguous`: as below, where there is no second. */
  | { readonly was: "refused"; readonly error: unknown; readonly ambiguous: boolean }
  /** No attempt got through. `ambiguous`: one of them may have been carried out all the same. */
  | { readonly was: "lost"; readonly error: unknown; readonly ambiguous: boolean; readonly attempts: number };

/** When attempts begin, in milliseconds after the first where a whole minute is left; in less time they are closer. */
const ATTEMPTS_AT_MS = [0, 1_000, 3_500, 9_000, 21_000, 45_000];
const WHOLE_MS = 60_000;

/**
 * Sends an answer until the service has decided: at most six times, with growing pauses. What a second answer does is not
 * documented; unless it would be said twice, an attempt whose outcome is unknown is repeated, and any refusal after it
 * means that it was carried out. Never rejects.
 */
async function answerInTime(send: AnswerAttempt, settings: AnswerSettings, twice: AnswerTwice): Promise<AnswerResult> {
  const { clock, leftMs } = settings;
  const startedMs = clock.monotonicMs();
  const spentMs = (): number => clock.monotonicMs() - startedMs;
  let ambiguous = false;
  for (let attempts = 1; ; attempts += 1) {
    try {
      return { was: "sent", outcome: await send(Math.max(1, leftMs - spentMs())) };
    } catch (error) {
      const unclear = maybeCarriedOut(error);
      const refused = !unclear && !isRateLimited(error) && !isNoAnswer(error);
      if (refused) return ambiguous ? { was: "sent", outcome: undefined } : { was: "refused", error, ambiguous: false };
      ambiguous ||= unclear;
      const nextMs = nextAt(attempts, error, spentMs(), settings);
      if ((unclear && twice === "appends") || nextMs === undefined) return { was: "lost", error, ambiguous, attempts };
      await pause(nextMs - spentMs(), settings);
    }
  }
}

/** When the next attempt begins, in milliseconds after the first; undefined when there is none. */
function nextAt(attempts: number, error: unknown, nowMs: number, settings: AnswerSettings): number | undefined {
  const { leftMs, random } = settings;
  const plannedMs = ATTEMPTS_AT_MS[attempts];
  if (plannedMs === undefined) return undefined;
  const jitter = attempts === ATTEMPTS_AT_MS.length - 1 ? 1 : 0.8 + random() / 5;
  const inTimeMs = plannedMs * Math.min(1, leftMs / WHOLE_MS) * jitter;
  const askedMs = isRateLimited(error) ? (error.retryAfterMs ?? 0) : 0;
  const nextMs = Math.max(inTimeMs, nowMs + askedMs);
  return nextMs < leftMs ? nextMs : undefined;
}

async function pause(ms: number, { clock, timers = clock }: AnswerSettings): Promise<void> {
  return new Promise((resolve) => void timers.schedule(resolve, Math.max(0, ms)));
}

/** One attempt, where answers are not repeated. */
export async function sentOnce(send: AnswerAttempt, { leftMs }: AnswerLimits): Promise<AnswerResult> {
  try {
    return { was: "sent", outcome: await send(leftMs) };
  } catch (error) {
    return { was: "refused", error, ambiguous: maybeCarriedOut(error) };
  }
}
