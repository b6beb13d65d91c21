import type { Clock } from "../../abi/index.js";
import { type ClientTransports, fetchTransports } from "./fetch.js";
import { nodeTransport } from "./node.js";
import { nodeStreamTransport } from "./node-stream.js";
import { type ProxyEnv, proxyTransports } from "./proxy.js";

/**
 * Whether the runtime is Node itself. Bun, Deno and Workers have its modules too, but a `fetch` that costs less than
 * their `node:http`. Checked at run time: a conditional import in package.json would cost every start another file.
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

/** What the default transports need. */
export interface TransportSettings {
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly proxyEnv?: ProxyEnv | undefined;
}

/** The transports of a client without any of its own. Bun and Deno read proxies from the environment themselves. */
export function defaultTransports({ proxyEnv, ...options }: TransportSettings): ClientTransports {
  if (!isNode()) return fetchTransports(options);
  const proxied = proxyEnv && proxyTransports(proxyEnv, options);
  return proxied ?? { transport: nodeTransport(options), streamTransport: nodeStreamTransport(options) };
}
