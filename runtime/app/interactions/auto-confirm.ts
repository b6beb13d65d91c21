import type { InteractionFacts } from "../../diagnostics/interaction.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { type AutomaticAnswer, automaticConfirmation } from "../../interaction/automatic.js";
import type { ResponseChannel, Texts } from "../../interaction/channel.js";
import type { Session } from "../../interaction/session.js";
import type { AnyContext } from "../contexts/build.js";
import { ConfirmableInteraction } from "../contexts/context.js";
import type { HandlerWaits, RestListener } from "../conversations/handler-waits.js";
import type { WaitHook } from "../conversations/waits.js";
import type { Owner } from "../definitions/marks.js";
import { SessionConflictError } from "../sessions/session.js";
import type { HandlerSignal } from "./handler-signal.js";
import type { InteractionTiming } from "./settings.js";

/** What one handler waits for, the answers it has received and not yet finished with, and its signal. Shared by its whole conversation. */
export interface HandlerAnswers {
  received: ConfirmableInteraction[];
  waits: HandlerWaits;
  signal: HandlerSignal;
  /** Run around its waits. */
  hooks: WaitHook[];
  /** Marks what it sends. */
  owner: Owner;
  /** Its label, for messages. */
  handler: string;
}

/** An interaction and what is needed to finish it. */
export interface OpenInteraction {
  readonly context: AnyContext;
  readonly session: Session;
  readonly channel: ResponseChannel;
  readonly report: Reporter<InteractionFacts>;
  readonly answers: HandlerAnswers;
  readonly onRest?: RestListener | undefined;
}

/** An interaction whose answer was lost. */
export interface Lost extends Pick<OpenInteraction, "report"> {
  readonly followUp: (texts: Texts) => Promise<unknown>;
  /** Writes a message to its channel. */
  readonly say: (content: string) => Promise<unknown>;
}

const DECLINE_LEAD_MS = 20; // a body must be answered before its endpoint does it by itself

const isOpen = ({ session }: OpenInteraction): boolean => session.state.phase.at === "open";

/**
 * Confirms what a handler has left unconfirmed, just before the deadline and after the handler has ended: the interaction
 * that began it, and the answers that it received on the way.
 */
export class AutoConfirm {
  readonly #timing: InteractionTiming;
  /** Interactions that answered a wait: the handler that waited confirms them. */
  readonly #answers = new WeakMap<object, OpenInteraction>();

  constructor(timing: InteractionTiming) {
    this.#timing = timing;
  }

  /** Defers, or suggests nothing, in the handler's stead just before it is too late. */
  schedule({ context, session, channel }: OpenInteraction, onDeferred: () => void): void {
    const { autoDeferLeadMs: defer = 0, emptySuggestionsLeadMs: suggest = 0 } = this.#timing;
    const late = this.#whenLate(context, channel);
    const confirmation = automaticConfirmation(context.type, late, this.#sendsEmpty);
    if (confirmation === undefined) return;
    const leadMs = { defer, suggest, decline: DECLINE_LEAD_MS }[confirmation.type];
    session.confirmBeforeDeadline(confirmation, leadMs, late === "defer" ? onDeferred : undefined);
  }

  get #sendsEmpty(): boolean {
    return this.#timing.emptySuggestionsLeadMs !== undefined;
  }

  #whenLate({ type }: AnyContext, { via }: ResponseChannel): AutomaticAnswer {
    if (type === "autocomplete") return "decline";
    if (this.#timing.autoDeferLeadMs !== undefined) return "defer";
    return via === "body" ? "decline" : "neutral";
  }

  /** Declines, or suggests nothing where the platform takes an empty list. */
  async decline(context: AnyContext): Promise<void> {
    if (context instanceof ConfirmableInteraction) await context.decline();
    else if (this.#sendsEmpty) await context.suggest([]);
  }

  addAnswer(open: OpenInteraction): void {
    this.#answers.set(open.context, open);
  }

  /** Adds the answer to a wait. Those that are finished are forgotten: a conversation may be long. */
  received(answers: HandlerAnswers, context: object): void {
    if (!(context instanceof ConfirmableInteraction)) return;
    const { received } = answers;
    received.splice(0, received.length, ...received.filter(isUnfinished), context);
    const open = this.#answers.get(context);
    if (!open) return;
    Object.assign(open.answers, answers);
    if (open.onRest) answers.waits.onRest(open.onRest);
  }

  /** After a handler threw: declines what is unconfirmed, and says that it failed where an answer was promised. */
  async afterThrow(begun: OpenInteraction, cause: unknown): Promise<void> {
    const isConflict = cause instanceof SessionConflictError;
    await Promise.all(this.#all(begun).map(async (one) => this.#giveUp(one, isConflict)));
  }

  /** After a handler returned: work it left running may still confirm, but a request cannot wait for that without a defer. */
  afterReturn(begun: OpenInteraction): Promise<unknown> | undefined {
    // Not async: most handlers confirm what they were called for and wait for nothing.
    if (begun.answers.received.length === 0 && !isOpen(begun)) return undefined;
    return Promise.all(this.#all(begun).map(async (one) => isOpen(one) && this.#unconfirmed(one)));
  }

  /** After a stop paused a handler: what is unconfirmed would expire before the handler runs again. */
  async afterPause(begun: OpenInteraction): Promise<void> {
    if (this.#timing.autoDeferLeadMs === undefined) return;
    const open = this.#all(begun).filter(isOpen);
    const defer = { type: "defer" } as const;
    const failed = ({ report }: OpenInteraction, error: unknown) =>
      report("auto_failed", { confirmation: "defer", error });
    await Promise.all(
      open.map((one) => one.session.confirm(defer, undefined, true).catch((error) => failed(one, error))),
    );
  }

  #all(begun: OpenInteraction): readonly OpenInteraction[] {
    return [begun, ...begun.answers.received.flatMap((context) => this.#answers.get(context) ?? [])];
  }

  /** After an answer that did not get through: says so by a follow-up, and in the channel only where that is allowed. */
  async tellLost({ followUp, report, say }: Lost): Promise<void> {
    const { failureText, failureInChannel } = this.#timing;
    if (failureText === false) return;
    try {
      await followUp({ content: failureText, private: true });
      report("failure_told", {});
    } catch (error) {
      report("failure_untold", { error });
      if (!failureInChannel) return;
      await say(failureText).then(
        () => report("failure_told", {}),
        (again: unknown) => report("failure_untold", { error: again }),
      );
    }
  }

  async #giveUp({ context, session, report }: OpenInteraction, isConflict: boolean): Promise<void> {
    const { failureText } = this.#timing;
    try {
      const next = await session.failed();
      if (next === "decline") await this.decline(context);
      if (next === "say-failed" && failureText !== false) {
        await session.answer({ content: failureText, private: true });
        report("failure_told", {});
      }
      // The user was sent a success before the write failed.
      const hasSpoken = session.state.phase.at === "confirmed" && next === "nothing";
      if (isConflict && hasSpoken && failureText !== false) {
        await session.followUp({ content: failureText, private: true });
        report("failure_told", {});
      }
    } catch (error) {
      report("failure_untold", { error });
    }
  }

  async #unconfirmed({ context, channel, report }: OpenInteraction): Promise<void> {
    const isSuggesting = context.type === "autocomplete";
    const late = this.#whenLate(context, channel);
    const later = late === "defer" ? "; the App will defer in its stead (autoDefer)" : "";
    const call = isSuggesting ? "suggest()" : "reply() or decline()";
    report("unconfirmed", {}, { message: `A handler ended without confirming: call ${call}${later}` });
    if (late === "decline" && !isSuggesting) await this.decline(context);
  }
}

/** Whether the person may still be waiting for an answer. */
function isUnfinished({ state: { phase, answer } }: ConfirmableInteraction): boolean {
  if (phase.at !== "confirmed") return phase.at !== "expired";
  return phase.kind === "defer" && answer === "none";
}
