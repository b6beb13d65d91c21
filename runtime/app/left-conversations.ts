import type { Interaction } from "../../generated/types.js";
import type { Clock } from "../abi/index.js";
import { RECORDS, type ConversationRecord, type WrittenWait } from "./conversation.js";
import { keysOf, NoConversation, readConversation } from "./kept-records.js";
import { compileMatcher } from "./routing/matcher.js";
import type { RouteKey } from "./routing/router.js";
import type { StateStore } from "./state-store.js";
import { readBack } from "./waits.js";

/** A conversation of a process that is gone, and the one of its waits that an interaction answers. */
export interface LeftConversation {
  readonly record: ConversationRecord;
  readonly number: number;
}

export interface LeftSettings {
  readonly store: StateStore;
  readonly clock: Clock;
  /** Whether a conversation is one of this process. */
  readonly isOwn: (id: string) => boolean;
  /** Whether a handler of this process waits for an interaction: it has it then, and nobody else. */
  readonly isAwaited: (key: RouteKey, interaction: Interaction) => boolean;
  /** What comes of work, unless it takes longer than an interaction can wait for the store. */
  readonly inTime: <Value>(work: Promise<Value>) => Promise<Value>;
  readonly onStoreFailure: (error: unknown) => void;
}

/** Conversations of a process that is gone. They are read from the store when the first interaction comes. */
export class LeftConversations {
  readonly #settings: LeftSettings;
  #left: Promise<Map<string, ConversationRecord>> | undefined;
  /** The interactions of those that were confirmed there, by id. */
  readonly #dealtWith = new Set<string>();

  constructor(settings: LeftSettings) {
    this.#settings = settings;
  }

  /** They are read again when they are asked for next. */
  forget(): void {
    this.#left = undefined;
  }

  /** The channels in which they wait. */
  async channels(): Promise<readonly string[]> {
    const left = await (this.#left ??= this.#read());
    const waits = [...left.values()].flatMap((record) => Object.values(record.waits));
    return [...new Set(waits.map(({ channelId }) => channelId))];
  }

  /**
   * The one that an interaction answers, which is then left no more, unless it is only asked for. `duplicate`: see
   * {@link Conversations.takeUp}.
   */
  async take(
    key: RouteKey,
    interaction: Interaction,
    isOnlyAsked = false,
  ): Promise<LeftConversation | "duplicate" | undefined> {
    const { inTime, isAwaited } = this.#settings;
    const { type, id: answered } = key;
    const { id, channelId, userId } = interaction;
    // Nothing is waited for after this: what is taken is what somebody goes on with.
    const left = await inTime((this.#left ??= this.#read()));
    if (this.#dealtWith.has(id)) return "duplicate";
    if (answered === undefined || isAwaited(key, interaction)) return undefined;
    const fits = (wait: WrittenWait): boolean => {
      if (wait.endsAtMs < this.#settings.clock.now()) return false;
      if (wait.type !== type || wait.channelId !== channelId || (wait.userId ?? userId) !== userId) return false;
      if (wait.exactId !== undefined && wait.exactId !== answered) return false;
      return compileMatcher(readBack(wait.matcher)).read(answered) !== undefined;
    };
    for (const [kept, record] of left) {
      const found = Object.entries(record.waits).find(([, wait]) => fits(wait));
      if (found === undefined) continue;
      if (!isOnlyAsked) left.delete(kept);
      return { record, number: Number(found[0]) };
    }
    return undefined;
  }

  /** What other processes left, without what nobody can answer any more, and what is no conversation. */
  async #read(): Promise<Map<string, ConversationRecord>> {
    const { store, isOwn, onStoreFailure } = this.#settings;
    const left = new Map<string, ConversationRecord>();
    let isWhole = true;
    for (const key of keysOf(await store.keys(RECORDS))) {
      if (isOwn(key.slice(RECORDS.length))) continue;
      try {
        const record = await this.#readOne(key);
        if (record) left.set(key, record);
      } catch (error) {
        isWhole &&= error instanceof NoConversation;
        onStoreFailure(error);
      }
    }
    if (!isWhole) this.forget();
    return left;
  }

  async #readOne(key: string): Promise<ConversationRecord | undefined> {
    const { store, clock } = this.#settings;
    const found = await store.get(key);
    if (found === undefined) return undefined;
    const record = readConversation(key, found);
    const lasts = Object.values(record.waits).some(({ endsAtMs }) => endsAtMs >= clock.now());
    if (!lasts) {
      await store.delete(key);
      return undefined;
    }
    for (const [id, { state }] of Object.entries(record.said)) {
      if (state.phase.at === "confirmed") this.#dealtWith.add(id);
    }
    return record;
  }
}
