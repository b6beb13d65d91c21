/**
 * A store of strings with compare-and-set: what a database has to offer so that an App keeps its data there. Cursors,
 * claims, sessions, conversations and dead letters all use it. An implementation passes `storeCases` of
 * `svc-apps/testing`.
 *
 * Keys consist of `a-z`, `0-9`, `-`, `_` and `.`, at most 200 characters. Values are strings without U+0000, of at most 1,000,000 bytes as UTF-8,
 * or `maxValueBytes`. Time limits, reports and exact expiry are not the store's concern.
 */
export interface KeyValue {
  /** Undefined when there is no such key. */
  get(key: string): Promise<StoredValue | undefined>;
  /**
   * Writes if the key is as expected, atomically; resolves to the new etag, or to undefined when it was not as expected.
   * Rejects when the outcome is not known.
   */
  put(key: string, value: string, options: PutOptions): Promise<string | undefined>;
  /** Deletes if the key has this etag, atomically; false when it has not. */
  delete(key: string, options: DeleteOptions): Promise<boolean>;
  /** Keys that begin with the prefix, in any order. May contain keys that were written or deleted meanwhile. */
  list(prefix: string): AsyncIterable<string> | PromiseLike<readonly string[]>;
  /** Limit of one value in bytes, where it is below 1,000,000. */
  readonly maxValueBytes?: number;
}

/** A value, and the name of this version of it. */
export interface StoredValue {
  readonly value: string;
  /** Differs after every write, also after the key was deleted and written again. */
  readonly etag: string;
}

/** What {@link KeyValue.put} takes besides key and value. */
export interface PutOptions {
  /** Etag that the key must have (`If-Match`), or null: the key must not exist (`If-None-Match: *`). */
  readonly expected: string | null;
  /**
   * Milliseconds after which the store may remove the entry, never earlier. A store that cannot remove it keeps it: the
   * exact time is part of the value. Absent: the entry stays.
   */
  readonly ttlMs?: number;
}

/** What {@link KeyValue.delete} takes besides the key. */
export interface DeleteOptions {
  /** Etag that the key must have. */
  readonly expected: string;
}
