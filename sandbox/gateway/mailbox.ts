import { limits } from "../spec.js";
import type { FeedEntry } from "./feed.js";

/** Where a mailbox stands. Only an open one holds a slot and can be read. */
export type MailboxState = "open" | "expired" | "lost" | "closed";

/** The verdict on one read. */
export type MailboxRead =
  | { readonly kind: "events"; readonly events: readonly FeedEntry[]; readonly next: string }
  | { readonly kind: "expired" }
  | { readonly kind: "too-fast"; readonly waitMs: number }
  | { readonly kind: "backward" };

const minuteMs = 60_000;

/** Events waiting to be fetched. Data and decisions only; its owner hands in the time. */
export class Mailbox {
  readonly id: string;
  readonly appId: string;
  readonly credentialId: string;
  readonly families: ReadonlySet<string>;
  state: MailboxState = "open";
  readonly #forgetsAtRead: boolean;
  #entries: FeedEntry[] = [];
  #sinceLastRead = 0;
  #lastReadMs: number;
  #accepted: number;
  #newest: number;
  #reads: number[] = [];
  readonly #waiting = new Set<() => void>();

  constructor(options: {
    readonly id: string;
    readonly appId: string;
    readonly credentialId: string;
    readonly families: ReadonlySet<string>;
    readonly openedAtMs: number;
    readonly sequence: number;
    /** Whether events that were read are gone at once, instead of when a later cursor accepts them. */
    readonly forgetsAtRead: boolean;
  }) {
    this.id = options.id;
    this.appId = options.appId;
    this.credentialId = options.credentialId;
    this.families = options.families;
    this.#lastReadMs = options.openedAtMs;
    this.#accepted = options.sequence;
    this.#newest = options.sequence;
    this.#forgetsAtRead = options.forgetsAtRead;
  }

  /** The cursor that a reader has after opening. */
  get cursor(): string {
    return String(this.#accepted);
  }

  /** Milliseconds until it expires if nobody reads. */
  idleLeftMs(nowMs: number): number {
    return this.#lastReadMs + limits.mailboxIdleMs - nowMs;
  }

  /** Takes an event in. One too many since the last read, and all are gone. */
  append(entry: FeedEntry): void {
    if (this.state !== "open") return;
    this.#entries.push(entry);
    this.#newest = entry.sequence;
    this.#sinceLastRead++;
    if (this.#sinceLastRead > limits.mailboxEvents) this.close("lost");
    this.#wakeReaders();
  }

  /** Whether a read from that position would give anything. */
  hasNews(since: string): boolean {
    return this.state !== "open" || this.#newest > Number(since);
  }

  /** Resolves at the next event, or when the mailbox ends. */
  news(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  #wakeReaders(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  /** Ends it and forgets what it held. */
  close(state: Exclude<MailboxState, "open">): void {
    if (this.state !== "open") return;
    this.state = state;
    this.#entries = [];
    this.#wakeReaders();
  }

  /**
   * Gives what came after `since`, and forgets what came before: handing in a cursor accepts all up to it. The same
   * cursor again gives the same events again, and newer ones.
   */
  read(since: string, nowMs: number): MailboxRead {
    if (this.state === "open" && this.idleLeftMs(nowMs) <= 0) this.close("expired");
    if (this.state !== "open") return { kind: "expired" };
    this.#reads = this.#reads.filter((atMs) => atMs > nowMs - minuteMs);
    const oldestRead = this.#reads[0];
    if (oldestRead !== undefined && this.#reads.length >= limits.mailboxReadsPerMinute) {
      return { kind: "too-fast", waitMs: oldestRead + minuteMs - nowMs };
    }
    const position = /^[0-9]{1,15}$/.test(since) ? Number(since) : -1;
    if (position < this.#accepted || position > this.#newest) return { kind: "backward" };
    this.#reads.push(nowMs);
    this.#lastReadMs = nowMs;
    this.#sinceLastRead = 0;
    this.#accepted = position;
    this.#entries = this.#entries.filter((entry) => entry.sequence > position);
    const events = this.#entries;
    if (this.#forgetsAtRead) this.#entries = [];
    return { kind: "events", events: [...events], next: String(this.#newest) };
  }
}
