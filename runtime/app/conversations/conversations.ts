import { option, type OptionsOf, options } from "../../base/options.js";
import { store } from "../../store/kind.js";
import type { Interaction } from "../../../generated/types.js";
import type { Clock } from "../../abi/index.js";
import type { AppFacts } from "../../diagnostics/app.js";
import type { InteractionSource } from "../../diagnostics/interaction.js";
import type { DiagnosticSink, Reporter } from "../../diagnostics/reporter.js";
import type { SharedWaits } from "../../fleet/shared-waits.js";
import type { RouteKey } from "../routing/router.js";
import type { WaitMiss } from "../routing/unrouted.js";
import { Records } from "../../store/records.js";
import { PendingWaits } from "./pending-waits.js";
import type { ResumingAnswer } from "./conversation.js";
import { readRecord } from "./record.js";
import { type Resumed, StoredConversations } from "./stored.js";

/** How an App keeps its conversations. */
export interface ConversationOptions extends OptionsOf<typeof conversationOptions> {}

export const conversationOptions = /* @__PURE__ */ options(() => ({
  /**
   * Where conversations are stored, so that they continue after a restart: the handler runs again from its start, and
   * its calls and waits return their recorded results up to where it waits. They hold private messages: see `sealed()`.
   * Default: nowhere.
   */
  store: store(),
  /**
   * Sent, privately, to a user who answers a conversation that cannot continue, because its handler no longer exists,
   * no longer waits at that place, or timed out, unless a route or the fallback handles the interaction. `false`:
   * nothing is sent. Default: "This was interrupted. Please start again."
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

/** The context of an interaction that no wait takes. */
interface Refusable {
  readonly decline: () => Promise<unknown>;
  readonly reply: (text: { readonly content: string; readonly private: true }) => Promise<unknown>;
}

/** What was found outside the pending waits of this process. */
export interface FoundElsewhere {
  readonly resumed?: Resumed | undefined;
  /** Why no other member of the fleet takes it. */
  readonly miss?: WaitMiss | undefined;
}

/** How a stored conversation runs again. */
export interface Replay extends Pick<ResumingAnswer, "fits" | "accept"> {
  /** The context of the answer for which it does. */
  readonly context: Refusable & { readonly id: string };
  /** Resolves when the handler that began it has ended, at once where there is none any more. */
  readonly runAgain: () => Promise<unknown>;
  /** The answer has no wait to go to: reports it. */
  readonly onGone: () => void;
}

/** `handed_on`: another member of the fleet took it. `duplicate`: see {@link StoredConversations.take}. */
export type SearchResult = FoundElsewhere | "duplicate" | "handed_on";

/** Handlers in the middle of a conversation: in this process, in the store, and in other members of the fleet. */
export class Conversations {
  readonly #clock: Clock;
  readonly waits: PendingWaits;
  /** Undefined where none are stored. */
  readonly stored: StoredConversations | undefined;
  readonly #shared: SharedWaits | undefined;
  readonly #interruptedText: string | false;

  constructor(
    { store, interruptedText = "This was interrupted. Please start again." }: ConversationOptions,
    { clock, report, sink, shared }: ConversationSettings,
  ) {
    this.#clock = clock;
    this.#shared = shared;
    this.waits = new PendingWaits(clock, shared);
    const isAwaited = (key: RouteKey, interaction: Interaction) => this.waits.find(key, interaction) !== undefined;
    const records = store && new Records(store, { use: "conversation", read: readRecord, clock, sink });
    this.stored = records && new StoredConversations({ records, clock, report, isAwaited });
    this.#interruptedText = interruptedText;
    if (shared) void this.#shareStored(shared);
  }

  /** The App stops: rejects all waits. Stored conversations continue in the next process. */
  cancelAll(): void {
    this.stored?.forget();
    this.waits.cancelAll();
  }

  /**
   * Declines what no wait and no route takes. A user who answers a conversation that cannot continue gets a message instead.
   */
  async refuse(context: Refusable, miss: WaitMiss | undefined): Promise<unknown> {
    const text = miss === "late" || miss === "gone" ? this.#interruptedText : false;
    return text === false ? context.decline() : context.reply({ content: text, private: true });
  }

  /**
   * Looks for the conversation that an interaction answers where no wait of this process takes it: at the other members
   * of the fleet first, then in the store. Undefined where there is nowhere to look.
   */
  search(
    key: RouteKey,
    { interaction, source }: { readonly interaction: Interaction; readonly source: InteractionSource },
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
  resume(key: RouteKey, interaction: Interaction): ReturnType<StoredConversations["take"]> | undefined {
    return key.type === "autocomplete" ? undefined : this.stored?.take(key, interaction);
  }

  /** Runs the handler of a stored conversation again, which receives the answer when it reaches its wait. */
  async replay({ conversation, number }: Resumed, { context, fits, accept, runAgain, onGone }: Replay): Promise<void> {
    conversation.resumeWith({ id: context.id, number, fits, accept });
    await runAgain();
    if (!conversation.hasUnclaimedAnswer) return;
    if (this.waits.isStopped) return void (await context.decline()); // it continues in the next process
    onGone();
    conversation.end();
    await this.refuse(context, "gone");
  }

  /**
   * For how long the youngest wait that an interaction answers has been pending, milliseconds; undefined when none
   * does. Stored conversations are older than any other.
   */
  async waitedMs(key: RouteKey, interaction: Interaction): Promise<number | undefined> {
    const found = this.waits.find(key, interaction);
    if (found) return this.#clock.monotonicMs() - found.wait.sinceMs;
    return (await this.stored?.has(key, interaction)) ? Number.MAX_SAFE_INTEGER : undefined;
  }

  /** Announces the stored conversations to the other members, which then offer the answers that reach them. */
  async #shareStored(shared: SharedWaits): Promise<void> {
    for (const channelId of (await this.stored?.channels()) ?? []) shared.begin(channelId);
  }
}
