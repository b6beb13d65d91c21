import type * as Undici from "undici";
import type { Clock } from "../../abi/index.js";
import { ArgumentError } from "../errors/index.js";
import { toFailure, TransportFailure } from "./failure.js";
import { type ClientTransports, type FetchTransportOptions, fetchTransports } from "./fetch.js";

/** Variables that name proxies, as `process.env` holds them: `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`. */
export type ProxyEnv = Readonly<Record<string, string | undefined>>;

/**
 * The transports of a client through the proxy that the environment names for its address; undefined where it names
 * none. They use undici's `fetch` and proxy agent, an optional peer dependency that is loaded at the first request.
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

/** By the usual convention: the lower-case name takes precedence, also where it is empty, which means none. */
const variable = (env: ProxyEnv, name: string): string | undefined =>
  (env[name] ?? env[name.toUpperCase()]) || undefined;

/** Whether `NO_PROXY` names the host: then undici is not needed. */
function isExcepted(baseUrl: string, noProxy = ""): boolean {
  const { hostname, port, protocol } = new URL(baseUrl);
  return noProxy.split(/[\s,]+/).some((entry) => {
    const [, host = "", only] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (only !== undefined && only !== (port || (protocol === "https:" ? "443" : "80"))) return false;
    return host === "*" || (host !== "" && (hostname === host || hostname.endsWith(`.${host}`)));
  });
}

/** The proxy for the address. Errors never show it: it may hold a password. */
function proxyFor(baseUrl: string, env: ProxyEnv): string | undefined {
  const name = baseUrl.startsWith("https:") ? "https_proxy" : "http_proxy";
  const given = variable(env, name);
  if (given === undefined || isExcepted(baseUrl, variable(env, "no_proxy"))) return undefined;
  try {
    const { protocol, username, password } = new URL(given);
    decodeURIComponent(username + password);
    if (/^https?:$/.test(protocol)) return given;
  } catch {
    // Reported below, without the value.
  }
  const wanted = "an http(s) address with its scheme, such as http://proxy.example:3128";
  throw new ArgumentError(`proxyEnv: ${name.toUpperCase()} must be ${wanted}`);
}

/** Not a literal in `import()`: a bundler would demand undici of everybody, or put it into every bundle. */
const UNDICI = "undici";

async function loadFetch(proxy: string, noProxy: string): Promise<Fetch> {
  let undici: typeof Undici;
  try {
    undici = (await import(/* webpackIgnore: true */ /* @vite-ignore */ UNDICI)) as typeof Undici; // the package of that name
  } catch (cause) {
    const what = "a proxy by environment needs the package undici: npm install undici";
    throw new TransportFailure("unreachable", what, { cause, final: true });
  }
  // This package limits the time of answers; undici would end a quiet stream after five minutes.
  const limits = { headersTimeout: 0, bodyTimeout: 0 };
  const dispatcher = new undici.EnvHttpProxyAgent({ ...limits, httpProxy: proxy, httpsProxy: proxy, noProxy });
  return async (url, init) => {
    try {
      // Both libraries describe the `fetch` of the standard, each with types of its own.
      return (await undici.fetch(url, { ...init, dispatcher } as Parameters<typeof undici.fetch>[1])) as Response;
    } catch (error) {
      throw refusalOf(error) ?? unreached(error);
    }
  };
}

/** Every connection goes to the proxy: where none could be made, it is the proxy that is down. */
function unreached(error: unknown): unknown {
  const failure = toFailure(error);
  if (failure.reason !== "unreachable" || failure.final) return error;
  return new TransportFailure("unreachable", `the proxy could not be reached (${failure.message})`);
}

/** The failure where the proxy refused to connect: nothing was sent to the service. A 4xx of the proxy is final. */
function refusalOf(error: unknown, depth = 0): TransportFailure | undefined {
  const { cause, message = "" } = Object(error) as { cause?: unknown; message?: string }; // foreign error: read by shape
  const [, status] = /^Proxy response \((\d{3})\)/.exec(message) ?? [];
  if (status === undefined) return cause && depth < 3 ? refusalOf(cause, depth + 1) : undefined;
  return new TransportFailure("unreachable", `the proxy refused to connect (${status})`, {
    final: Number(status) < 500,
  });
}
