import { type StreamAnswer, type StreamTransport, systemClock } from "../../abi/index.js";
import { aborted, toFailure, type TransportFailure } from "./failure.js";
import { callFetch, type FetchTransportOptions } from "./fetch.js";
import { watch } from "./watch.js";

/**
 * A stream transport over `fetch`. A chunk is read only when somebody asks for it.
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
      unwatch?.();
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
    const onAbort = () => this.#end("aborted");
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#release = () => signal?.removeEventListener("abort", onAbort);
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
      // Breaking off early must free the connection; after the end this does nothing.
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
