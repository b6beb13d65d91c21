import { brand } from "./spec.js";

/** What one line of the log is about. */
export type LogKind =
  "request" | "event" | "connection" | "mailbox" | "interaction" | "delivery" | "portal" | "fault" | "notice" | "bug";

/** One thing that happened. Never carries a secret. */
export interface LogEntry {
  /** Position in the log, from 1. */
  readonly number: number;
  /** Milliseconds since the Unix epoch, on the sandbox's clock. */
  readonly atMs: number;
  readonly kind: LogKind;
  /** One readable line. */
  readonly text: string;
  /** What assertions look at; its fields depend on the kind. */
  readonly detail: Readonly<Record<string, unknown>>;
}

const tokenPattern = new RegExp(`${brand.tokenPrefix}\\.([0-9]*)\\.[^\\s"'\\\\&,;)}\\]]+`, "g");

/** `text` with every credential in it reduced to its public part. */
export function redact(text: string): string {
  return text.includes(brand.tokenPrefix) ? text.replace(tokenPattern, `${brand.tokenPrefix}.$1.***`) : text;
}

/** The same value with every credential in it shortened, however deep it stands. */
export function redactIn<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  const redacted = redact(text);
  return redacted === text ? value : (JSON.parse(redacted) as Value); // of the same shape: only texts became shorter
}

/** A bounded, typed record of what crossed the sandbox. The oldest entries go first. */
export class SandboxLog {
  readonly #entries: LogEntry[] = [];
  readonly #limit: number;
  readonly #now: () => number;
  readonly #listeners = new Set<(entry: LogEntry) => void>();
  readonly #timed = new Map<number, number>();
  readonly #timedListeners = new Set<(entry: LogEntry) => void>();
  #count = 0;

  constructor(now: () => number, limit: number) {
    this.#now = now;
    this.#limit = limit;
  }

  /** Entries kept, oldest first; of one kind, or all. */
  entries(kind?: LogKind): readonly LogEntry[] {
    return kind === undefined ? [...this.#entries] : this.#entries.filter((entry) => entry.kind === kind);
  }

  /** The newest entry of a kind. */
  last(kind: LogKind): LogEntry | undefined {
    return this.#entries.findLast((entry) => entry.kind === kind);
  }

  /** The number of the oldest entry kept; 0 while there is none. */
  get oldest(): number {
    return this.#entries[0]?.number ?? 0;
  }

  /** The number of the newest entry; 0 while there was none. */
  get newest(): number {
    return this.#count;
  }

  /** @internal Up to `most` entries before that number, oldest first. */
  before(number: number, most: number): readonly LogEntry[] {
    const end = Math.min(this.#entries.length, Math.max(0, number - this.oldest));
    return this.#entries.slice(Math.max(0, end - most), end);
  }

  /** @internal One entry, while it is kept. */
  entry(number: number): LogEntry | undefined {
    return this.#entries[number - this.oldest];
  }

  /** @internal How long the request behind an entry took, milliseconds, once it is answered. */
  tookMs(number: number): number | undefined {
    return this.#timed.get(number);
  }

  /** @internal Notes how long the request behind an entry took. It is not part of the entry, which is there before. */
  took(number: number, ms: number): void {
    this.#timed.set(number, ms);
    const [first] = this.#timed.keys();
    if (first !== undefined && first < this.oldest) this.#timed.delete(first);
    const entry = this.entry(number);
    if (entry !== undefined) for (const listener of this.#timedListeners) listener(entry);
  }

  /** @internal Calls `listener` once it is known how long a request took; the returned function stops that. */
  subscribeTimes(listener: (entry: LogEntry) => void): () => void {
    this.#timedListeners.add(listener);
    return () => this.#timedListeners.delete(listener);
  }

  /** Everything kept, one line each. */
  text(): string {
    return this.#entries.map(formatEntry).join("\n");
  }

  /** Hears of every new entry; the returned function stops that. */
  subscribe(listener: (entry: LogEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Forgets what is kept. Numbering goes on. */
  clear(): void {
    this.#entries.length = 0;
    this.#timed.clear();
  }

  /** @internal Forgets everything, the numbers too. */
  reset(): void {
    this.clear();
    this.#count = 0;
  }

  /** @internal */
  add(kind: LogKind, text: string, detail: Readonly<Record<string, unknown>> = {}): void {
    const entry: LogEntry = { number: ++this.#count, atMs: this.#now(), kind, text: redact(text), detail };
    this.#entries.push(entry);
    // Trimming in batches keeps the cost per entry constant.
    if (this.#entries.length >= this.#limit * 2) this.#entries.splice(0, this.#entries.length - this.#limit);
    for (const listener of this.#listeners) listener(entry);
  }
}

/** One entry as a line for a terminal. */
export function formatEntry(entry: LogEntry): string {
  const time = new Date(entry.atMs).toISOString().slice(11, 23);
  return `${time} ${entry.kind.padEnd(11)} ${entry.text}`;
}
