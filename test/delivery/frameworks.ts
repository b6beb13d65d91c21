import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as httpRequest,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect } from "node:net";
import { serve } from "@hono/node-server";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import Koa from "koa";
import { type DeliveryHandler, toFastifyPlugin, toKoaMiddleware, toNodeListener } from "svc-apps/delivery";

/** A framework with the handler mounted on `/deliveries`, listening on a port of its own. */
export interface Mounted {
  readonly port: number;
  close(): Promise<void>;
}

type Mount = (handler: DeliveryHandler) => Promise<Mounted>;

function mounted(server: Server): Promise<Mounted> {
  return new Promise((resolve) => {
    const done = () => {
      const { port } = server.address() as AddressInfo; // it listens on TCP
      const close = () =>
        new Promise<void>((closed) => {
          server.close(() => closed());
          server.closeAllConnections();
        });
      resolve({ port, close });
    };
    if (server.listening) done();
    else server.listen(0, "127.0.0.1", done);
  });
}

export const frameworks: Readonly<Record<string, Mount>> = {
  "node:http": (handler) => mounted(createServer(toNodeListener(handler))),
  Express: (handler) => {
    const app = express();
    app.post("/deliveries", toNodeListener(handler));
    app.all("/deliveries", toNodeListener(handler));
    app.use(express.json());
    return mounted(createServer(app));
  },
  "Express behind express.raw": (handler) => {
    const app = express();
    app.all("/deliveries", express.raw({ type: "application/json", limit: "2mb" }), toNodeListener(handler));
    return mounted(createServer(app));
  },
  Fastify: async (handler) => {
    const app = fastify();
    app.post("/other", async ({ body }) => body);
    await app.register(toFastifyPlugin(handler, { path: "/deliveries" }));
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo; // it listens on TCP
    return { port, close: () => app.close() };
  },
  Koa: (handler) => {
    const app = new Koa();
    app.silent = true;
    const koa = (request: IncomingMessage, response: ServerResponse) => app.callback()(request, response);
    const deliveries = toKoaMiddleware(handler);
    app.use((context, next) => (context.path === "/deliveries" ? deliveries(context) : next()));
    return mounted(createServer((request, response) => void koa(request, response)));
  },
  Hono: (handler) => {
    const app = new Hono();
    app.all("/deliveries", (context) => handler(context.req.raw));
    return mounted(serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server); // without TLS or HTTP/2 it is one
  },
};

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** One request over a connection of its own. `headers` may repeat a name. */
export function send(
  port: number,
  request: {
    readonly method?: string;
    readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
    readonly body?: Uint8Array;
    readonly path?: string;
  },
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, typeof value === "string" ? value : [...value]]],
      ),
    );
    const { method = "POST", path = "/deliveries" } = request;
    const sent = httpRequest({ port, host: "127.0.0.1", method, path, headers, agent: false }, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(pieces).toString(),
        }),
      );
    });
    sent.on("error", reject);
    sent.end(request.body);
  });
}

/** Bytes as they are on a socket; gives all that came back when the other side closed. */
export function sendRaw(port: number, pieces: readonly (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let received = "";
    socket.on("data", (piece) => (received += piece.toString("latin1")));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(received));
    for (const piece of pieces) socket.write(piece);
  });
}
