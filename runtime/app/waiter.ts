import { NoAnswerError } from "../http/errors/index.js";
import type { Wait } from "./waits.js";

/** What a wait ends with that was open when its handler ended. */
class HandlerEnded extends NoAnswerError {
  constructor() {
    super("The handler ended, and what it waited for with it.", { reason: "aborted" });
  }
}

/** A handler as one who waits, over all interactions that it hears on the way. */
export class Waiter {
  /** With how many answers there were when it began; absent for most handlers, which wait for nobody. */
  #open: Map<Pick<Wait, "fail">, number> | undefined;
  #answers = 0;
  #isOver = false;

  /** @throws NoAnswerError once the handler has ended */
  check(): void {
    if (this.#isOver) throw new HandlerEnded();
  }

  begins(wait: Pick<Wait, "fail">): void {
    this.#open ??= new Map();
    this.#open.set(wait, this.#answers);
  }

  ended(wait: Pick<Wait, "fail">, isAnswered: boolean): void {
    this.#open?.delete(wait);
    if (isAnswered) this.#answers += 1;
  }

  /** The handler has ended. Of its waits, one that lost to another's answer is over; for one that lost to time it is late. */
  end(): void {
    this.#isOver = true;
    for (const [wait, answers] of this.#open ?? []) wait.fail(new HandlerEnded(), answers === this.#answers);
  }
}

/** What a handler is given of a wait: that it ended with the handler is no rejection that somebody has to handle. */
export function leavable<Heard>(hearing: Promise<Heard>): Promise<Heard> {
  const told: Promise<Heard> = hearing.catch((error: unknown) => {
    if (error instanceof HandlerEnded) told.catch(() => undefined);
    throw error;
  });
  return told;
}
