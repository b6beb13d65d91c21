import type { Clock } from "../../abi/index.js";
import type { Confirmation, InteractionOutcome } from "../../../generated/types.js";
import { InteractionExpiredError, isAppsError, isRefusal } from "../../http/errors/index.js";
import { InteractionClosedError } from "../errors.js";
import type { AfterDoor, Door, DoorResult, Texts } from "./door.js";
import {
  beginAnswer,
  beginConfirm,
  beginFollowUp,
  endAnswer,
  endConfirm,
  endFollowUp,
  initialState,
} from "./machine.js";
import type { ConfirmKind, Decision, InteractionState, MachineLimits } from "./machine.js";
import type { Answered } from "./types.js";

export interface SessionSettings {
  readonly clock: Clock;
  readonly timers: Pick<Clock, "schedule">;
  readonly limits: MachineLimits;
  readonly deadlineMs: number;
  /** Refuses follow-ups past the platform's limits before sending. */
  readonly enforceFollowUps: boolean;
  /** Told once, when the answer to a defer is still missing and its time is nearly over. `auto`: it was not the handler's. */
  readonly onAnswerDue: (leftMs: number, auto: boolean) => void;
  /** Milliseconds before the end of the answer's time at which `onAnswerDue` is called. */
  readonly answerWarningMs: number;
}

/** Tries of one confirmation that got no answer: repeating is harmless, since the first to arrive wins. */
const CONFIRM_TRIES = 3;

/** One interaction's dealings with the service: the machine, its door and its clock. */
export class Session {
  #state: InteractionState = initialState;
  #pending: Promise<DoorResult> | undefined;
  #cancelWarning: (() => void) | undefined;

  readonly #settings: SessionSettings;
  readonly #door: Door;
  readonly #after: AfterDoor;

  constructor(settings: SessionSettings, door: Door, after: AfterDoor) {
    this.#settings = settings;
    this.#door = door;
    this.#after = after;
  }

  get door(): Door {
    return this.#door;
  }

  get state(): InteractionState {
    return this.#state;
  }

  get followUpsLeft(): number {
    return Math.max(0, this.#settings.limits.followUps - this.#state.followUps);
  }

  remainingMs(): number {
    return Math.max(0, this.#settings.deadlineMs - this.#settings.clock.monotonicMs());
  }

  /** Confirms, or finds that it stands already; a reply that comes after a defer becomes the answer. */
  async confirm(confirmation: Confirmation, texts?: Texts, auto = false): Promise<Answered> {
    for (;;) {
      const decision = beginConfirm(this.#state, confirmation.type, this.#time(), auto);
      switch (decision.do) {
        case "wait":
          await this.#pending;
          continue;
        case "answer":
          return this.answer(texts ?? { content: "" }, "reply");
        case "agree":
          this.#state = decision.state;
          return this.#answered(undefined);
        case "refuse":
          this.#state = decision.state;
          throw new InteractionClosedError(confirmation.type, decision.reason, this.#byApp());
        case "send":
          this.#state = decision.state;
          return this.#concluded(confirmation, await (this.#pending = this.#try(confirmation, auto)));
      }
    }
  }

  async answer(texts: Texts, action = "answer"): Promise<Answered> {
    const { clock, limits } = this.#settings;
    const decision = await this.#decide(() => beginAnswer(this.#state, clock.monotonicMs(), limits));
    this.#enter(decision, action);
    this.#cancelWarning?.();
    const { phase } = this.#state;
    const sinceMs = phase.at === "confirmed" ? clock.monotonicMs() - phase.atMs : 0;
    try {
      const outcome = await this.#after.answer(texts, limits.deferredAnswerMs - sinceMs);
      this.#state = endAnswer(this.#state, true);
      return this.#answered(outcome, "rest");
    } catch (error) {
      this.#state = endAnswer(this.#state, maybeCarriedOut(error));
      throw error;
    }
  }

  async followUp(texts: Texts): Promise<Answered> {
    const { clock, limits, enforceFollowUps } = this.#settings;
    const decide = () => beginFollowUp(this.#state, clock.monotonicMs(), limits, enforceFollowUps);
    this.#enter(await this.#decide(decide), "followUp");
    try {
      return this.#answered(await this.#after.followUp(texts), "rest");
    } catch (error) {
      this.#state = endFollowUp(this.#state, maybeCarriedOut(error));
      throw error;
    }
  }

  #concluded(confirmation: Confirmation, result: DoorResult): Answered {
    if (result.was === "accepted" || result.was === "already") {
      if (confirmation.type === "defer") this.#warnBeforeAnswerIsDue();
      return this.#answered(result.was === "accepted" ? result.outcome : undefined);
    }
    throw this.#state.phase.at === "expired" ? expiredError(result.error) : result.error;
  }

  async #try(confirmation: Confirmation, auto: boolean): Promise<DoorResult> {
    for (let tries = 1; ; tries += 1) {
      const result = await this.#door.confirm(confirmation, this.remainingMs(), auto);
      this.#state = endConfirm(this.#state, result, this.#time());
      if (result.was !== "ambiguous" || tries === CONFIRM_TRIES) return result;
      const again = beginConfirm(this.#state, confirmation.type, this.#time(), auto);
      if (again.do !== "send") return result;
      this.#state = again.state;
    }
  }

  async #decide(decide: () => Decision): Promise<Decision> {
    for (;;) {
      const decision = decide();
      if (decision.do !== "wait") return decision;
      await this.#pending;
    }
  }

  #enter(decision: Decision, action: string): void {
    if (decision.do === "refuse") {
      this.#state = decision.state;
      throw new InteractionClosedError(action, decision.reason);
    }
    if (decision.do === "send") this.#state = decision.state;
  }

  /** What the App confirms or has confirmed with in the handler's stead, unless somebody else was faster. */
  #byApp(): ConfirmKind | undefined {
    const { phase } = this.#state;
    if (phase.at === "confirmed") return phase.auto && phase.by !== "other" ? phase.kind : undefined;
    return phase.at === "confirming" && phase.auto ? phase.kind : undefined;
  }

  #answered(outcome: InteractionOutcome | undefined, via = this.#door.via): Answered {
    const { phase } = this.#state;
    const messageId = outcome?.messageId;
    return {
      by: phase.at === "confirmed" ? phase.by : "us",
      via,
      ...(messageId === undefined ? {} : { messageId }),
    };
  }

  #warnBeforeAnswerIsDue(): void {
    const { timers, limits, answerWarningMs, onAnswerDue } = this.#settings;
    const warn = () => {
      const { answer, phase } = this.#state;
      if (answer === "none") onAnswerDue(answerWarningMs, phase.at === "confirmed" && phase.auto);
    };
    this.#cancelWarning = timers.schedule(warn, limits.deferredAnswerMs - answerWarningMs);
  }

  #time(): { readonly nowMs: number; readonly deadlineMs: number } {
    return { nowMs: this.#settings.clock.monotonicMs(), deadlineMs: this.#settings.deadlineMs };
  }
}

/** A refusal after our own deadline: the service was too late to be asked, whatever code it chose to say so. */
function expiredError(error: unknown): unknown {
  if (!isRefusal(error)) return error;
  const { operation, route, status, code, attempts, ambiguous } = error;
  const details = { operation, route, status, code, attempts, ambiguous, cause: error };
  return new InteractionExpiredError("The interaction expired before its confirmation arrived.", details);
}

/** Only an error that says so proves that nothing was done. */
function maybeCarriedOut(error: unknown): boolean {
  return !isAppsError(error) || error.ambiguous;
}
