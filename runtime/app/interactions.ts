import type { Interaction } from "../../generated/types.js";
import type { Offer, WaitAnswer, WaitJudge } from "../fleet/shared-waits.js";
import { answerOfStore } from "../interaction/claims.js";
import { interactionReporter, refOf } from "../interaction/report.js";
import { Session, type SessionSettings } from "../interaction/session.js";
import { Timers } from "../interaction/timers.js";
import { Aftermath, type Dealing, type WaitedFor } from "./aftermath.js";
import { arrivalOf, knownOf, waitedMs } from "./arrivals.js";
import {
  buildContext,
  decline,
  heardIn,
  isAnswer,
  particularsOf,
  type AnyContext,
  type Match,
} from "./contexts/build.js";
import { ConfirmableInteraction, type ContextParts } from "./contexts/context.js";
import { keyOfInteraction } from "./contexts/decoders.js";
import type { Conversation } from "./conversation.js";
import type { DefinedComponent } from "./definitions/components.js";
import { HandlerError } from "./errors.js";
import type {
  Elsewhere,
  Handling,
  Incoming,
  InteractionSettings,
  Known,
  FoundElsewhere,
  Ran,
  TakenUp,
} from "./interaction-settings.js";
import type { RouteKey } from "./routing/router.js";
import { isOf, moreTelling } from "./past-waits.js";
import { reportUnrouted } from "./routing/unrouted.js";
import { Waiter } from "./waiter.js";
import { routeToWait, waitsElsewhere, type Asking, type Wait } from "./waits.js";

/** Runs each interaction once, before its deadline, and sees to it that it is answered. */
export class Interactions implements WaitJudge {
  readonly #settings: InteractionSettings;
  readonly #timers: Timers;
  readonly #session: SessionSettings;
  readonly #aftermath: Aftermath;
  readonly waitedMs = async (offer: Offer): Promise<number | undefined> => waitedMs(offer, this.#settings);

  constructor(settings: InteractionSettings) {
    const { clock, session, around } = settings;
    this.#settings = settings;
    this.#timers = new Timers(clock);
    this.#aftermath = new Aftermath(settings.timing);
    const sending: SessionSettings["around"] =
      around && (async (attributes, run) => around({ name: "confirm", attributes: { ...attributes } }, run));
    this.#session = { ...session, clock, timers: this.#timers, around: sending };
  }

  /** Cancels all timers: nothing is deferred, suggested or warned about from here on. */
  cancelTimers(): void {
    this.#timers.cancelAll();
  }

  /** Resolves when its handler is done, or with why it was not run; neither throws nor rejects. */
  run(arrival: Incoming): Promise<Ran> {
    return this.#guarded(() => this.#claim(arrival));
  }

  /** What fails before there is a handler is reported, and nobody has to wait for it. */
  #guarded(work: () => Promise<Ran>): Promise<Ran> {
    try {
      return work();
    } catch (error) {
      this.#settings.report("event_failed", { error });
      return Promise.resolve("failed");
    }
  }

  #claim(arrival: Incoming): Promise<Ran> {
    const { clock } = this.#settings;
    const nowMs = clock.monotonicMs();
    const known = knownOf(arrival, this.#settings);
    const { report, deadlineMs } = known;
    if (arrival.deadlineMs !== undefined) return this.#take(known, nowMs);
    // In doubt it is handled: nobody knows whether it was before.
    const claimed = answerOfStore(
      () => this.#settings.claim(arrival.interaction.id),
      { clock, waitMs: Math.max(1, (deadlineMs - nowMs) / 2) },
      (error) => (report("claim_failed", { error }), true),
    );
    if (claimed === true) return this.#take(known, nowMs);
    return this.#claimed(known, claimed);
  }

  async #claimed(known: Known, claimed: false | Promise<boolean>): Promise<Ran> {
    if (await claimed) return this.#guarded(() => this.#take(known, this.#settings.clock.monotonicMs()));
    known.report("duplicate", {});
    return "duplicate";
  }

  /** Not async: where nothing is waited for, a promise for each step would cost more than the steps. */
  #take(known: Known, nowMs: number): Promise<Ran> {
    const { arrival, key, report, deadlineMs } = known;
    if (arrival.assumedExpiry !== undefined) report("expiry_assumed", { given: arrival.assumedExpiry });
    const remainingMs = deadlineMs - nowMs;
    if (remainingMs <= 0 && !this.#settings.timing.runExpired) {
      report("expired", {});
      return Promise.resolve("expired");
    }
    report("received", { remainingMs });
    const sought = this.#settings.conversations.seek(key, arrival, remainingMs);
    return sought ? this.#sought(known, sought) : this.#route(known);
  }

  async #sought(known: Known, sought: Promise<Elsewhere>): Promise<Ran> {
    const place = await sought;
    if (typeof place === "object") return this.#guarded(() => this.#route(known, place));
    known.report(place, {});
    return place;
  }

  /** What an interaction that came to another member of the fleet is to the conversations here; runs what answers one. */
  async take(offer: Offer): Promise<WaitAnswer | undefined> {
    const { conversations } = this.#settings;
    const arrival = arrivalOf(offer, this.#settings);
    if (!arrival) return undefined;
    const known = knownOf(arrival, this.#settings);
    const isWaitedFor = (): boolean => conversations.waits.find(known.key, arrival.interaction) !== undefined;
    const takenUp = isWaitedFor() ? undefined : await conversations.takeUp(known.key, arrival.interaction);
    if (!takenUp && !isWaitedFor()) return conversations.waits.pastOf(known.key, arrival.interaction);
    if (takenUp !== "duplicate") void this.#guarded(() => this.#route(known, { takenUp }));
    return "taken";
  }

  #route({ arrival, key, unreadable, report, deadlineMs }: Known, place: FoundElsewhere = {}): Promise<Ran> {
    const found = this.#match(key, arrival, place);
    const match = unreadable ? { ...found, unreadable } : found;
    if (!match.route && !unreadable) reportUnrouted(key, match.past, this.#settings.registry, report);
    const { channel, receivedAtMs } = arrival;
    const session = new Session(this.#session, { channel, receivedAtMs, deadlineMs, report });
    return this.#handle(arrival, session, { match, report });
  }

  async #handle(arrival: Incoming, session: Session, { match, report }: Handling): Promise<"handled"> {
    const { clock, around, conversations, registry, inFlight, sink } = this.#settings;
    const { interaction, source, channel } = arrival;
    const shown: DefinedComponent[] = [];
    const heard: WaitedFor = { list: [], waiter: new Waiter() };
    const context = buildContext(this.#parts(arrival, session, { match, shown, heard }), match);
    const dealing: Dealing = { context, session, channel, report, heard };
    if (match.isWaitedFor) this.#aftermath.isWaitedFor(dealing);
    this.#aftermath.foresee(dealing, () => match.conversation?.changed());
    const handler = match.route?.label ?? `unrouted ${interaction.type}`;
    inFlight.begin();
    try {
      try {
        if (around) {
          const attributes = { handler, source, type: interaction.type };
          await around({ name: "handler", attributes }, async () => this.#enter(context, arrival, match));
        } else await this.#enter(context, arrival, match);
      } finally {
        if (!match.isWaitedFor) heard.waiter.end();
      }
      const tookMs = sink.wants("debug") ? clock.monotonicMs() - session.startedMs : 0;
      this.#settings.report("handled", { handler, source, tookMs });
      for (const message of registry.unhandled(shown, conversations)) {
        this.#settings.report("definition_warning", {}, { message });
      }
      if (!match.isWaitedFor) await this.#aftermath.ended(dealing);
      if (match.begun) conversations.end(match.begun);
    } catch (cause) {
      if (match.begun) conversations.end(match.begun, cause);
      if (conversations.isPaused(cause)) return "handled"; // it goes on in the next process
      await this.#settings.onError(new HandlerError(handler, cause), context);
      await this.#aftermath.failed(dealing);
    } finally {
      inFlight.end();
    }
    return "handled";
  }

  #parts(
    { interaction, source, signal }: Pick<Incoming, "interaction" | "signal" | "source">,
    session: Session,
    handling: { readonly match: Match; readonly shown: DefinedComponent[]; readonly heard: WaitedFor },
  ): ContextParts {
    const { log, api, writeModal, conversations, decoders } = this.#settings;
    const { match, shown } = handling;
    const { conversation } = match;
    const contextOf: Asking["contextOf"] = (heard, wait) => {
      if (!isAnswer(heard, wait, decoders)) throw waitsElsewhere(wait);
      const again = this.#sessionAgain(heard, conversation);
      const parts = this.#parts({ interaction: heard, source, signal }, again, handling);
      return Object.assign(buildContext(parts, match), heardIn(heard, wait, decoders));
    };
    const waitFor: ContextParts["wait"] = async (target, given) => {
      const { waiter } = handling.heard;
      const context = await conversations.wait(target, { interaction, conversation, waiter, contextOf }, given);
      this.#aftermath.hears(handling.heard, context);
      return context;
    };
    return {
      interaction,
      session: conversation?.dialog(session, interaction.id) ?? session,
      writeModal,
      source,
      log,
      signal,
      shown,
      wait: waitFor,
      api: () => api(interaction),
    };
  }

  /** The session of an interaction that was dealt with before a restart, at least in part. */
  #sessionAgain(interaction: Interaction, conversation: Conversation | undefined): Session {
    const { clock, rest, sink } = this.#settings;
    const receivedAtMs = clock.monotonicMs();
    const report = interactionReporter(sink, refOf(interaction, "gateway"));
    const [channel, state] = [rest(interaction.id), conversation?.stateOf(interaction.id)];
    const deadlineMs = state?.deadlineMs ?? receivedAtMs;
    return new Session(this.#session, { channel, receivedAtMs, deadlineMs, report, state });
  }

  /** Runs the handler of a conversation again, which hears and says what it did, until it waits for what has come now. */
  async #runAgain(conversation: Conversation, context: ConfirmableInteraction, arrival: Incoming): Promise<void> {
    const { registry, decoders, conversations, sink } = this.#settings;
    const { root } = conversation;
    const { key } = keyOfInteraction(root, decoders);
    const report = interactionReporter(sink, refOf(root, arrival.source, key.command ?? key.id));
    const routed = registry.router.find(key);
    if (routed) {
      const match = { route: routed.handler, params: routed.params, conversation, begun: conversation };
      const channel = this.#settings.rest(root.id);
      const session = this.#sessionAgain(root, conversation);
      await this.#handle({ ...arrival, interaction: root, channel }, session, { match, report });
    }
    if (!conversation.isStranded) return;
    const message = "A conversation cannot go on: its handler is gone, or does not wait any more where it did";
    report("unrouted", {}, { message });
    conversation.end();
    await conversations.interrupt(context);
  }

  #enter(context: AnyContext, { interaction }: Incoming, match: Match): unknown {
    const { registry, decoders, conversations } = this.#settings;
    if (match.unreadable) throw match.unreadable.cause;
    const run = match.route?.run ?? registry.fallback;
    const isLate = (match.past === "late" || match.past === "gone") && context instanceof ConfirmableInteraction;
    if (!run) return isLate ? conversations.interrupt(context) : decline(context);
    Object.assign(context, particularsOf(interaction, match, decoders));
    return run(context);
  }

  /** Whoever is in the middle of a conversation comes before the routes. */
  #match(key: RouteKey, arrival: Incoming, { takenUp, past: elsewhere }: FoundElsewhere): Match {
    const { registry, conversations } = this.#settings;
    const { interaction } = arrival;
    const found = conversations.waits.find(key, interaction);
    if (found) {
      const { wait, params } = found;
      const { conversation } = wait;
      return {
        ...routeToWait(wait, (context) => wait.settle(context, interaction)),
        params: { ...params },
        conversation,
      };
    }
    if (!takenUp) {
      const { handler: route, params = {} } = registry.router.find(key) ?? {};
      const begun = conversations.begin(interaction);
      const past = route ? undefined : moreTelling(conversations.waits.pastOf(key, interaction), elsewhere);
      return { route, params, conversation: begun, begun, past };
    }
    const { conversation } = takenUp;
    const run = (context: object): void => this.#resume(takenUp, context as ConfirmableInteraction, arrival); // by type
    const nothing = { label: "taken up", fields: undefined, options: undefined };
    return { ...routeToWait(nothing, run), params: {}, conversation };
  }

  /** Runs the handler again, and gives it what has come when it waits for that. */
  #resume({ conversation, number }: TakenUp, context: ConfirmableInteraction, arrival: Incoming): void {
    const { decoders, onError } = this.#settings;
    const { interaction } = arrival;
    const failed = async (error: unknown): Promise<void> => {
      await onError(new HandlerError("conversation", error), context);
      await context.decline().catch(() => undefined); // it stands confirmed, or is past
    };
    const accept = (wait: Wait): void => {
      try {
        Object.assign(context, heardIn(interaction, wait, decoders));
        wait.settle(context, interaction);
      } catch (error) {
        void failed(error);
      }
    };
    const fits = (wait: Wait): boolean => isOf(wait, interaction) && isAnswer(interaction, wait, decoders);
    conversation.answerWith({ number, fits, accept });
    this.#runAgain(conversation, context, arrival).catch(failed);
  }
}
