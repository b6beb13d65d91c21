import {
  type Clock,
  systemClock,
  type Transport,
  type TransportAnswer,
  type TransportRequest,
} from "../../abi/index.js";
import { startTogether } from "./batch.js";
import { keepsRules } from "./bounded.js";
import { aborted, toFailure, TransportFailure } from "./failure.js";
import { watch } from "./watch.js";

/** Options of {@link fetchTransport} and {@link fetchStreamTransport}. */
export interface FetchTransportOptions {
  /** Default: the global `fetch`, looked up at each call. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Runs the timeouts. Default: the machine's clock. */
  readonly clock?: Clock;
}

/** Looked up at the first call: touching the global `Request` any earlier makes Node load its `fetch`. */
let knowsCredentials: boolean | undefined;

/** An answer of `fetch`; its headers are listed only if someone asks. */
class FetchAnswer implements TransportAnswer {
  readonly status: number;
  readonly body: string;
  readonly #headers: Headers;

  constructor(response: Response, body: string) {
    this.status = response.status;
    this.#headers = response.headers;
    this.body = body;
  }

  get headers(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#headers);
  }
}

/**
 * A transport over `fetch`, for every runtime that has one. Follows no redirect and sends no cookie.
 *
 * An `AbortSignal` is a fifth of what a small `fetch` costs on Node, and hardly ever used. So requests without a signal
 * of their caller go without one until the first timeout; from then on each can be cut off. The few that timed out
 * together are let go: whatever still answers is dropped on arrival.
 *
 * Requests that are made in one turn of the event loop leave together, where there is a way to wait for its end: with 32
 * in flight on Node that spares a third of what a bare `fetch` costs.
 */
export function fetchTransport(options: FetchTransportOptions = {}): Transport {
  const clock = options.clock ?? systemClock;
  let calm = true;
  const transport: Transport = (request) =>
    new Promise((resolve, reject) => {
      const start = () => {
        if (request.signal?.aborted) return reject(aborted(false));
        const controller = calm && !request.signal ? undefined : new AbortController();
        let waiting = true;
        const unwatch = watch(request, clock, (failure) => {
          waiting = false;
          calm &&= failure.reason !== "timeout";
          controller?.abort();
          reject(failure);
        });
        const run = async () => {
          try {
            const response = await callFetch(request, options, controller?.signal);
            if (waiting) resolve(new FetchAnswer(response, await readText(response, request.maxBodyBytes)));
            else await response.body?.cancel();
          } catch (error) {
            reject(toFailure(error));
          } finally {
            unwatch?.();
          }
        };
        void run();
      };
      startTogether(start);
    });
  return keepsRules(transport, clock);
}

/** One fetch; a redirect is an answer, and cookies stay at home. */
export function callFetch(
  request: TransportRequest,
  { fetch }: FetchTransportOptions,
  signal: AbortSignal | undefined,
): Promise<Response> {
  // `credentials` throws where the runtime does not know it (workerd).
  knowsCredentials ??= "credentials" in Request.prototype;
  const init: RequestInit = { method: request.method, headers: request.headers, redirect: "manual" };
  if (request.body !== undefined) init.body = request.body;
  if (signal) init.signal = signal;
  if (knowsCredentials) init.credentials = "omit";
  return (fetch ?? globalThis.fetch)(request.url, init);
}

/** For texts that come in one piece, as nearly all do: it keeps nothing from one to the next. */
const decoder = /* @__PURE__ */ new TextDecoder();

/** Reads the text, but no more than allowed. Piece by piece: that is also cheaper than `text()`. */
async function readText({ body }: Response, maxBytes = Infinity): Promise<string> {
  if (!body) return "";
  const reader = body.getReader();
  let [bytes, text] = [0, ""];
  let held: Uint8Array | undefined;
  let inPieces: typeof decoder | undefined;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + (inPieces ?? decoder).decode(held);
    bytes += value.length;
    if (bytes > maxBytes) {
      await reader.cancel();
      throw new TransportFailure("too-large", `the answer has more than ${maxBytes} bytes`);
    }
    if (held) text += (inPieces ??= new TextDecoder()).decode(held, { stream: true });
    held = value;
  }
}
