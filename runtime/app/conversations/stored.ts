import type { Interaction } from "../../../generated/types.js";
import type { Clock } from "../../abi/index.js";
import { ownerOf } from "../definitions/marks.js";
import { compileMatcher } from "../routing/matcher.js";
import type { RouteKey } from "../routing/router.js";
import { isStoreError } from "../../store/errors.js";
import type { Entry, Records } from "../../store/records.js";
import { leftMsOf, restoredMatcher, type ConversationRecord, type StoredWait } from "./record.js";

/** A conversation of a former process, and the number of the wait that an interaction answers. */
export interface StoredMatch {
  readonly record: Entry<ConversationRecord>;
  readonly number: number;
}

export interface StoredConversationsSettings {
  readonly records: Records<ConversationRecord>;
  readonly clock: Clock;
  /** Whether a conversation belongs to this process. */
  readonly isOwn: (id: string) => boolean;
  /** Whether a pending wait of this process takes an interaction. */
  readonly isAwaited: (key: RouteKey, interaction: Interaction) => boolean;
  /** Rejects when work takes longer than an interaction can wait for the store. */
  readonly inTime: <Value>(work: Promise<Value>) => Promise<Value>;
  readonly onStoreFailure: (error: unknown) => void;
}

/** By the id of the interaction that began it. */
type Found = Map<string, Entry<ConversationRecord>>;

/** Conversations that former processes left in the store, which is read when the first interaction arrives. */
export class StoredConversations {
  readonly #settings: StoredConversationsSettings;
  #found: Promise<Found> | undefined;
  /** Interactions that a former process confirmed, by id. */
  readonly #confirmed = new Set<string>();

  constructor(settings: StoredConversationsSettings) {
    this.#settings = settings;
  }

  /** Reads the store again when it is needed next. */
  forget(): void {
    this.#found = undefined;
  }

  /** The channels in which they wait. */
  async channels(): Promise<readonly string[]> {
    const found = await this.#read();
    const waits = [...found.values()].flatMap(({ value }) => Object.values(value.waits));
    return [...new Set(waits.map(({ channelId }) => channelId))];
  }

  /** Whether {@link take} would find something. */
  async has(key: RouteKey, interaction: Interaction): Promise<boolean> {
    return this.#find(await this.#inTime(), key, interaction) !== undefined;
  }

  /**
   * Removes and returns the one that waits for an interaction. `duplicate`: a former process confirmed this interaction,
   * which arrives again because that process did not acknowledge it.
   */
  async take(key: RouteKey, interaction: Interaction): Promise<StoredMatch | "duplicate" | undefined> {
    const records = await this.#inTime();
    // Without an await from here on: what is taken is resumed, even when nobody else would wait any longer.
    const found = this.#find(records, key, interaction);
    if (typeof found === "object") records.delete(found.record.value.interaction.id);
    return found;
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
    return this.#settings.inTime(this.#read());
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
    const { records, isOwn, onStoreFailure } = this.#settings;
    const found: Found = new Map();
    for await (const id of records.list()) {
      if (isOwn(id)) continue;
      try {
        const record = await this.#readOne(id);
        if (record) found.set(id, record);
      } catch (error) {
        if (!isStoreError(error, "unreadable")) this.forget(); // reading that again would not help
        onStoreFailure(error);
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
}
