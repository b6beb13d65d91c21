import { toFastifyPlugin as toFastifyHandler, toKoaHandler, toLambdaHandler, toNodeHandler } from "svc-apps/adapters";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough, Readable } from "node:stream";
import { runInNewContext } from "node:vm";
import express from "express";
import fastify from "fastify";
import Koa from "koa";
import { App, silentLogger } from "svc-apps";
import { type DeliveryHandler } from "svc-apps/delivery";
import { describe, expect, onTestFinished, test } from "vitest";
import { frameworks, send } from "./frameworks.js";
import { appId, endpoint, fresh, live, settle, sign, startS, steppedClock } from "./support.js";

function listening(server: Server): Promise<number> {
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)); // it listens on TCP
  });
}

const text = { type: "delivery.misconfigured", message: expect.stringMatching(/raw bytes/) as unknown };

/** Mounts with something upstream that asks for text. */
const decoding: Readonly<Record<string, (handler: DeliveryHandler) => Promise<number>>> = {
  "node:http": (handler) => {
    const listener = toNodeHandler(handler);
    return listening(createServer((request, response) => listener(request.setEncoding("utf8"), response)));
  },
  Express: (handler) =>
    listening(
      createServer(
        express()
          .use((request, _response, next) => {
            request.setEncoding("utf8");
            next();
          })
          .use(toNodeHandler(handler)),
      ),
    ),
  Koa: (handler) => {
    const app = new Koa();
    app.use((context, next) => {
      context.req.setEncoding("utf8");
      return next();
    });
    app.use(toKoaHandler(handler));
    return listening(createServer((request, response) => void app.callback()(request, response)));
  },
  Fastify: async (handler) => {
    const app = fastify();
    app.addHook("onRequest", async ({ raw }) => void raw.setEncoding("utf8"));
    await app.register(toFastifyHandler(handler, { path: "/deliveries" }));
    await app.listen({ port: 0, host: "127.0.0.1" });
    onTestFinished(() => app.close());
    return (app.server.address() as AddressInfo).port; // it listens on TCP
  },
};

describe("a body that comes as text", () => {
  test.each(Object.entries(decoding))(
    "END-22 %s: one unsigned request is the bare 500, and the process goes on",
    async (_name, mount) => {
      const { handler, last } = live();
      const port = await mount(handler);
      for (let round = 0; round < 2; round += 1) {
        const { headers } = await fresh();
        expect(await send(port, { headers, body: Buffer.from("a stranger's") })).toMatchObject({
          status: 500,
          body: "",
        });
        expect(last()).toMatchObject(text);
      }
    },
  );

  test("END-22 the web: a stream of text gets the bare 500, without a rejection", async () => {
    const { handler, last } = live();
    const { method, headers } = await fresh();
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue("{}");
        controller.close();
      },
    });
    const response = await handler(
      new Request("https://app.example/", { method, headers, body, duplex: "half" } as RequestInit),
    );
    expect(response.status).toBe(500);
    expect(last()).toMatchObject(text);
  });

  test("END-22 plain data: a body that is text or missing gets the bare 500", async () => {
    const { handler, events } = endpoint();
    for (const body of ["{}", undefined, {}, [1]]) {
      const request = { ...(await sign()), body } as unknown as Parameters<typeof handler.deliver>[0]; // as from plain JavaScript
      expect(await handler.deliver(request)).toMatchObject({ status: 500, body: "" });
    }
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(["delivery.misconfigured"]));
  });

  test("END-22 bytes of another realm are accepted", async () => {
    const { handler } = endpoint();
    const { body, ...rest } = await sign();
    const foreign = runInNewContext("Uint8Array.from(list)", { list: [...body] }) as Uint8Array; // what the name says
    expect(foreign instanceof Uint8Array).toBe(false);
    expect((await handler.deliver({ ...rest, body: foreign })).status).toBe(200);
  });
});

describe("a body that the host has kept", () => {
  test.each([
    ["bytes", (body: Uint8Array) => Buffer.from(body)],
    ["text", (body: Uint8Array) => Buffer.from(body).toString("utf8")],
  ])("END-22 rawBody as %s is what is verified, beside a parsed body", async (_name, keep) => {
    const { handler } = live();
    const app = express();
    app.use(
      express.json({ verify: (request, _response, body) => void Object.assign(request, { rawBody: keep(body) }) }),
    );
    app.use(toNodeHandler(handler));
    const port = await listening(createServer(app));
    expect((await send(port, await fresh())).status).toBe(200);
    const { headers } = await fresh();
    expect((await send(port, { headers, body: Buffer.from('{"type":"forged"}') })).status).toBe(401);
  });

  test("END-22 Koa: the rawBody of koa-bodyparser is verified", async () => {
    const { handler } = live();
    const app = new Koa();
    app.use(async (context, next) => {
      const pieces: Buffer[] = [];
      for await (const piece of context.req) pieces.push(piece as Buffer); // a stream without encoding gives buffers
      Object.assign(context.request, { body: {}, rawBody: Buffer.concat(pieces).toString() });
      await next();
    });
    app.use(toKoaHandler(handler));
    const port = await listening(createServer((request, response) => void app.callback()(request, response)));
    expect((await send(port, await fresh())).status).toBe(200);
  });
});

test("END-22 Express 4, whose app.router throws: the bare 500 names the parser, and no stack trace goes out", async () => {
  const { handler, last } = live();
  const listener = toNodeHandler(handler);
  const app = {
    get router(): never {
      throw new Error("'app.router' is deprecated!");
    },
    _router: { stack: [{ name: "query" }, { name: "jsonParser" }] },
  };
  const port = await listening(
    createServer((request, response) => {
      const parsed = () => listener(Object.assign(request, { app, body: {} }), response);
      request.on("data", () => undefined).on("end", parsed);
    }),
  );
  expect(await send(port, await fresh())).toMatchObject({ status: 500, body: "" });
  expect(last()).toMatchObject({ message: expect.stringContaining("`jsonParser`") as unknown });
});

const thrown = new Error("thrown on purpose");
const fail = (): never => {
  throw thrown;
};

/** Each part below the edge, made to throw. */
const parts: Readonly<Record<string, () => DeliveryHandler>> = {
  "the handler's deliver": () => Object.assign(live().handler, { deliver: fail }),
  "the handler's deliver, later": () => Object.assign(live().handler, { deliver: async () => fail() }),
  "both deliver and misconfigured": () => Object.assign(live().handler, { deliver: fail, misconfigured: fail }),
  "the key source": () =>
    live({ keys: { current: fail, beforeUse: fail, renew: fail, prefetch: async () => undefined } }).handler,
  "the clock": () => live({ clock: { now: fail, monotonicMs: () => 0, schedule: () => () => undefined } }).handler,
  "the monotonic clock": () =>
    live({ clock: { now: () => 0, monotonicMs: fail, schedule: () => () => undefined } }).handler,
  "the timers": () => live({ clock: { now: () => Date.now(), monotonicMs: () => 0, schedule: fail } }).handler,
};

describe.each(Object.entries(frameworks))("%s", (name, mount) => {
  // Behind express.raw nothing waits for a body.
  const below = Object.entries(parts).filter(([part]) => !(name.includes("raw") && part === "the timers"));
  test.each(below)("END-22 %s throws: the bare 500, and the next request is answered", async (_part, make) => {
    const { port, close } = await mount(make());
    onTestFinished(close);
    for (let round = 0; round < 2; round += 1) {
      expect(await send(port, await fresh())).toMatchObject({ status: 500, body: "" });
    }
  });
});

test.each(Object.entries(parts).filter(([part]) => part !== "the timers"))(
  "END-22 Lambda: %s throws: the bare 500",
  async (_part, make) => {
    const { headers, body } = await fresh();
    const event = { httpMethod: "POST", headers: { ...headers }, body: Buffer.from(body).toString() };
    expect(await toLambdaHandler(make())(event)).toMatchObject({ statusCode: 500, body: "" });
    expect(await toLambdaHandler(make())(undefined as never)).toMatchObject({ statusCode: 500, body: "" });
  },
);

test("END-22 a request whose properties throw gets the bare 500", async () => {
  const { handler, last } = live();
  const listener = toNodeHandler(handler);
  const port = await listening(
    createServer((request, response) => {
      Object.defineProperty(request, "headers", { get: fail });
      listener(request, response);
    }),
  );
  expect(await send(port, await fresh())).toMatchObject({ status: 500, body: "" });
  expect(last()).toMatchObject({
    type: "delivery.misconfigured",
    message: expect.stringContaining("thrown on purpose") as unknown,
  });
});

test("SIG-28 a header named __proto__ is accepted on every version of Node", async () => {
  const { handler } = live();
  const listener = toNodeHandler(handler);
  const port = await listening(
    createServer((request, response) => {
      Object.defineProperty(request, "headersDistinct", { get: fail }); // as up to Node 20.20.1, 22.22.1 and 24.14.0
      listener(request, response);
    }),
  );
  const signed = await fresh();
  const headers = { ...signed.headers, ["__proto__"]: "x" };
  expect(await send(port, { ...signed, headers })).toMatchObject({ status: 200 });
});

test("END-22 a connection that breaks after the answer does not end the process", async () => {
  const clock = steppedClock();
  const { handler } = live({ bodyTimeoutMs: 5, clock });
  const stream = Object.assign(new PassThrough(), {
    method: "POST",
    headers: (await fresh({ timestampS: startS })).headers,
  });
  const written: number[] = [];
  const response = Object.assign(new Readable(), {
    headersSent: false,
    writeHead: (status: number) => void written.push(status),
    end: () => undefined,
  });
  toNodeHandler(handler)(stream as unknown as IncomingMessage, response as never);
  await clock.advance(5);
  expect(written).toEqual([408]);
  stream.destroy(new Error("reset"));
  response.destroy(new Error("reset"));
  await Promise.all([stream, response].map((one) => new Promise((resolve) => one.once("close", resolve))));
  await settle();
  expect(written).toEqual([408]);
});

describe("an App that cannot be set up", () => {
  test("END-22 by node and by fetch: strangers get the bare 500, and the log says why, once a minute", async () => {
    const said: unknown[] = [];
    const logger = { ...silentLogger, error: (_fields: object, message: string) => void said.push(message) };
    const app = new App({ baseUrl: "http://127.0.0.1:1", events: false, logger });
    const port = await listening(createServer(app.node));
    const request = await fresh({ appId });
    expect(await send(port, request)).toMatchObject({ status: 500, body: "" });
    const web = new Request("https://app.example/", { ...request, body: Buffer.from(request.body) });
    expect((await app.fetch(web)).status).toBe(500);
    expect(said).toEqual([expect.stringMatching(/^No delivery can be taken: .*token/)]);
  });
});
