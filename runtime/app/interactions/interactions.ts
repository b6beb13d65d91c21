import type { Offer, WaitAnswer, WaitJudge } from "../../fleet/shared-waits.js";
import { answerOfStore } from "../../interaction/claims.js";
import { interactionReporter, refOf } from "../../interaction/report.js";
import { answerParticulars, isAnswer, type Match } from "../contexts/build.js";
import type { ConfirmableInteraction } from "../contexts/context.js";
import { keyOfInteraction } from "../contexts/decoders.js";
import type { FoundElsewhere, Replay, SearchResult } from "../conversations/conversations.js";
import type { Resumed } from "../conversations/stored.js";
import { isFor, moreSpecific } from "../conversations/pending-waits.js";
import type { PendingWait } from "../conversations/conversation.js";
import { routeToWait } from "../conversations/waits.js";
import { HandlerError } from "../errors.js";
import { reportUnrouted } from "../routing/unrouted.js";
import { arrivalOf, arrivalOfOffer } from "./arrival.js";
import { HandlerRunner } from "./handler-run.js";
import type { Arrival, Incoming, InteractionSettings, Ran } from "./settings.js";

/** Takes each interaction once, before its deadline, to the handler that waits for it or is registered for it. */
export class Interactions implements WaitJudge {
  readonly #settings: InteractionSettings;
  readonly #runner: HandlerRunner;

  constructor(settings: InteractionSettings) {
    this.#settings = settings;
    this.#runner = new HandlerRunner(settings);
  }

  /** The App no longer waits for its handlers: aborts their signals, and cancels all timers. */
  abandon(): void {
    this.#runner.abandon();
  }

  /** Resolves when its handler has ended, or with why none was run; neither throws nor rejects. */
  run(incoming: Incoming): Promise<Ran> {
    return this.#guarded(() => this.#claim(incoming));
  }

  /** Reports what fails before there is a handler. */
  #guarded(work: () => Promise<Ran>): Promise<Ran> {
    try {
      return work();
    } catch (error) {
      this.#settings.report("event_failed", { error });
      return Promise.resolve("failed");
    }
  }

  #claim(incoming: Incoming): Promise<Ran> {
    const { clock } = this.#settings;
    const nowMs = clock.monotonicMs();
    const arrival = arrivalOf(incoming, this.#settings);
    const { report, deadlineMs } = arrival;
    if (incoming.deadlineMs !== undefined) return this.#accept(arrival, nowMs);
    // Without an answer of the store it is handled: whether it was before is unknown.
    const claimed = answerOfStore(
      () => this.#settings.claim(incoming.interaction.id),
      { clock, deadlineMs },
      (error) => (report("claim_failed", { error }), true),
    );
    if (claimed === true) return this.#accept(arrival, nowMs);
    return this.#claimed(arrival, claimed);
  }

  async #claimed(arrival: Arrival, claimed: false | Promise<boolean>): Promise<Ran> {
    if (await claimed) return this.#guarded(() => this.#accept(arrival, this.#settings.clock.monotonicMs()));
    arrival.report("duplicate", {});
    return "duplicate";
  }

  /** Not async: where nothing is waited for, a promise for each step would cost more than the steps. */
  #accept(arrival: Arrival, nowMs: number): Promise<Ran> {
    const { incoming, key, report, deadlineMs } = arrival;
    if (incoming.assumedExpiry !== undefined) report("expiry_assumed", { given: incoming.assumedExpiry });
    const remainingMs = deadlineMs - nowMs;
    if (remainingMs <= 0 && !this.#settings.timing.runExpired) {
      report("expired", { queuedMs: nowMs - incoming.receivedAtMs });
      return Promise.resolve("expired");
    }
    report("received", { remainingMs });
    const searching = this.#settings.conversations.search(key, incoming, remainingMs);
    return searching ? this.#searched(arrival, searching) : this.#route(arrival);
  }

  async #searched(arrival: Arrival, searching: Promise<SearchResult>): Promise<Ran> {
    const found = await searching;
    if (typeof found === "object") return this.#guarded(() => this.#route(arrival, found));
    arrival.report(found, {});
    return found;
  }

  async waitedMs(offer: Offer): Promise<number | undefined> {
    const arrival = arrivalOfOffer(offer, this.#settings);
    return arrival && this.#settings.conversations.waitedMs(arrival.key, arrival.incoming.interaction);
  }

  async take(offer: Offer, mayTake: () => boolean): Promise<WaitAnswer | undefined> {
    const { conversations } = this.#settings;
    const arrival = arrivalOfOffer(offer, this.#settings);
    if (!arrival) return undefined;
    const { key } = arrival;
    const { interaction } = arrival.incoming;
    const isAwaited = (): boolean => conversations.waits.find(key, interaction) !== undefined;
    const resumed = isAwaited() ? undefined : await conversations.resume(key, interaction);
    if (!resumed && !(isAwaited() && mayTake())) return conversations.waits.miss(key, interaction);
    if (resumed !== "duplicate") void this.#guarded(() => this.#route(arrival, { resumed }));
    return "taken";
  }

  #route(arrival: Arrival, found: FoundElsewhere = {}): Promise<Ran> {
    const { unreadable } = arrival;
    const matched = this.#match(arrival, found);
    const match = unreadable ? { ...matched, unreadable } : matched;
    if (!match.route && !unreadable) this.#reportUnrouted(arrival, match.miss);
    return this.#runner.run(arrival, match);
  }

  /** Pending waits come before stored conversations, and both before the routes. */
  #match(arrival: Arrival, { resumed, miss: elsewhere }: FoundElsewhere): Match {
    const { registry, conversations } = this.#settings;
    const { key, incoming } = arrival;
    const { interaction } = incoming;
    const awaited = conversations.waits.find(key, interaction);
    if (awaited) {
      const { wait, params } = awaited;
      const routed = routeToWait(wait, (context) => this.#settle(wait, context as ConfirmableInteraction, arrival)); // by type
      return { ...routed, params: { ...params }, conversation: wait.conversation };
    }
    if (resumed) {
      const run = (context: object): void => this.#resume(resumed, context as ConfirmableInteraction, incoming); // by type
      const routed = routeToWait({ label: "resumed", fields: undefined, options: undefined }, run);
      return { ...routed, params: {}, conversation: resumed.conversation };
    }
    const { handler: route, params = {} } = registry.router.find(key) ?? {};
    const begun = conversations.stored?.begin(interaction);
    const miss = route ? undefined : moreSpecific(conversations.waits.miss(key, interaction), elsewhere);
    return { route, params, conversation: begun, begun, miss };
  }

  /** Gives the answer to its wait, unless the wait has ended since: an `around` may begin its work late. */
  #settle(wait: PendingWait, context: ConfirmableInteraction, arrival: Arrival): unknown {
    const { conversations } = this.#settings;
    const { key, incoming } = arrival;
    const { interaction } = incoming;
    if (conversations.waits.isPending(wait)) return wait.settle(context, interaction);
    const miss = conversations.waits.miss(key, interaction);
    this.#reportUnrouted(arrival, miss);
    return conversations.refuse(context, miss);
  }

  #reportUnrouted({ key, incoming, report }: Arrival, why: Match["miss"]): void {
    const { registry, conversations } = this.#settings;
    const handler = why && conversations.waits.handlerOf(key, incoming.interaction);
    reportUnrouted(key, why && { why, handler }, registry, report);
  }

  #resume(resumed: Resumed, context: ConfirmableInteraction, incoming: Incoming): void {
    const { decoders, onError, conversations } = this.#settings;
    const { interaction } = incoming;
    const failed = async (error: unknown): Promise<void> => {
      await onError(new HandlerError("conversation", error), context);
      await context.decline().catch(() => undefined); // it is confirmed, or has expired
    };
    const accept = (wait: PendingWait): void => {
      try {
        Object.assign(context, answerParticulars(interaction, wait, decoders));
        wait.settle(context, interaction);
      } catch (error) {
        void failed(error);
      }
    };
    const fits = (wait: PendingWait): boolean => isFor(wait, interaction) && isAnswer(interaction, wait, decoders);
    conversations.replay(resumed, { context, fits, accept, ...this.#again(resumed, incoming) }).catch(failed);
  }

  /** The handler that began a stored conversation. */
  #again({ conversation }: Resumed, incoming: Incoming): Pick<Replay, "runAgain" | "onGone"> {
    const { registry, decoders, sink } = this.#settings;
    const { root } = conversation;
    const { key } = keyOfInteraction(root, decoders);
    const report = interactionReporter(sink, refOf(root, incoming.source, key.command ?? key.id));
    const { handler: route, params = {} } = registry.router.find(key) ?? {};
    const match = { route, params, conversation, begun: conversation };
    const message = "A conversation cannot go on: its handler is gone, or does not wait any more where it did";
    return {
      runAgain: async () =>
        (route ?? registry.fallback) && this.#runner.runAgain(conversation, incoming, { match, report }),
      onGone: () => report("unrouted", {}, { message }),
    };
  }
}
