import { StoreError } from "../../store/errors.js";
import type { Entry, Records } from "../../store/records.js";
import type { ConversationRecord } from "./record.js";

/** What a conversation says of itself; its writer adds which run of it that is. */
export type ConversationContent = Omit<ConversationRecord, "run" | "writer">;

/**
 * Writes one conversation, and never over what a later run of it wrote: once a process has taken it up, the one before,
 * paused or cut off, is refused.
 */
export class ConversationWriter {
  readonly #records: Records<ConversationRecord>;
  readonly #id: string;
  readonly #run: number;
  readonly #writer = globalThis.crypto.randomUUID().slice(0, 13);
  #etag: string | null;

  /** @param found the record that this run takes up */
  constructor(records: Records<ConversationRecord>, id: string, found: Entry<ConversationRecord> | undefined) {
    this.#records = records;
    this.#id = id;
    this.#run = found === undefined ? 0 : (found.value.run ?? 0) + 1;
    this.#etag = found?.etag ?? null;
  }

  /** @throws StoreError `conflict` when a later run has it or has ended it; whatever the store rejects with */
  async put(content: ConversationContent): Promise<void> {
    const record = { run: this.#run, writer: this.#writer, ...content };
    const put = async (expected: string | null) => this.#records.put(this.#id, record, { expected });
    const etag = (await put(this.#etag)) ?? (await put((await this.#current())?.etag ?? throwTaken(this.#id)));
    this.#etag = etag ?? throwTaken(this.#id);
  }

  /** @throws StoreError `conflict` when a later run has it; whatever the store rejects with */
  async delete(): Promise<void> {
    const remove = async (expected: string) => this.#records.delete(this.#id, { expected });
    if (this.#etag !== null && (await remove(this.#etag))) return;
    const current = await this.#current();
    if (current !== undefined && !(await remove(current.etag))) throwTaken(this.#id);
  }

  /** The record where it is not as this run left it: the run before wrote once more, or an answer to this one was lost. */
  async #current(): Promise<Entry<ConversationRecord> | undefined> {
    const found = await this.#records.get(this.#id);
    if (found === undefined || found.value.writer === this.#writer || (found.value.run ?? 0) < this.#run) return found;
    return throwTaken(this.#id);
  }
}

function throwTaken(id: string): never {
  throw new StoreError("conflict", `Another process has taken up or ended the conversation "${id}".`);
}
