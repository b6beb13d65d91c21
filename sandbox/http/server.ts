import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono, type Context } from "hono";
import { isLoopbackHost } from "../delivery/address.js";
import { cutAfter } from "../inprocess.js";
import type { Outcome } from "../rest/serve.js";
import type { WireRequest } from "../rest/wire.js";
import type { Service, StreamOutcome } from "../service.js";

/** A server that listens. */
export interface Listening {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Where to listen. */
export interface ListenOptions {
  /** Default: 127.0.0.1. */
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** Lets the server be reached from other machines. */
  readonly allowRemote: boolean;
}

type Bound = Context<{ Bindings: HttpBindings }>;

/**
 * Serves the platform over HTTP. Requests are read from Node's own objects: building a `Request` for each would cost
 * more than everything the platform does with it.
 */
export function platformApp(service: Service, bodyLimitBytes: number): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.all("*", async (context) => {
    const { incoming } = context.env;
    const body = await readText(incoming, bodyLimitBytes * 2);
    if (body === undefined) return context.body(null, 413, { connection: "close" });
    const request = wireRequest(incoming, body);
    if (service.isStream(request)) return writeStream(context, await service.open(request));
    return writeOutcome(context, await service.serve(request));
  });
  // A caller that went away while sending is nobody's mistake; anything else that ends here would be ours.
  app.onError((error, context) => {
    if (!context.env.incoming.destroyed) service.noteBug(error);
    return context.body(null, 500);
  });
  return app;
}

/** Reads a body as text. The platform answers for its own limit; this one only stops reading without end. */
async function readText(incoming: IncomingMessage, limitBytes: number): Promise<string | undefined> {
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

function wireRequest({ method = "GET", url = "/", headers }: IncomingMessage, body: string): WireRequest {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(", ") : (value ?? ""),
  ]);
  // Each entry is a pair of texts.
  const plain = Object.fromEntries(entries) as Record<string, string>;
  return { method, url, headers: plain, ...(body === "" ? {} : { body }) };
}

function writeOutcome(context: Bound, outcome: Outcome): Response | Promise<Response> {
  if (outcome.kind === "answer") {
    const { status, headers, body } = outcome.answer;
    return new Response(body === "" ? null : body, { status, headers });
  }
  return writeBroken(context.env.incoming, context.env.outgoing, outcome);
}

/** The ways in which no whole answer arrives. */
function writeBroken(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  outcome: Exclude<Outcome, { kind: "answer" }>,
): Response {
  if (outcome.kind === "reset") incoming.socket.resetAndDestroy();
  if (outcome.kind === "cut") {
    const { status, headers, body } = outcome.answer;
    const bytes = Buffer.from(body);
    outgoing.writeHead(status, { ...headers, "content-length": String(bytes.length) });
    outgoing.write(bytes.subarray(0, outcome.bytes), () => incoming.socket.destroy());
  }
  return RESPONSE_ALREADY_SENT;
}

function writeStream(context: Bound, outcome: StreamOutcome): Response | Promise<Response> {
  if (outcome.kind !== "stream") return writeOutcome(context, outcome);
  void pump(context.env.incoming, context.env.outgoing, outcome);
  return RESPONSE_ALREADY_SENT;
}

/** Writes a stream as fast as it is taken, and no faster. */
async function pump(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { headers, connection, cutAfterBytes }: Extract<StreamOutcome, { kind: "stream" }>,
): Promise<void> {
  const gone = new AbortController();
  outgoing.on("close", () => {
    gone.abort();
    connection.end("client");
  });
  // Whoever lags behind does not read an end either, however proper.
  void connection.over.then((end) => {
    if (end === "lagging") gone.abort();
  });
  outgoing.writeHead(200, { ...headers });
  outgoing.flushHeaders();
  incoming.socket.setNoDelay(true);
  try {
    const source = cutAfterBytes === undefined ? connection.read() : cutAfter(connection.read(), cutAfterBytes);
    for await (const chunk of source) {
      if (!outgoing.write(chunk)) await once(outgoing, "drain", { signal: gone.signal });
    }
    outgoing.end();
  } catch {
    // A broken line, ours by order or the reader's own: either way there is nobody left to tell.
    incoming.socket.destroy();
  }
}

/** Starts listening. Refuses any address but this machine's own unless told otherwise. */
export async function listen(
  app: Pick<Hono<{ Bindings: HttpBindings }>, "fetch">,
  { host, port, allowRemote }: ListenOptions,
): Promise<Listening> {
  if (!allowRemote && !isLoopbackHost(host)) {
    throw new Error(`the sandbox listens on loopback only; ${host} needs allowRemote: true`);
  }
  const listener = getRequestListener(app.fetch);
  const server = createServer({ keepAliveTimeout: 30_000 }, (incoming, outgoing) => void listener(incoming, outgoing));
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
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
