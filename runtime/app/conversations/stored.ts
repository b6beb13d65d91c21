import type { Interaction } from "../../../generated/types.js";
import type { Clock } from "../../abi/index.js";
import { within } from "../../base/time.js";
import type { AppFacts } from "../../diagnostics/app.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { ownerOf } from "../definitions/marks.js";
import { compileMatcher } from "../definitions/matcher.js";
import type { RouteKey } from "../routing/router.js";
import { isStoreError } from "../../store/errors.js";
import type { Entry, Records } from "../../store/records.js";
import { Conversation } from "./conversation.js";
import { leftMsOf, restoredMatcher, type ConversationRecord, type StoredWait } from "./record.js";

/** Longest that an interaction waits for the store, milliseconds: a third of its window. A stop waits three times as long. */
const STORE_MS = 1_000;

/** A stored conversation to resume, and the number of the wait that is answered. */
export interface Resumed {
  readonly conversation: Conversation;
  readonly number: number;
}

export interface StoredConversationsSettings {
  readonly records: Records<ConversationRecord>;
  readonly clock: Clock;
  readonly report: Reporter<AppFacts>;
  /** Whether a pending wait of this process takes an interaction. */
  readonly isAwaited: (key: RouteKey, interaction: Interaction) => boolean;
}

/** By the id of the interaction that began it. */
type Found = Map<string, Entry<ConversationRecord>>;

/**
 * Runs of handlers that are stored: those of this process, which are written as they go on, and those that former
 * processes left in the store, which are read when the first interaction arrives and run again when they are answered.
 */
export class StoredConversations {
  readonly #settings: StoredConversationsSettings;
  /** Those of this process, by the id of the interaction that began them. */
  readonly #own = new Map<string, Conversation>();
  /**
   * Those whose handlers run again and have not yet reached the waits that were pending before; with what resolves when
   * they have, or have taken too long.
   */
  readonly #replaying = new Map<Conversation, Promise<void>>();
  #found: Promise<Found> | undefined;
  /** Interactions that a former process confirmed, by id. */
  readonly #confirmed = new Set<string>();

  constructor(settings: StoredConversationsSettings) {
    this.#settings = settings;
  }

  /** The conversation that begins with an interaction; undefined where it cannot wait. */
  begin(interaction: Interaction): Conversation | undefined {
    return interaction.type === "autocomplete" ? undefined : this.#add(interaction);
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
    await this.#within(timeoutMs, all).catch((error: unknown) => this.#failed("write", error));
  }

  /** Reads the store again when it is needed next. */
  forget(): void {
    this.#found = undefined;
  }

  /** The channels in which they wait. */
  async channels(): Promise<readonly string[]> {
    try {
      const found = await this.#read();
      const waits = [...found.values()].flatMap(({ value }) => Object.values(value.waits));
      return [...new Set(waits.map(({ channelId }) => channelId))];
    } catch (error) {
      this.#failed("read", error);
      return [];
    }
  }

  /** Whether {@link take} would find something. */
  async has(key: RouteKey, interaction: Interaction): Promise<boolean> {
    const records = await this.#inTime().catch(() => undefined);
    return records !== undefined && this.#find(records, key, interaction) !== undefined;
  }

  /**
   * Removes the one that waits for an interaction from what was left, and returns it. `duplicate`: a former process
   * confirmed this interaction, which arrives again because that process did not acknowledge it. Where there is none, it
   * resolves when all waits that the interaction may answer are pending again.
   */
  async take(key: RouteKey, interaction: Interaction): Promise<Resumed | "duplicate" | undefined> {
    try {
      const records = await this.#inTime();
      // Without an await from here on: what is taken is resumed, even when no other member would wait any longer.
      const found = this.#find(records, key, interaction);
      if (found === undefined) return await this.#replayedIn(interaction.channelId);
      if (found === "duplicate") return found;
      records.delete(found.record.value.interaction.id);
      const conversation = this.#add(found.record);
      this.#replay(conversation);
      return { conversation, number: found.number };
    } catch (error) {
      this.#failed("read", error);
      return undefined;
    }
  }

  #add(begun: Interaction | Entry<ConversationRecord>): Conversation {
    const { records, clock } = this.#settings;
    const onStoreFailure = (error: unknown): void => this.#failed("write", error);
    const onEnd = (rootId: string): void => void this.#own.delete(rootId);
    const conversation = new Conversation(begun, { records, clock, onStoreFailure, onEnd });
    this.#own.set(conversation.root.id, conversation);
    return conversation;
  }

  #replay(conversation: Conversation): void {
    const done = this.#within(STORE_MS, conversation.replayed)
      .catch(() => undefined)
      .then(() => void this.#replaying.delete(conversation));
    this.#replaying.set(conversation, done);
  }

  async #replayedIn(channelId: string): Promise<undefined> {
    const here = [...this.#replaying].filter(([{ root }]) => root.channelId === channelId);
    await Promise.all(here.map(([, done]) => done));
  }

  #find(records: Found, key: RouteKey, interaction: Interaction) {
    const { isAwaited, clock } = this.#settings;
    const { type, id: answered, owner } = key;
    const { id, channelId, userId } = interaction;
    if (this.#confirmed.has(id)) return "duplicate";
    if (answered === undefined || isAwaited(key, interaction)) return undefined;
    const fits = (wait: StoredWait): boolean => {
      if (leftMsOf(wait, clock.now()) < 0) return false;
      if (wait.type !== type || wait.channelId !== channelId || (wait.userId ?? userId) !== userId) return false;
      if (wait.exactId !== undefined && wait.exactId !== answered) return false;
      return compileMatcher(restoredMatcher(wait.matcher)).read(answered) !== undefined;
    };
    const sent = [...records.values()].filter(
      ({ value }) => owner === undefined || ownerOf(value.interaction.id) === owner,
    );
    const fitting = sent.flatMap((record) =>
      Object.entries(record.value.waits).flatMap(([number, wait]) =>
        fits(wait) ? [{ record, number: Number(number), beganAtMs: wait.beganAtMs ?? 0 }] : [],
      ),
    );
    // The youngest, as among the waits of this process; of one moment, the last.
    return fitting.toReversed().toSorted((one, next) => next.beganAtMs - one.beganAtMs)[0];
  }

  #inTime(): Promise<Found> {
    return this.#within(STORE_MS, this.#read());
  }

  /** A read that takes longer than one interaction can wait goes on for those that follow. */
  #read(): Promise<Found> {
    this.#found ??= this.#readAll().catch((error: unknown) => {
      this.forget();
      throw error;
    });
    return this.#found;
  }

  /** Leaves out what has expired, which is deleted, and what is no conversation, which is reported. */
  async #readAll(): Promise<Found> {
    const { records } = this.#settings;
    const found: Found = new Map();
    for await (const id of records.list()) {
      if (this.#own.has(id)) continue;
      try {
        const record = await this.#readOne(id);
        if (record) found.set(id, record);
      } catch (error) {
        if (!isStoreError(error, "unreadable")) this.forget(); // reading that again would not help
        this.#failed("read", error);
      }
    }
    return found;
  }

  async #readOne(id: string): Promise<Entry<ConversationRecord> | undefined> {
    const { records, clock } = this.#settings;
    const found = await records.get(id);
    if (found === undefined) return undefined;
    const isPending = Object.values(found.value.waits).some((wait) => leftMsOf(wait, clock.now()) >= 0);
    if (!isPending) {
      await records.delete(id, { expected: found.etag });
      return undefined;
    }
    for (const [answered, { state }] of Object.entries(found.value.said)) {
      if (state.phase.at === "confirmed") this.#confirmed.add(answered);
    }
    return found;
  }

  #failed(operation: "read" | "write", error: unknown): void {
    this.#settings.report("conversation_store_failed", { operation, error });
  }

  #within<Value>(timeoutMs: number, work: Promise<Value>): Promise<Value> {
    const late = () => new Error(`the store of conversations did not answer within ${timeoutMs} ms`);
    return within(work, { clock: this.#settings.clock, timeoutMs }, late);
  }
}
