import type { VirtualClock } from "../../support/virtual-clock.js";
import { fillIn } from "../../support/fill-in.js";

/** What the scripted service does with one request. */
export type Reply =
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      /** Required fields that it lacks stay missing. Default: they are filled in. */
      readonly exactly?: true;
      /** The answer comes so much later. */
      readonly afterMs?: number;
    }
  /** The connection breaks before an answer. */
  | "lost"
  /** The connection breaks in the middle of the answer. */
  | "cut"
  /** No connection can be made. */
  | "unreachable"
  /** No answer ever comes. */
  | "silence";

/** An answer as it goes back. */
export interface Played {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One request as it left the client. */
export interface Sent {
  readonly method: string;
  /** Path and query, or the whole address where it does not go to the service. */
  readonly target: string;
  /** In the order of the wire. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

export interface WireEvent {
  readonly atMs: number;
  readonly sent?: Sent;
  readonly answer?: string;
}

export const ORIGIN = "https://chat.example";
export const BASE_URL = `${ORIGIN}/base`;

/** Plays replies in order, the last one for ever, and notes what crosses the wire. */
export class Script {
  readonly events: WireEvent[] = [];
  readonly #replies: readonly Reply[];
  readonly #clock: VirtualClock;
  #requests = 0;

  constructor(replies: readonly Reply[], clock: VirtualClock) {
    this.#replies = replies;
    this.#clock = clock;
  }

  /** Whether the next connection can be made; noted where it cannot. */
  connects(): boolean {
    if (this.#next() !== "unreachable") return true;
    this.#requests += 1;
    this.#note({ answer: "unreachable" });
    return false;
  }

  #next(): Reply {
    return this.#replies[Math.min(this.#requests, this.#replies.length - 1)] ?? "silence";
  }

  #note(event: Omit<WireEvent, "atMs">): void {
    this.events.push({ atMs: this.#clock.monotonicMs(), ...event });
  }

  /** Notes a request; what becomes of it is handed to `play`. */
  take(sent: Sent, play: (reply: Played | "lost" | "cut") => void): void {
    const reply = this.#next();
    this.#requests += 1;
    this.#note({ sent });
    if (reply === "silence" || reply === "unreachable") return;
    if (reply === "lost" || reply === "cut") {
      this.#note({ answer: reply });
      return play(reply);
    }
    const { status = 200, headers = {}, body = "{}", afterMs = 0, exactly } = reply;
    const isEmpty = status === 204 || status === 304;
    const { href } = new URL(sent.target, ORIGIN);
    const filled = isEmpty ? "" : exactly ? body : fillIn(sent.method, href, status, body);
    const answer = () => {
      const shown = Object.entries(headers).map(([name, value]) => ` ${name}: ${value}`);
      this.#note({ answer: `${status}${shown.join("")}${body === "{}" || isEmpty ? "" : ` ${cut(body)}`}` });
      play({ status, headers, body: filled });
    };
    if (afterMs > 0) this.#clock.schedule(answer, afterMs);
    else answer();
  }
}

/** A long text by its beginning and length. */
export const cut = (text: string, most = 300): string =>
  text.length > most ? `${text.slice(0, 60)}… (${text.length} characters)` : text;
