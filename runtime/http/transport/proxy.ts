import type * as Undici from "undici";
import type { Clock } from "../../abi/index.js";
import { ArgumentError } from "../errors/index.js";
import { TransportFailure } from "./failure.js";
import { type ClientTransports, type FetchTransportOptions, fetchTransports } from "./fetch.js";

/** Variables that name proxies, as `process.env` holds them: `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`. */
export type ProxyEnv = Readonly<Record<string, string | undefined>>;

/**
 * The transports of a client whose address the environment names a proxy for; undefined where it names none. They are
 * undici's `fetch` over its proxy agent, which is loaded at the first request: it is an optional peer.
 */
export function proxyTransports(
  env: ProxyEnv,
  { baseUrl, clock }: { readonly baseUrl: string; readonly clock: Clock },
): ClientTransports | undefined {
  const proxy = proxyFor(baseUrl, env);
  if (proxy === undefined) return undefined;
  let loading: Promise<Fetch> | undefined;
  const fetch: Fetch = async (url, init) =>
    (await (loading ??= loadFetch(proxy, variable(env, "no_proxy") ?? "")))(url, init);
  return fetchTransports({ fetch, clock });
}

type Fetch = NonNullable<FetchTransportOptions["fetch"]>;

/** As everybody reads them: the lower-case name counts first, and an empty value is none. */
const variable = (env: ProxyEnv, name: string): string | undefined => env[name] || env[name.toUpperCase()] || undefined;

/** A client has one address, so one of the two variables is about it. Its value is never shown: it may hold a password. */
function proxyFor(baseUrl: string, env: ProxyEnv): string | undefined {
  const name = baseUrl.startsWith("https:") ? "https_proxy" : "http_proxy";
  const given = variable(env, name);
  if (given === undefined) return undefined;
  try {
    const { protocol, username, password } = new URL(given);
    decodeURIComponent(username + password);
    if (/^https?:$/.test(protocol)) return given;
  } catch {
    // Told below, without what it was.
  }
  const wanted = "an http(s) address with its scheme, such as http://proxy.example:3128";
  throw new ArgumentError(`proxyEnv: ${name.toUpperCase()} must be ${wanted}`);
}

/** Not a literal: a bundler would otherwise demand undici of everybody, or put it into every bundle. */
const UNDICI = "undici";

async function loadFetch(proxy: string, noProxy: string): Promise<Fetch> {
  let undici: typeof Undici;
  try {
    undici = (await import(/* webpackIgnore: true */ /* @vite-ignore */ UNDICI)) as typeof Undici; // the package of that name
  } catch (cause) {
    const what = "a proxy by environment needs the package undici: npm install undici";
    throw new TransportFailure("unreachable", what, { cause, final: true });
  }
  // How long an answer may take is this package's to say; undici would end a quiet stream after five minutes.
  const limits = { headersTimeout: 0, bodyTimeout: 0 };
  const dispatcher = new undici.EnvHttpProxyAgent({ ...limits, httpProxy: proxy, httpsProxy: proxy, noProxy });
  return async (url, init) => {
    try {
      // Both libraries describe the `fetch` of the standard, each with types of its own.
      return (await undici.fetch(url, { ...init, dispatcher } as Parameters<typeof undici.fetch>[1])) as Response;
    } catch (error) {
      throw refusalOf(error) ?? error;
    }
  };
}

/** The proxy answered and made no tunnel: nothing was sent to the service. What it did not like will not change. */
function refusalOf(error: unknown, depth = 0): TransportFailure | undefined {
  const { cause, message = "" } = Object(error) as { cause?: unknown; message?: string }; // foreign error: read by shape
  const [, status] = /^Proxy response \((\d{3})\)/.exec(message) ?? [];
  if (status === undefined) return cause && depth < 3 ? refusalOf(cause, depth + 1) : undefined;
  return new TransportFailure("unreachable", `the proxy refused to connect (${status})`, {
    final: Number(status) < 500,
  });
}
