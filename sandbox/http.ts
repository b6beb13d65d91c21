import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isLoopbackHost } from "./delivery/address.js";
import { cutAfter } from "./edge/inprocess.js";
import { tooLarge } from "./refusal.js";
import type { Outcome, Service, StreamOutcome } from "./edge/service.js";
import type { WireRequest } from "./wire.js";

export interface Listening {
  readonly baseUrl: string;
  close(): Promise<void>;
}

export interface ListenOptions {
  /** Default: 127.0.0.1. */
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** Lets the server be reached from other machines. */
  readonly allowRemote: boolean;
}

/** Answers one request. Whatever it throws is the caller's to have caught. */
export type RequestHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** Starts listening. @throws when the address is not this machine's own and that was not allowed, or the port is taken */
export async function listen(handler: RequestHandler, { host, port, allowRemote }: ListenOptions): Promise<Listening> {
  if (!allowRemote && !isLoopbackHost(host)) {
    throw new Error(`the sandbox listens on loopback only; ${host} needs allowRemote: true`);
  }
  const server = createServer({ keepAliveTimeout: 30_000 }, (incoming, outgoing) => void handler(incoming, outgoing));
  server.maxHeadersCount = 200;
  server.maxConnections = 1000;
  server.listen({ host, port });
  await once(server, "listening");
  // A TCP server that listens has an address of this shape.
  const address = server.address() as AddressInfo;
  const shown = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return {
    baseUrl: `http://${shown}:${address.port}`,
    async close() {
      const closed = once(server, "close"); // may be at once, where nobody is connected
      server.close();
      // What was written to streams that have ended goes out first: two turns, one for their readers, one for the sockets.
      for (let turn = 0; turn < 2; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Reads a body as text; undefined when it is longer than the limit, and then the rest is left unread. */
export async function readText(incoming: IncomingMessage, limitBytes: number): Promise<string | undefined> {
  if (incoming.method === "GET" || incoming.method === "HEAD") return "";
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limitBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

export function writeAnswer(
  outgoing: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer = "",
): void {
  const length = status === 204 ? {} : { "content-length": String(Buffer.byteLength(body)) };
  outgoing.writeHead(status, { ...headers, ...length }).end(body);
}

export function platformHandler(service: Service, bodyLimitBytes: number): RequestHandler {
  return async (incoming, outgoing) => {
    try {
      // The platform answers for its own limit; this one only stops reading without end.
      const body = await readText(incoming, bodyLimitBytes * 2);
      if (body === undefined) {
        const { status, headers, body: text } = service.refuse(tooLarge());
        return writeAnswer(outgoing, status, { ...headers, connection: "close" }, text);
      }
      const request = wireRequest(incoming, body);
      const outcome = service.isStream(request) ? service.open(request) : await service.serve(request);
      if (outcome.kind === "stream") await pump(incoming, outgoing, outcome);
      else writeOutcome(incoming, outgoing, outcome);
    } catch (error) {
      // A caller that went away while sending is nobody's mistake; anything else that ends here would be ours.
      if (!incoming.destroyed) service.noteBug(error);
      if (!outgoing.headersSent) outgoing.writeHead(500);
      outgoing.end();
    }
  };
}

function wireRequest({ method = "GET", url = "/", headers }: IncomingMessage, body: string): WireRequest {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(", ") : (value ?? ""),
  ]);
  // Each entry is a pair of texts.
  const plain = Object.fromEntries(entries) as Record<string, string>;
  return { method, url, headers: plain, ...(body === "" ? {} : { body }) };
}

/** Writes an answer, or one of the ways in which no whole one arrives. */
function writeOutcome(incoming: IncomingMessage, outgoing: ServerResponse, outcome: Outcome): void {
  switch (outcome.kind) {
    case "answer":
      return writeAnswer(outgoing, outcome.answer.status, outcome.answer.headers, outcome.answer.body);
    case "reset":
      incoming.socket.resetAndDestroy();
      return;
    case "cut": {
      const { status, headers, body } = outcome.answer;
      const bytes = Buffer.from(body);
      outgoing.writeHead(status, { ...headers, "content-length": String(bytes.length) });
      outgoing.write(bytes.subarray(0, outcome.bytes), () => incoming.socket.destroy());
      return;
    }
    case "stall": // nothing is ever written
  }
}

/** Writes a stream as fast as it is taken, and no faster. */
async function pump(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { headers, line, cutAfterBytes }: Extract<StreamOutcome, { kind: "stream" }>,
): Promise<void> {
  const gone = new AbortController();
  outgoing.on("close", () => {
    gone.abort();
    line.end("client");
  });
  // Whoever lags behind does not read an end either, however proper.
  void line.over.then((end) => {
    if (end === "lagging") gone.abort();
  });
  outgoing.writeHead(200, { ...headers });
  outgoing.flushHeaders();
  incoming.socket.setNoDelay(true);
  try {
    const source = cutAfterBytes === undefined ? line.read() : cutAfter(line.read(), cutAfterBytes);
    for await (const chunk of source) {
      if (!outgoing.write(chunk)) await once(outgoing, "drain", { signal: gone.signal });
    }
    outgoing.end();
  } catch {
    // A broken line, ours by order or the reader's own: either way there is nobody left to tell.
    incoming.socket.destroy();
  }
}
