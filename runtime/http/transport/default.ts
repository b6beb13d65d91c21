import type { Clock } from "../../abi/index.js";
import { type ClientTransports, fetchTransports } from "./fetch.js";
import { nodeTransport } from "./node.js";
import { nodeStreamTransport } from "./node-stream.js";
import { type ProxyEnv, proxyTransports } from "./proxy.js";

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

/** What a client's own transports stand on. */
export interface TransportSettings {
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly proxyEnv?: ProxyEnv | undefined;
}

/** The transports a client takes by itself. Bun and Deno find proxies in the environment without being told. */
export function defaultTransports({ proxyEnv, ...options }: TransportSettings): ClientTransports {
  if (!isNode()) return fetchTransports(options);
  const proxied = proxyEnv && proxyTransports(proxyEnv, options);
  return proxied ?? { transport: nodeTransport(options), streamTransport: nodeStreamTransport(options) };
}
