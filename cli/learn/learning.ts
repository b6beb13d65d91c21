import type { StreamTransport } from "../../runtime/abi/index.js";
import type { HttpMiddleware } from "../../runtime/http/index.js";

/** Middleware that records; made by `learnTo`. */
export interface Learning {
  readonly around: "attempt";
  readonly middleware: HttpMiddleware;
  /** Records what a stream transport brings, too: `streamTransport: learning.streams(transport)`. */
  readonly streams: (transport: StreamTransport) => StreamTransport;
}
