import type { Interaction } from "../../../generated/types.js";
import type { Clock } from "../../abi/index.js";
import { ownerOf } from "../definitions/marks.js";
import { compileMatcher } from "../routing/matcher.js";
import type { RouteKey } from "../routing/router.js";
import type { StateStore } from "../state-store.js";
import {
  InvalidRecord,
  KEY_PREFIX,
  leftMsOf,
  readKeys,
  readRecord,
  type ConversationRecord,
  type StoredWait,
} from "./record.js";
import { restoredMatcher } from "./waits.js";

/** A conversation of a former process, and the number of the wait that an interaction answers. */
export interface StoredMatch {
  readonly record: ConversationRecord;
  readonly number: number;
}

export interface StoredConversationsSettings {
  readonly store: StateStore;
  readonly clock: Clock;
  /** Whether a conversation belongs to this process. */
  readonly isOwn: (id: string) => boolean;
  /** Whether a pending wait of this process takes an interaction. */
  readonly isAwaited: (key: RouteKey, interaction: Interaction) => boolean;
  /** Rejects when work takes longer than an interaction can wait for the store. */
  readonly inTime: <Value>(work: Promise<Value>) => Promise<Value>;
  readonly onStoreFailure: (error: unknown) => void;
}

type Records = Map<string, ConversationRecord>;

/** After so many milliseconds a read counts as hanging, and the store is read again when it is needed next. */
const HANGING_MS = 30_000;

/** A read of the whole store. Until then, in monotonic milliseconds, what it gives is used. */
interface Reading {
  untilMs: number;
}

/** Conversations that former processes left in the store, which is read when the first interaction arrives. */
export class StoredConversations {
  readonly #settings: StoredConversationsSettings;
  #records: Promise<Records> | undefined;
  #reading: Reading = { untilMs: 0 };
  /** Interactions that a former process confirmed, by id. */
  readonly #confirmed = new Set<string>();

  constructor(settings: StoredConversationsSettings) {
    this.#settings = settings;
  }

  /** Reads the store again when it is needed next. */
  forget(): void {
    this.#records = undefined;
  }

  /** The channels in which they wait. */
  async channels(): Promise<readonly string[]> {
    const records = await this.#read();
    const waits = [...records.values()].flatMap((record) => Object.values(record.waits));
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
    if (typeof found === "object") records.delete(found.storeKey);
    return found;
  }

  #find(records: Records, key: RouteKey, interaction: Interaction) {
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
    const sent = [...records].filter(([, record]) => owner === undefined || ownerOf(record.interaction.id) === owner);
    const fitting = sent.flatMap(([storeKey, record]) =>
      Object.entries(record.waits).flatMap(([number, wait]) =>
        fits(wait) ? [{ storeKey, record, number: Number(number), beganAtMs: wait.beganAtMs ?? 0 }] : [],
      ),
    );
    // The youngest, as among the waits of this process; of one moment, the last.
    return fitting.toReversed().toSorted((one, next) => next.beganAtMs - one.beganAtMs)[0];
  }

  #inTime(): Promise<Records> {
    return this.#settings.inTime(this.#read());
  }

  /** A read that takes longer than one interaction can wait goes on for those that follow. */
  #read(): Promise<Records> {
    const nowMs = this.#settings.clock.monotonicMs();
    if (this.#records && nowMs < this.#reading.untilMs) return this.#records;
    this.#reading = { untilMs: nowMs + HANGING_MS };
    this.#records = this.#readAll(this.#reading);
    this.#records.catch(() => this.forget());
    return this.#records;
  }

  /** Leaves out what has expired, which is deleted, and what is no conversation, which is reported. */
  async #readAll(reading: Reading): Promise<Records> {
    const { store, isOwn, onStoreFailure } = this.#settings;
    const records: Records = new Map();
    let isComplete = true;
    for (const key of readKeys(await store.keys(KEY_PREFIX))) {
      if (isOwn(key.slice(KEY_PREFIX.length))) continue;
      try {
        const record = await this.#readOne(key);
        if (record) records.set(key, record);
      } catch (error) {
        isComplete &&= error instanceof InvalidRecord || error instanceof SyntaxError; // reading again would not help
        onStoreFailure(error);
      }
    }
    reading.untilMs = isComplete ? Infinity : 0;
    return records;
  }

  async #readOne(key: string): Promise<ConversationRecord | undefined> {
    const { store, clock } = this.#settings;
    const value = await store.get(key);
    if (value === undefined) return undefined;
    const record = readRecord(key, value);
    const isPending = Object.values(record.waits).some((wait) => leftMsOf(wait, clock.now()) >= 0);
    if (!isPending) {
      await store.delete(key);
      return undefined;
    }
    for (const [id, { state }] of Object.entries(record.said)) {
      if (state.phase.at === "confirmed") this.#confirmed.add(id);
    }
    return record;
  }
}
