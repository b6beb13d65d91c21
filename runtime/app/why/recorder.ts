import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "../../abi/index.js";
import type { Diagnostic } from "../../diagnostics/index.js";
import type { Work } from "../around.js";
import { factsOf } from "./facts.js";

/** The name under which a file says that it is a recording, with the version of its form. */
const MARK = { "svc-apps-why": 1 };

/** Notes of one interaction, and of the process. */
const MOST_NOTES = 40;
const MOST_NOTICES = 100;

/** What happened, and when. What of it may be written is decided when it is written. */
type Moment = readonly [atMs: number, what: string, facts: object];

interface Kept {
  readonly id: string;
  readonly at: number;
  readonly startedMs: number;
  readonly notes: Moment[];
}

const OUTSIDE: ReadonlySet<string> = new Set(["delivery.probe_answered", "delivery.refused"]);
const NONE = {};

/** Keeps what became of the last interactions. Cheap while it keeps: it holds what it is given until it is written. */
export class Recorder {
  readonly #clock: Clock;
  readonly #keep: number;
  readonly #kept = new Map<string, Kept>();
  readonly #notices: { readonly at: number; readonly tick: number; readonly diagnostic: Diagnostic }[] = [];
  /** The interaction whose handler makes a call. */
  readonly #current = new AsyncLocalStorage<Kept>();

  constructor(clock: Clock, keep: number) {
    this.#clock = clock;
    this.#keep = keep;
  }

  /** Whether it was kept. */
  note(diagnostic: Diagnostic): boolean {
    const { type } = diagnostic;
    const id = "interactionId" in diagnostic ? diagnostic.interactionId : undefined;
    const kept = id === undefined ? this.#caller(type) : this.#of(id);
    if (kept) this.#add(kept, type, diagnostic);
    const { level } = diagnostic;
    const isNotice = !kept && (OUTSIDE.has(type) || level === "warn" || level === "error");
    if (isNotice || type === "delivery.work_frozen") this.#notice(diagnostic);
    return kept !== undefined || isNotice;
  }

  /** The interaction whose handler makes the call. */
  #caller(type: string): Kept | undefined {
    return type.startsWith("http.") ? this.#current.getStore() : undefined;
  }

  async around<Result>({ name, attributes }: Work, run: () => Promise<Result>): Promise<Result> {
    if (name !== "handler" || typeof attributes["interactionId"] !== "string") return run();
    const kept = this.#of(attributes["interactionId"]);
    this.#add(kept, "handler.began", attributes);
    try {
      return await this.#current.run(kept, run);
    } finally {
      this.#add(kept, "handler.ended", NONE);
    }
  }

  /** All that is kept, as lines of JSON. */
  text(): string {
    const lines: object[] = [{ ...MARK, writtenAt: this.#clock.now() }];
    // A tick is of the monotonic clock: the time of day may jump.
    for (const { at, tick, diagnostic } of this.#notices) {
      lines.push({ notice: { at, tick, what: diagnostic.type, ...factsOf(diagnostic) } });
    }
    for (const { id, at, startedMs, notes } of this.#kept.values()) {
      const written = notes.map(([atMs, what, facts]) => ({
        ms: Math.round(atMs - startedMs),
        what,
        ...factsOf(facts),
      }));
      lines.push({ interaction: { id, at, tick: Math.round(startedMs), notes: written } });
    }
    return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
  }

  #of(id: string): Kept {
    const known = this.#kept.get(id);
    if (known) return known;
    const made: Kept = { id, at: this.#clock.now(), startedMs: this.#clock.monotonicMs(), notes: [] };
    this.#kept.set(id, made);
    if (this.#kept.size > this.#keep) {
      const [oldest] = this.#kept.keys();
      if (oldest !== undefined) this.#kept.delete(oldest);
    }
    return made;
  }

  #add({ notes }: Kept, what: string, facts: object): void {
    // The first tell how it began; what came last says how it ended.
    if (notes.length >= MOST_NOTES) notes.splice(MOST_NOTES / 2, 1);
    notes.push([this.#clock.monotonicMs(), what, facts]);
  }

  #notice(diagnostic: Diagnostic): void {
    if (this.#notices.length >= MOST_NOTICES) this.#notices.shift();
    this.#notices.push({ at: this.#clock.now(), tick: Math.round(this.#clock.monotonicMs()), diagnostic });
  }
}
