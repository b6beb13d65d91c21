import type { Interaction } from "../../generated/types.js";
import type { WaitAnswer } from "../fleet/shared-waits.js";
import type { RouteKey } from "./routing/router.js";
import type { Wait } from "./waits.js";

/** Waits remembered; whoever answers an older one is declined without a word about it. */
const REMEMBERED = 1_000;

/** What an interaction without a handler is to conversations, here or at another member of the fleet. */
export type PastWait = Exclude<WaitAnswer, "taken">;

/**
 * Of what an interaction is to conversations here and at other members, what tells more: that the one it was for cannot go
 * on. A member that has taken part for a while has heard an answer to nearly every component.
 */
export const moreTelling = (here?: PastWait, elsewhere?: PastWait): PastWait | undefined =>
  here !== "late" && (elsewhere === "late" || elsewhere === "gone") ? elsewhere : (here ?? elsewhere);

type Asked = Pick<Wait, "type" | "channelId" | "userId" | "read">;

/** Whether a wait is for this person, or anyone, in this channel. */
export const isOf = ({ channelId, userId }: Asked, by: Interaction): boolean =>
  channelId === by.channelId && (userId ?? by.userId) === by.userId;

/** Waits that are over: what comes for them all the same lacks no route. */
export class PastWaits {
  readonly #waits: (Asked & { readonly isLate: boolean })[] = [];

  /** `isLate`: nobody had come in time. */
  add({ type, channelId, userId, read }: Asked, isLate: boolean): void {
    this.#waits.push({ type, channelId, userId, read, isLate });
    if (this.#waits.length > REMEMBERED) this.#waits.shift();
  }

  /** By the youngest that it could have answered, else by those that are still `open`. */
  find({ type, id }: RouteKey, by: Interaction, open: Iterable<Asked>): PastWait | undefined {
    if (id === undefined) return undefined;
    const fits = (wait: Asked): boolean => wait.type === type && wait.read(id) !== undefined;
    const past = this.#waits.findLast((wait) => isOf(wait, by) && fits(wait));
    if (past) return past.isLate ? "late" : "over";
    if ([...open].some(fits)) return "others";
    return this.#waits.some(fits) ? "over" : undefined;
  }
}
