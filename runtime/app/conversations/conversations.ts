import { option, type OptionsOf, options } from "../../base/options.js";
import { store } from "../../store/kind.js";
import type { Source } from "../contexts/types.js";
import type { Interaction } from "../../../generated/types.js";
import type { Clock } from "../../abi/index.js";
import type { AppFacts } from "../../diagnostics/app.js";
import type { DiagnosticSink, Reporter } from "../../diagnostics/reporter.js";
import type { SharedWaits } from "../../fleet/shared-waits.js";
import { within } from "../../base/time.js";
import type { ConfirmableContext } from "../contexts/types.js";
import type { RouteKey } from "../routing/router.js";
import { type Entry, Records } from "../../store/records.js";
import { Conversation } from "./conversation.js";
import { PendingWaits, type WaitMiss } from "./pending-waits.js";
import { type ConversationRecord, readRecord } from "./record.js";
import { Replays } from "./replays.js";
import { StoredConversations } from "./stored.js";

/** Longest that an interaction waits for the store, milliseconds: a third of its window. A stop waits three times as long. */
const STORE_MS = 1_000;

/** How an App keeps its conversations. */
export interface ConversationOptions extends OptionsOf<typeof conversationOptions> {}

export const conversationOptions = /* @__PURE__ */ options(() => ({
  /**
   * Where conversations are stored, so that they continue after a restart: the handler runs again from its start, and
   * its calls and waits give their recorded results up to where it waits. They hold private messages: see `sealed()`.
   * Default: nowhere.
   */
  store: store(),
  /**
   * Sent, privately, to a user who answers a conversation that cannot continue, because its handler is gone, no longer
   * waits at that place, or its time was up, unless a route or the fallback takes the interaction. `false`: nothing is sent.
   * Default: "This was interrupted. Please start again."
   */
  interruptedText: option<string | false>(
    "a non-empty string, or false",
    (value) => value === false || (typeof value === "string" && value !== ""),
  ),
}));

export interface ConversationSettings {
  readonly clock: Clock;
  readonly report: Reporter<AppFacts>;
  /** Takes the reports of a store that is slow, fails or hangs. */
  readonly sink: DiagnosticSink<never>;
  /** Absent where there is no fleet. */
  readonly shared?: SharedWaits | undefined;
}

/** A stored conversation to resume, and the number of the wait that is answered. */
export interface Resumed {
  readonly conversation: Conversation;
  readonly number: number;
}

/** What was found outside the pending waits of this process. */
export interface FoundElsewhere {
  readonly resumed?: Resumed | undefined;
  /** Why no other member of the fleet takes it. */
  readonly miss?: WaitMiss | undefined;
}

/** `handed_on`: another member of the fleet took it. `duplicate`: see {@link StoredConversations.take}. */
export type SearchResult = FoundElsewhere | "duplicate" | "handed_on";

/** Handlers in the middle of a conversation: in this process, in the store, and in other members of the fleet. */
export class Conversations {
  readonly #clock: Clock;
  readonly #records: Records<ConversationRecord> | undefined;
  readonly #report: Reporter<AppFacts>;
  readonly waits: PendingWaits;
  /** Stored conversations of this process, by the id of the interaction that began them. */
  readonly #own = new Map<string, Conversation>();
  readonly #replays = new Replays((work) => this.#within(STORE_MS, work));
  readonly #stored: StoredConversations | undefined;
  readonly #shared: SharedWaits | undefined;
  readonly #interruptedText: string | false;

  constructor(
    { store, interruptedText = "This was interrupted. Please start again." }: ConversationOptions,
    { clock, report, sink, shared }: ConversationSettings,
  ) {
    this.#clock = clock;
    this.#records = store && new Records(store, { use: "conversation", read: readRecord, clock, sink });
    this.#report = report;
    this.#shared = shared;
    this.waits = new PendingWaits(clock, shared);
    this.#stored =
      this.#records &&
      new StoredConversations({
        records: this.#records,
        clock,
        isOwn: (id) => this.#own.has(id),
        isAwaited: (key, interaction) => this.waits.find(key, interaction) !== undefined,
        inTime: (work) => this.#within(STORE_MS, work),
        onStoreFailure: (error) => this.#readFailed(error),
      });
    this.#interruptedText = interruptedText;
    if (shared) void this.#shareStored(shared);
  }

  /** The App stops: rejects all waits. Stored conversations continue in the next process. */
  cancelAll(): void {
    this.#stored?.forget();
    this.waits.cancelAll();
  }

  /** The conversation that begins with an interaction; undefined where none are stored. */
  begin(interaction: Interaction): Conversation | undefined {
    if (this.#records === undefined || interaction.type === "autocomplete") return undefined;
    return this.#add(interaction, this.#records);
  }

  /** Its handler has ended. */
  end(conversation: Conversation): void {
    conversation.end();
    void conversation.written().then(() => this.#own.delete(conversation.root.id));
  }

  /** The App stops: resolves when all conversations are written, or that took too long. */
  async written(): Promise<void> {
    await this.saved(3 * STORE_MS);
    this.#own.clear();
  }

  /** Resolves when what is to be written by now is written, or that took too long. */
  async saved(timeoutMs = STORE_MS / 2): Promise<void> {
    if (this.#own.size === 0) return;
    const all = Promise.all([...this.#own.values()].map(async (conversation) => conversation.written()));
    await this.#within(timeoutMs, all).catch((error: unknown) => this.#writeFailed(error));
  }

  #add(begun: Interaction | Entry<ConversationRecord>, records: Records<ConversationRecord>): Conversation {
    const onStoreFailure = (error: unknown): void => this.#writeFailed(error);
    const conversation = new Conversation(begun, { records, clock: this.#clock, onStoreFailure });
    this.#own.set(conversation.root.id, conversation);
    return conversation;
  }

  /** Declines what no wait and no route takes. Whoever answers a conversation that cannot continue is told so instead. */
  async refuse(context: Pick<ConfirmableContext, "decline" | "reply">, miss: WaitMiss | undefined): Promise<unknown> {
    const text = miss === "late" || miss === "gone" ? this.#interruptedText : false;
    return text === false ? context.decline() : context.reply({ content: text, private: true });
  }

  /**
   * Looks for the conversation that an interaction answers where no wait of this process takes it: at the other members
   * of the fleet first, then in the store. Undefined where there is nowhere to look.
   */
  search(
    key: RouteKey,
    { interaction, source }: { readonly interaction: Interaction; readonly source: Source },
    leftMs: number,
  ): Promise<SearchResult> | undefined {
    if (!this.#shared || key.id === undefined || this.waits.find(key, interaction)) {
      return this.resume(key, interaction)?.then((resumed) => (resumed === "duplicate" ? resumed : { resumed }));
    }
    const offered = this.#shared.offer(interaction.channelId, { what: { interaction, source }, leftMs });
    return offered.then(async (miss) => {
      if (miss === "taken") return "handed_on";
      const resumed = await this.resume(key, interaction);
      return resumed === "duplicate" ? resumed : { resumed, miss };
    });
  }

  /** Takes the stored conversation that an interaction answers. `duplicate`: see {@link StoredConversations.take}. */
  resume(key: RouteKey, interaction: Interaction): Promise<Resumed | "duplicate" | undefined> | undefined {
    const [records, stored] = [this.#records, this.#stored];
    if (records === undefined || stored === undefined || key.type === "autocomplete") return undefined;
    const taken = stored.take(key, interaction).then(async (found) => {
      if (found === undefined) return this.#replays.done(interaction.channelId);
      if (found === "duplicate") return found;
      const conversation = this.#add(found.record, records);
      this.#replays.add(conversation);
      return { conversation, number: found.number };
    });
    return taken.catch((error: unknown) => void this.#readFailed(error));
  }

  /**
   * For how long the youngest wait that an interaction answers has been pending, milliseconds; undefined when none does.
   * Stored conversations are older than any other.
   */
  async waitedMs(key: RouteKey, interaction: Interaction): Promise<number | undefined> {
    const found = this.waits.find(key, interaction);
    if (found) return this.#clock.monotonicMs() - found.wait.sinceMs;
    const isStored = await this.#stored?.has(key, interaction).catch(() => false);
    return isStored ? Number.MAX_SAFE_INTEGER : undefined;
  }

  /** Announces the stored conversations to the other members, which then offer the answers that reach them. */
  async #shareStored(shared: SharedWaits): Promise<void> {
    try {
      for (const channelId of (await this.#stored?.channels()) ?? []) shared.begin(channelId);
    } catch (error) {
      this.#readFailed(error);
    }
  }

  #readFailed(error: unknown): void {
    this.#report("conversation_store_failed", { operation: "read", error });
  }

  #writeFailed(error: unknown): void {
    this.#report("conversation_store_failed", { operation: "write", error });
  }

  #within<Value>(timeoutMs: number, work: Promise<Value>): Promise<Value> {
    const late = () => new Error(`the store of conversations did not answer within ${timeoutMs} ms`);
    return within(work, { clock: this.#clock, timeoutMs }, late);
  }
}
