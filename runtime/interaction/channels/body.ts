import type { Confirmation } from "../../../generated/types.js";
import type { Clock } from "../../abi/index.js";
import { isRefusal } from "../../http/errors/index.js";
import type { ConfirmResult, ResponseChannel, Texts } from "../channel.js";

/** What a body channel stands on. */
export interface BodyChannelSettings {
  /** Where answers and follow-ups go, which have no place in a body. */
  readonly rest: Pick<ResponseChannel, "answer" | "followUp">;
  readonly clock: Clock;
  /** Whether a private text may travel in the body. */
  readonly takesPrivate: boolean;
  /** Writes a confirmation as the text of the body. Default: as JSON. */
  readonly printer?: { print(confirmation: Confirmation): string };
}

/** What stands in a body. */
export interface ConfirmingBody {
  readonly type: Confirmation["type"];
  readonly text: string;
}

/** The answer to a signed delivery as a channel: confirms by body, answers and follows up by `rest`. */
export class BodyChannel implements ResponseChannel {
  readonly via = "body";
  readonly #settings: BodyChannelSettings;
  #taken: ConfirmingBody | undefined;
  #isClosed = false;
  #waiting: ((body: ConfirmingBody | undefined) => void) | undefined;

  constructor(settings: BodyChannelSettings) {
    this.#settings = settings;
  }

  get takesPrivate(): boolean {
    return this.#settings.takesPrivate;
  }

  /** What stands in the body by now. */
  get taken(): ConfirmingBody | undefined {
    return this.#taken;
  }

  /** Resolves with the body as soon as there is one, or with none when it is closed. Asked for once. */
  body(): Promise<ConfirmingBody | undefined> {
    if (this.#isClosed || this.#taken) return Promise.resolve(this.#taken);
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  /** The body confirms nothing any more. */
  close(): void {
    this.#isClosed = true;
    this.#waiting?.(this.#taken);
  }

  confirm(confirmation: Confirmation): ConfirmResult {
    if (this.#isClosed || this.#taken) {
      return { was: "refused", error: new Error("The delivery has been answered already.") };
    }
    try {
      const { printer } = this.#settings;
      const text = printer ? printer.print(confirmation) : JSON.stringify(confirmation);
      this.#taken = { type: confirmation.type, text };
    } catch (error) {
      return { was: "refused", error };
    }
    this.#waiting?.(this.#taken);
    return accepted;
  }

  async answer(texts: Texts, leftMs: number): ReturnType<ResponseChannel["answer"]> {
    const { rest, clock } = this.#settings;
    return patiently(clock, async () => rest.answer(texts, leftMs));
  }

  async followUp(texts: Texts): ReturnType<ResponseChannel["followUp"]> {
    const { rest, clock } = this.#settings;
    return patiently(clock, async () => rest.followUp(texts));
  }
}

const accepted: ConfirmResult = { was: "accepted" };

/**
 * Waits between tries of what follows a confirmation by body, in milliseconds: longer in all than the service takes a
 * body for one.
 */
const PAUSES_MS = [50, 150, 400, 1_000, 1_000, 1_000];

/**
 * What follows a confirmation by body can overtake it on the way and be refused for that. A refusal proves that nothing
 * was done, so it is tried again until the body must have come.
 */
async function patiently<Outcome>(clock: Clock, send: () => Promise<Outcome>): Promise<Outcome> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await send();
    } catch (error) {
      if (!isRefusal(error) || error.ambiguous || error.code === "MISSING_CREDENTIAL") throw error;
      await new Promise<void>((resolve) => void clock.schedule(resolve, pauseMs));
    }
  }
  return send();
}
