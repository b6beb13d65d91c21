import { sleep } from "../base/time.js";
import type { Clock } from "../abi/index.js";
import type { DiagnosticSink } from "../diagnostics/reporter.js";
import { isRecord } from "../base/values.js";
import { tryParse } from "../http/answer.js";
import type { KeyValue } from "./contract.js";
import { StoreError } from "./errors.js";
import { Guard, type Patience } from "./guard.js";
import { decodeKey, encodeKey } from "./keys.js";

/** Format of what surrounds a value in every store. */
const FORMAT = 1;

/** Bytes of a value with what surrounds it. */
const MAX_BYTES = 1_000_000;

/** How often {@link Records.update} tries. */
const ATTEMPTS = 10;

/** A record as text, for what was not written through {@link Records}. */
export const plainRecord = (data: unknown): string => JSON.stringify({ format: FORMAT, by: "", data });

/** A record and the name of this version of it. */
export interface Entry<Value> {
  readonly value: Value;
  readonly etag: string;
}

/** What {@link Records} need. */
export interface RecordsOptions<Value> {
  /** What the records are, such as `cursor`: keys begin with it. Lower-case letters. */
  readonly use: string;
  /** Reads plain data; undefined when it is no such record. May throw. */
  readonly read: (value: unknown) => Value | undefined;
  readonly clock: Clock;
  /** Takes the reports of a store that is slow, fails or hangs. */
  readonly sink: DiagnosticSink<never>;
}

/** What {@link Records.put} takes besides key and value. */
export interface RecordPut extends Patience {
  /** Etag of the version to replace, or null: there must be none. */
  readonly expected: string | null;
  /** Milliseconds after which the record is gone. Absent: it stays. */
  readonly ttlMs?: number | undefined;
}

/** What is stored: the value as JSON, with the format, the name of this very write, and when it expires. */
interface Held extends Entry<unknown> {
  readonly by: string;
  readonly untilMs: number;
}

/**
 * Records of one kind in a store, as plain data: the only way in which this package uses a {@link KeyValue}. Encodes keys
 * and values, limits size and time, keeps the expiry, reports a store that is slow, fails or hangs, and finds out whether
 * a write that a client sent twice was its own.
 */
export class Records<Value> {
  readonly #store: KeyValue;
  readonly #options: RecordsOptions<Value>;
  readonly #guard: Guard;
  readonly #maxBytes: number;
  /** Names of writes: unique over all processes. */
  readonly #writer = globalThis.crypto.randomUUID().slice(0, 13);
  #writes = 0;

  constructor(store: KeyValue, options: RecordsOptions<Value>) {
    this.#store = store;
    this.#options = options;
    this.#guard = new Guard(options.use, options);
    // A stub of another process answers with a function for every name.
    const { maxValueBytes } = store;
    this.#maxBytes = Math.min(MAX_BYTES, typeof maxValueBytes === "number" ? maxValueBytes : MAX_BYTES);
  }

  /**
   * Undefined when there is no record or it has expired.
   * @throws StoreError `unreadable` when something else is there; `timeout`, `failed`
   */
  async get(key: string, patience: Patience = {}): Promise<Entry<Value> | undefined> {
    const encoded = this.#encode(key);
    const held = await this.#guard.run("get", async () => this.#held(encoded), patience);
    return held === undefined || this.#isOver(held) ? undefined : this.#entry(key, held);
  }

  /**
   * Writes if the record is as expected. Resolves to its new etag, or to undefined when it was not as expected.
   * @throws StoreError `too-large`, `unreadable` when something else is there, `timeout`, `failed`
   */
  async put(key: string, value: Value, options: RecordPut): Promise<string | undefined> {
    const encoded = this.#encode(key);
    const { expected, ttlMs } = options;
    const by = `${this.#writer}${(this.#writes += 1)}`;
    const until = ttlMs === undefined ? "" : `"until":${Math.ceil(this.#options.clock.now() + ttlMs)},`;
    const text = `{"format":${FORMAT},"by":"${by}",${until}"data":${JSON.stringify(value)}}`;
    this.#checkSize(key, text);
    const life = ttlMs === undefined ? {} : { ttlMs };
    const write = async (): Promise<string | undefined> => {
      let wanted = expected;
      // An expired record counts as none, and the store may remove it at any moment.
      for (let round = 1; round <= 3; round += 1) {
        const etag = await this.#store.put(encoded, text, { expected: wanted, ...life });
        if (etag !== undefined) return etag;
        const held = await this.#held(encoded);
        if (held?.by === by) return held.etag;
        if (expected !== null || (held !== undefined && !this.#isOver(held))) return undefined;
        wanted = held?.etag ?? null;
      }
      return undefined;
    };
    return this.#guard.run("put", write, options);
  }

  /** Deletes this version; false when it is no longer the current one. */
  async delete(key: string, { expected, ...patience }: Patience & { readonly expected: string }): Promise<boolean> {
    const encoded = this.#encode(key);
    return this.#guard.run("delete", async () => this.#store.delete(encoded, { expected }), patience);
  }

  /** Keys that begin with the prefix, each once; some may have expired. The limit of time is for each next key. */
  async *list(prefix = "", patience: Patience = {}): AsyncGenerator<string, void, undefined> {
    const encoded = this.#encode(prefix);
    const open = async (): Promise<AsyncIterator<unknown>> => iteratorOf(await this.#store.list(encoded));
    const listed = await this.#guard.run("list", open, patience);
    const seen = new Set<string>();
    try {
      for (;;) {
        const { done, value } = await this.#guard.run("list", async () => nextOf(listed), patience);
        if (done) return;
        const key = decodeKey(this.#options.use, value);
        if (key === undefined || seen.has(key)) continue;
        seen.add(key);
        yield key;
      }
    } finally {
      listed.return?.().catch(() => undefined); // not awaited: it may hang as well
    }
  }

  /**
   * Changes a record: reads it, lets `change` make the next value of it, writes that, and begins again when another process
   * wrote meanwhile. `change` returns undefined to leave the record as it is.
   * @throws StoreError `conflict` after ten attempts
   */
  async update(
    key: string,
    change: (current: Value | undefined) => Value | undefined | Promise<Value | undefined>,
    options: Patience & { readonly ttlMs?: number | undefined } = {},
  ): Promise<Entry<Value> | undefined> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const current = await this.get(key, options);
      const value = await change(current?.value);
      if (value === undefined) return current;
      const etag = await this.put(key, value, { ...options, expected: current?.etag ?? null });
      if (etag !== undefined) return { value, etag };
      await this.#pause(attempt);
    }
    throw new StoreError("conflict", `Others changed the ${this.#options.use} ${ATTEMPTS} times in a row; try again.`);
  }

  /** Writers that met once must not meet in step again. */
  #pause(attempt: number): Promise<unknown> {
    return sleep(this.#options.clock, Math.random() * Math.min(200, 2 ** attempt));
  }

  async #held(encoded: string): Promise<Held | undefined> {
    // A store of a program without types may answer with anything.
    const found: { readonly value?: unknown; readonly etag?: unknown } | null | undefined =
      await this.#store.get(encoded);
    if (found === undefined || found === null) return undefined;
    const { value: text, etag } = found;
    if (typeof text !== "string" || typeof etag !== "string")
      throw new TypeError("get() of the store must resolve to { value, etag }, two strings, or to undefined");
    const record = tryParse(text);
    if (!isRecord(record) || record["format"] !== FORMAT) throw this.#unreadable(encoded, record);
    const { by, until, data } = record;
    return {
      value: data,
      etag,
      by: String(by),
      untilMs: typeof until === "number" ? until : Infinity,
    };
  }

  #entry(key: string, { value, etag }: Held): Entry<Value> {
    let read: Value | undefined;
    let cause: unknown;
    try {
      read = this.#options.read(value);
    } catch (error) {
      cause = error;
    }
    if (read !== undefined) return { value: read, etag };
    throw new StoreError(
      "unreadable",
      `The store holds a ${this.#options.use} "${key}" that this version cannot read. It is left as it is: delete it, ` +
        "or go back to the version that wrote it.",
      { cause },
    );
  }

  #unreadable(encoded: string, record: unknown): StoreError {
    const format = isRecord(record) && typeof record["format"] === "number" ? record["format"] : undefined;
    const what = format === undefined ? "is not a record of this package" : `has format ${format}, not ${FORMAT}`;
    return new StoreError(
      "unreadable",
      `The value under "${encoded}" in the ${this.#options.use} store ${what}. It is left as it is: delete it, or use another store.`,
    );
  }

  #isOver({ untilMs }: Held): boolean {
    return untilMs <= this.#options.clock.now();
  }

  #encode(key: string): string {
    return encodeKey(this.#options.use, key);
  }

  #checkSize(key: string, text: string): void {
    const maxBytes = this.#maxBytes;
    if (3 * text.length <= maxBytes) return;
    const bytes = new TextEncoder().encode(text).length;
    if (bytes <= maxBytes) return;
    const { use } = this.#options;
    throw new StoreError("too-large", `The ${use} "${key}" has ${bytes} bytes; the store takes ${maxBytes}.`);
  }
}

/** A store of a program without types may list anything. */
function iteratorOf(listed: unknown): AsyncIterator<unknown> {
  if (Array.isArray(listed)) return each(listed);
  if (!isRecord(listed) || !(Symbol.asyncIterator in listed)) throw wrongList();
  return (listed as unknown as AsyncIterable<unknown>)[Symbol.asyncIterator](); // it has one
}

async function* each(keys: readonly unknown[]): AsyncGenerator<unknown, void, undefined> {
  yield* keys;
}

async function nextOf(listed: AsyncIterator<unknown>): Promise<{ readonly done: boolean; readonly value: string }> {
  const { done, value } = await listed.next();
  if (done === true) return { done, value: "" };
  if (typeof value !== "string") throw wrongList();
  return { done: false, value };
}

const wrongList = (): TypeError =>
  new TypeError("list() of the store must be an async iterable of keys, or resolve to an array of them");
