import { headers, type MsgHdrs } from "@nats-io/transport-node";
import type { AppendResult, LogEntry } from "../engine/contract.js";
import { FleetError } from "../errors.js";
import { sleep } from "../../base/time.js";
import { asNatsFleetError, isConflict, isFull, isInProcess } from "./errors.js";
import type { NatsAccess } from "./setup.js";

/** Header of an entry that went under another message id: the id it has here. */
const ID_HEADER = "Fleet-Id";

/** Most entries whose place is remembered: twice what a holder has under way. */
const PLACES = 128;

/** A place that no entry can have. */
const NOWHERE = Number.MAX_SAFE_INTEGER;

/** How long an entry may be "in process" before it goes under another message id, and between two looks, milliseconds. */
const IN_PROCESS_MS = 250;
const LOOK_MS = 10;

/** Most message ids that one entry is tried under. */
const NAMES = 8;

/** The id of an entry, under whichever message id it went. */
export const idOf = (found: MsgHdrs | undefined): string => found?.get(ID_HEADER) || found?.get("Nats-Msg-Id") || "";

/**
 * Puts entries into one stream, each once and in order.
 *
 * "After this entry" is asked for by its message id where the stream has one copy. With more, a server of version 2.15.1
 * halts the stream for good over an id that does not match: there an entry waits until the place of the one before it is
 * known, and asks for that as the last sequence. A place that is only expected would not do: another writer's entry may
 * come to stand there.
 *
 * With copies, a server of version 2.10 takes the id of an entry that it refused for one that it has, and says so with a
 * duplicate that stands nowhere; later versions say that the id is in process. Neither means that the entry is there. It
 * is asked for again, then put under another message id at the very place where it would have to be.
 */
export class StreamWriter {
  readonly #access: NatsAccess;
  readonly #stream: string;
  readonly #subject: string;
  /** Where entries of this writer are, the latest last. */
  readonly #places = new Map<string, number>();
  /** Entries on their way: resolves when it is known what became of one. */
  readonly #onTheirWay = new Map<string, Promise<unknown>>();
  /** The latest entry that names another one. */
  #follower: Promise<unknown> | undefined;

  constructor(access: NatsAccess, { stream, subject }: { readonly stream: string; readonly subject: string }) {
    this.#access = access;
    this.#stream = stream;
    this.#subject = subject;
  }

  append(entry: LogEntry): Promise<AppendResult> {
    return this.#access.copies.get(this.#stream) === 1 ? this.#afterId(entry) : this.#inTurn(entry);
  }

  /** The log may be another one, with other places. */
  forget(): void {
    this.#places.clear();
  }

  /** Most appends take this way: one request, and nothing kept of it. */
  async #afterId(entry: LogEntry): Promise<AppendResult> {
    const { id, body, after } = entry;
    const expect = after === undefined ? {} : { lastMsgID: after };
    const { js, settings } = this.#access;
    try {
      const options = { msgID: id, timeout: settings.requestTimeoutMs, expect };
      const { duplicate, seq } = await js.publish(this.#subject, body, options);
      if (seq !== 0) return duplicate ? "duplicate" : "stored";
    } catch (error) {
      if (!isInProcess(error)) return this.#refused(error);
    }
    return this.#settle(entry, expect);
  }

  #inTurn(entry: LogEntry): Promise<AppendResult> {
    const { id, after } = entry;
    // What names none keeps its place in the order of the calls all the same.
    const before = after === undefined ? this.#follower : this.#onTheirWay.get(after);
    const send = () =>
      this.#settle(entry, after === undefined ? {} : { lastSequence: this.#places.get(after) ?? NOWHERE });
    const appending = before === undefined ? send() : before.then(send);
    const forget = () => void this.#onTheirWay.delete(id);
    const settled = appending.then(forget, forget);
    this.#onTheirWay.set(id, settled);
    if (after !== undefined) this.#follower = settled;
    return appending;
  }

  async #settle({ id, body }: LogEntry, expect: Write["expect"]): Promise<AppendResult> {
    try {
      const write = { id, body, expect };
      const ack = (await this.#publish(id, write)) ?? (await this.#publishSomehow(write));
      this.#place(id, ack.seq);
      return ack.duplicate ? "duplicate" : "stored";
    } catch (error) {
      return this.#refused(error);
    }
  }

  #refused(error: unknown): AppendResult {
    if (isConflict(error)) return "not-next";
    if (isFull(error)) return "full";
    throw asNatsFleetError(error, `An append to ${this.#subject}`);
  }

  #place(id: string, seq: number): void {
    this.#places.delete(id);
    this.#places.set(id, seq);
    const [oldest] = this.#places.keys();
    if (this.#places.size > PLACES && oldest !== undefined) this.#places.delete(oldest);
  }

  /** Undefined when the server knows the message id and not where the entry is. */
  async #publish(msgID: string, { id, body, expect }: Write): Promise<Ack | undefined> {
    const { js, settings } = this.#access;
    try {
      const { seq, duplicate } = await js.publish(this.#subject, body, {
        msgID,
        timeout: settings.requestTimeoutMs,
        ...(msgID === id ? {} : { headers: named(id) }),
        expect,
      });
      return duplicate && seq === 0 ? undefined : { seq, duplicate };
    } catch (error) {
      if (isInProcess(error)) return undefined;
      throw error;
    }
  }

  async #publishSomehow(write: Write): Promise<Ack> {
    const { clock } = this.#access.settings;
    for (let waitedMs = 0; waitedMs < IN_PROCESS_MS; waitedMs += LOOK_MS) {
      await sleep(clock, LOOK_MS);
      const ack = await this.#publish(write.id, write);
      if (ack !== undefined) return ack;
    }
    for (let names = 1; names <= NAMES; names += 1) {
      const ack = await this.#publishAs(names, write);
      if (ack !== undefined) return ack;
    }
    throw new FleetError("unavailable", `The server has had ${write.id} in process for too long.`);
  }

  /**
   * Under another message id, only if nothing has come to the end of the stream since it was looked whether the entry is
   * there under one of those before: what is still on its way then makes this one be refused.
   */
  async #publishAs(names: number, write: Write): Promise<Ack | undefined> {
    const { state } = await this.#access.jsm.streams.info(this.#stream);
    const isFree = Object.keys(write.expect).length === 0;
    const ids = Array.from({ length: names + 1 }, (_, n) => (n === 0 ? write.id : `${write.id}~${n}`));
    for (const [n, msgID] of ids.entries()) {
      const isNew = n === names;
      try {
        const ack = await this.#publish(
          msgID,
          isNew ? { ...write, expect: isFree ? { lastSequence: state.last_seq } : write.expect } : write,
        );
        if (ack !== undefined) return ack;
      } catch (error) {
        if (!isConflict(error) || !isFree) throw error;
      }
    }
    return undefined;
  }
}

interface Write {
  readonly id: string;
  readonly body: string;
  /** What the last entry must be; empty: whichever it is. */
  readonly expect: { readonly lastMsgID?: string; readonly lastSequence?: number };
}

interface Ack {
  readonly seq: number;
  readonly duplicate: boolean;
}

function named(id: string): MsgHdrs {
  const made = headers();
  made.set(ID_HEADER, id);
  return made;
}
