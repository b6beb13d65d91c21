import { createServer, type RequestListener, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import {
  toAzureHandler,
  toExpressHandler,
  toLambdaHandler,
  type NodeListener,
  toNodeHandler,
  toWebHandler,
} from "svc-apps/adapters";
import { createDeliveryHandler, fixedKeys } from "svc-apps/delivery";
import express from "express";
import { describe, expect, onTestFinished, test } from "vitest";
import { App, chatCommand, type Logger, silentLogger } from "../../runtime/index.js";
import { send } from "./frameworks.js";
import { appId, commandBody, endpoint, fresh, keyA, live, names, sign } from "./support.js";

const express4 = createRequire(import.meta.url)("express4") as typeof express; // it has no types of its own

function listening(serve: RequestListener): Promise<number> {
  const server: Server = createServer(serve);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)); // it listens on TCP
  });
}

/** Reads the body away, and hands the request on. */
const consumed =
  (listener: NodeListener): RequestListener =>
  (request, response) => {
    request.on("data", () => undefined).on("end", () => listener(request, response));
  };

describe("a body that the program has lost is told of for what could be a delivery, and for nothing else", () => {
  const wrong = [
    ["another method", "GET", { "content-type": "application/json" }, 405],
    ["another type", "POST", { "content-type": "text/plain" }, 415],
    ["no signature", "POST", { "content-type": "application/json" }, 401],
  ] as const;

  test.each(wrong)("END-22 node:http, %s", async (_, method, headers, status) => {
    const { handler, events } = live();
    const port = await listening(consumed(toNodeHandler(handler)));
    const body = method === "GET" ? {} : { body: Buffer.from("hello") };
    expect(await send(port, { method, headers, ...body })).toMatchObject({ status, body: "" });
    expect(events.filter(({ level }) => level === "error")).toEqual([]);
  });

  test.each(wrong)("END-22 the web and Azure, %s", async (_, method, headers, status) => {
    const { handler, events } = live();
    const body = method === "GET" ? {} : { body: "hello" };
    for (const handle of [toWebHandler(handler), toAzureHandler(handler)]) {
      const request = new Request("https://app.example/", { method, headers, ...body });
      await request.text();
      expect((await handle(request)).status).toBe(status);
    }
    expect(events.filter(({ level }) => level === "error")).toEqual([]);
  });

  test.each(wrong)("END-22 Lambda, %s", async (_, httpMethod, headers, statusCode) => {
    const { handler, events } = live();
    expect(await toLambdaHandler(handler)({ httpMethod, headers, body: {} })).toMatchObject({ statusCode });
    expect(events.filter(({ level }) => level === "error")).toEqual([]);
  });

  test("END-22 it is reported once a minute, however many requests show it, and each is counted", async () => {
    const { handler, clock, events, types } = endpoint();
    const handle = toLambdaHandler(handler);
    const one = async () => {
      const { headers } = await sign({ timestampS: Math.floor(clock.now() / 1_000) });
      return handle({ httpMethod: "POST", headers: { ...headers }, body: {} });
    };
    for (let requests = 0; requests < 5; requests += 1) expect((await one()).statusCode).toBe(500);
    expect(types()).toEqual(["misconfigured"]);
    await clock.advance(59_999);
    await one();
    expect(types()).toHaveLength(1);
    await clock.advance(1);
    await one();
    expect(types()).toEqual(["misconfigured", "misconfigured"]);
    expect(events.at(-1)).toMatchObject({ count: 6 });
    expect(handler.counts().misconfigured).toBe(7);
  });
});

describe("a body that nothing has read is read, whatever the framework says of it", () => {
  const parsers = [
    ["urlencoded", express.urlencoded({ extended: false })],
    ["json of another type", express.json({ type: "application/vnd.api+json" })],
    ["text", express.text()],
  ] as const;

  test.each(parsers)("END-22 Express 4 and 5 behind a parser of something else: %s", async (_, parser) => {
    for (const make of [express, express4]) {
      const { handler } = live();
      const app = make();
      app.use(parser, (request, _response, next) => {
        request.body ??= {}; // what body-parser 1 does
        next();
      });
      app.post("/deliveries", toExpressHandler(handler));
      expect(await send(await listening(app), await fresh())).toMatchObject({ status: 200 });
    }
  });

  test("END-22 Express 4 with its own parsers of other types", async () => {
    const { handler } = live();
    const app = express4();
    app.use(express4.urlencoded({ extended: false }), express4.json({ type: "application/vnd.api+json" }));
    app.post("/deliveries", toExpressHandler(handler));
    expect(await send(await listening(app), await fresh())).toMatchObject({ status: 200 });
  });

  test("END-22 an object that is no stream has nothing beside its parsed body", async () => {
    const { handler, last } = live();
    const { headers, body } = await fresh();
    const parsed: unknown = JSON.parse(Buffer.from(body).toString());
    const request = {
      method: "POST",
      headers,
      body: parsed,
      on: () => request,
      off: () => request,
      pause: () => request,
    };
    const status = await new Promise((resolve) => {
      const response = { on: () => response, writeHead: resolve, end: () => undefined };
      toNodeHandler(handler)(request as never, response as never); // what a mock of a request has
    });
    expect(status).toBe(500);
    expect(last()).toMatchObject({ type: "delivery.misconfigured" });
  });
});

describe("a listener that consumes the body while the App is still being set up", () => {
  const logged = () => {
    const said: string[] = [];
    const logger: Logger = { ...silentLogger, error: (_fields: object, message: string) => void said.push(message) };
    return { said, logger };
  };

  test("END-22 is told as a parser is: the bare 500 and the advice, and no word of the key", async () => {
    const { said, logger } = logged();
    let consumed = (): void => {};
    const isConsumed = new Promise<void>((resolve) => (consumed = resolve));
    const token = async () => {
      await isConsumed; // until then the App is being set up
      return `svc_app.${appId}.secret-of-a-test`;
    };
    const delivery = { keys: fixedKeys([keyA.published]) };
    const app = new App({ baseUrl: "https://platform.test", token, events: false, logger, delivery });
    app.command(chatCommand({ name: "roll", description: "Roll" }), ({ reply }) => reply("4"));
    const server = express();
    server.use((request, _response, next) => {
      request.on("data", () => undefined).on("end", consumed);
      next();
    });
    server.post("/deliveries", toExpressHandler(app));
    const port = await listening(server);
    expect(await send(port, await fresh())).toMatchObject({ status: 500, body: "" });
    expect(said).toEqual([expect.stringMatching(/^No delivery can be taken: .*before the delivery handler could see/)]);
    await app.stop();
  });

  test("END-22 a listener beside the handler, from the same turn on, takes nothing away", async () => {
    const { handler } = live();
    const listener = toNodeHandler(handler);
    const port = await listening((request, response) => {
      request.on("data", () => undefined);
      listener(request, response);
    });
    expect(await send(port, await fresh())).toMatchObject({ status: 200 });
  });
});

test("an answer without a body has none in an event's result either, which Netlify's runner would make an error of", async () => {
  const handler = createDeliveryHandler({
    apps: appId,
    keys: fixedKeys([keyA.published]),
    handle: () => "handled-by-rest",
  });
  const { headers, body } = await fresh({ body: commandBody({ id: crypto.randomUUID() }) });
  const event = { httpMethod: "POST", headers: { ...headers }, body: Buffer.from(body).toString() };
  expect(await toLambdaHandler(handler)(event)).toEqual({ statusCode: 204, headers: {}, isBase64Encoded: false });
  const forged = { ...event, headers: { ...headers, [names.signature]: "v0" } };
  expect(await toLambdaHandler(handler)(forged)).toMatchObject({ statusCode: 401, body: "" });
});
