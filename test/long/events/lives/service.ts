import type { IncomingMessage, ServerResponse } from "node:http";
import { fastClock } from "./clock.js";

/** What the service promises, small enough for lives to reach beyond it. */
const WINDOW_EVENTS = 80;
const WINDOW_MS = 60_000;
const MAILBOX_EVENTS = 60;
const MAILBOX_IDLE_MS = 45_000;
/** Milliseconds between two heartbeats of a stream. */
export const HEARTBEAT_MS = 5_000;

interface Kept {
  readonly number: number;
  readonly json: string;
  readonly atMs: number;
}

interface Mailbox {
  readonly id: string;
  /** Everything up to here is not in it, or was given out for good. */
  first: number;
  /** Events since the last read. */
  unread: number;
  readMs: number;
}

/** What the next requests and connections meet. */
export interface Trouble {
  /** Streams are opened and carry nothing. */
  isSilent: boolean;
  /** Nobody is answered. */
  isDown: boolean;
  /** Streams to refuse, each with this status. */
  readonly refusals: number[];
  /** Reads of the mailbox that go wrong. */
  readonly reads: ("503" | "429" | "reset" | "lost" | "truncated" | "slow" | "html")[];
  /** The stream breaks off after so many bytes. */
  cutAfter: number | undefined;
}

/** One service for one App, written from the platform's document alone: it knows nothing of what is tested. */
export class LifeService {
  readonly trouble: Trouble = { isSilent: false, isDown: false, refusals: [], reads: [], cutAfter: undefined };
  /** Most events of one answer of a mailbox, chosen anew for each. */
  pageSize: () => number = () => Infinity;
  /** Whether a position of a mailbox that is read again gives its events again. */
  repeats = true;
  readonly #events: Kept[] = [];
  /** Open streams, and whether a heartbeat came behind what each was resumed with. */
  readonly #streams = new Map<ServerResponse, { isCaughtUp: boolean }>();
  /** Up to when everything sent was written to an open stream. */
  wholeMs = 0;
  #mailbox: Mailbox | undefined;
  #ids = 0;

  /** The number of events sent so far, which is the id of the last one. */
  get last(): number {
    return this.#events.length;
  }

  put(event: object): void {
    const number = this.#events.length + 1;
    const kept = { number, json: JSON.stringify(event), atMs: fastClock.monotonicMs() };
    this.#events.push(kept);
    for (const [stream, { isCaughtUp }] of this.#streams) {
      this.#write(stream, kept);
      if (isCaughtUp && this.#streams.has(stream)) this.wholeMs = fastClock.monotonicMs();
    }
    const box = this.#mailbox;
    if (box === undefined) return;
    box.unread += 1;
    if (box.unread > MAILBOX_EVENTS) this.#mailbox = undefined;
  }

  /** Breaks every stream, with a close frame or without. */
  breakStreams(code?: string): void {
    for (const stream of this.#streams.keys()) {
      if (code === undefined) stream.destroy();
      else stream.end(`data: {"type":"connection_close","code":"${code}","message":"","reconnect":true}\n\n`);
    }
    this.#streams.clear();
  }

  expireMailbox(): void {
    this.#mailbox = undefined;
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    if (this.trouble.isDown) return void response.destroy();
    const url = new URL(request.url ?? "/", "http://service");
    if (!url.pathname.endsWith("/eventos")) return answer(response, 200, { app: { publicId: "1", name: "app" } });
    const id = url.searchParams.get("mailbox");
    if (request.method === "DELETE") {
      this.#mailbox = undefined;
      response.writeHead(204).end();
    } else if (id !== null) this.#read(response, id, Number(url.searchParams.get("since")));
    else if (url.searchParams.has("format")) this.#openMailbox(response);
    else this.#openStream(response, request.headers["last-event-id"]);
  }

  #openStream(response: ServerResponse, resumedFrom: string | string[] | undefined): void {
    const status = this.trouble.refusals.shift();
    if (status !== undefined) return answer(response, status, {}, { "retry-after": "1" });
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
    if (this.trouble.isSilent) return;
    const from = typeof resumedFrom === "string" ? Number(resumedFrom) : NaN;
    const missed = this.#events.slice(from);
    const [oldest] = missed;
    const isInside =
      Number.isInteger(from) &&
      missed.length <= WINDOW_EVENTS &&
      (oldest === undefined || fastClock.monotonicMs() - oldest.atMs <= WINDOW_MS);
    const greeting = isInside
      ? { type: "connection_resume" }
      : { type: "connection_open", connectionId: `c${(this.#ids += 1)}`, version: "1" };
    response.write(`data: ${JSON.stringify(greeting)}\n\n`);
    this.#streams.set(response, { isCaughtUp: false });
    response.on("close", () => this.#streams.delete(response));
    this.#beat(response);
    if (!isInside) return;
    for (const kept of missed) if (this.#streams.has(response)) this.#write(response, kept);
  }

  #beat(response: ServerResponse): void {
    fastClock.schedule(() => {
      const stream = this.#streams.get(response);
      if (stream === undefined) return;
      response.write(": batimento\n\n");
      stream.isCaughtUp = true;
      this.wholeMs = fastClock.monotonicMs();
      this.#beat(response);
    }, HEARTBEAT_MS);
  }

  #write(stream: ServerResponse, { number, json }: Kept): void {
    const frame = `id: ${number}\ndata: ${json}\n\n`;
    const { cutAfter } = this.trouble;
    if (cutAfter === undefined) return void stream.write(frame);
    this.trouble.cutAfter = undefined;
    this.#streams.delete(stream);
    stream.write(frame.slice(0, cutAfter), () => stream.destroy());
  }

  #openMailbox(response: ServerResponse): void {
    const last = this.#events.length;
    this.#mailbox = { id: `mb${(this.#ids += 1)}`, first: last, unread: 0, readMs: fastClock.monotonicMs() };
    answer(response, 200, { mailbox: this.#mailbox.id, events: [], next: String(last), intents: ["messages"] });
  }

  #read(response: ServerResponse, id: string, since: number): void {
    const trouble = this.trouble.reads.shift();
    if (trouble === "503") return answer(response, 503, {});
    if (trouble === "429") return answer(response, 429, {}, { "retry-after": "2" });
    if (trouble === "html") return void response.writeHead(200).end("<html>");
    if (trouble === "reset") return void response.destroy();
    const box = this.#mailbox;
    const nowMs = fastClock.monotonicMs();
    if (box?.id !== id || nowMs - box.readMs > MAILBOX_IDLE_MS) {
      this.#mailbox = undefined;
      return answer(response, 409, { code: "MAILBOX_EXPIRED" });
    }
    box.readMs = nowMs;
    box.unread = 0;
    const from = this.repeats ? since : Math.max(since, box.first);
    const page = this.#events.slice(from, from + this.pageSize());
    const next = from + page.length;
    const body = JSON.stringify({ events: page.map(({ json }) => JSON.parse(json) as unknown), next: String(next) });
    const isGiven = trouble === undefined || trouble === "slow";
    if (isGiven) box.first = next;
    if (trouble === "lost") return void response.destroy();
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
    if (trouble === "truncated") response.write(body.slice(0, body.length / 2), () => response.destroy());
    else if (trouble === "slow") fastClock.schedule(() => response.end(body), 3000);
    else response.end(body);
  }
}

function answer(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}
