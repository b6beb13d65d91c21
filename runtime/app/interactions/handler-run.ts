import type { Interaction } from "../../../generated/types.js";
import type { InteractionFacts } from "../../diagnostics/interaction.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { interactionReporter, refOf } from "../../interaction/report.js";
import { Session, type SessionSettings, type SessionStart } from "../../interaction/session.js";
import { Timers } from "../../interaction/timers.js";
import {
  answerParticulars,
  buildContext,
  isAnswer,
  particularsOf,
  type AnyContext,
  type Match,
} from "../contexts/build.js";
import { ConfirmableInteraction, type ContextParts } from "../contexts/context.js";
import { type Conversation, waitChanged } from "../conversations/conversation.js";
import { HandlerWaits } from "../conversations/handler-waits.js";
import type { WaitOwner } from "../conversations/pending-waits.js";
import type { DefinedComponent } from "../definitions/components.js";
import { Owner, withMark } from "../definitions/marks.js";
import { HandlerError } from "../errors.js";
import { AutoConfirm, type HandlerAnswers, type OpenInteraction } from "./auto-confirm.js";
import { HandlerSignal } from "./handler-signal.js";
import type { Arrival, Incoming, InteractionSettings } from "./settings.js";

/** A match of an interaction with its handler, and where to report what becomes of it. */
export interface Handling {
  readonly match: Match;
  readonly report: Reporter<InteractionFacts>;
}

/** What the contexts of one handler share. */
interface Shared {
  readonly match: Match;
  /** Components that it has sent. */
  readonly shown: DefinedComponent[];
  readonly answers: HandlerAnswers;
}

const labelOf = ({ route }: Match, { type }: Interaction): string => route?.label ?? `unrouted ${type}`;

/** Runs handlers: builds their contexts, and sees to it that every interaction is confirmed in time. */
export class HandlerRunner {
  readonly #settings: InteractionSettings;
  readonly #timers: Timers;
  readonly #session: SessionSettings;
  readonly #autoConfirm: AutoConfirm;
  readonly #signals = new Set<HandlerSignal>();

  constructor(settings: InteractionSettings) {
    const { clock, session, around } = settings;
    this.#settings = settings;
    this.#timers = new Timers(clock);
    this.#autoConfirm = new AutoConfirm(settings.timing);
    const sending: SessionSettings["around"] =
      around && (async (attributes, run) => around({ name: "confirm", attributes: { ...attributes } }, run));
    this.#session = { ...session, clock, timers: this.#timers, around: sending };
  }

  /** The App no longer waits for its handlers: aborts their signals, and cancels all timers. */
  abandon(): void {
    this.#timers.cancelAll();
    for (const signal of this.#signals) signal.abandon();
  }

  /** Resolves when the handler has ended; what it throws is reported. */
  run({ incoming, deadlineMs, report }: Arrival, match: Match): Promise<"handled"> {
    const { channel, receivedAtMs } = incoming;
    const answerLost = this.#tellLost(incoming.interaction, report);
    const session = new Session(this.#session, { channel, receivedAtMs, deadlineMs, report, answerLost });
    return this.#run(incoming, session, { match, report });
  }

  /** Runs the handler that began a stored conversation again, with the session it had. */
  async runAgain(conversation: Conversation, incoming: Incoming, handling: Handling): Promise<void> {
    const { root } = conversation;
    const channel = this.#settings.rest(root.id);
    await this.#run({ ...incoming, interaction: root, channel }, this.#restored(root, conversation), handling);
  }

  async #run(incoming: Incoming, session: Session, { match, report }: Handling): Promise<"handled"> {
    const { clock, conversations, registry, inFlight, sink } = this.#settings;
    const { interaction, source, channel, onRest } = incoming;
    const shown: DefinedComponent[] = [];
    const signal = new HandlerSignal(incoming.signal, this.#signals);
    const handler = labelOf(match, interaction);
    const answers: HandlerAnswers = {
      received: [],
      waits: new HandlerWaits(),
      signal,
      hooks: [],
      owner: new Owner(interaction.id),
      handler,
    };
    const context = buildContext(this.#parts(incoming, session, { match, shown, answers }), match);
    const open: OpenInteraction = { context, session, channel, report, answers, onRest };
    if (match.isWaitedFor) this.#autoConfirm.addAnswer(open);
    else if (onRest) answers.waits.onRest(onRest);
    this.#autoConfirm.schedule(open, () => match.conversation?.saveIfWaiting());
    inFlight.begin();
    try {
      const ran = this.#call(handler, context, { incoming, match, answers });
      if (match.begun && (await match.begun.untilPaused(ran)) === "paused") return await this.#pause(open, match.begun);
      await ran;
      const tookMs = sink.wants("debug") ? clock.monotonicMs() - session.startedMs : 0;
      this.#settings.report("handled", { handler, source, tookMs });
      for (const message of registry.unhandled(shown, conversations.waits)) {
        this.#settings.report("definition_warning", {}, { message });
      }
      const confirming = match.isWaitedFor ? undefined : this.#autoConfirm.afterReturn(open);
      if (confirming) await confirming;
      match.begun?.end();
    } catch (cause) {
      match.begun?.end();
      await this.#settings.onError(new HandlerError(handler, cause), context);
      await this.#autoConfirm.afterThrow(open, cause);
    } finally {
      signal.release();
      inFlight.end();
      if (!match.isWaitedFor) answers.waits.rest("ended");
    }
    return "handled";
  }

  /** The App stops while a stored conversation waits: it goes on in the next process. */
  async #pause(open: OpenInteraction, conversation: Conversation): Promise<"handled"> {
    open.answers.signal.pause();
    await this.#autoConfirm.afterPause(open);
    conversation.saveIfWaiting();
    return "handled";
  }

  async #call(
    handler: string,
    context: AnyContext,
    { incoming, match, answers }: { incoming: Incoming; match: Match; answers: HandlerAnswers },
  ): Promise<void> {
    const { around } = this.#settings;
    const { source, interaction } = incoming;
    try {
      if (around) {
        const attributes = { handler, source, type: interaction.type, interactionId: interaction.id };
        await around({ name: "handler", attributes }, async () => this.#enter(context, interaction, match));
      } else await this.#enter(context, interaction, match);
    } finally {
      if (!match.isWaitedFor) answers.waits.endAll();
    }
  }

  #enter(context: AnyContext, interaction: Interaction, match: Match): unknown {
    const { registry, decoders, conversations } = this.#settings;
    if (match.unreadable) throw match.unreadable.cause;
    const run = match.route?.run ?? registry.fallback;
    if (!run) {
      if (context instanceof ConfirmableInteraction) return conversations.refuse(context, match.miss);
      return this.#autoConfirm.decline(context); // of a command deleted, or an App with two versions running
    }
    Object.assign(context, particularsOf(interaction, match, decoders));
    return run(context);
  }

  #parts(
    { interaction, source }: Pick<Incoming, "interaction" | "source">,
    session: Session,
    shared: Shared,
  ): ContextParts {
    const { log, api, writeModal, conversations, decoders } = this.#settings;
    const { match, shown, answers } = shared;
    const { conversation } = match;
    const contextOf: WaitOwner["contextOf"] = (answer, wait) => {
      if (!isAnswer(answer, wait, decoders)) throw waitChanged(wait);
      const restored = this.#restored(answer, conversation);
      const answering = { ...shared, match: { ...match, isWaitedFor: true } };
      const parts = this.#parts({ interaction: answer, source }, restored, answering);
      return Object.assign(buildContext(parts, match), answerParticulars(answer, wait, decoders));
    };
    const wait: ContextParts["wait"] = async (target, request) => {
      const { waits, owner: sender, handler } = answers;
      const owner = { interaction, conversation, waits, mark: sender.id, handler, contextOf };
      const { hooks } = answers;
      // They end beside the wait, since an answer may come at once. A hook that fails, fails the wait.
      const before = Promise.all(hooks.map(async (hook) => hook.before()));
      if (hooks.length > 0) conversation?.storeAfter(before);
      const [context] = await Promise.all([conversations.waits.wait(target, owner, request), before]);
      for (const { after } of hooks) await after();
      this.#autoConfirm.received(answers, context);
      return context;
    };
    return {
      interaction,
      session: conversation?.record(session, interaction.id) ?? session,
      writeModal,
      source,
      log,
      signal: () => answers.signal.value,
      shown,
      wait,
      onWait: (hook) => void answers.hooks.push(hook),
      isReplay: () => conversation?.isReplay ?? false,
      mark: (id) => withMark(id, answers.owner.id),
      api: () => api(interaction, match.isWaitedFor ? "conversation" : labelOf(match, interaction)),
    };
  }

  /** The session of an interaction on which a former process has made calls. */
  #restored(interaction: Interaction, conversation: Conversation | undefined): Session {
    const { clock, rest, sink } = this.#settings;
    const receivedAtMs = clock.monotonicMs();
    const report = interactionReporter(sink, refOf(interaction, "gateway"));
    const [channel, state] = [rest(interaction.id), conversation?.stateOf(interaction.id)];
    const deadlineMs = state?.deadlineMs ?? receivedAtMs;
    const answerLost = this.#tellLost(interaction, report);
    return new Session(this.#session, { channel, receivedAtMs, deadlineMs, report, state, answerLost });
  }

  #tellLost(interaction: Interaction, report: Handling["report"]): SessionStart["answerLost"] {
    const { serverId, channelId } = interaction;
    const say = async (content: string) =>
      this.#settings.api(interaction, "failure").createMessage({ serverId, channelId, content });
    return async ({ attempts, error }, followUp) => {
      report("answer_lost", { attempts, error });
      await this.#autoConfirm.tellLost({ followUp, report, say });
    };
  }
}
