import {
  type Clock,
  systemClock,
  type Transport,
  type TransportAnswer,
  type TransportRequest,
} from "../../abi/index.js";
import { aborted, toFailure, TransportFailure } from "./failure.js";
import { watch } from "./watch.js";

/** Options of {@link fetchTransport} and {@link fetchStreamTransport}. */
export interface FetchTransportOptions {
  /** Default: the global `fetch`, looked up at each call. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Runs the timeouts. Default: the machine's clock. */
  readonly clock?: Clock;
}

/** `credentials` throws where the runtime does not know it (workerd), and cookies must not travel where it does. */
let omitCookies: { readonly credentials?: "omit" } | undefined;

export function initOf(request: TransportRequest, signal: AbortSignal): RequestInit {
  omitCookies ??= "credentials" in Request.prototype ? { credentials: "omit" } : {};
  return {
    method: request.method,
    headers: request.headers as Record<string, string>, // RequestInit asks for a mutable record and does not change it
    redirect: "manual",
    signal,
    ...(request.body === undefined ? undefined : { body: request.body }),
    ...omitCookies,
  };
}

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

/** A transport over `fetch`, for every runtime that has one. Follows no redirect and sends no cookie. */
export function fetchTransport(options: FetchTransportOptions = {}): Transport {
  const clock = options.clock ?? systemClock;
  return async (request) => {
    const run = startFetch(request, options, clock);
    try {
      const response = await run.response;
      const body = await readText(response, request.maxBodyBytes);
      return new FetchAnswer(response, body);
    } catch (error) {
      throw run.failure() ?? toFailure(error);
    } finally {
      run.unwatch?.();
    }
  };
}

/** A fetch under way, its timeout and signal watched, and why we ended it if we did. */
export interface FetchRun {
  readonly response: Promise<Response>;
  readonly controller: AbortController;
  readonly unwatch: (() => void) | undefined;
  failure(): TransportFailure | undefined;
}

export function startFetch(request: TransportRequest, { fetch }: FetchTransportOptions, clock: Clock): FetchRun {
  if (request.signal?.aborted) throw aborted(false);
  const controller = new AbortController();
  let failure: TransportFailure | undefined;
  const unwatch = watch(request, clock, (why) => {
    failure = why;
    controller.abort(why);
  });
  const response = (fetch ?? globalThis.fetch)(request.url, initOf(request, controller.signal));
  return { response, controller, unwatch, failure: () => failure };
}

/** Reads the text, but no more than allowed: by the length that is announced, else by counting. */
async function readText(response: Response, maxBytes = Infinity): Promise<string> {
  if (maxBytes === Infinity || !response.body) return response.text();
  const announced = response.headers.get("content-length");
  // The announced length is that of the compressed bytes, if any were.
  if (announced !== null && Number(announced) <= maxBytes && !response.headers.has("content-encoding")) {
    return response.text();
  }
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let bytes = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > maxBytes) {
      await reader.cancel();
      throw new TransportFailure("too-large", `the answer has more than ${maxBytes} bytes`);
    }
    text += decoder.decode(value, { stream: true });
  }
}
