import {
  type Clock,
  type StreamAnswer,
  type StreamTransport,
  systemClock,
  type Transport,
  type TransportAnswer,
  type TransportRequest,
  type WebRequestInit,
} from "../../abi/index.js";
import { ArgumentError } from "../../base/errors.js";
import { startTogether } from "./bounded.js";
import { aborted, toFailure, tooLarge, type TransportFailure } from "./failure.js";
import { onAbort } from "../../base/time.js";
import { watch } from "./abort.js";

/** Options of {@link fetchTransport} and {@link fetchStreamTransport}. */
export interface FetchTransportOptions {
  /** Default: the global `fetch`, looked up at each call. */
  readonly fetch?: (url: string, init: WebRequestInit) => Promise<Response>;
  /** Runs the timeouts. Default: the machine's clock. */
  readonly clock?: Clock;
}

/** Looked up at the first call: touching the global `Request` any earlier makes Node load its `fetch`. */
let knowsCredentials: boolean | undefined;

/**
 * A transport over `fetch`, for every runtime that has one. Follows no redirect and sends no cookie.
 *
 * Aborts a request that failed, whatever the reason: some runtimes keep the process alive for one without a reader
 * for, and browsers queue the repetition behind it.
 *
 * Requests of one turn of the event loop are sent together, where the runtime can wait for its end: with 32 in flight
 * on Node that saves a third of the cost of a bare `fetch`.
 */
export function fetchTransport(options: FetchTransportOptions = {}): Transport {
  const clock = options.clock ?? systemClock;
  return (request) =>
    new Promise((resolve, reject) => {
      startTogether(async () => {
        if (request.signal?.aborted) return reject(aborted(false));
        const controller = new AbortController();
        let response: Response | undefined;
        const fail = (error: unknown) => {
          const failure = toFailure(error);
          failure.answer = response && headOf(response);
          reject(error instanceof ArgumentError ? error : failure);
          controller.abort();
        };
        let unwatch: (() => void) | undefined;
        try {
          unwatch = watch(request, clock, fail);
          response = await callFetch(request, options, controller.signal);
          resolve(await answerOf(response, request.maxBodyBytes));
        } catch (error) {
          fail(error);
        } finally {
          unwatch?.();
        }
      });
    });
}

/** The transports of a client. */
export interface ClientTransports {
  readonly transport: Transport;
  readonly streamTransport: StreamTransport;
}

/** Both transports over one `fetch`. */
export const fetchTransports = ({ fetch, clock }: FetchTransportOptions): ClientTransports => {
  const options = { ...(fetch && { fetch }), ...(clock && { clock }) };
  return { transport: fetchTransport(options), streamTransport: fetchStreamTransport(options) };
};

/** Calls `fetch` without following redirects and without cookies. */
export function callFetch(
  request: TransportRequest,
  { fetch }: FetchTransportOptions,
  signal: AbortSignal | undefined,
): Promise<Response> {
  // Workerd throws for `credentials`, which it does not know.
  knowsCredentials ??= "credentials" in Request.prototype;
  const init: WebRequestInit = { method: request.method, headers: request.headers, redirect: "manual" };
  if (request.body !== undefined) init.body = request.body;
  if (signal) init.signal = signal;
  if (knowsCredentials) init.credentials = "omit";
  return (fetch ?? globalThis.fetch)(request.url, init);
}

/** For texts that come in one piece, as nearly all do: it keeps no state between them. */
const decoder = /* @__PURE__ */ new TextDecoder();

/** The head of an answer. Its headers are listed only when they are read. */
const headOf = ({ status, headers }: Response) => ({
  status,
  get headers() {
    return Object.fromEntries(headers);
  },
});

async function answerOf(response: Response, maxBytes: number | undefined): Promise<TransportAnswer> {
  const body = response.body ? await textOf(response.body, maxBytes) : "";
  return Object.assign(headOf(response), { body });
}

/** Reads the text up to the limit, piece by piece, which is also cheaper than `text()`. */
async function textOf(body: ReadableStream<Uint8Array>, maxBytes = Infinity): Promise<string> {
  const reader = body.getReader();
  let [bytes, text] = [0, ""];
  let held: Uint8Array | undefined;
  let inPieces: typeof decoder | undefined;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + (inPieces ?? decoder).decode(held);
    bytes += value.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes, reader);
    if (held) text += (inPieces ??= new TextDecoder()).decode(held, { stream: true });
    held = value;
  }
}

/**
 * A stream transport over `fetch`. A chunk is read only on demand.
 * `timeoutMs` bounds the wait for the headers, not the stream.
 */
export function fetchStreamTransport(options: FetchTransportOptions = {}): StreamTransport {
  const clock = options.clock ?? systemClock;
  return async (request) => {
    if (request.signal?.aborted) throw aborted(false);
    const controller = new AbortController();
    let failure: TransportFailure | undefined;
    const unwatch = watch(request, clock, (why) => {
      failure = why;
      controller.abort();
    });
    try {
      const response = await callFetch(request, options, controller.signal);
      return new FetchStream(response, controller, request.signal);
    } catch (error) {
      throw failure ?? toFailure(error);
    } finally {
      unwatch();
    }
  };
}

class FetchStream implements StreamAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
  readonly #controller: AbortController;
  readonly #release: () => void;
  #ended: "no" | "closed" | "aborted" = "no";

  constructor(response: Response, controller: AbortController, signal: AbortSignal | undefined) {
    this.#controller = controller;
    this.status = response.status;
    this.headers = Object.fromEntries(response.headers);
    this.#release = signal ? onAbort(signal, () => this.#end("aborted")) : () => {};
    this.body = this.#read(response);
  }

  async *#read(response: Response): AsyncGenerator<Uint8Array, void> {
    const reader = response.body?.getReader();
    try {
      for (;;) {
        const next = await reader?.read();
        if (!next || next.done) break;
        yield next.value;
      }
    } catch (error) {
      if (this.#ended === "no") throw toFailure(error);
    } finally {
      this.#release();
      // Frees the connection where the reader leaves early; does nothing after the end.
      this.#controller.abort();
    }
    if (this.#ended === "aborted") throw aborted(true);
  }

  #end(how: "closed" | "aborted"): void {
    if (this.#ended !== "no") return;
    this.#ended = how;
    this.#release();
    this.#controller.abort();
  }

  close(): void {
    this.#end("closed");
  }
}
