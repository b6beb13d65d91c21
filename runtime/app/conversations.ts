import type { Clock } from "../abi/index.js";
import type { AppFacts } from "../diagnostics/app.js";
import type { Reporter } from "../diagnostics/reporter.js";
import type { Interaction } from "../../generated/types.js";
import type { SharedWaits } from "../fleet/shared-waits.js";
import { NoAnswerError } from "../http/errors/index.js";
import { settledWithin } from "../interaction/claims.js";
import type { ConfirmableContext } from "./contexts/types.js";
import type { Elsewhere, Incoming, TakenUp } from "./interaction-settings.js";
import { compileMatcher, labelOf } from "./routing/matcher.js";
import { Conversation, type ConversationRecord } from "./conversation.js";
import { LeftConversations } from "./left-conversations.js";
import { Reopening } from "./reopening.js";
import type { RouteKey } from "./routing/router.js";
import type { StateStore } from "./state-store.js";
import { OpenWaits } from "./open-waits.js";
import { written, type Asking, type Wait, type WaitGiven, type WaitTarget } from "./waits.js";

/** Longest that an interaction waits for the store, milliseconds: a third of its window; a stop waits for all of it. */
const STORE_MS = 1_000;

/** Milliseconds after which a wait ends that begins in a stopped App: a handler may wait again whenever one ends. */
const STOPPED_MS = 100;

/** How an App keeps its conversations. */
export interface ConversationOptions {
  /**
   * Where conversations are written down, so that one goes on after a restart: its handler is run again from its start,
   * and hears and says what it heard and said before, up to where it waits. Default: nowhere.
   */
  readonly store?: StateStore;
  /**
   * Sent, privately, to who answers a conversation that cannot go on, because its handler is gone or does not wait any
   * more where it did, or its time was up, unless a route or the fallback takes that. `false`: nothing of its own is
   * said. Default: "This was interrupted. Please start again."
   */
  readonly interruptedText?: string | false;
}

export interface ConversationSettings {
  readonly clock: Clock;
  readonly report: Reporter<AppFacts>;
  /** Absent where there is no fleet. */
  readonly shared?: SharedWaits | undefined;
}

/** Handlers in the middle of a conversation, and what each of them waits for. */
export class Conversations {
  readonly #clock: Clock;
  readonly #store: StateStore | undefined;
  readonly #report: Reporter<AppFacts>;
  readonly waits = new OpenWaits();
  readonly #waitedFor = new WeakSet<object>();
  /** Those of this process, by the id of the interaction that began it. */
  readonly #own = new Map<string, Conversation>();
  readonly #reopening = new Reopening((work) => this.#within(STORE_MS, work));
  /** What waits were ended with when the App stopped. */
  readonly #paused = new WeakSet<object>();
  #isStopped = false;
  readonly #left: LeftConversations | undefined;
  /** Who else waits, in a fleet. */
  readonly #shared: SharedWaits | undefined;
  readonly interruptedText: string | false;

  constructor(
    { store, interruptedText = "This was interrupted. Please start again." }: ConversationOptions,
    { clock, report, shared }: ConversationSettings,
  ) {
    this.#clock = clock;
    this.#store = store;
    this.#report = report;
    this.#shared = shared;
    this.#left =
      store &&
      new LeftConversations({
        store,
        clock,
        isOwn: (id) => this.#own.has(id),
        isAwaited: (key, interaction) => this.waits.find(key, interaction) !== undefined,
        inTime: (work) => this.#within(STORE_MS, work),
        onStoreFailure: (error) => this.#failedToRead(error),
      });
    this.interruptedText = interruptedText;
    if (shared) void this.#shareLeft(shared);
  }

  /** In a fleet, what a former process left here is offered to this one by whoever it comes to. */
  async #shareLeft(shared: SharedWaits): Promise<void> {
    try {
      for (const channelId of (await this.#left?.channels()) ?? []) shared.begin(channelId);
    } catch (error) {
      this.#left?.forget();
      this.#failedToRead(error);
    }
  }

  #failedToRead(error: unknown): void {
    this.#report("conversation_store_failed", { operation: "read", error });
  }

  /** A conversation that begins with an interaction; undefined where none are kept. */
  begin(interaction: Interaction): Conversation | undefined {
    if (this.#store === undefined || interaction.type === "autocomplete") return undefined;
    return this.#take(interaction, this.#store);
  }

  /** Its handler is done. One that threw because the App stopped waits for the next process. */
  end(conversation: Conversation, error?: unknown): void {
    if (!this.isPaused(error)) conversation.end();
    void conversation.saved().then(() => this.#own.delete(conversation.root.id));
  }

  async saved(): Promise<void> {
    const all = Promise.all([...this.#own.values()].map(async (conversation) => conversation.saved()));
    await this.#within(3 * STORE_MS, all).catch((error: unknown) =>
      this.#report("conversation_store_failed", { operation: "write", error }),
    );
    this.#own.clear();
  }

  #within<Value>(timeoutMs: number, work: Promise<Value>): Promise<Value> {
    const late = () => new Error(`the store of conversations did not answer within ${timeoutMs} ms`);
    return settledWithin(work, { clock: this.#clock, timeoutMs }, late);
  }

  #take(begun: Interaction | ConversationRecord, store: StateStore): Conversation {
    const conversation = new Conversation(begun, {
      store,
      clock: this.#clock,
      onStoreFailure: (error) => this.#report("conversation_store_failed", { operation: "write", error }),
    });
    this.#own.set(conversation.root.id, conversation);
    return conversation;
  }

  /** Whether a handler ended because the App stopped while it waited, and its conversation is kept. */
  isPaused(error: unknown): boolean {
    return typeof error === "object" && error !== null && this.#paused.has(error);
  }

  /**
   * Resolves with the context of what was waited for.
   *
   * Rejects with a NoAnswerError, of reason `timeout` when nobody answered, `aborted` when the App stopped or
   * the handler ended; and with what opening its form failed with, unless the form came all the same.
   */
  async wait(
    target: WaitTarget,
    { interaction: from, conversation, waiter, contextOf }: Asking,
    given: WaitGiven,
  ): Promise<object> {
    waiter.check();
    const { by = "same", timeoutMs = 300_000, form } = given;
    this.#waitedFor.add(target);
    const type = "component" in target ? "component" : "form";
    const matcher = "component" in target ? target.component : target.id;
    const label = `${type} ${labelOf(matcher)}`;
    const { read } = compileMatcher(matcher);
    const late = new NoAnswerError(`Nobody answered ${label} within ${timeoutMs / 1_000} s.`, { reason: "timeout" });
    const about = {
      label,
      type,
      fields: "component" in target ? undefined : target.fields,
      options: "component" in target ? target.options : undefined,
      read: (id: string) => (form === undefined || id === form.id ? read(id) : undefined),
      channelId: from.channelId,
      userId: by === "same" ? from.userId : undefined,
    } as const;
    const { number = 0, heard = null } = conversation?.next() ?? {};
    if (heard !== null) {
      const unopened = "failed" in heard && heard.failed === "unopened";
      // As it was before: nothing is sent. Its failure counts only where the wait ended with it.
      await form?.open().catch((error: unknown) => {
        if (unopened) throw error;
      });
      if ("failed" in heard) throw late;
      return contextOf(heard.interaction, about);
    }
    const { channelId, userId } = about;
    const endsAtMs = this.#clock.now() + timeoutMs;
    const opened = form && { exactId: form.id, openedFrom: from.id };
    conversation?.waits(number, { type, matcher: written(matcher), ...opened, channelId, userId, endsAtMs });
    return new Promise((resolve, reject) => {
      const unshare = this.#shared?.begin(channelId);
      const end = (isLate = false, isAnswered = false): void => {
        this.waits.end(wait, isLate);
        waiter.ended(wait, isAnswered);
        unshare?.();
        cancel();
      };
      const wait: Wait = {
        ...about,
        sinceMs: this.#clock.monotonicMs(),
        conversation,
        settle(context, interaction) {
          end(false, true);
          conversation?.heard(number, { interaction });
          resolve(context);
        },
        fail(error, isLate) {
          end(isLate);
          if (error === late) conversation?.heard(number, { failed: "timeout" });
          reject(error);
        },
      };
      const cancel = this.#isStopped
        ? this.#clock.schedule(() => this.#abort(wait), STOPPED_MS)
        : this.#clock.schedule(() => wait.fail(late, true), timeoutMs);
      this.waits.add(wait);
      waiter.begins(wait);
      conversation?.settle(number, wait);
      form?.open().catch((error: unknown) => {
        if (!this.waits.has(wait)) return; // it came, or the App stopped
        conversation?.heard(number, { failed: "unopened" });
        wait.fail(error);
      });
    });
  }

  /** How long the youngest has waited that an interaction answers; those of a process that is gone are older than any. */
  async waitedMs(key: RouteKey, interaction: Interaction): Promise<number | undefined> {
    const found = this.waits.find(key, interaction);
    if (found) return this.#clock.monotonicMs() - found.wait.sinceMs;
    const left = this.#left?.take(key, interaction, true).catch(() => undefined);
    return (await left) && Number.MAX_SAFE_INTEGER;
  }

  /** Tells who answers a conversation that it does not go on. */
  async interrupt(context: Pick<ConfirmableContext, "decline" | "reply">): Promise<unknown> {
    const text = this.interruptedText;
    return text === false ? context.decline() : context.reply({ content: text, private: true });
  }

  /** Whether a definition was ever waited for: what it makes is then not without a handler. */
  hasWaitedFor(definition: object): boolean {
    return this.#waitedFor.has(definition);
  }

  /**
   * Looks for the conversation that an interaction answers where it is not one here: at the other members of a fleet, one
   * of which then goes on with it (`handed_on`), and among those of a process that is gone (see {@link takeUp}).
   * Undefined where there is nowhere to look.
   */
  seek(
    key: RouteKey,
    { interaction, source }: Pick<Incoming, "interaction" | "source">,
    leftMs: number,
  ): Promise<Elsewhere> | undefined {
    if (!this.#shared || key.id === undefined || this.waits.find(key, interaction)) {
      return this.takeUp(key, interaction)?.then((found) => (found === "duplicate" ? found : { takenUp: found }));
    }
    const offered = this.#shared.offer(interaction.channelId, { what: { interaction, source }, leftMs });
    return offered.then(async (past) => {
      if (past === "taken") return "handed_on";
      const takenUp = await this.takeUp(key, interaction);
      return takenUp === "duplicate" ? takenUp : { takenUp, past };
    });
  }

  /**
   * The conversation of a process that is gone, if an interaction answers one. It is taken up once. `duplicate`: the
   * interaction began or answered one, was confirmed there, and comes again because that process did not say so.
   */
  takeUp(key: RouteKey, interaction: Interaction): Promise<TakenUp | "duplicate" | undefined> | undefined {
    const [store, left] = [this.#store, this.#left];
    if (store === undefined || left === undefined || key.type === "autocomplete") return undefined;
    const taken = left.take(key, interaction).then(async (found) => {
      if (found === undefined) return this.#reopening.until(interaction.channelId);
      if (found === "duplicate") return found;
      const conversation = this.#take(found.record, store);
      this.#reopening.add(conversation);
      return { conversation, number: found.number };
    });
    return taken.catch((error: unknown) => {
      left.forget();
      this.#failedToRead(error);
      return undefined;
    });
  }

  /** The App starts: what was ended by {@link cancelAll} may begin again. */
  open(): void {
    this.#isStopped = false;
  }

  /** Ends all waiting: the App stops. What is kept goes on in the next process. */
  cancelAll(): void {
    this.#isStopped = true;
    this.#left?.forget();
    this.#shared?.leave();
    for (const wait of this.waits) this.#abort(wait);
  }

  #abort(wait: Wait): void {
    const error = new NoAnswerError("The App was stopped while a conversation waited.", { reason: "aborted" });
    if (wait.conversation) this.#paused.add(error);
    wait.fail(error);
  }
}
