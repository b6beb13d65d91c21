import type http from "node:http";
import { type StreamAnswer, type StreamTransport, systemClock } from "../../abi/index.js";
import { flatHeaders, type NodeTransportOptions, requireBuiltins, sharedAgents, startRequest } from "./node.js";
import { aborted, toFailure, TransportFailure } from "./failure.js";
import { onAbort } from "../../base/time.js";
import { watch } from "./abort.js";

/** Long-lived streams get connections of their own, with TCP keep-alive, so that a dead peer is noticed. */
export const STREAMS = { keepAlive: true, maxFreeSockets: 0 };

const streamAgent = /* @__PURE__ */ sharedAgents(STREAMS);

/**
 * The default stream transport on Node. Reads from the socket on demand only, so that a slow reader slows the sender
 * down (backpressure). `timeoutMs` bounds the wait for the headers, not the stream.
 */
export function nodeStreamTransport(options: NodeTransportOptions = {}): StreamTransport {
  requireBuiltins("nodeStreamTransport");
  const clock = options.clock ?? systemClock;
  return (request) =>
    new Promise((resolve, reject) => {
      if (request.signal?.aborted) return reject(aborted(false));
      const agent = options.agent ?? streamAgent(request.url);
      const outgoing = startRequest(request, [], agent);
      let waiting = true;
      const fail = (error: unknown) => {
        if (!waiting) return;
        waiting = false;
        unwatch();
        outgoing.destroy();
        reject(toFailure(error));
      };
      const unwatch = watch(request, clock, fail);
      // Stays for the life of the stream: later errors reach the reader through `incoming`.
      outgoing.on("error", fail);
      outgoing.on("close", () => {
        if (waiting) fail(new TransportFailure("connection", "the connection closed without an answer"));
      });
      outgoing.on("response", (incoming) => {
        waiting = false;
        unwatch();
        resolve(new NodeStream(incoming, request.signal));
      });
      outgoing.end(request.body);
    });
}

/** The body of one answer, read while it arrives. */
class NodeStream implements StreamAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
  readonly #incoming: http.IncomingMessage;
  /** The first reason to end, which decides how the reader learns of the end. */
  #ended: "no" | "closed" | "aborted" = "no";

  constructor(incoming: http.IncomingMessage, signal: AbortSignal | undefined) {
    this.#incoming = incoming;
    this.status = incoming.statusCode ?? 0;
    this.headers = flatHeaders(incoming);
    this.body = this.#read();
    if (signal)
      incoming.on(
        "close",
        onAbort(signal, () => {
          if (this.#ended === "no") this.#ended = "aborted";
          incoming.destroy(aborted(true));
        }),
      );
    // The stream keeps an error that occurs between two reads, and throws it to the next reader.
    incoming.on("error", () => undefined);
  }

  async *#read(): AsyncGenerator<Uint8Array, void> {
    try {
      for await (const chunk of this.#incoming) yield chunk as Uint8Array; // no encoding is set, so chunks are Buffers
    } catch (error) {
      if (this.#ended !== "closed") throw toFailure(error);
    }
  }

  close(): void {
    if (this.#ended === "no") this.#ended = "closed";
    this.#incoming.destroy();
  }
}
