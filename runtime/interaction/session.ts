import type { Confirmation, InteractionOutcome, MessageId } from "../../generated/types.js";
import { ArgumentError } from "../base/errors.js";
import { sentOnce } from "./answering.js";
import { attemptShareMs, confirmInTime } from "./attempts.js";
import type { ConfirmResult, Texts } from "./channel.js";
import { expiredError, InteractionClosedError } from "./errors.js";
import { firstReply } from "./check.js";
import { watchDeferred } from "./deferred.js";
import { opened, step, type ConfirmKind, type Effect, type Input, type InteractionState } from "./machine.js";
import type { SessionTimer } from "./timers.js";
import type { Answered, Carried, Sent, SessionSettings, SessionStart } from "./session-types.js";

export type { Answered, SessionSettings, SessionStart } from "./session-types.js";

/** One interaction: its state machine, carried out over its channel and its clock. */
export class Session {
  #state: InteractionState;
  #pending: Promise<ConfirmResult> | undefined;
  #timer: SessionTimer | undefined;
  #cancelWarning: (() => void) | undefined;
  /** Monotonic milliseconds at which the handler began. */
  readonly startedMs: number;
  /** Time spent in calls. */
  #networkMs = 0;
  #messageId: MessageId | undefined;
  /** Whether the place of the answer was taken shortly before its time, as there was none. */
  #hasGivenUp = false;
  /** Whether a lost answer was reported to the user. */
  #isLossTold = false;

  readonly #settings: SessionSettings;
  readonly #start: SessionStart;

  constructor(settings: SessionSettings, start: SessionStart) {
    this.#settings = settings;
    this.#start = start;
    this.#state = start.state ?? opened(start.deadlineMs);
    this.startedMs = settings.clock.monotonicMs();
  }

  get state(): InteractionState {
    return this.#state;
  }

  /** The message of the first public text. */
  get messageId(): MessageId | undefined {
    return this.#messageId;
  }

  get followUpsLeft(): number {
    return Math.max(0, this.#settings.rules.followUps - this.#state.followUps);
  }

  remainingMs(): number {
    return Math.max(0, this.#state.deadlineMs - this.#now());
  }

  /**
   * Sends the first text: as the confirmation, or as the answer after a defer where the policy or the channel does not
   * allow that, or where the interaction is deferred already.
   */
  reply(texts: Texts): Promise<Answered> {
    const first = firstReply(texts, this.#settings.firstReply);
    if (first.is === "refused") {
      const why = `reply() cannot ${first.what} under the assumption ${first.assumption}: "refused"`;
      return Promise.reject(new ArgumentError(`${why}. Use defer() and answer()`));
    }
    if (first.is === "sent" && (texts.private !== true || this.#start.channel.takesPrivate)) {
      return this.confirm({ type: "reply", ...texts }, texts);
    }
    return this.#replyLater(texts);
  }

  async #replyLater(texts: Texts): Promise<Answered> {
    if (this.#state.phase.at === "open") await this.confirm({ type: "defer" });
    return this.answer(texts, "reply");
  }

  /** Confirms. A reply that comes after a defer is sent as the answer. */
  confirm(confirmation: Confirmation, texts?: Texts, auto = false): Promise<Answered> {
    const nowMs = this.#now();
    const effect = this.#step({ on: "confirm", kind: confirmation.type, auto, nowMs });
    return effect.do === "send"
      ? this.#send(confirmation, auto, nowMs)
      : this.#confirmLater(effect, [confirmation, texts, auto]);
  }

  async #confirmLater(effect: Effect, asked: Parameters<Session["confirm"]>): Promise<Answered> {
    const [confirmation, texts = { content: "" }] = asked;
    switch (effect.do) {
      case "wait":
        await this.#pending;
        return this.confirm(...asked);
      case "answer":
        return this.answer(texts, "reply");
      case "refuse":
        throw new InteractionClosedError(confirmation.type, effect.reason, { byApp: this.#byApp() });
      default:
        return this.#answered(undefined);
    }
  }

  /** Sends the answer after a defer. */
  async answer(texts: Texts, action = "answer"): Promise<Answered> {
    const effect = await this.#decided("answer");
    const { phase } = this.#state;
    const deferredMs = phase.at === "confirmed" ? this.#now() - phase.atMs : 0;
    if (effect.do === "refuse") {
      // It comes within its time, and is said in the way that is left.
      if (this.#hasGivenUp && deferredMs <= this.#settings.rules.deferredAnswerMs) return this.followUp(texts);
      const spent = this.#start.state
        ? { deferredMs } // how the time was spent before a restart is not known
        : {
            queueMs: this.startedMs - this.#start.receivedAtMs,
            handlerMs: Math.max(0, this.#now() - this.startedMs - this.#networkMs),
            networkMs: this.#networkMs,
          };
      throw new InteractionClosedError(action, effect.reason, { spent });
    }
    if (effect.do !== "send") return this.#answered(undefined, "rest");
    this.#cancelWarning?.();
    const leftMs = this.#settings.rules.deferredAnswerMs - deferredMs;
    return this.#carry({ on: "answered", texts, leftMs, send: (ms) => this.#start.channel.answer(texts, ms) });
  }

  /** Sends a follow-up. */
  async followUp(texts: Texts): Promise<Answered> {
    const effect = await this.#decided("follow-up");
    if (effect.do === "refuse") throw new InteractionClosedError("followUp", effect.reason);
    if (effect.do !== "send") return this.#answered(undefined, "rest");
    const leftMs = this.#settings.rules.deferredAnswerMs; // repeated for as long as an answer
    return this.#carry({ on: "followed-up", texts, leftMs, send: (ms) => this.#start.channel.followUp(texts, ms) });
  }

  /** Leaves the confirmation to another channel. False when it is too late, or confirmed already. */
  leave(): boolean {
    return this.#step({ on: "leave", nowMs: this.#now() }).do !== "refuse";
  }

  /** What to do after the handler threw: `decline`, `say-failed` or `nothing`. */
  async failed(): Promise<Effect["do"]> {
    return this.#isLossTold ? "nothing" : (await this.#decided("failed")).do;
  }

  /** Confirms automatically `leadMs` before the deadline, unless the handler has confirmed by then. */
  confirmBeforeDeadline(confirmation: Confirmation, leadMs: number, done?: () => void): void {
    const { timers } = this.#settings;
    if (timers === undefined) return;
    const act = (): void => {
      const { at } = this.#state.phase;
      if (at === "open") void this.#confirmAutomatically(confirmation, done);
      // The service may refuse what the handler sent; what the handler does about that comes first.
      else if (at === "confirming") void this.#pending?.then(() => timers.schedule(act, 0));
    };
    const leftMs = this.#state.deadlineMs - this.startedMs;
    const inMs = Math.max(0, leftMs - leadMs);
    this.#timer = timers.create(act, this.startedMs + inMs);
    // Early enough that the first attempt of a handler that confirms at once can share this timer.
    this.#timer.wakeIn(Math.min(inMs, attemptShareMs(leftMs)), this.startedMs);
  }

  async #confirmAutomatically(confirmation: Confirmation, done?: () => void): Promise<void> {
    const { report } = this.#start;
    try {
      const { by } = await this.confirm(confirmation, undefined, true);
      done?.();
      if (confirmation.type === "suggest" && by !== "other") report("suggestions_late", {});
    } catch (error) {
      report("auto_failed", { confirmation: confirmation.type, error });
    }
  }

  async #carry({ on, texts, leftMs, send }: Carried): Promise<Answered> {
    const sentMs = this.#now();
    const { sendAnswer = sentOnce } = this.#settings;
    const result = await sendAnswer(send, { ...this.#settings, leftMs, on });
    this.#networkMs += this.#now() - sentMs;
    this.#step({ on, carriedOut: result.was === "sent" || result.ambiguous });
    if (result.was === "sent") {
      this.#checkPrivate(texts, result.outcome);
      return this.#answered(result.outcome, "rest");
    }
    const { error } = result;
    if (result.was === "lost" && on === "answered") {
      this.#isLossTold = true;
      await this.#start.answerLost?.(result, async (said) => this.followUp(said));
    }
    throw error;
  }

  #send(confirmation: Confirmation, auto: boolean, startedMs: number): Promise<Answered> {
    const { around } = this.#settings;
    const { via } = this.#start.channel;
    const sent: Sent = { confirmation, auto, startedMs, attempts: 0 };
    if (around === undefined) {
      const result = this.#attempt(sent);
      // Synchronous: the endpoint may read the body right away.
      return "then" in result ? this.#settled(result, sent) : attempted(() => this.#settle(result, sent));
    }
    const facts = { confirmation: confirmation.type, via, auto };
    return this.#settled(
      around(facts, async () => this.#attempt(sent)),
      sent,
    );
  }

  /** One attempt for a body, which cannot fail on the way; repeated attempts by REST until the deadline. */
  #attempt(sent: Sent): ConfirmResult | Promise<ConfirmResult> {
    const { channel, deadlineMs } = this.#start;
    const attempt = (leftMs: number): ConfirmResult | Promise<ConfirmResult> => {
      sent.attempts += 1;
      return channel.confirm(sent.confirmation, leftMs);
    };
    if (channel.via === "body") return attempt(this.remainingMs());
    const { clock, random } = this.#settings;
    return confirmInTime(attempt, { clock, random, deadlineMs, timer: this.#timer }, sent.startedMs);
  }

  #settled(result: Promise<ConfirmResult>, sent: Sent): Promise<Answered> {
    this.#pending = result;
    return result.then((outcome) => this.#settle(outcome, sent));
  }

  #settle(result: ConfirmResult, { confirmation, auto, startedMs, attempts }: Sent): Answered {
    const { report, channel } = this.#start;
    const { type } = confirmation;
    const nowMs = this.#now();
    const tookMs = nowMs - startedMs;
    this.#networkMs += tookMs;
    this.#step({ on: "confirmed", outcome: result, nowMs });
    const { phase } = this.#state;
    if (result.was !== "accepted" && result.was !== "already") {
      throw phase.at === "expired" ? expiredError(result.error) : result.error;
    }
    this.#timer?.clear();
    report("confirmed", { confirmation: type, auto, via: channel.via, tookMs, attempts });
    if (phase.at === "confirmed" && phase.by === "other") report("race_lost", { confirmation: type });
    else if (type === "defer") this.#watchDeferred();
    const outcome = result.was === "accepted" ? result.outcome : undefined;
    if (type === "reply") this.#checkPrivate(confirmation, outcome);
    return this.#answered(outcome);
  }

  /** What to do, decided after a pending confirmation has settled. */
  async #decided(on: "answer" | "follow-up" | "failed"): Promise<Effect> {
    for (;;) {
      const effect = this.#step({ on, nowMs: this.#now() });
      if (effect.do !== "wait") return effect;
      await this.#pending;
    }
  }

  #step(input: Input): Effect {
    const [state, effect] = step(this.#state, input, this.#settings.rules);
    this.#state = state;
    return effect;
  }

  /** The kind of the App's automatic confirmation, pending or done, unless another client confirmed first. */
  #byApp(): ConfirmKind | undefined {
    const { phase } = this.#state;
    if (phase.at === "confirmed") return phase.auto && phase.by !== "other" ? phase.kind : undefined;
    return phase.at === "confirming" && phase.auto ? phase.kind : undefined;
  }

  #answered(outcome: InteractionOutcome | undefined, via = this.#start.channel.via): Answered {
    const { phase } = this.#state;
    const messageId = outcome?.messageId;
    this.#messageId ??= messageId;
    const by = phase.at === "confirmed" ? phase.by : "us";
    return { by, via, ...(messageId && { messageId }) };
  }

  /** A private text has no message: a `messageId` means that the service has shown the text to everybody. */
  #checkPrivate(texts: { readonly private?: boolean }, outcome: InteractionOutcome | undefined): void {
    if (texts.private !== true || outcome?.messageId === undefined) return;
    this.#start.report("private_published", { messageId: outcome.messageId });
  }

  #watchDeferred(): void {
    this.#cancelWarning = watchDeferred(this.#settings, {
      report: this.#start.report,
      state: () => this.#state,
      answer: async (texts) => {
        this.#hasGivenUp = true;
        return this.answer(texts);
      },
    });
  }

  #now(): number {
    return this.#settings.clock.monotonicMs();
  }
}

const attempted = async (work: () => Answered): Promise<Answered> => work();
