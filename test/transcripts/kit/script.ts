import { fillIn } from "../../support/fill-in.js";
import type { VirtualClock } from "../../support/virtual-clock.js";
import type { Peer, PeerAnswer, Sent } from "./peer.js";
import { cut, type WireEvent } from "./transcript.js";

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

const ORIGIN = "https://chat.example";
export const BASE_URL = `${ORIGIN}/base`;

/** A service that plays replies in order, the last one for ever, and notes what crosses the wire. */
export class Script implements Peer {
  readonly origin = ORIGIN;
  readonly events: WireEvent[] = [];
  readonly #replies: readonly Reply[];
  readonly #clock: VirtualClock;
  #requests = 0;

  constructor(replies: readonly Reply[], clock: VirtualClock) {
    this.#replies = replies;
    this.#clock = clock;
  }

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

  async serve(sent: Sent): Promise<PeerAnswer> {
    const reply = this.#next();
    this.#requests += 1;
    this.#note({ sent });
    if (reply === "silence" || reply === "unreachable") return new Promise(() => {});
    const json = { "content-type": "application/json" };
    if (reply === "lost" || reply === "cut") {
      this.#note({ answer: reply });
      if (reply === "lost") throw new Error("the connection breaks");
      return { status: 200, headers: { ...json, "content-length": "100" }, body: broken() };
    }
    const { status = 200, headers = {}, body = "{}", afterMs = 0, exactly } = reply;
    if (afterMs > 0) await new Promise<void>((resolve) => void this.#clock.schedule(resolve, afterMs));
    const isEmpty = status === 204 || status === 304;
    const { href } = new URL(sent.target, ORIGIN);
    const filled = isEmpty ? "" : exactly ? body : fillIn(sent.method, href, status, body);
    const named = Object.entries(headers).map(([name, value]) => ` ${name}: ${value}`);
    this.#note({ answer: `${status}${named.join("")}${body === "{}" || isEmpty ? "" : ` ${cut(body)}`}` });
    return { status, headers: { ...json, ...headers }, body: whole(filled) };
  }
}

async function* whole(text: string): AsyncGenerator<Uint8Array> {
  if (text !== "") yield new TextEncoder().encode(text);
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode("{");
  throw new Error("the connection breaks");
}
