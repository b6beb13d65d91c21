import type { InteractionId } from "../../../generated/types.js";
import { answerInteraction, confirmInteraction, followUpInteraction } from "../../../generated/routes.js";
import type { Caller } from "../../abi/index.js";
import { isNoAnswer } from "../../base/errors.js";
import { isRateLimited, isRefusal } from "../../http/errors/index.js";
import type { ConfirmResult, ResponseChannel } from "../channel.js";
import { maybeCarriedOut } from "../errors.js";

/** Confirms, answers and follows up by REST. */
export function restChannel(caller: Caller, interactionId: InteractionId): ResponseChannel {
  let pending = 0;
  return {
    via: "rest",
    takesPrivate: true,
    async confirm(confirmation, leftMs) {
      // A pending attempt may hang on a pooled connection: the one that overtakes it opens a new connection.
      const connection = pending > 0 ? ({ urgent: true } as const) : {};
      pending += 1;
      try {
        // The session repeats it: the retries of the client take too long for a window of seconds.
        const options = { ...once(leftMs), timeoutMs: leftMs, ...connection };
        return {
          was: "accepted",
          outcome: await confirmInteraction(caller, { interactionId, ...confirmation }, options),
        };
      } catch (error) {
        return failureOf(error);
      } finally {
        pending -= 1;
      }
    },
    // The session repeats these as well, since it knows what may be said twice.
    answer: async (texts, leftMs) => answerInteraction(caller, { interactionId, ...texts }, once(leftMs)),
    followUp: async (texts, leftMs) => followUpInteraction(caller, { interactionId, ...texts }, once(leftMs)),
  };
}

/** One attempt, bounded by the window of the interaction. */
const once = (leftMs: number) => ({ deadlineMs: Math.max(1, leftMs), retry: false }) as const;

/** Whether a confirmation that ended with this error was carried out. */
function failureOf(error: unknown): ConfirmResult {
  const ambiguous = maybeCarriedOut(error);
  if (isRefusal(error, "INTERACTION_ALREADY_CONFIRMED")) return { was: "already", ambiguous, error };
  if (ambiguous) return { was: "ambiguous", error };
  if (isRateLimited(error)) return { was: "refused", error, repeatAfterMs: error.retryAfterMs ?? 0 };
  return isNoAnswer(error, "unreachable") ? { was: "refused", error, repeatAfterMs: 0 } : { was: "refused", error };
}
