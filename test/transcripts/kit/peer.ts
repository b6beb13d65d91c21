import http from "node:http";
import https from "node:https";
import { type Duplex, duplexPair } from "node:stream";

/** One request as it left the client. */
export interface Sent {
  readonly method: string;
  /** Path and query, or the whole address where it does not go to the service. */
  readonly target: string;
  /** In the order of the wire. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** An answer whose body may come in pieces, and may break off by throwing. */
export interface PeerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** The other end of the wire. */
export interface Peer {
  readonly origin: string;
  /** Whether the next connection can be made. */
  connects(): boolean;
  /** Rejects where the connection breaks before an answer. `signal`: the client has left. */
  serve(sent: Sent, signal: AbortSignal): Promise<PeerAnswer>;
}

const refused = (): Error => Object.assign(new Error("connect ECONNREFUSED 192.0.2.1"), { code: "ECONNREFUSED" });
const isEmpty = (status: number): boolean => status === 204 || status === 304;

/** What `node:http` asks of a socket beyond a stream. */
const SOCKET = {
  setTimeout() {},
  setNoDelay() {},
  setKeepAlive() {},
  ref() {},
  unref() {},
};

/** Two ends of a connection in this process; the end of one is the end of the other. */
export function memoryConnection(): readonly [client: Duplex, server: Duplex] {
  const [client, server] = duplexPair();
  for (const side of [client, server]) Object.assign(side, SOCKET);
  server.on("close", () => client.destroy());
  client.on("close", () => server.destroy());
  server.on("error", () => {});
  return [client, server];
}

const pairs = (list: readonly string[]): (readonly [string, string])[] =>
  list.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), list[at + 1] ?? ""] as const] : []));

async function answerTo(peer: Peer, incoming: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer); // a request without encoding gives buffers
  const { method = "", url: target = "", rawHeaders } = incoming;
  const left = new AbortController();
  response.on("close", () => left.abort());
  try {
    const sent = { method, target, headers: pairs(rawHeaders), body: Buffer.concat(chunks).toString("utf8") };
    const { status, headers, body } = await peer.serve(sent, left.signal);
    response.sendDate = false;
    response.writeHead(status, headers);
    response.flushHeaders();
    for await (const chunk of body) response.write(chunk);
    response.end();
  } catch {
    // What was written is let through before the connection breaks.
    setImmediate(() => incoming.socket.destroy());
  }
}

/**
 * An agent whose connections end in this process, at the peer: `node:http` writes and reads everything as it does over
 * sockets, and nothing depends on the time of the machine.
 */
export function memoryAgent(peer: Peer): http.Agent {
  const server = http.createServer((incoming, response) => void answerTo(peer, incoming, response));
  const connect = (): Duplex => {
    const [ours, theirs] = memoryConnection();
    if (peer.connects()) server.emit("connection", theirs);
    else process.nextTick(() => ours.destroy(refused()));
    return ours;
  };
  const { Agent } = peer.origin.startsWith("https:") ? https : http;
  return Object.assign(new Agent({ keepAlive: true }), { createConnection: connect });
}

/** `fetch` that ends at the peer. */
export function memoryFetch(peer: Peer): typeof fetch {
  return async (input, init = {}) => {
    if (!peer.connects()) throw new TypeError("fetch failed", { cause: refused() });
    const url = String(input);
    const { method = "GET", headers = {}, body, signal } = init;
    const target = url.startsWith(`${peer.origin}/`) ? url.slice(peer.origin.length) : url;
    const list = headers instanceof Headers ? [...headers] : Object.entries(headers as Record<string, string>); // as every client writes them
    const left = new AbortController();
    const gone = new Promise<never>((_resolve, reject) => {
      signal?.addEventListener("abort", () => {
        left.abort();
        reject(new DOMException("aborted", "AbortError"));
      });
    });
    gone.catch(() => {});
    const served = peer.serve({ method, target, headers: list, body: shown(body) }, left.signal).catch(() => {
      throw new TypeError("fetch failed", { cause: new Error("read ECONNRESET") });
    });
    const answer = await Promise.race([served, gone]);
    const content = isEmpty(answer.status) ? null : streamOf(answer.body, gone);
    return new Response(content, { status: answer.status, headers: answer.headers });
  };
}

function streamOf(body: AsyncIterable<Uint8Array>, gone: Promise<never>): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const next = await Promise.race([chunks.next(), gone]).catch((error: unknown) => controller.error(error));
        if (!next) return;
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** A body as text; a form by its parts, since its bytes hold a boundary made by chance. */
function shown(body: RequestInit["body"]): string {
  if (typeof body === "string") return body;
  if (body instanceof FormData) return `form ${JSON.stringify([...body])}`;
  return body === undefined || body === null ? "" : Object.prototype.toString.call(body);
}
