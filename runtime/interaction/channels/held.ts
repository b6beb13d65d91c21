import type { Confirmation } from "../../../generated/types.js";
import { confirmInTime } from "../attempts.js";
import type { ConfirmResult, ResponseChannel, Texts } from "../channel.js";
import { BodyChannel, type BodyChannelSettings, type ConfirmingBody } from "./body.js";

/** What a held channel needs. */
export interface HeldChannelSettings extends BodyChannelSettings {
  readonly rest: ResponseChannel;
  /** `rest`: the body confirms nothing, as with `ack-then-rest`. */
  readonly via: "rest" | "body";
  /** From 0 to 1, drawn anew for each pause between attempts. */
  readonly random: () => number;
  /** Monotonic milliseconds by which the interaction must be confirmed. */
  readonly deadlineMs: number;
  /** Hears that something is left to be sent after the answer. */
  readonly onLate: () => void;
}

/** A handler that waits may still send something beside its wait: after so many milliseconds of silence it does not. */
const QUIET_MS = 20;

/**
 * The answer to a signed delivery on a host that freezes once it is sent: it is held back until everything has been sent
 * that belongs to the interaction. A text that follows the confirmation makes REST confirm first, and the body stays empty.
 */
export class HeldChannel implements ResponseChannel {
  readonly via: "rest" | "body";
  readonly #settings: HeldChannelSettings;
  readonly #body: BodyChannel;
  #confirmation: Confirmation | undefined;
  #confirming: Promise<boolean> | undefined;
  #isConfirmedByRest = false;
  #calls = 0;
  #isReleased = false;
  #rest: "ended" | "waiting" | undefined;
  #cancelQuiet: (() => void) | undefined;
  #release: (body: ConfirmingBody | undefined) => void = () => {};
  /** Resolves with the body to send, or without one where REST has confirmed. */
  readonly released = new Promise<ConfirmingBody | undefined>((resolve) => (this.#release = resolve));

  constructor(settings: HeldChannelSettings) {
    this.via = settings.via;
    this.#settings = settings;
    this.#body = new BodyChannel(settings);
  }

  get takesPrivate(): boolean {
    return this.via === "rest" || this.#settings.takesPrivate;
  }

  /** Whether there is a confirmation, sent or held. */
  get isConfirmed(): boolean {
    return this.#confirmation !== undefined;
  }

  confirm(confirmation: Confirmation, leftMs: number): ConfirmResult | Promise<ConfirmResult> {
    if (this.via === "rest") return this.#confirmByRest(confirmation, leftMs);
    const result = this.#body.confirm(confirmation);
    if (result.was === "accepted") this.#confirmation = confirmation;
    this.#check();
    return result;
  }

  async #confirmByRest(confirmation: Confirmation, leftMs: number): Promise<ConfirmResult> {
    return this.#call(async () => {
      const result = await this.#settings.rest.confirm(confirmation, leftMs);
      if (result.was === "accepted" || result.was === "already") this.#confirmation = confirmation;
      return result;
    });
  }

  async answer(texts: Texts, leftMs: number): ReturnType<ResponseChannel["answer"]> {
    return this.#afterConfirmation(async () => this.#body.answer(texts, leftMs));
  }

  async followUp(texts: Texts, leftMs: number): ReturnType<ResponseChannel["followUp"]> {
    return this.#afterConfirmation(async () => this.#body.followUp(texts, leftMs));
  }

  /** The handler has ended, or waits: sends the answer as soon as nothing more is under way. */
  rest(how: "ended" | "waiting"): void {
    this.#rest = how;
    this.#check();
  }

  /** Sends the answer now. */
  release(): void {
    this.#cancelQuiet?.();
    this.#isReleased = true;
    this.#body.close();
    this.#release(this.via === "rest" || this.#isConfirmedByRest ? undefined : this.#body.taken);
  }

  async #afterConfirmation<Outcome>(send: () => Promise<Outcome>): Promise<Outcome> {
    return this.#call(async () => {
      // Without REST only the body can confirm, and what follows goes out when the host wakes up.
      if (this.via === "body" && !this.#isReleased && !(await this.#confirmed())) this.release();
      if (this.#isReleased) this.#settings.onLate();
      return send();
    });
  }

  #confirmed(): Promise<boolean> {
    const { clock, random, deadlineMs, rest } = this.#settings;
    const confirmation = this.#confirmation ?? ({ type: "defer" } as const); // a session sends nothing before it confirms
    const attempt = (leftMs: number) => rest.confirm(confirmation, leftMs);
    return (this.#confirming ??= confirmInTime(attempt, { clock, random, deadlineMs }).then(({ was }) => {
      return (this.#isConfirmedByRest = was === "accepted" || was === "already");
    }));
  }

  async #call<Outcome>(make: () => Promise<Outcome>): Promise<Outcome> {
    this.#calls += 1;
    this.#cancelQuiet?.();
    try {
      return await make();
    } finally {
      this.#calls -= 1;
      this.#check();
    }
  }

  #check(): void {
    this.#cancelQuiet?.();
    if (this.#rest === undefined || !this.isConfirmed || this.#calls > 0) return;
    // A turn at least: what the handler does next with what it just sent comes first.
    const ms = this.#rest === "ended" ? 0 : QUIET_MS;
    this.#cancelQuiet = this.#settings.clock.schedule(() => this.release(), ms);
  }
}
