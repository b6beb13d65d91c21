import type { Confirmation, InteractionId } from "../../../generated/types.js";
import { answerInteraction, confirmInteraction, followUpInteraction } from "../../../generated/routes.js";
import type { Caller } from "../../abi/index.js";
import { isAppsError, isRefusal } from "../../http/errors/index.js";
import type { AfterDoor, Door, DoorResult } from "./door.js";

/** Confirms by the route. */
export function restDoor(caller: Caller, interactionId: InteractionId): Door {
  return {
    via: "rest",
    takesPrivate: true,
    async confirm(confirmation: Confirmation, leftMs: number): Promise<DoorResult> {
      const params = { interactionId, ...confirmation };
      try {
        return { was: "accepted", outcome: await confirmInteraction(caller, params, within(leftMs)) };
      } catch (error) {
        return failure(error);
      }
    },
  };
}

/** Answers and follow-ups go by their routes, whichever door confirmed. */
export function restAfter(caller: Caller, interactionId: InteractionId): AfterDoor {
  return {
    answer: async (texts, leftMs) => answerInteraction(caller, { interactionId, ...texts }, within(leftMs)),
    followUp: async (texts) => followUpInteraction(caller, { interactionId, ...texts }),
  };
}

/** A call about an interaction never outlives its window, waits and repetitions included. */
function within(leftMs: number): { readonly deadlineMs: number } {
  return { deadlineMs: Math.max(1, leftMs) };
}

/** What an error says about whether the confirmation was carried out. */
export function failure(error: unknown): DoorResult {
  const ambiguous = !isAppsError(error) || error.ambiguous;
  if (isRefusal(error, "INTERACTION_ALREADY_CONFIRMED")) return { was: "already", ambiguous, error };
  return ambiguous ? { was: "ambiguous", error } : { was: "refused", error };
}
