import type { Confirmation, InteractionOutcome } from "../../../generated/types.js";
import type { Clock } from "../../abi/index.js";
import { isRefusal } from "../../http/errors/index.js";
import type { AfterDoor, Door, DoorResult, Texts } from "./door.js";

/** The answer to a signed delivery as a door: what is confirmed here becomes its body. */
export interface BodyDoor extends Door {
  /** Resolves with the confirmation as soon as there is one. */
  readonly body: Promise<Confirmation>;
}

export function bodyDoor(takesPrivate: boolean): BodyDoor {
  let resolve: (confirmation: Confirmation) => void = () => {};
  const body = new Promise<Confirmation>((settle) => {
    resolve = settle;
  });
  return {
    via: "body",
    takesPrivate,
    body,
    async confirm(confirmation): Promise<DoorResult> {
      resolve(confirmation);
      return Promise.resolve({ was: "accepted" });
    },
  };
}

/** Waits between tries of what follows a confirmation by body, in milliseconds. */
const PAUSES_MS = [50, 150, 400, 1_000];

/**
 * What follows a confirmation by body can overtake it on the way and be refused for that. A refusal proves that nothing
 * was done, so it is tried again, briefly.
 */
export function afterBody(after: AfterDoor, clock: Clock): AfterDoor {
  const patient = async (send: () => Promise<InteractionOutcome>): Promise<InteractionOutcome> => {
    for (const pauseMs of PAUSES_MS) {
      try {
        return await send();
      } catch (error) {
        if (!isRefusal(error) || error.ambiguous || error.code === "MISSING_CREDENTIAL") throw error;
        await new Promise<void>((resolve) => void clock.schedule(resolve, pauseMs));
      }
    }
    return send();
  };
  return {
    answer: async (texts: Texts, leftMs: number) => patient(async () => after.answer(texts, leftMs)),
    followUp: async (texts: Texts) => patient(async () => after.followUp(texts)),
  };
}
