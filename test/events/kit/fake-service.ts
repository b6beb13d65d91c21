import { createClient, type ClientOptions } from "../../../runtime/http/index.js";
import type { StreamAnswer, TransportAnswer, TransportRequest } from "svc-apps/rest";
import { settle, VirtualClock } from "./virtual-clock.js";

const utf8 = new TextEncoder();
export const TOKEN = "svc_app.7100000000000000001.s3cret";

/** One open stream of the fake service, written by the test. */
export class FakeStream implements StreamAnswer {
  readonly status = 200;
  readonly headers: Record<string, string>;
  readonly request: TransportRequest;
  readonly body: AsyncIterable<Uint8Array>;
  /** How often the client asked for more. */
  pulls = 0;
  closed = false;
  onClose: (() => void) | undefined;
  readonly #chunks: Uint8Array[] = [];
  #over: { error?: Error } | undefined;
  #wake: (() => void) | undefined;

  constructor(request: TransportRequest, headers: Record<string, string>) {
    this.request = request;
    this.headers = headers;
    this.body = { [Symbol.asyncIterator]: () => ({ next: () => this.#next() }) };
  }

  get lastEventId(): string | undefined {
    return this.request.headers["last-event-id"];
  }

  write(text: string): void {
    this.#chunks.push(utf8.encode(text));
    this.#wake?.();
  }

  /** One frame; an absent id is left out. */
  send(id: string | number | undefined, event: unknown): void {
    this.write(frame(id, event));
  }

  open(connectionId = "c1", id?: string | number): void {
    this.send(id, { type: "connection_open", connectionId, version: "1" });
  }

  resume(): void {
    this.send(undefined, { type: "connection_resume" });
  }

  closeFrame(code: string | undefined, more: object = {}): void {
    this.send(undefined, { type: "connection_close", ...(code !== undefined && { code }), ...more });
  }

  end(): void {
    this.#over = {};
    this.#wake?.();
  }

  drop(): void {
    this.#over = { error: new Error("ECONNRESET") };
    this.#wake?.();
  }

  close(): void {
    this.closed = true;
    this.onClose?.();
    this.end();
  }

  async #next(): Promise<IteratorResult<Uint8Array>> {
    this.pulls += 1;
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk !== undefined) return { done: false, value: chunk };
      if (this.#over?.error !== undefined) throw this.#over.error;
      if (this.#over !== undefined) return { done: true, value: undefined };
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

export const frame = (id: string | number | undefined, event: unknown): string =>
  `${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(event)}\n\n`;

const snowflake = (prefix: string, n: number): string => `${prefix}${String(n).padStart(15, "0")}`;

export const message = (n: number, channel = 1) => ({
  type: "message_create",
  serverId: snowflake("7101", 1),
  message: { publicId: snowflake("7103", n), channelId: snowflake("7102", channel), content: `message ${n}` },
});

export const reaction = (count: number) => ({
  type: "reaction_update",
  serverId: snowflake("7101", 1),
  emoji: "👍",
  count,
});

export const interaction = (n: number, channel = 1) => ({
  type: "interaction_create",
  serverId: snowflake("7101", 1),
  appId: snowflake("7100", 1),
  interaction: {
    id: `0d9f6f2e-6a6c-4d0e-9a53-${String(n).padStart(12, "0")}`,
    type: "command",
    serverId: snowflake("7101", 1),
    channelId: snowflake("7102", channel),
    userId: snowflake("7105", 1),
    data: { command: { name: "roll" } },
    expiresInMs: 3000,
  },
});

/** What a stream request is answered with, when it is not simply accepted. */
export type StreamReply = (request: TransportRequest) => StreamAnswer | Promise<StreamAnswer>;

export const refuse =
  (status: number, body: object | string = {}, headers: Record<string, string> = {}): StreamReply =>
  () => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return {
      status,
      headers: { "content-type": "application/json", ...headers },
      body: (async function* () {
        yield utf8.encode(text);
      })(),
      close: () => undefined,
    };
  };

export const unreachable: StreamReply = () => Promise.reject(new Error("ECONNREFUSED"));

type CallReply = (request: TransportRequest) => TransportAnswer | Promise<TransportAnswer>;

export const json = (body: object, status = 200, headers: Record<string, string> = {}): TransportAnswer => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

/** A service that does what the test says, on a clock that the test moves, under a real client. */
export class FakeService {
  readonly clock = new VirtualClock();
  readonly streams: FakeStream[] = [];
  readonly streamRequests: TransportRequest[] = [];
  readonly calls: TransportRequest[] = [];
  /** Answers to the next stream requests, first come first served; afterwards every request is accepted. */
  readonly replies: StreamReply[] = [];
  contentType = "text/event-stream";
  /** Answers calls, by method and path with query. */
  onCall: CallReply = () => json({ app: { publicId: "7100000000000000001", name: "app" } });
  /** Called with each accepted stream. */
  onStream: ((stream: FakeStream) => void) | undefined;

  client(options: Partial<ClientOptions> = {}) {
    return createClient({
      baseUrl: "http://service.test",
      token: TOKEN,
      clock: this.clock,
      random: () => 0.5,
      transport: async (request) => {
        this.calls.push(request);
        return this.onCall(request);
      },
      streamTransport: async (request) => {
        this.streamRequests.push(request);
        const reply = this.replies.shift();
        if (reply !== undefined) return reply(request);
        const stream = new FakeStream(request, { "content-type": this.contentType });
        const onAbort = () => stream.drop();
        request.signal?.addEventListener("abort", onAbort);
        stream.onClose = () => request.signal?.removeEventListener("abort", onAbort);
        this.streams.push(stream);
        this.onStream?.(stream);
        return stream;
      },
      ...options,
    });
  }

  /** The newest stream. */
  get stream(): FakeStream {
    const newest = this.streams.at(-1);
    if (newest === undefined) throw new Error("no stream is open");
    return newest;
  }

  /** Calls whose query and method are those of a mailbox operation. */
  mailboxCalls(kind: "open" | "read" | "close"): TransportRequest[] {
    return this.calls.filter(({ method, url }) => {
      if (!url.includes("/eventos")) return false;
      if (method === "DELETE") return kind === "close";
      return new URL(url).searchParams.has("mailbox") ? kind === "read" : kind === "open";
    });
  }
}

/** Collects what an async iterable brings, without holding the test up. */
export function collect<T>(source: AsyncIterable<T>) {
  const items: T[] = [];
  const state: { items: T[]; done: boolean; error: unknown } = { items, done: false, error: undefined };
  void (async () => {
    try {
      for await (const item of source) items.push(item);
    } catch (error) {
      state.error = error;
    }
    state.done = true;
  })();
  return state;
}

export { settle };
