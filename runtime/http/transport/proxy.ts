import type http from "node:http";
import type { Duplex } from "node:stream";
import type { ConnectionOptions } from "node:tls";
import type { Clock } from "../../abi/index.js";
import { ArgumentError } from "../../base/errors.js";
import { toFailure, TransportFailure } from "./failure.js";
import type { ClientTransports } from "./fetch.js";
import { agentFor, CALLS, moduleFor, nodeTransport } from "./node.js";
import { nodeStreamTransport, STREAMS } from "./node-stream.js";

/** Variables that name proxies, as `process.env` holds them: `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`. */
export type ProxyEnv = Readonly<Record<string, string | undefined>>;

/**
 * The transports of a client through the proxy that the environment names for its address; undefined where it names
 * none. Each connection is a tunnel through the proxy (`CONNECT`).
 */
export function proxyTransports(
  env: ProxyEnv,
  { baseUrl, clock }: { readonly baseUrl: string; readonly clock: Clock },
): ClientTransports | undefined {
  const proxy = proxyFor(baseUrl, env);
  if (proxy === undefined) return undefined;
  const url = new URL(proxy);
  // Made by the first request, which loads Node's modules.
  let agent: http.Agent | undefined;
  let streamAgent: http.Agent | undefined;
  return {
    transport: nodeTransport({
      clock,
      get agent() {
        return (agent ??= through(url, agentFor(baseUrl, CALLS)));
      },
    }),
    streamTransport: nodeStreamTransport({
      clock,
      get agent() {
        return (streamAgent ??= through(url, agentFor(baseUrl, STREAMS)));
      },
    }),
  };
}

/** By the usual convention: the lower-case name takes precedence, also where it is empty, which means none. */
const variable = (env: ProxyEnv, name: string): string | undefined =>
  (env[name] ?? env[name.toUpperCase()]) || undefined;

/** Whether `NO_PROXY` names the host. */
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

/** Milliseconds to wait for the proxy. A request may have given up before. */
const PROXY_MS = 60_000;

/** TLS to the target, over a tunnel. What Node hands to `createConnection()` holds the options of TLS too. */
const secured = (target: http.ClientRequestArgs, socket: Duplex) =>
  process.getBuiltinModule("node:tls").connect({ ...(target as ConnectionOptions), socket });

/** The agent, whose connections lead through the proxy. */
function through(proxy: URL, agent: http.Agent): http.Agent {
  const isTls = agent instanceof process.getBuiltinModule("node:https").Agent;
  agent.createConnection = (target, done) => {
    const { host, port } = target;
    const to = `${host?.includes(":") ? `[${host}]` : host}:${port}`;
    const headers: Record<string, string> = { host: to };
    const login = decodeURIComponent(`${proxy.username}:${proxy.password}`);
    if (login !== ":") headers["proxy-authorization"] = `Basic ${Buffer.from(login).toString("base64")}`;
    const { hostname, port: proxyPort } = proxy;
    const place = { hostname: hostname.replace(/^\[|\]$/g, ""), port: proxyPort };
    const asking = moduleFor(proxy.href).request({ ...place, method: "CONNECT", path: to, headers, agent: false });
    const fail = (what: string, final = false) =>
      done?.(new TransportFailure("unreachable", what, { final }), asking as never); // there is no connection
    asking.setTimeout(PROXY_MS, () => asking.destroy());
    // Nothing was sent to the service.
    asking.on("error", (error) => fail(`the proxy could not be reached (${toFailure(error).message})`));
    asking.on("connect", ({ statusCode = 0 }, socket: Duplex) => {
      if (statusCode === 200) return done?.(null, isTls ? secured(target, socket) : socket);
      socket.destroy();
      fail(`the proxy refused to connect (${statusCode})`, statusCode < 500);
    });
    asking.end();
    return undefined;
  };
  return agent;
}
