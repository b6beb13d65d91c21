import type { Interaction } from "../../../generated/types.js";
import type { Clock } from "../../abi/index.js";
import type { SharedWaits } from "../../fleet/shared-waits.js";
import { NoAnswerError } from "../../base/errors.js";
import { withDefaults } from "../../base/options.js";
import { compileMatcher, labelOf } from "../definitions/matcher.js";
import type { RouteKey } from "../routing/router.js";
import type { WaitMiss } from "../routing/unrouted.js";
import { waitOptions, type WaitTarget } from "../definitions/contexts.js";
import type { Conversation, PendingWait } from "./conversation.js";
import type { HandlerWaits } from "./handler-waits.js";
import { leftMsOf, storedMatcher, type StoredWait } from "./record.js";
import { type WaitDefinition, type WaitRequest } from "./waits.js";

/** The handler that waits. */
export interface WaitOwner {
  /** The interaction whose context it called. */
  readonly interaction: Interaction;
  /** Undefined where conversations are not stored. */
  readonly conversation: Conversation | undefined;
  readonly waits: HandlerWaits;
  /** Stands on what its conversation sends. */
  readonly mark: string;
  readonly handler: string;
  /** Builds the context of an answer that was received before a restart. */
  readonly contextOf: (answer: Interaction, wait: WaitDefinition) => object;
}

/** Ended waits that are remembered. An answer to an older one is declined without an explanation. */
const REMEMBERED = 1_000;

/** A wait that begins in a stopped App ends after so many milliseconds: at once, a handler that retries would spin. */
const STOPPED_MS = 100;

/** What decides whether an interaction answers a wait. */
type Criteria = Pick<PendingWait, "type" | "channelId" | "userId" | "read" | "mark" | "handler">;

/** Whether a wait accepts answers of this person, in this channel. */
export const isFor = (
  { channelId, userId }: Pick<Criteria, "channelId" | "userId">,
  interaction: Interaction,
): boolean => channelId === interaction.channelId && (userId ?? interaction.userId) === interaction.userId;

interface StartingWait {
  readonly target: WaitTarget;
  readonly definition: WaitDefinition;
  /** Its place in the stored conversation. */
  readonly number: number;
  /** How it stood before a restart. Its time goes on. */
  readonly before: StoredWait | undefined;
}

/** The waits of all handlers of this process: those that are pending, and the last ones that have ended. */
export class PendingWaits {
  readonly #clock: Clock;
  readonly #shared: SharedWaits | undefined;
  readonly #pending = new Set<PendingWait>();
  readonly #ended: (Criteria & { readonly timedOut: boolean })[] = [];
  readonly #targets = new WeakSet<object>();
  #isStopped = false;

  /** @param shared tells the other members of a fleet in which channels there are waits */
  constructor(clock: Clock, shared: SharedWaits | undefined) {
    this.#clock = clock;
    this.#shared = shared;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** The App starts, perhaps again after a stop. */
  open(): void {
    this.#isStopped = false;
  }

  /** The App stops: pauses stored conversations, and rejects all other waits. */
  cancelAll(): void {
    this.#isStopped = true;
    this.#shared?.leave();
    for (const wait of this.#pending) this.#cancel(wait);
  }

  #cancel(wait: PendingWait): void {
    // A handler that caught a rejection would end what the next process is to go on with.
    if (wait.conversation) return wait.pause();
    wait.fail(new NoAnswerError("The App was stopped while a conversation waited", { reason: "aborted" }));
  }

  /** Whether a component or form was ever waited for. It needs no route then. */
  hasTarget(definition: object): boolean {
    return this.#targets.has(definition);
  }

  isPending(wait: PendingWait): boolean {
    return this.#pending.has(wait);
  }

  /** The youngest pending wait that an interaction answers, with the parameters read from its id. */
  find({ type, id, owner }: RouteKey, interaction: Interaction): { wait: PendingWait; params: object } | undefined {
    if (id === undefined || this.#pending.size === 0) return undefined;
    for (const wait of [...this.#pending].toReversed()) {
      if (wait.type !== type || wait.mark !== (owner ?? wait.mark) || !isFor(wait, interaction)) continue;
      const params = wait.read(id);
      if (params !== undefined) return { wait, params };
    }
    return undefined;
  }

  /** The handler whose wait an interaction answers too late, or from another user. */
  handlerOf({ type, id, owner }: RouteKey, interaction: Interaction): string | undefined {
    const accepts = (wait: Criteria): boolean =>
      id !== undefined && wait.type === type && wait.mark === (owner ?? wait.mark) && wait.read(id) !== undefined;
    const ended = this.#ended.findLast((wait) => isFor(wait, interaction) && accepts(wait));
    return (ended ?? [...this.#pending].findLast(accepts) ?? this.#ended.findLast(accepts))?.handler;
  }

  /** Why no wait takes an interaction whose id some wait accepts or accepted; undefined when none ever did. */
  miss({ type, id, owner }: RouteKey, interaction: Interaction): WaitMiss | undefined {
    if (id === undefined) return undefined;
    const accepts = (wait: Criteria): boolean =>
      wait.type === type && wait.mark === (owner ?? wait.mark) && wait.read(id) !== undefined;
    const ended = this.#ended.findLast((wait) => isFor(wait, interaction) && accepts(wait));
    if (ended) return ended.timedOut ? "late" : "over";
    if ([...this.#pending].some(accepts)) return "others";
    return this.#ended.some(accepts) ? "over" : undefined;
  }

  /**
   * Resolves with the context of the answer.
   *
   * Rejects with a NoAnswerError, of reason `timeout` without an answer, `aborted` when the App stopped or
   * the handler ended; and with what opening its form failed with, unless the form came all the same.
   */
  async wait(target: WaitTarget, owner: WaitOwner, request: WaitRequest): Promise<object> {
    owner.waits.check();
    this.#targets.add(target);
    const definition = definitionOf(target, request);
    const { number = 0, outcome = null, before } = owner.conversation?.nextWait() ?? {};
    if (outcome === null) return this.#pend({ target, definition, number, before }, owner, request);
    const failed = "failed" in outcome ? outcome.failed : undefined;
    // Opening the form gives its recorded result and sends nothing. It failed the wait only if that is what was recorded.
    await request.form?.open().catch((error: unknown) => {
      if (failed === "unopened") throw error;
    });
    if ("failed" in outcome) throw timeoutOf(definition, request);
    return owner.contextOf(outcome.interaction, definition);
  }

  #pend(
    { target, definition, number, before }: StartingWait,
    { interaction, conversation, waits, mark, handler }: WaitOwner,
    request: WaitRequest,
  ): Promise<object> {
    const { by, timeoutMs } = withDefaults(waitOptions, request);
    const { form } = request;
    const { channelId } = interaction;
    const userId = by === "same" ? interaction.userId : undefined;
    const nowMs = this.#clock.now();
    const { beganAtMs = nowMs, endsAtMs = nowMs + timeoutMs } = before ?? {};
    conversation?.waitBegan(number, {
      type: definition.type,
      matcher: storedMatcher(matcherOf(target)),
      ...(form && { exactId: form.id, openedFrom: interaction.id }),
      channelId,
      userId,
      beganAtMs,
      endsAtMs,
    });
    return new Promise((resolve, reject) => {
      const unshare = this.#shared?.begin(channelId);
      const end = (timedOut: boolean, isAnswered: boolean): void => {
        this.#end(wait, timedOut);
        waits.end(wait, isAnswered);
        unshare?.();
        cancelTimer();
      };
      const wait: PendingWait = {
        ...definition,
        handler,
        channelId,
        userId,
        mark,
        sinceMs: this.#clock.monotonicMs() - (nowMs - beganAtMs),
        conversation,
        settle(context, answer) {
          end(false, true);
          conversation?.waitEnded(number, { interaction: answer });
          resolve(context);
        },
        fail(error, timedOut = false) {
          end(timedOut, false);
          reject(error);
        },
        pause() {
          end(false, false);
          conversation?.pause();
        },
      };
      const timeOut = (): void => {
        conversation?.waitEnded(number, { failed: "timeout" });
        wait.fail(timeoutOf(definition, request), true);
      };
      const cancelTimer = this.#isStopped
        ? this.#clock.schedule(() => this.#cancel(wait), STOPPED_MS)
        : this.#clock.schedule(timeOut, Math.max(0, leftMsOf({ endsAtMs }, nowMs)));
      this.#pending.add(wait);
      waits.add(wait);
      if (request.runner) {
        request.runner.close = () => {
          if (!this.#pending.has(wait)) return;
          conversation?.waitEnded(number, null);
          wait.fail(lostRace());
        };
      }
      conversation?.settleResumed(number, wait);
      form?.open().catch((error: unknown) => {
        if (!this.#pending.has(wait)) return; // it was answered, or the App stopped
        conversation?.waitEnded(number, { failed: "unopened" });
        wait.fail(error);
      });
    });
  }

  #end(wait: PendingWait, timedOut: boolean): void {
    this.#pending.delete(wait);
    const { type, channelId, userId, read, mark, handler } = wait;
    this.#ended.push({ type, channelId, userId, read, mark, handler, timedOut });
    if (this.#ended.length > REMEMBERED) this.#ended.shift();
  }
}

const lostRace = (): NoAnswerError =>
  new NoAnswerError("Another wait of the same Promise.race() was answered first", { reason: "aborted" });

const matcherOf = (target: WaitTarget) => ("component" in target ? target.component : target.id);

function definitionOf(target: WaitTarget, { form }: WaitRequest): WaitDefinition {
  const type = "component" in target ? "component" : "form";
  const { read } = compileMatcher(matcherOf(target));
  return {
    type,
    label: `${type} ${labelOf(matcherOf(target))}`,
    fields: "component" in target ? undefined : target.fields,
    options: "component" in target ? target.options : undefined,
    read: (id) => (form === undefined || id === form.id ? read(id) : undefined),
  };
}

function timeoutOf({ label }: WaitDefinition, request: WaitRequest): NoAnswerError {
  const { timeoutMs } = withDefaults(waitOptions, request);
  return new NoAnswerError(`No answer to ${label} within ${timeoutMs / 1_000} s`, { reason: "timeout" });
}

/**
 * The more specific of two reasons, this process's and another member's: that the conversation cannot continue. A member
 * that has run for a while remembers an ended wait for nearly every component.
 */
export const moreSpecific = (here?: WaitMiss, elsewhere?: WaitMiss): WaitMiss | undefined =>
  here !== "late" && (elsewhere === "late" || elsewhere === "gone") ? elsewhere : (here ?? elsewhere);
