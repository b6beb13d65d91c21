import {
  toExpressHandler,
  toHonoHandler,
  toFastifyPlugin as toFastifyHandler,
  toLambdaHandler,
  toKoaHandler,
  toNodeHandler,
} from "svc-apps/adapters";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as httpRequest,
  type Server,
  type ServerResponse,
} from "node:http";
import { createRequire } from "node:module";
import { type AddressInfo, connect } from "node:net";
import { serve } from "@hono/node-server";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import Koa from "koa";
import { type DeliveryHandler } from "svc-apps/delivery";

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

/** It has no types of its own; what is used of it here is as in 5. */
const express4 = createRequire(import.meta.url)("express4") as typeof express;

function overExpress(make: typeof express, handler: DeliveryHandler): Promise<Mounted> {
  const app = make();
  app.post("/deliveries", toExpressHandler(handler));
  app.all("/deliveries", toExpressHandler(handler));
  app.use(make.json());
  return mounted(createServer(app));
}

export const frameworks: Readonly<Record<string, Mount>> = {
  "node:http": (handler) => mounted(createServer(toNodeHandler(handler))),
  "Express 5": (handler) => overExpress(express, handler),
  "Express 4": (handler) => overExpress(express4, handler),
  "Express behind express.raw": (handler) => {
    const app = express();
    app.all("/deliveries", express.raw({ type: "application/json", limit: "2mb" }), toExpressHandler(handler));
    return mounted(createServer(app));
  },
  Fastify: async (handler) => {
    const app = fastify();
    app.post("/other", async ({ body }) => body);
    await app.register(toFastifyHandler(handler, { path: "/deliveries" }));
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo; // it listens on TCP
    return { port, close: () => app.close() };
  },
  Koa: (handler) => {
    const app = new Koa();
    app.silent = true;
    const koa = (request: IncomingMessage, response: ServerResponse) => app.callback()(request, response);
    const deliveries = toKoaHandler(handler);
    app.use((context, next) => (context.path === "/deliveries" ? deliveries(context) : next()));
    return mounted(createServer((request, response) => void koa(request, response)));
  },
  Hono: (handler) => {
    const app = new Hono();
    app.all("/deliveries", toHonoHandler(handler));
    return mounted(serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server); // without TLS or HTTP/2 it is one
  },
};

/** With what has no server of its own: a request whole, or nothing. */
export const allFrameworks: Readonly<Record<string, Mount>> = {
  ...frameworks,
  "bare fetch": (handler) =>
    gateway(async ({ method = "", headersDistinct }, body) => {
      const headers = new Headers();
      for (const [name, values = []] of Object.entries(headersDistinct))
        for (const value of values) headers.append(name, value);
      const init = method === "GET" || method === "HEAD" ? { method, headers } : { method, headers, body };
      const response = await handler(new Request("http://127.0.0.1/deliveries", init as RequestInit)); // a Buffer is a body
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      };
    }),
  Lambda: (handler) => {
    const lambda = toLambdaHandler(handler);
    return gateway(async ({ method = "", headersDistinct }, body) => {
      const event = { httpMethod: method, multiValueHeaders: headersDistinct, isBase64Encoded: true };
      const result = await lambda({ ...event, body: body.toString("base64") });
      const lists = Object.entries(result.multiValueHeaders ?? {}).map(([name, values]) => [name, values.join(", ")]);
      return {
        status: result.statusCode,
        headers: { ...result.headers, ...Object.fromEntries(lists) },
        body: result.body ?? "",
      };
    });
  },
};

/** A server that reads each request whole and answers what it is given, as a gateway before a function does. */
function gateway(answer: (request: IncomingMessage, body: Buffer) => Promise<Reply>): Promise<Mounted> {
  const listener = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer); // nothing decodes it
    const { status, headers, body } = await answer(request, Buffer.concat(pieces));
    response.writeHead(status, { ...headers }).end(body);
  };
  return mounted(createServer((request, response) => void listener(request, response).catch(() => response.destroy())));
}

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
