import { readFile } from "node:fs/promises";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { App, isArgumentError } from "svc-apps";
import {
  toAstroHandler as astro,
  toAzureHandler as azure,
  toBunHandler as bun,
  toCloudflareHandler as cloudflare,
  toDenoHandler as deno,
  toExpressHandler as express,
  toFastifyPlugin as fastify,
  toCloudFunctionsHandler as gcf,
  toH3Handler as h3,
  toHonoHandler as hono,
  toKoaHandler as koa,
  toLambdaHandler as lambda,
  toNestHandler as nest,
  toNetlifyEventHandler as netlifyEvent,
  toNetlifyHandler as netlify,
  toNextHandler as next,
  toNodeHandler as node,
  toReactRouterHandler as reactRouter,
  toSvelteKitHandler as sveltekit,
  toVercelHandler as vercel,
  toWebHandler as web,
} from "svc-apps/adapters";
import * as adapters from "svc-apps/adapters";
import type { DeliveryHandler, DeliveryTarget } from "svc-apps/delivery";
import { describe, expect, onTestFinished, test } from "vitest";
import { fresh, live, settle } from "./support.js";

type Context = { waitUntil(work: unknown): void };

/** How each framework hands over a web request, and where it keeps `waitUntil`. */
const shapes: Readonly<
  Record<string, (target: DeliveryTarget, request: Request, context: Context) => Promise<Response>>
> = {
  web: (target, request, context) => web(target)(request, {}, context),
  astro: (target, request, context) => astro(target)({ request, locals: { runtime: { env: {}, ctx: context } } }),
  bun: (target, request) => bun(target)(request),
  cloudflare: (target, request, context) => cloudflare(target).fetch(request, {}, context),
  deno: (target, request) => deno(target)(request),
  "h3, version 2": (target, request, context) =>
    h3(target)({ req: request, waitUntil: (work: unknown) => context.waitUntil(work) }),
  hono: (target, request, context) => hono(target)({ req: { raw: request }, env: {}, executionCtx: context } as never),
  netlify: (target, request, context) => netlify(target)(request, context),
  next: (target, request) => next(target)(request),
  "react-router": (target, request, context) =>
    reactRouter(target)({ request, context: { cloudflare: { env: {}, ctx: context } } }),
  sveltekit: (target, request, context) => sveltekit(target)({ request, platform: { env: {}, ctx: context } }),
  vercel: (target, request, context) => vercel(target)(request, context),
};

/** Those that have nothing of the kind beside the request. */
const withoutContext = ["bun", "deno", "next"];

async function signedRequest(): Promise<Request> {
  const { method, headers, body } = await fresh();
  return new Request("https://app.example/", { method, headers, body: Buffer.from(body) });
}

describe.each(Object.entries(shapes))("%s", (name, call) => {
  test("END-22 a delivery is verified and answered, and work that outlasts the answer is passed to the framework's waitUntil", async () => {
    const { handler } = live({ handle: async () => ({ type: "defer" }) });
    await settle();
    const kept: unknown[] = [];
    const response = await call(handler, await signedRequest(), { waitUntil: (work) => void kept.push(work) });
    expect([response.status, await response.text()]).toEqual([200, '{"type":"defer"}']);
    expect(kept).toHaveLength(withoutContext.includes(name) ? 0 : 1);
  });

  test("END-22 a body that was read before gets the bare 500, and a forged one the bare 401", async () => {
    const { handler } = live();
    const used = await signedRequest();
    await used.text();
    expect((await call(handler, used, { waitUntil: () => undefined })).status).toBe(500);
    const { headers } = await fresh();
    const forged = new Request("https://app.example/", { method: "POST", headers, body: "{}" });
    const response = await call(handler, forged, { waitUntil: () => undefined });
    expect([response.status, await response.text()]).toEqual([401, ""]);
  });
});

test("END-22 azure: an HttpRequest of version 4 is answered with an HttpResponseInit", async () => {
  const { handler } = live();
  expect(await azure(handler)(await signedRequest())).toEqual({
    status: 200,
    headers: { "content-type": "application/json" },
    body: '{"type":"reply","content":"héllo"}',
  });
  const get = new Request("https://app.example/");
  expect(await azure(handler)(get)).toEqual({ status: 405, headers: { allow: "POST", "content-length": "0" } });
});

test("waitUntil is found in the context that Vercel and Next keep", async () => {
  const { handler } = live({ handle: async () => ({ type: "defer" }) });
  await settle();
  const kept: unknown[] = [];
  const name = Symbol.for("@next/request-context");
  Reflect.set(globalThis, name, { get: () => ({ waitUntil: (work: unknown) => kept.push(work) }) });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, name));
  expect((await next(handler)(await signedRequest())).status).toBe(200);
  expect(kept).toHaveLength(1);
});

describe("events of functions", () => {
  const shapesOfEvents: Readonly<Record<string, (signed: Awaited<ReturnType<typeof fresh>>) => object>> = {
    "API Gateway, payload 1": ({ headers, body }) => ({
      httpMethod: "POST",
      headers,
      multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
      body: Buffer.from(body).toString(),
      isBase64Encoded: false,
    }),
    "API Gateway, payload 2": ({ headers, body }) => ({
      version: "2.0",
      requestContext: { http: { method: "POST" } },
      headers,
      body: Buffer.from(body).toString("base64"),
      isBase64Encoded: true,
    }),
    ALB: ({ headers, body }) => ({
      requestContext: { elb: {} },
      httpMethod: "POST",
      headers,
      body: Buffer.from(body).toString(),
    }),
    "ALB with lists": ({ headers, body }) => ({
      requestContext: { elb: {} },
      httpMethod: "POST",
      multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
      body: Buffer.from(body).toString(),
    }),
    "VPC Lattice, version 1": ({ headers, body }) => ({
      method: "POST",
      raw_path: "/",
      headers,
      body: Buffer.from(body).toString("base64"),
      is_base64_encoded: true,
    }),
    "VPC Lattice, version 2": ({ headers, body }) => ({
      version: "2.0",
      method: "POST",
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
      body: Buffer.from(body).toString(),
      isBase64Encoded: false,
    }),
  };

  test.each(Object.entries(shapesOfEvents))("END-22 %s is verified and answered", async (name, make) => {
    const { handler } = live();
    for (const call of [lambda(handler), netlifyEvent(handler)]) {
      const result = await call(make(await fresh()));
      expect(result).toMatchObject({ statusCode: 200, isBase64Encoded: false });
      const lists = { "content-type": ["application/json"] };
      expect(result.multiValueHeaders).toEqual(name === "ALB with lists" ? lists : undefined);
    }
  });
});

describe("wrong arguments", () => {
  test("an event, a request of node:http or a framework's context in place of a Request is reported with advice", async () => {
    const { handler, last } = live();
    for (const [given, sentence] of [
      [
        { version: "2.0", requestContext: { http: {} } },
        /got an object with version, requestContext.*adapters of their own/,
      ],
      [{ headers: { host: "x" }, socket: {} }, /Requests of node:http have adapters of their own/],
      [{ request: {}, params: {} }, /Pass its `request`, or use the adapter of your framework/],
      [undefined, /got a value of type undefined/],
    ] as const) {
      expect((await web(handler)(given as never)).status).toBe(500);
      expect(last()).toMatchObject({
        type: "delivery.misconfigured",
        message: expect.stringMatching(sentence) as unknown,
      });
    }
    expect(await lambda(handler)({ Records: [] } as never)).toMatchObject({ statusCode: 500, body: "" });
    expect(last()).toMatchObject({
      message:
        "No delivery can be taken: This function takes HTTP requests and was called with an object with Records.",
    });
  });

  type Called = (...given: never[]) => unknown;

  /** What each adapter gives, as the framework calls it. */
  const callable: Readonly<Record<string, (handler: DeliveryHandler) => Called>> = {
    astro,
    azure,
    bun,
    deno,
    express,
    gcf,
    h3,
    hono,
    koa,
    lambda,
    nest,
    netlify,
    next,
    node,
    "react-router": reactRouter,
    sveltekit,
    vercel,
    web,
    cloudflare: (handler) => cloudflare(handler).fetch,
    fastify: (handler) => {
      let route: Called = () => undefined;
      const instance = {
        removeAllContentTypeParsers: () => undefined,
        addContentTypeParser: () => undefined,
        all: (_path: string, given: Called) => (route = given),
      };
      void fastify(handler)(instance);
      return route;
    },
  };
  const takesNode = ["express", "fastify", "gcf", "h3", "koa", "nest", "node"];
  const webRequest = new Request("https://app.example/");
  const nodeRequest = new IncomingMessage(new Socket());
  const functionEvent = { version: "2.0", requestContext: { http: {} } };

  test.each(Object.entries(callable))(
    "END-22 %s: a request of the other kind, an event or nothing is a sentence in the log, and no crash",
    async (name, make) => {
      const { handler, events } = live();
      const own =
        name === "lambda"
          ? "This function takes HTTP requests"
          : takesNode.includes(name)
            ? "takes a request of node:http"
            : "takes a web Request";
      const foreign = name === "lambda" || takesNode.includes(name) ? webRequest : nodeRequest;
      for (const given of [foreign, functionEvent, undefined]) {
        const [call, response] = [make(handler), new ServerResponse(nodeRequest)];
        await call(...([given, response] as never[]));
        await settle();
        const said = events.map((event) => ("message" in event ? event.message : ""));
        expect(said, `given ${String(given)}`).toHaveLength(1);
        expect(said[0]).toMatch(own);
        expect(said[0]).not.toMatch("could not be read");
        events.length = 0;
      }
    },
  );

  test.each(Object.entries({ ...callable, fastify: (handler: DeliveryHandler) => fastify(handler) as Called }))(
    "%s: something that is neither an App nor a handler is an error at once, with a hint",
    (_name, make) => {
      const app = new App({ baseUrl: "http://127.0.0.1:1", token: "svc_app.7.x", events: false });
      for (const [wrong, sentence] of [
        [app.fetch, /got a value of type function\. Pass the App itself, not its fetch or node\.$/],
        [{ fetch: app.fetch }, /got an object with fetch\.$/],
        [undefined, /got a value of type undefined\.$/],
      ] as const) {
        const error = thrownBy(() => make(wrong as unknown as DeliveryHandler));
        expect(isArgumentError(error) && error.message).toMatch(sentence);
      }
    },
  );

  test("those of the page and those of the entry are the same", async () => {
    const page = await readFile("docs/deploy.md", "utf8");
    const exported = Object.keys(adapters).filter((name) => name.startsWith("to"));
    expect(exported.filter((name) => !page.includes(name))).toEqual([]);
    expect(exported.length).toBeGreaterThanOrEqual(Object.keys(callable).length);
  });
});

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}
