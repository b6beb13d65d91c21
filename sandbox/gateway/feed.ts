import { limits } from "../spec.js";

/** One event as an App's feed keeps it. Plain data, so that a restart can bring it back. */
export interface FeedEntry {
  /** Position in the feed of this App, from 1. */
  readonly sequence: number;
  readonly atMs: number;
  readonly family: string;
  readonly type: string;
  /** The event as JSON text. */
  readonly json: string;
  /** Set for interactions, whose remaining time is written anew at every sending. */
  readonly interactionId?: string;
}

/** What a stream that comes back gets. */
export type ResumeDecision =
  { readonly inside: true; readonly missed: readonly FeedEntry[] } | { readonly inside: false };

/** The events of one App in order, as far back as a stream may resume. */
export class Feed {
  readonly appId: string;
  #entries: FeedEntry[] = [];
  #sequence = 0;
  #offlineSinceMs: number | undefined;

  constructor(appId: string) {
    this.appId = appId;
  }

  /** Sequence of the newest event. */
  get sequence(): number {
    return this.#sequence;
  }

  /** Entries that may still be resumed from, and some older ones not yet thrown away. */
  get entries(): readonly FeedEntry[] {
    return this.#entries;
  }

  append(event: Omit<FeedEntry, "sequence">): FeedEntry {
    const entry = { ...event, sequence: ++this.#sequence };
    this.#entries.push(entry);
    // Trimming in batches keeps the cost per event constant.
    if (this.#entries.length >= limits.resumeEvents * 2)
      this.#entries.splice(0, this.#entries.length - limits.resumeEvents);
    return entry;
  }

  /** Puts back an entry read from a file. */
  restore(entry: FeedEntry): void {
    this.#sequence = Math.max(this.#sequence, entry.sequence);
    this.#entries.push(entry);
    if (this.#entries.length > limits.resumeEvents) this.#entries.shift();
  }

  /** Notes that the App has no stream any more, or has one again. */
  markOffline(atMs: number | undefined): void {
    this.#offlineSinceMs = atMs;
  }

  /**
   * Decides about a stream that asks to go on after `lastEventId`. Inside the window means: the id was really given
   * out, no more events were missed than are kept, none of them is too old, and the App was not away for longer than
   * the window, even if nothing happened meanwhile.
   */
  resume(lastEventId: string, nowMs: number): ResumeDecision {
    const last = /^(0|[1-9][0-9]{0,15})$/.test(lastEventId) ? Number(lastEventId) : Number.NaN;
    if (!(last <= this.#sequence) || this.#sequence - last > limits.resumeEvents) return { inside: false };
    if (this.#offlineSinceMs !== undefined && nowMs - this.#offlineSinceMs > limits.resumeWindowMs)
      return { inside: false };
    const missed = this.#entries.filter((entry) => entry.sequence > last);
    const complete = missed.length === this.#sequence - last;
    const oldest = missed[0];
    if (!complete || (oldest !== undefined && nowMs - oldest.atMs > limits.resumeWindowMs)) return { inside: false };
    return { inside: true, missed };
  }
}
