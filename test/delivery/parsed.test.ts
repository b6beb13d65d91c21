import {
  toExpressHandler,
  toFastifyPlugin as toFastifyHandler,
  toKoaHandler,
  toLambdaHandler,
  toNodeHandler,
} from "svc-apps/adapters";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import Koa from "koa";
import { createDeliveryHandler, fixedKeys } from "svc-apps/delivery";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { send } from "./frameworks.js";
import { appId, fresh, keyA, live, steppedClock } from "./support.js";

function listening(server: Server): Promise<number> {
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)); // it listens on TCP
  });
}

const bare500 = { status: 500, body: "" };

describe("a body that was parsed before", () => {
  test("END-22 Express: the diagnostic names the parser and the line to move, and the answer tells nothing", async () => {
    const { handler, events } = live();
    const app = express();
    app.use(express.json());
    app.post("/deliveries", toExpressHandler(handler));
    app.use((_error: unknown, _request: express.Request, response: express.Response, _next: express.NextFunction) => {
      response.status(500).end("Express was told");
    });
    const port = await listening(createServer(app));
    expect(await send(port, await fresh())).toMatchObject(bare500);
    const message = expect.stringMatching(/`jsonParser`.*Move the line that mounts the deliveries above it/) as unknown;
    expect(events).toMatchObject([{ type: "delivery.misconfigured", message }]);
  });

  test("END-22 Express: a text parser is detected as well, and a parser on the route itself", async () => {
    for (const parser of [express.text({ type: "*/*" }), express.urlencoded({ extended: false, type: "*/*" })]) {
      const { handler, last } = live();
      const app = express();
      app.post("/deliveries", parser, toExpressHandler(handler));
      const port = await listening(createServer(app.set("env", "test")));
      expect(await send(port, await fresh())).toMatchObject(bare500);
      expect(last()).toMatchObject({
        type: "delivery.misconfigured",
        message: expect.stringContaining("raw bytes") as unknown,
      });
    }
  });

  test("END-22 node:http: a stream that was read before is detected", async () => {
    const { handler, last } = live();
    const listener = toNodeHandler(handler);
    const server = createServer((request, response) => {
      request.on("data", () => undefined).on("end", () => listener(request, response));
    });
    const port = await listening(server);
    expect(await send(port, await fresh())).toMatchObject(bare500);
    expect(last()).toMatchObject({ type: "delivery.misconfigured" });
  });

  test("END-22 node:http: bytes that Vercel's helpers have put back are accepted, and so is a request without a body", async () => {
    const { handler } = live();
    const listener = toNodeHandler(handler);
    const server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on("data", (piece: Buffer) => pieces.push(piece));
      request.on("end", () => {
        const again = new PassThrough();
        const isPost = request.method === "POST";
        if (isPost) Object.assign(request, { read: () => again.read() as unknown, on: again.on.bind(again) });
        Object.assign(request, { body: isPost ? {} : "" });
        again.end(Buffer.concat(pieces));
        setImmediate(() => listener(request, response));
      });
    });
    const port = await listening(server);
    expect(await send(port, await fresh())).toMatchObject({ status: 200 });
    expect(await send(port, { ...(await fresh()), body: new Uint8Array(0) })).toMatchObject({ status: 401 });
  });

  test("END-22 Koa: the diagnostic says what to move, and Koa gets no error", async () => {
    const { handler, last } = live();
    const errors: unknown[] = [];
    const app = new Koa();
    app.on("error", (error) => errors.push(error));
    app.use(async (context, next) => {
      for await (const _piece of context.req); // what koa-bodyparser does
      Object.assign(context.request, { body: {} });
      await next();
    });
    app.use(toKoaHandler(handler));
    const port = await listening(createServer((request, response) => void app.callback()(request, response)));
    expect(await send(port, await fresh())).toMatchObject(bare500);
    expect(errors).toEqual([]);
    const message = expect.stringContaining("Move the line that uses the deliveries above it") as unknown;
    expect(last()).toMatchObject({ type: "delivery.misconfigured", message });
  });

  test("END-22 Fastify: the plugin keeps to its own scope, and a body read in a hook is detected", async () => {
    const { handler, last } = live();
    const app = fastify();
    app.addHook("preHandler", async (request) => {
      if (request.url !== "/deliveries") return;
      for await (const _piece of request.raw);
      request.body = {};
    });
    app.post("/other", async ({ body }) => body);
    await app.register(toFastifyHandler(handler, { path: "/deliveries" }));
    await app.listen({ port: 0, host: "127.0.0.1" });
    onTestFinished(() => app.close());
    const { port } = app.server.address() as AddressInfo; // it listens on TCP
    expect(await send(port, await fresh())).toMatchObject(bare500);
    expect(last()).toMatchObject({
      type: "delivery.misconfigured",
      message: expect.stringContaining("toFastifyPlugin") as unknown,
    });
    expect((await send(port, { ...(await fresh()), path: "/other" })).status).toBe(200);
  });

  test("END-22 the web: a request whose body was used is detected, in Hono too", async () => {
    const { handler, last } = live();
    const signed = await fresh();
    const request = new Request("https://app.example/", { ...signed, body: Buffer.from(signed.body) });
    await request.text();
    expect((await handler(request)).status).toBe(500);
    expect(last()).toMatchObject({
      type: "delivery.misconfigured",
      message: expect.stringContaining("before any request.json()") as unknown,
    });

    const app = new Hono();
    app.use(async (context, next) => {
      await context.req.json();
      await next();
    });
    app.post("/", (context) => handler(context.req.raw));
    const again = await fresh();
    const response = await app.request("/", { ...again, body: Buffer.from(again.body) });
    expect(response.status).toBe(500);
  });

  test("END-22 Lambda: the diagnostic says which middleware to remove", async () => {
    const { handler, last } = live();
    const { headers } = await fresh();
    const result = await toLambdaHandler(handler)({ httpMethod: "POST", headers: { ...headers }, body: {} });
    expect(result).toMatchObject({ statusCode: 500, body: "" });
    const message = expect.stringContaining("Remove the middleware that parses the event's body") as unknown;
    expect(last()).toMatchObject({ type: "delivery.misconfigured", message });
  });

  test("END-22 without onDiagnostic it is written to standard error, once a minute", async () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
    onTestFinished(() => said.mockRestore());
    const clock = steppedClock();
    const keys = fixedKeys([keyA.published]);
    const handler = createDeliveryHandler({ apps: appId, keys, clock, handle: () => "handled-by-rest" });
    for (let requests = 0; requests < 9; requests += 1) handler.misconfigured("Move it.");
    await clock.advance(59_999);
    handler.misconfigured("Move it.");
    expect(said.mock.calls).toEqual([["No delivery can be taken: Move it."]]);
    await clock.advance(1);
    handler.misconfigured("Move it.");
    expect(said).toHaveBeenCalledTimes(2);
  });
});
