import { notFound } from "../refusal.js";
import type { MessageRecord } from "./records.js";

/**
 * Records by id, in the order of their first arrival. A record is never changed in place: `put` replaces it, which
 * keeps what was read before as it was.
 */
export class Table<R extends { readonly id: string }> {
  readonly name: string;
  readonly #records = new Map<string, R>();
  readonly #groups = new Map<string, Map<string, R>>();
  readonly #groupOf: ((record: R) => string) | undefined;

  /** `groupBy` names the group of a record, which must not change over its life. */
  constructor(name: string, groupBy?: (record: R) => string) {
    this.name = name;
    this.#groupOf = groupBy;
  }

  get size(): number {
    return this.#records.size;
  }

  get(id: string): R | undefined {
    return this.#records.get(id);
  }

  /** The record of that id. @throws SandboxRefusal where there is none; `what` names it */
  require(id: string, what: string): R {
    const record = this.#records.get(id);
    if (record === undefined) throw notFound(what);
    return record;
  }

  all(group?: string): IterableIterator<R> {
    if (group === undefined) return this.#records.values();
    return (this.#groups.get(group) ?? new Map<string, R>()).values();
  }

  list(group?: string): R[] {
    return [...this.all(group)];
  }

  put(record: R): R {
    this.#records.set(record.id, record);
    if (this.#groupOf === undefined) return record;
    const key = this.#groupOf(record);
    let group = this.#groups.get(key);
    if (group === undefined) this.#groups.set(key, (group = new Map()));
    group.set(record.id, record);
    return record;
  }

  patch(id: string, fields: Partial<R>): R {
    const record = this.#records.get(id);
    if (record === undefined) throw new Error(`no record ${id} in ${this.name}`);
    return this.put({ ...record, ...fields });
  }

  delete(id: string): boolean {
    const record = this.#records.get(id);
    if (record === undefined) return false;
    this.#records.delete(id);
    if (this.#groupOf !== undefined) this.#groups.get(this.#groupOf(record))?.delete(id);
    return true;
  }

  clear(): void {
    this.#records.clear();
    this.#groups.clear();
  }
}

/** Messages of each channel in the order they were written, and the idempotency keys used there. */
export class ChannelHistory {
  readonly #channels = new Map<string, string[]>();
  readonly #channelOf = new Map<string, string>();
  readonly #byClientRef = new Map<string, string>();
  readonly #clientRefOf = new Map<string, string>();

  /** Notes a message: a new one gets its place, a deleted one loses it. Its idempotency key stays used either way. */
  note(message: MessageRecord): void {
    if (message.clientRef !== undefined) {
      const key = `${message.channelId}\n${message.clientRef}`;
      this.#byClientRef.set(key, message.id);
      this.#clientRefOf.set(message.id, key);
    }
    if (message.deletedAtMs !== undefined) return this.#remove(message.id);
    if (this.#channelOf.has(message.id)) return;
    this.#channelOf.set(message.id, message.channelId);
    let ids = this.#channels.get(message.channelId);
    if (ids === undefined) this.#channels.set(message.channelId, (ids = []));
    ids.push(message.id);
  }

  /** Forgets everything about a message, its idempotency key included. */
  forget(messageId: string): void {
    this.#remove(messageId);
    const key = this.#clientRefOf.get(messageId);
    if (key === undefined) return;
    this.#clientRefOf.delete(messageId);
    this.#byClientRef.delete(key);
  }

  #remove(messageId: string): void {
    const channelId = this.#channelOf.get(messageId);
    if (channelId === undefined) return;
    this.#channelOf.delete(messageId);
    const ids = this.#channels.get(channelId) ?? [];
    if (ids[0] === messageId) return void ids.shift(); // the oldest, which a full history gives up: no copying
    const at = placeOf(ids, messageId);
    if (ids[at] === messageId) ids.splice(at, 1);
  }

  /** Id of the message stored under this key in this channel, if any ever was. */
  byClientRef(channelId: string, clientRef: string): string | undefined {
    return this.#byClientRef.get(`${channelId}\n${clientRef}`);
  }

  /** Up to `count` ids older than `beforeId` (or up to it, when inclusive), or the newest ones; oldest first. */
  page(channelId: string, count: number, beforeId?: string, inclusive = false): readonly string[] {
    const ids = this.#channels.get(channelId) ?? [];
    let end = beforeId === undefined ? ids.length : placeOf(ids, beforeId);
    if (inclusive && ids[end] === beforeId) end++;
    return ids.slice(Math.max(0, end - count), end);
  }

  /** Oldest message of a channel that holds more than `limit`, to be dropped. */
  surplus(channelId: string, limit: number): string | undefined {
    const ids = this.#channels.get(channelId) ?? [];
    return ids.length > limit ? ids[0] : undefined;
  }

  clear(): void {
    this.#channels.clear();
    this.#channelOf.clear();
    this.#byClientRef.clear();
    this.#clientRefOf.clear();
  }
}

/** First index whose id is not older than `id`. Ids rise; a shorter one is older. */
function placeOf(ids: readonly string[], id: string): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isOlder(ids[middle] ?? "", id)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isOlder(left: string, right: string): boolean {
  return left.length === right.length ? left < right : left.length < right.length;
}
