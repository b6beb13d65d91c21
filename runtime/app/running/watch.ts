import type { Clock } from "../../abi/index.js";
import type { Confirmation } from "../../../generated/types.js";
import type { Around, InteractionRef, Tell } from "../hooks.js";
import type { Door, DoorResult } from "../interaction/door.js";

export interface Watch {
  readonly clock: Clock;
  readonly tell: Tell | undefined;
  readonly around: Around | undefined;
  readonly ref: InteractionRef;
}

/** A door that tells what went through it. */
export function watchDoor(door: Door, { clock, tell, around, ref }: Watch): Door {
  if (!tell && !around) return door;
  const confirm = async (confirmation: Confirmation, leftMs: number, auto: boolean): Promise<DoorResult> => {
    const startedMs = clock.monotonicMs();
    const attributes = { confirmation: confirmation.type, via: door.via, auto };
    const send = async () => door.confirm(confirmation, leftMs, auto);
    const result = around ? await around({ name: "confirm", attributes }, send) : await send();
    if (result.was === "accepted" || result.was === "already") {
      const tookMs = clock.monotonicMs() - startedMs;
      tell?.({ kind: "confirmed", confirmation: confirmation.type, auto, via: door.via, tookMs, ...ref });
    }
    return result;
  };
  return { via: door.via, takesPrivate: door.takesPrivate, confirm };
}
