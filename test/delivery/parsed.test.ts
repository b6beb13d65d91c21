import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import Koa from "koa";
import {
  DeliveryConfigurationError,
  toFastifyPlugin,
  toKoaMiddleware,
  toLambdaHandler,
  toNodeListener,
} from "svc-apps/delivery";
import { describe, expect, onTestFinished, test } from "vitest";
import { send } from "./frameworks.js";
import { fresh, live } from "./support.js";

function listening(server: Server): Promise<number> {
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)); // it listens on TCP
  });
}

describe("a body that was parsed before", () => {
  test("END-22 Express: an error that names the parser and the line to move, and nothing is verified", async () => {
    const { handler, events } = live();
    const errors: unknown[] = [];
    const app = express();
    app.use(express.json());
    app.post("/deliveries", toNodeListener(handler));
    app.use((error: unknown, _request: express.Request, response: express.Response, _next: express.NextFunction) => {
      errors.push(error);
      response.status(500).end();
    });
    const port = await listening(createServer(app));
    expect((await send(port, await fresh())).status).toBe(500);
    expect(errors).toEqual([expect.any(DeliveryConfigurationError)]);
    expect(String(errors[0])).toMatch(/`jsonParser`.*Move the line that mounts the deliveries above it/);
    expect(events).toMatchObject([{ type: "misconfigured" }]);
  });

  test("END-22 Express: a text parser is found out as well, and a parser on the route itself", async () => {
    for (const parser of [express.text({ type: "*/*" }), express.urlencoded({ extended: false, type: "*/*" })]) {
      const { handler, last } = live();
      const app = express();
      app.post("/deliveries", parser, toNodeListener(handler));
      const port = await listening(createServer(app.set("env", "test")));
      expect((await send(port, await fresh())).status).toBe(500);
      expect(last()).toMatchObject({ type: "misconfigured", message: expect.stringContaining("raw bytes") as unknown });
    }
  });

  test("END-22 node:http: a stream that somebody has read is found out", async () => {
    const { handler, last } = live();
    const listener = toNodeListener(handler);
    const server = createServer((request, response) => {
      request.on("data", () => undefined).on("end", () => listener(request, response));
    });
    const port = await listening(server);
    expect(await send(port, await fresh())).toMatchObject({ status: 500, body: "" });
    expect(last()).toMatchObject({ type: "misconfigured" });
  });

  test("END-22 Koa: an error that says what to move", async () => {
    const { handler, last } = live();
    const errors: unknown[] = [];
    const app = new Koa();
    app.on("error", (error) => errors.push(error));
    app.use((context, next) => {
      Object.assign(context.request, { body: {} }); // what koa-bodyparser does
      return next();
    });
    app.use(toKoaMiddleware(handler));
    const port = await listening(createServer((request, response) => void app.callback()(request, response)));
    expect((await send(port, await fresh())).status).toBe(500);
    expect(String(errors[0])).toContain("Move the line that uses the deliveries above it");
    expect(last()).toMatchObject({ type: "misconfigured" });
  });

  test("END-22 Fastify: the plugin keeps to its own scope, and a body read in a hook is found out", async () => {
    const { handler, last } = live();
    const app = fastify();
    app.addHook("preHandler", async (request) => void (request.body = {}));
    app.post("/other", async ({ body }) => body);
    await app.register(toFastifyPlugin(handler, { path: "/deliveries" }));
    await app.listen({ port: 0, host: "127.0.0.1" });
    onTestFinished(() => app.close());
    const { port } = app.server.address() as AddressInfo; // it listens on TCP
    const reply = await send(port, await fresh());
    expect(reply.status).toBe(500);
    expect(last()).toMatchObject({
      type: "misconfigured",
      message: expect.stringContaining("toFastifyPlugin") as unknown,
    });
    expect((await send(port, { ...(await fresh()), path: "/other" })).status).toBe(200);
  });

  test("END-22 the web: a request whose body was used is found out, in Hono too", async () => {
    const { handler, last } = live();
    const signed = await fresh();
    const request = new Request("https://app.example/", { ...signed, body: Buffer.from(signed.body) });
    await request.text();
    expect((await handler(request)).status).toBe(500);
    expect(last()).toMatchObject({
      type: "misconfigured",
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

  test("END-22 Lambda: a parsed body is an error", async () => {
    const { handler, last } = live();
    const { headers } = await fresh();
    const run = toLambdaHandler(handler)({ httpMethod: "POST", headers: { ...headers }, body: {} });
    await expect(run).rejects.toThrow(/Remove the middleware that parses the event's body/);
    expect(last()).toMatchObject({ type: "misconfigured" });
  });
});
