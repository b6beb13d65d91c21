import type { InteractionId } from "../../../generated/types.js";
import { answerInteraction, confirmInteraction, followUpInteraction } from "../../../generated/routes.js";
import type { Caller } from "../../abi/index.js";
import { isAppsError, isNoAnswer, isRateLimited, isRefusal } from "../../http/errors/index.js";
import type { ConfirmResult, ResponseChannel } from "../channel.js";

/** Confirms, answers and follows up by the routes. */
export function restChannel(caller: Caller, interactionId: InteractionId): ResponseChannel {
  let underWay = 0;
  return {
    via: "rest",
    takesPrivate: true,
    async confirm(confirmation, leftMs) {
      // An attempt beside another overtakes it: over the connections that are kept it would hang like that.
      const connection = underWay > 0 ? ({ urgent: true } as const) : {};
      underWay += 1;
      try {
        // Repeated by whoever asked: the client's own pace is made for calls that have time.
        const options = { ...within(leftMs), timeoutMs: leftMs, retry: false, ...connection } as const;
        return {
          was: "accepted",
          outcome: await confirmInteraction(caller, { interactionId, ...confirmation }, options),
        };
      } catch (error) {
        return failureOf(error);
      } finally {
        underWay -= 1;
      }
    },
    answer: async (texts, leftMs) => answerInteraction(caller, { interactionId, ...texts }, within(leftMs)),
    followUp: async (texts) => followUpInteraction(caller, { interactionId, ...texts }),
  };
}

/** A call about an interaction never outlives its window, waits and repetitions included. */
function within(leftMs: number): { readonly deadlineMs: number } {
  return { deadlineMs: Math.max(1, leftMs) };
}

/** What an error says about whether the confirmation was carried out. */
function failureOf(error: unknown): ConfirmResult {
  const ambiguous = !isAppsError(error) || error.ambiguous;
  if (isRefusal(error, "INTERACTION_ALREADY_CONFIRMED")) return { was: "already", ambiguous, error };
  if (ambiguous) return { was: "ambiguous", error };
  if (isRateLimited(error)) return { was: "refused", error, repeatAfterMs: error.retryAfterMs ?? 0 };
  return isNoAnswer(error, "unreachable") ? { was: "refused", error, repeatAfterMs: 0 } : { was: "refused", error };
}
