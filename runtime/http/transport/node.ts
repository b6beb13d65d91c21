import type http from "node:http";
import type https from "node:https";
import { ArgumentError } from "../../base/errors.js";
import type { Socket } from "node:net";
import type { Duplex, Readable } from "node:stream";
import {
  type Clock,
  systemClock,
  type Transport,
  type TransportAnswer,
  type TransportRequest,
} from "../../abi/index.js";
import { aborted, toFailure, TransportFailure } from "./failure.js";
import { startTogether } from "./bounded.js";
import { watch } from "./abort.js";

/**
 * Node's module for the scheme of an address. Loaded by the first request: loading these modules takes longer than
 * everything else that importing this package does, and many programs never send a request.
 */
export const moduleFor = (url: string): typeof http | typeof https =>
  process.getBuiltinModule(url.startsWith("https:") ? "node:https" : "node:http");

/**
 * Checks for Node's modules when a transport is made, not at each request.
 *
 * @throws ArgumentError where the runtime has none
 */
export function requireBuiltins(what: string): void {
  const given = globalThis as { process?: { getBuiltinModule?: unknown } }; // absent off Node
  if (typeof given.process?.getBuiltinModule === "function") return;
  throw new ArgumentError(`${what}() requires Node built-in modules; omit it to use fetch`);
}

/** Options of {@link nodeTransport} and {@link nodeStreamTransport}. */
export interface NodeTransportOptions {
  /** Opens connections. Default: one keep-alive agent per scheme, shared by all clients of the process. */
  readonly agent?: http.Agent | https.Agent;
  /** Runs the timeouts. Default: the machine's clock. */
  readonly clock?: Clock;
}

/** Makes an agent for the scheme of an address. */
export const agentFor = (url: string, options: http.AgentOptions): http.Agent =>
  Object.assign(new (moduleFor(url).Agent)(options), { keepSocketAlive: keepIdle });

/** Makes one agent per scheme, when it is first needed, that all clients of the process share. */
export function sharedAgents(options: http.AgentOptions): (url: string) => http.Agent {
  const agents: Record<string, http.Agent> = {};
  return (url) => (agents[url.slice(0, 5)] ??= agentFor(url, options));
}

export const CALLS: http.AgentOptions = { keepAlive: true, maxFreeSockets: 256, scheduling: "lifo" };

const sharedAgent = /* @__PURE__ */ sharedAgents(CALLS);

/** Milliseconds after which an idle connection is closed: before most services close it. */
const IDLE_MS = 4_000;

/** What the latest `keep-alive` header on a connection said, and for how many milliseconds it may therefore be idle. */
const hints = new WeakMap<Duplex, { readonly header: string; readonly idleMs: number }>();

/** Notes for how long the service keeps an idle connection, where it says so. Most answers repeat the one before. */
function noteHint({ socket, headers }: http.IncomingMessage): void {
  const header = headers["keep-alive"]?.toString();
  if (!header || hints.get(socket)?.header === header) return;
  const [, seconds = IDLE_MS] = /timeout=(\d+)/.exec(header) ?? [];
  const hintMs = Number(seconds) * 1_000;
  hints.set(socket, { header, idleMs: Math.min(IDLE_MS, Math.max(hintMs - 1_000, hintMs / 2)) });
}

/** Keeps a connection that has become idle, for less time than the service does: a request would meet its end. */
function keepIdle(socket: Duplex): boolean {
  const idleMs = hints.get(socket)?.idleMs ?? IDLE_MS;
  const connection = socket as Socket; // agents have no other
  connection.unref();
  // The agent destroys what runs out of time while it is idle. Activity starts the time anew.
  if (connection.timeout !== idleMs) connection.setTimeout(idleMs);
  return idleMs > 0;
}

const ACCEPT_GZIP = ["accept-encoding", "gzip"];

/** The parsed origin of requests, cached: parsing a URL costs more than comparing its beginning. */
interface Origin {
  readonly text: string;
  readonly hostname: string;
  readonly host: string;
  readonly port: string;
  readonly agent: http.Agent;
  readonly request: typeof http.request;
}

let lastOrigin: Origin | undefined;

function originOf(url: string): Origin {
  if (lastOrigin && url.startsWith(lastOrigin.text) && url[lastOrigin.text.length] === "/") return lastOrigin;
  const { hostname, host, port, origin } = new URL(url);
  const { request } = moduleFor(origin);
  const bare = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  return (lastOrigin = { text: origin, hostname: bare, host, port, agent: sharedAgent(origin), request });
}

/** Starts a request over the agent; the caller listens and ends it. */
export function startRequest(
  { url, method, headers, body }: TransportRequest,
  extra: readonly string[],
  agent: http.Agent | https.Agent | undefined,
): http.ClientRequest {
  const origin = originOf(url);
  // A flat list is the cheapest form for Node: a record goes through a setter for each header.
  const list = ["host", origin.host, ...extra];
  for (const name of Object.keys(headers)) list.push(name, headers[name] ?? "");
  if (body !== undefined) list.push("content-length", String(Buffer.byteLength(body)));
  return origin.request({
    hostname: origin.hostname,
    port: origin.port,
    path: (url[origin.text.length] === "/" ? url : new URL(url).href).slice(origin.text.length),
    method,
    headers: list,
    agent: agent ?? origin.agent,
  });
}

/**
 * The default transport on Node: `node:http` and `node:https` over a keep-alive agent, several times cheaper per call
 * than the global `fetch` there. Accepts gzip. Follows no redirect.
 */
export function nodeTransport(options: NodeTransportOptions = {}): Transport {
  requireBuiltins("nodeTransport");
  const clock = options.clock ?? systemClock;
  return (request) =>
    new Promise((resolve, reject) => {
      startTogether(() => {
        if (request.signal?.aborted) return reject(aborted(false));
        try {
          carry(request, options, clock, resolve, reject);
        } catch (error) {
          // Node throws for a request that it cannot write, such as one with a line break in a header.
          if (error instanceof ArgumentError) return reject(error);
          const what = { cause: error, sent: false, final: true };
          reject(new TransportFailure("connection", toFailure(error).message, what));
        }
      });
    });
}

function carry(
  request: TransportRequest,
  options: NodeTransportOptions,
  clock: Clock,
  resolve: (answer: TransportAnswer) => void,
  reject: (failure: TransportFailure) => void,
): void {
  const { agent = originOf(request.url).agent } = options;
  if (request.urgent) closeIdle(agent, originOf(request.url).hostname);
  const outgoing = startRequest(request, ACCEPT_GZIP, agent);
  let open = true;
  let begun: http.IncomingMessage | undefined;
  const settle = () => {
    open = false;
    unwatch();
  };
  const fail = (error: unknown) => {
    if (!open) return;
    settle();
    const failure = toFailure(error);
    if (begun) failure.answer = answerOf(begun, "");
    // A kept-alive connection was dead: the other idle ones are as old, and a repetition must not get one.
    if (outgoing.reusedSocket && /^(?:connection|timeout)$/.test(failure.reason)) {
      failure.stale = true;
      closeIdle(agent, outgoing.host, outgoing.socket);
    }
    outgoing.destroy();
    reject(failure);
  };
  const unwatch = watch(request, clock, fail);
  outgoing.on("error", fail);
  outgoing.on("response", (incoming) => {
    begun = incoming;
    noteHint(incoming);
    const done = (answer: TransportAnswer) => {
      settle();
      resolve(answer);
    };
    readAnswer(incoming, request.maxBodyBytes, { done, fail });
  });
  outgoing.on("close", () => {
    // Once an answer has begun, its failures arrive as errors of `incoming`.
    if (open && !begun) fail(new TransportFailure("connection", "the connection closed without an answer"));
  });
  outgoing.end(request.body);
}

/** Closes the idle connections of an agent to where the request went. */
function closeIdle(agent: http.Agent | https.Agent, host: string, except?: unknown): void {
  const { freeSockets } = agent;
  for (const [name, sockets] of Object.entries(freeSockets)) {
    if (!name.startsWith(`${host}:`)) continue;
    for (const idle of sockets ?? []) if (idle !== except) idle.destroy();
  }
}

interface Ends {
  readonly done: (answer: TransportAnswer) => void;
  readonly fail: (error: unknown) => void;
}

function readAnswer(incoming: http.IncomingMessage, maxBytes = Infinity, { done, fail }: Ends): void {
  incoming.on("error", fail);
  const end = () => {
    const [only] = chunks;
    const body = utf8(only && chunks.length === 1 ? only : Buffer.concat(chunks, bytes));
    done(answerOf(incoming, body));
  };
  const source = decoded(incoming, end, fail);
  if (!source) return fail(new TransportFailure("encoding", "unsupported content-encoding in the answer"));
  const chunks: Buffer[] = [];
  let bytes = 0;
  source.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) return fail(new TransportFailure("too-large", `the answer has more than ${maxBytes} bytes`));
    chunks.push(chunk);
  });
  source.on("end", end);
}

/** The body without its compression; undefined for a compression that was not asked for. */
function decoded(incoming: http.IncomingMessage, end: () => void, fail: Ends["fail"]): Readable | undefined {
  const encoding = incoming.headers["content-encoding"]?.toLowerCase();
  if (!encoding || encoding === "identity") return incoming;
  if (encoding !== "gzip" && encoding !== "x-gzip") return undefined;
  let isEmpty = true;
  incoming.once("data", () => (isEmpty = false));
  return incoming.pipe(process.getBuiltinModule("node:zlib").createGunzip()).on("error", (cause) => {
    // Answers without a body, such as a 204, may name an encoding all the same.
    if (isEmpty) end();
    else fail(new TransportFailure("encoding", "the answer's gzip is broken", { cause }));
  });
}

const answerOf = (incoming: http.IncomingMessage, body: string): TransportAnswer => ({
  status: incoming.statusCode ?? 0,
  headers: flatHeaders(incoming),
  body,
});

/** Headers as flat texts. Node lower-cases and joins them, except `set-cookie`, which is a list. */
export function flatHeaders(incoming: http.IncomingMessage): Readonly<Record<string, string>> {
  const { headers } = incoming;
  const cookies = headers["set-cookie"];
  // Of a repeated Retry-After Node keeps only the first; `parseRetryAfter()` wants all of them.
  if (headers["retry-after"] !== undefined) {
    headers["retry-after"] = incoming.headersDistinct["retry-after"]?.join(", ") ?? headers["retry-after"];
  }
  // With set-cookie joined, every value is a string.
  return (cookies ? { ...headers, "set-cookie": cookies.join(", ") } : headers) as Record<string, string>;
}

/** UTF-8 without a byte order mark, as `fetch` decodes it. */
function utf8(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
