import type { Clock, StreamTransport, Transport } from "../../abi/index.js";
import { fetchTransport } from "./fetch.js";
import { fetchStreamTransport } from "./fetch-stream.js";
import { nodeTransport } from "./node.js";
import { nodeStreamTransport } from "./node-stream.js";

/**
 * Node itself, and none of those who speak its names: Bun, Deno and Workers have a `fetch` that costs less than their
 * `node:http`. Asked at run time, since a conditional import in package.json would cost every start a file to find.
 */
function isNode(): boolean {
  const known = globalThis as { Bun?: unknown; Deno?: unknown; navigator?: { userAgent?: string } }; // asked, not assumed
  return (
    typeof process === "object" &&
    process.release?.name === "node" &&
    known.Bun === undefined &&
    known.Deno === undefined &&
    known.navigator?.userAgent !== "Cloudflare-Workers"
  );
}

/** The transports a client takes by itself. */
export function defaultTransports(options: { readonly clock: Clock }): {
  readonly transport: Transport;
  readonly streamTransport: StreamTransport;
} {
  return isNode()
    ? { transport: nodeTransport(options), streamTransport: nodeStreamTransport(options) }
    : { transport: fetchTransport(options), streamTransport: fetchStreamTransport(options) };
}
