import type { Clock } from "../../abi/index.js";
import type { Confirmation, Interaction } from "../../../generated/types.js";
import type { BoundApi } from "../api.js";
import { HandlerError } from "../errors.js";
import { Seldom, times } from "../../http/seldom.js";
import { RecentKeys } from "../../events/cursor/recent.js";
import type { Around, InteractionRef, Tell } from "../hooks.js";
import { buildContext, particularsOf } from "../interaction/build.js";
import type { AnyContext, Match } from "../interaction/build.js";
import { ConfirmableInteraction } from "../interaction/contexts.js";
import type { ConfirmPolicy } from "../interaction/contexts.js";
import { confirmDeadlineMs } from "../interaction/deadline.js";
import type { InteractionWindows } from "../interaction/deadline.js";
import { routeKey } from "../interaction/decoders.js";
import type { AllDecoders } from "../interaction/decoders.js";
import type { AfterDoor, Door } from "../interaction/door.js";
import type { MachineLimits } from "../interaction/machine.js";
import { Session } from "../interaction/session.js";
import type { Answered, Source } from "../interaction/types.js";
import type { Logger } from "../logger.js";
import type { RouteKey } from "../routing/router.js";
import type { Registry } from "./registry.js";
import { Timers } from "./timers.js";
import type { Underway } from "./underway.js";
import { unroutedMessage } from "./unrouted.js";
import { watchDoor } from "./watch.js";

/** How an App treats the time of an interaction. */
export interface Timing {
  /** Milliseconds kept back for the way to the service. */
  readonly marginMs: number;
  /** Milliseconds before the deadline at which an unconfirmed interaction is deferred; undefined: never. */
  readonly autoDeferLeadMs: number | undefined;
  /** Milliseconds before the deadline at which late suggestions become an empty list; undefined: never. */
  readonly emptySuggestionsLeadMs: number | undefined;
  readonly answerWarningMs: number;
  readonly enforceFollowUps: boolean;
  /** Runs handlers of interactions that are past their deadline, too. */
  readonly runExpired: boolean;
}

export interface RunnerSettings {
  readonly clock: Clock;
  readonly registry: Registry;
  readonly limits: InteractionWindows & MachineLimits;
  readonly timing: Timing;
  readonly policy: ConfirmPolicy;
  readonly decoders: AllDecoders;
  readonly after: (interaction: Interaction, source: Source) => AfterDoor;
  readonly api: (interaction: Interaction) => BoundApi;
  readonly log: Logger;
  readonly tell: Tell | undefined;
  readonly around: Around | undefined;
  readonly onError: (error: HandlerError, context: AnyContext) => Promise<void> | void;
  /** Counts the handlers. */
  readonly underway: Underway;
}

/** An interaction that has just come in. */
export interface Arrival {
  readonly interaction: Interaction;
  readonly source: Source;
  readonly door: Door;
  /** Monotonic milliseconds at which its bytes were here. */
  readonly receivedAtMs: number;
  /** Bounds the deadline from above, where the door has a budget of its own. */
  readonly budgetMs?: number;
  /** Asked for only when somebody looks at it: a signal costs more than a small handler. */
  readonly signal: () => AbortSignal;
}

/** What became of an arrival. */
export type Ran = "handled" | "duplicate" | "expired";

/** Takes interactions to their handlers: each id once, none too late, none left without a word. */
export class Runner {
  readonly #settings: RunnerSettings;
  readonly #recent = new RecentKeys(4_096);
  /** Of one length each, so that they stay in line. */
  readonly #automatic: Timers;
  readonly #warnings: Timers;
  /** People press what is not there any more as often as they like. */
  readonly #seldom: Seldom;

  constructor(settings: RunnerSettings) {
    this.#settings = settings;
    this.#automatic = new Timers(settings.clock);
    this.#warnings = new Timers(settings.clock);
    this.#seldom = new Seldom(settings.clock);
  }

  /** Ends all automatic doings: nothing is deferred, suggested or warned about from here on. */
  cancelTimers(): void {
    this.#automatic.cancelAll();
    this.#warnings.cancelAll();
  }

  /** Resolves when its handler is done, or with why it was not run; never rejects. */
  async run(arrival: Arrival): Promise<Ran> {
    const { tell, clock, decoders, registry, timing } = this.#settings;
    const { key, unreadable } = keyOf(arrival.interaction, decoders);
    const ref = refOf(arrival, key.command ?? key.id);
    if (!this.#recent.add(ref.id)) {
      tell?.({ kind: "interaction_duplicate", ...ref });
      return "duplicate";
    }
    const deadlineMs = this.#deadline(arrival);
    const remainingMs = deadlineMs - clock.monotonicMs();
    if (remainingMs <= 0 && !timing.runExpired) {
      this.#expired(ref);
      return "expired";
    }
    tell?.({ kind: "interaction_received", remainingMs, ...ref });
    const found = registry.router.find(key);
    if (!found && !unreadable) this.#unrouted(ref, key);
    const match: Match = { route: found?.handler, params: found?.params ?? {}, unreadable };
    const { underway } = this.#settings;
    underway.begin();
    try {
      await this.#handle(arrival, ref, deadlineMs, match);
      return "handled";
    } finally {
      underway.end();
    }
  }

  async #handle(arrival: Arrival, ref: InteractionRef, deadlineMs: number, match: Match): Promise<void> {
    const { clock, log, api, policy, tell } = this.#settings;
    const { interaction, source, signal } = arrival;
    const session = this.#open(arrival, ref, deadlineMs);
    const parts = { interaction, session, policy, source, log, signal, api: () => api(interaction) };
    const context = buildContext(parts, match);
    const cancelAutomatic = this.#planAutomatic(context, session, deadlineMs);
    const startedMs = clock.monotonicMs();
    const handler = match.route?.label ?? `unrouted ${interaction.type}`;
    try {
      await this.#traced(ref, handler, context, arrival, match);
      tell?.({ kind: "handled", handler, source, tookMs: clock.monotonicMs() - startedMs });
      if (session.state.phase.at === "open") this.#unconfirmed(ref);
    } catch (cause) {
      const error = new HandlerError(handler, cause);
      tell?.({ kind: "handler_failed", handler, source, error });
      await this.#settings.onError(error, context);
      await this.#giveUp(context, session);
    }
    if (session.state.phase.at !== "open") cancelAutomatic();
  }

  async #enter(context: AnyContext, { interaction }: Arrival, match: Match): Promise<void> {
    const { registry, decoders } = this.#settings;
    if (match.unreadable) throw match.unreadable.cause;
    const run = match.route?.run ?? registry.fallback;
    if (!run) return this.#refuse(context);
    Object.assign(context, particularsOf(interaction, match, decoders));
    await run(context);
  }

  /** What nobody here knows, of a command deleted or an App with two versions running, gets a word all the same. */
  async #refuse(context: AnyContext): Promise<void> {
    if (context instanceof ConfirmableInteraction) await context.decline();
    else await context.suggest([]);
  }

  /** After a handler threw: the person should not be left waiting. */
  async #giveUp(context: AnyContext, session: Session): Promise<void> {
    if (session.state.phase.at !== "open" || session.remainingMs() <= 0) return;
    try {
      await this.#refuse(context);
    } catch (err) {
      this.#settings.log.warn({ interactionId: context.id, err }, "Could not decline after a handler failed");
    }
  }

  #open(arrival: Arrival, ref: InteractionRef, deadlineMs: number): Session {
    const { clock, limits, timing, after, tell, log, around } = this.#settings;
    const onAnswerDue = (leftMs: number, auto: boolean) => {
      tell?.({ kind: "answer_due", leftMs, ...ref });
      const missing = auto ? "The App deferred by itself (autoDefer), and the reply" : "The answer after defer()";
      log.warn({ ...logged(ref), leftMs }, `${missing} is still missing`);
    };
    const { enforceFollowUps, answerWarningMs } = timing;
    const door = watchDoor(arrival.door, { clock, tell, around, ref });
    const timers = this.#warnings;
    const settings = { clock, timers, limits, deadlineMs, enforceFollowUps, answerWarningMs, onAnswerDue };
    return new Session(settings, door, after(arrival.interaction, arrival.source));
  }

  #deadline({ interaction, receivedAtMs, budgetMs }: Arrival): number {
    const { marginMs } = this.#settings.timing;
    const { type, expiresInMs } = interaction;
    const deadlineMs = confirmDeadlineMs({ type, expiresInMs, receivedAtMs, marginMs }, this.#settings.limits);
    return budgetMs === undefined ? deadlineMs : Math.min(deadlineMs, receivedAtMs + budgetMs);
  }

  /** Defers, or suggests nothing, in the handler's stead just before it is too late. */
  #planAutomatic(context: AnyContext, session: Session, deadlineMs: number): () => void {
    const { clock, timing, log } = this.#settings;
    const confirmable = context instanceof ConfirmableInteraction;
    const leadMs = confirmable ? timing.autoDeferLeadMs : timing.emptySuggestionsLeadMs;
    if (leadMs === undefined) return () => {};
    const confirmation: Confirmation = confirmable ? { type: "defer" } : { type: "suggest", choices: [] };
    const act = () => {
      if (session.state.phase.at !== "open") return;
      const told = ({ by }: Answered) => {
        if (!confirmable && by !== "other") this.#emptied(context);
      };
      session.confirm(confirmation, undefined, true).then(told, (err: unknown) => {
        log.warn({ interactionId: context.id, err }, `The automatic ${confirmation.type} did not go through`);
      });
    };
    return this.#automatic.schedule(act, Math.max(0, deadlineMs - leadMs - clock.monotonicMs()));
  }

  /** A person who types asks again and again: one line a minute says that the handler is too slow. */
  #emptied({ id: interactionId }: AnyContext): void {
    const message = "An autocomplete handler was not done within its second: the App answered with an empty list";
    this.#seldom.tell(message, (count) => this.#settings.log.warn({ interactionId, ...times(count) }, message));
  }

  #expired(ref: InteractionRef): void {
    this.#settings.tell?.({ kind: "interaction_expired", ...ref });
    this.#settings.log.info(logged(ref), "An interaction came too late to be confirmed");
  }

  #unrouted(ref: InteractionRef, key: RouteKey): void {
    const { registry, tell, log } = this.#settings;
    const message = unroutedMessage(key, registry.namesOf(key.type));
    tell?.({ kind: "interaction_unrouted", message, ...ref });
    if (registry.fallback) return;
    this.#seldom.tell(message, (count) => log.warn({ interactionId: ref.id, ...times(count) }, message));
  }

  #unconfirmed(ref: InteractionRef): void {
    const { tell, log, timing } = this.#settings;
    tell?.({ kind: "unconfirmed", ...ref });
    const later =
      timing.autoDeferLeadMs === undefined || ref.type === "autocomplete"
        ? ""
        : "; the App will defer in its stead (autoDefer)";
    const instead = ref.type === "autocomplete" ? "suggest()" : "reply() or decline()";
    log.warn(logged(ref), `A handler ended without confirming: call ${instead}${later}`);
  }

  #traced(ref: InteractionRef, handler: string, ...[context, arrival, match]: Entering): Promise<void> {
    const { around } = this.#settings;
    if (!around) return this.#enter(context, arrival, match);
    const attributes = { handler, source: ref.source, type: ref.type };
    return around({ name: "handler", attributes }, async () => this.#enter(context, arrival, match));
  }
}

type Entering = readonly [context: AnyContext, arrival: Arrival, match: Match];

/** Decoders may be the App's own: one that throws is told like a handler that does, and the person declined. */
function keyOf(interaction: Interaction, decoders: AllDecoders): { key: RouteKey; unreadable?: { cause: unknown } } {
  try {
    return { key: routeKey(interaction, decoders) };
  } catch (cause) {
    return { key: { type: interaction.type }, unreadable: { cause } };
  }
}

const logged = ({ id, type, name }: InteractionRef): object => ({ interactionId: id, type, name });

function refOf({ interaction, source }: Arrival, name: string | undefined): InteractionRef {
  return { id: interaction.id, type: interaction.type, source, ...(name === undefined ? {} : { name }) };
}
