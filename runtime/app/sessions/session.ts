import { isRecord } from "../../base/values.js";
import type { Records } from "../../store/records.js";
import { isStoreError } from "../../store/errors.js";
import { AppsError } from "../../base/errors.js";
import type { KeyedQueue } from "./queue.js";

/** Longest that a person waits for the store, milliseconds. */
const PATIENCE = { timeoutMs: 1_000 };

/** The data of a session, and how to change it whatever others change meanwhile. */
export type Session<Data extends object> = Data & {
  /**
   * Changes the stored session at once: `change` is applied to what is stored, and again where another process wrote
   * meanwhile. Gives the session as it is then.
   */
  readonly update: (change: (data: Data) => Data | void) => Promise<Data>;
};

/** Somebody else changed a session, and what a handler changed in its own copy was not written. */
export class SessionConflictError extends AppsError {
  readonly kind = "handler";
  override get name(): string {
    return "SessionConflictError";
  }
}

export interface SessionParts<Data extends object> {
  readonly records: Records<Data>;
  readonly queue: KeyedQueue;
  readonly key: string;
  readonly initial: () => Data;
  /** Whether its handler does again what it did before a restart. Its changes are stored already. */
  readonly isReplay: () => boolean;
}

/** One session while one handler has it. It is not held over a wait: before one it is saved, and after it read again. */
export class OpenSession<Data extends object> {
  readonly #parts: SessionParts<Data>;
  #data: Session<Data>;
  /** As it was read or written last. */
  #saved = "";
  #etag: string | null = null;
  #leave: (() => void) | undefined;

  constructor(parts: SessionParts<Data>) {
    this.#parts = parts;
    this.#data = this.#withUpdate({} as Data); // filled when it is read
  }

  get data(): Session<Data> {
    return this.#data;
  }

  /** Waits for its turn among the handlers of this session, and reads it. */
  async open(): Promise<void> {
    const { queue, key } = this.#parts;
    const late = () => new SessionConflictError(`Other handlers of the session "${key}" took too long`);
    this.#leave = await queue.enter(key, late);
    await this.read();
  }

  /** As it begins, without reading it. */
  begin(): void {
    this.#take(this.#initial(), null);
  }

  async read(): Promise<void> {
    const found = await this.#parts.records.get(this.#parts.key, PATIENCE);
    this.#take(found?.value ?? this.#initial(), found?.etag ?? null);
  }

  /** @param replaced what a handler has put in its place, if it has */
  async save(replaced: unknown = this.#data): Promise<void> {
    if (this.#parts.isReplay()) return;
    if (replaced !== this.#data && isRecord(replaced)) this.#fill(replaced as Data); // assigned to the context
    const text = JSON.stringify(this.#data);
    if (text === this.#saved) return;
    const { records, key } = this.#parts;
    const etag = await records.put(key, JSON.parse(text) as Data, { ...PATIENCE, expected: this.#etag }); // its own copy
    if (etag === undefined) throw conflict(key);
    this.#etag = etag;
    this.#saved = text;
  }

  /** Lets the next handler of this session in. */
  leave(): void {
    this.#leave?.();
    this.#leave = undefined;
  }

  async beforeWait(replaced: unknown): Promise<void> {
    if (this.#leave === undefined) return;
    try {
      await this.save(replaced);
    } finally {
      this.leave();
    }
  }

  async afterWait(): Promise<void> {
    if (this.#leave === undefined) await this.open();
  }

  async #update(change: (data: Data) => Data | void): Promise<Data> {
    const { records, key, isReplay } = this.#parts;
    if (isReplay()) {
      await this.read();
      return this.#data;
    }
    await this.save();
    const changed = (current: Data | undefined): Data => {
      const data = current ?? this.#initial();
      return change(data) ?? data;
    };
    try {
      const written = await records.update(key, changed, PATIENCE);
      if (written) this.#take(written.value, written.etag);
      return this.#data;
    } catch (error) {
      throw isStoreError(error, "conflict") ? conflict(key, error) : error;
    }
  }

  #initial(): Data {
    return structuredClone(this.#parts.initial());
  }

  #take(data: Data, etag: string | null): void {
    this.#fill(data);
    this.#etag = etag;
    this.#saved = etag === null ? JSON.stringify(this.#data) : JSON.stringify(data);
  }

  /** In place: the handler has this very object. */
  #fill(data: Data): void {
    for (const name of Object.keys(this.#data)) Reflect.deleteProperty(this.#data, name);
    Object.assign(this.#data, data);
  }

  #withUpdate(data: Data): Session<Data> {
    const update = async (change: (data: Data) => Data | void): Promise<Data> => this.#update(change);
    return Object.defineProperty(data, "update", {
      value: update,
      configurable: true,
      writable: true,
    }) as Session<Data>; // just defined
  }
}

const conflict = (key: string, cause?: unknown): SessionConflictError =>
  new SessionConflictError(
    `The session "${key}" was changed elsewhere meanwhile, so what this handler changed was not written: session.update() would have been applied again`,
    { cause },
  );
