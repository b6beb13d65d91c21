import { sleep } from "../../base/time.js";
import { limits } from "../../../generated/tables.js";
import type { Confirmation } from "../../../generated/types.js";
import type { Clock } from "../../abi/index.js";
import { isRefusal } from "../../http/errors/index.js";
import type { ConfirmResult, ResponseChannel, Texts } from "../channel.js";

/** What a body channel needs. */
export interface BodyChannelSettings {
  /** Sends answers and follow-ups, which cannot go into a body. */
  readonly rest: Pick<ResponseChannel, "answer" | "followUp">;
  readonly clock: Clock;
  /** Monotonic milliseconds at which the delivery arrived. */
  readonly receivedAtMs: number;
  /** Whether a private text may go into the body. */
  readonly takesPrivate: boolean;
  /** Prints a confirmation as the text of the body. Default: as JSON. */
  readonly printer?: { print(confirmation: Confirmation): string };
}

/** A body that confirms. */
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

  /** The body, if there is one by now. */
  get taken(): ConfirmingBody | undefined {
    return this.#taken;
  }

  /**
   * Resolves with the body as soon as there is one, or without one when the channel closes: at the deadline at the latest,
   * after `late`, which may still confirm. Called once.
   */
  body(deadlineMs: number, late: () => void): Promise<ConfirmingBody | undefined> {
    if (this.#isClosed || this.#taken) return Promise.resolve(this.#taken);
    const { clock } = this.#settings;
    return new Promise((resolve) => {
      const close = (): void => {
        late();
        this.close();
      };
      const cancel = clock.schedule(close, deadlineMs - clock.monotonicMs());
      this.#waiting = (body) => {
        cancel();
        resolve(body);
      };
    });
  }

  /** Takes no confirmation from now on. */
  close(): void {
    this.#isClosed = true;
    this.#waiting?.(this.#taken);
  }

  confirm(confirmation: Confirmation): ConfirmResult {
    if (this.#isClosed || this.#taken) {
      return { was: "refused", error: new Error("The delivery has been answered already") };
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
    return this.#afterBody(async () => this.#settings.rest.answer(texts, leftMs));
  }

  async followUp(texts: Texts, leftMs: number): ReturnType<ResponseChannel["followUp"]> {
    return this.#afterBody(async () => this.#settings.rest.followUp(texts, leftMs));
  }

  /**
   * A call can overtake the body that confirms the interaction, and is refused for that. A refusal proves that nothing
   * was done, so the call is repeated until the service has the body, or takes none any more.
   */
  async #afterBody<Outcome>(send: () => Promise<Outcome>): Promise<Outcome> {
    const { clock, receivedAtMs } = this.#settings;
    for (let tries = 0; ; tries += 1) {
      try {
        return await send();
      } catch (error) {
        const isBodyThere = clock.monotonicMs() - receivedAtMs >= limits.confirmationWindowMs;
        if (isBodyThere || !mayBeTooEarly(error)) throw error;
        await sleep(clock, PAUSES_MS[tries] ?? 1_000);
      }
    }
  }
}

const accepted: ConfirmResult = { was: "accepted" };

/** The first pauses between tries, in milliseconds; a second from then on. */
const PAUSES_MS = [50, 150, 400];

/** A dead credential stays dead, and a 429 was waited for by the client. */
function mayBeTooEarly(error: unknown): boolean {
  return isRefusal(error) && !error.ambiguous && error.status !== 429 && error.code !== "MISSING_CREDENTIAL";
}
