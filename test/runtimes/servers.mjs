/**
 * Servers of frameworks, each with its adapter on /deliveries. Plain JavaScript, as many users write it: what the
 * frameworks take is not this project's to type. `before` puts something before the adapter: a "parser" of bodies, or a
 * "decoder" that makes text of them. Those that are built run an App of their own with the credentials of `world`.
 */
import { isUtf8 } from "node:buffer";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { serve } from "@hono/node-server";
import {
  toAzureHandler as azure,
  toExpressHandler as express,
  toFastifyPlugin as fastify,
  toCloudFunctionsHandler as gcf,
  toH3Handler as h3,
  toHonoHandler as hono,
  toKoaHandler as koa,
  toLambdaHandler as lambda,
  toNestHandler as nest,
  toNodeHandler as node,
  toReactRouterHandler as reactRouter,
  toWebHandler as web,
} from "svc-apps/adapters";
import { events } from "./lambda-events.ts";
import { sites } from "./site-list.ts";
import { startSite } from "./sites.ts";

const require = createRequire(new URL("./node_modules/x.js", import.meta.url));
const requireHere = createRequire(import.meta.url);

const load = async (name, from = require) => import(/* @vite-ignore */ pathToFileURL(from.resolve(name)).href);

async function listening(server) {
  if (!server.listening) await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    server.closeAllConnections?.();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port: server.address().port, close };
}

const overNode = async (fetch) => listening(serve({ fetch, port: 0, hostname: "127.0.0.1" }));

/** What some middleware and every tutorial of node:http does before it reads a body. */
const decode = (request) => request.setEncoding("utf8");

async function overExpress(module, app, before) {
  const make = module.default ?? module;
  const server = make();
  if (before === "parser") server.use(make.json());
  if (before === "decoder") server.use((request, _response, next) => (decode(request), next()));
  server.all("/deliveries", express(app));
  return listening(createServer(server));
}

/** Above the body parsers of Nest. */
async function overNest(app, ...platform) {
  await load("reflect-metadata");
  const { NestFactory } = await load("@nestjs/core");
  const server = await NestFactory.create({ module: class {} }, ...platform, { logger: false });
  server.use("/deliveries", nest(app));
  await server.listen(0, "127.0.0.1");
  return { port: server.getHttpServer().address().port, close: () => server.close() };
}

async function bytesOf(request) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The event that the vendor makes of a request; what is no UTF-8 comes in base64, as it does there. */
const onLambda = (name) => ({
  async start(app) {
    const handler = lambda(app);
    const [, make] = events[name];
    return overNode(async (request) => {
      const bytes = Buffer.from(await request.arrayBuffer());
      const isBase64Encoded = request.headers.has("x-battery-base64") || !isUtf8(bytes);
      const body = bytes.toString(isBase64Encoded ? "base64" : "utf8");
      const asked = { method: request.method, body, isBase64Encoded };
      const result = await handler(make(Object.fromEntries(request.headers), asked));
      const headers = { ...result.headers };
      for (const [key, [value]] of Object.entries(result.multiValueHeaders ?? {})) headers[key] = value;
      return new Response(result.body === "" ? null : result.body, { status: result.statusCode, headers });
    });
  },
});

/** The framework of Google's functions, and what wraps the handler of one. */
const onCloudFunctions = (needs, wrapping) => ({
  needs,
  async start(app) {
    const { http } = await load("@google-cloud/functions-framework");
    const { getTestServer } = await load("@google-cloud/functions-framework/testing");
    http("deliveries", (await wrapping())(gcf(app)));
    return listening(getTestServer("deliveries"));
  },
});

/** By name: how to start it. `needs` says which package has to be installed. */
export const servers = {
  "node:http": {
    upstream: ["decoder"],
    async start(app, before) {
      const handler = node(app);
      return listening(
        createServer((request, response) => handler(before === "decoder" ? decode(request) : request, response)),
      );
    },
  },
  "Express 5": {
    start: async (app, before) => overExpress(await load("express", requireHere), app, before),
    upstream: ["parser", "decoder"],
  },
  "Express 4": {
    upstream: ["parser", "decoder"],
    start: async (app, before) => overExpress(await load("express4", requireHere), app, before),
  },
  Fastify: {
    upstream: ["decoder"],
    async start(app, before) {
      const { default: make } = await load("fastify", requireHere);
      const server = make();
      if (before === "decoder") server.addHook("onRequest", async ({ raw }) => void decode(raw));
      await server.register(fastify(app, { path: "/deliveries" }));
      await server.listen({ port: 0, host: "127.0.0.1" });
      return { port: server.server.address().port, close: () => server.close() };
    },
  },
  Koa: {
    upstream: ["parser", "decoder"],
    async start(app, before) {
      const { default: Koa } = await load("koa", requireHere);
      const server = new Koa();
      server.silent = true;
      if (before === "decoder") server.use((context, next) => (decode(context.req), next()));
      if (before === "parser") {
        server.use(async (context, next) => {
          context.request.body = JSON.parse((await bytesOf(context.req)).toString() || "null") ?? {};
          await next();
        });
      }
      server.use(koa(app));
      return listening(createServer(server.callback()));
    },
  },
  Hono: {
    upstream: ["parser"],
    async start(app, before) {
      const { Hono } = await load("hono", requireHere);
      const server = new Hono();
      if (before === "parser") server.use(async (context, next) => (await context.req.text(), next()));
      server.all("/deliveries", hono(app));
      return overNode(server.fetch);
    },
  },
  "h3 2": {
    needs: "h3",
    async start(app) {
      const { H3, toNodeHandler } = await load("h3");
      const server = new H3();
      server.all("/deliveries", h3(app));
      return listening(createServer(toNodeHandler(server)));
    },
  },
  "h3 1": {
    needs: "nitropack",
    async start(app) {
      const { createApp, defineEventHandler, toNodeListener } = await load(
        "h3",
        createRequire(new URL("./node_modules/nitropack/x.js", import.meta.url)),
      );
      const server = createApp();
      server.use("/deliveries", defineEventHandler(h3(app)));
      return listening(createServer(toNodeListener(server)));
    },
  },
  "Nest on Express": { needs: "@nestjs/core", start: async (app) => overNest(app) },
  "Nest on Fastify": {
    needs: "@nestjs/platform-fastify",
    async start(app) {
      const { FastifyAdapter } = await load("@nestjs/platform-fastify");
      return overNest(app, new FastifyAdapter());
    },
  },
  "Nest, in a controller": {
    needs: "@nestjs/core",
    async start(app) {
      await load("reflect-metadata");
      const { NestFactory } = await load("@nestjs/core");
      const { All, Controller, Module, Req, Res } = await load("@nestjs/common");
      const take = nest(app);
      class Deliveries {
        take(request, response) {
          take(request, response);
        }
      }
      Controller("/deliveries")(Deliveries);
      Req()(Deliveries.prototype, "take", 0);
      Res()(Deliveries.prototype, "take", 1);
      All()(Deliveries.prototype, "take", Object.getOwnPropertyDescriptor(Deliveries.prototype, "take"));
      class Root {}
      Module({ controllers: [Deliveries] })(Root);
      const server = await NestFactory.create(Root, { logger: false, rawBody: true });
      await server.listen(0, "127.0.0.1");
      return { port: server.getHttpServer().address().port, close: () => server.close() };
    },
  },
  "React Router": {
    needs: "react-router",
    async start(app) {
      const { createStaticHandler } = await load("react-router");
      const handle = reactRouter(app);
      const router = createStaticHandler([{ id: "deliveries", path: "/deliveries", action: handle, loader: handle }]);
      return overNode((request) => router.queryRoute(request));
    },
  },
  "Cloud Functions": onCloudFunctions("@google-cloud/functions-framework", async () => (handler) => handler),
  Firebase: onCloudFunctions("firebase-functions", async () => (await load("firebase-functions/https")).onRequest),
  "Azure Functions": {
    needs: "@azure/functions",
    async start(app) {
      const { HttpRequest } = await load("@azure/functions");
      const handler = azure(app);
      return overNode(async (request) => {
        const body = request.method === "POST" ? { bytes: new Uint8Array(await request.arrayBuffer()) } : undefined;
        const headers = Object.fromEntries(request.headers);
        const given = new HttpRequest({ method: request.method, url: request.url, headers, body });
        const { status, headers: said, body: text } = await handler(given);
        return new Response(text ?? null, { status, headers: said });
      });
    },
  },
  "Lambda, function URL": onLambda("LambdaFunctionUrlSchema"),
  "Lambda, API Gateway, payload 1": onLambda("APIGatewayProxyEventSchema"),
  "Lambda, ALB": onLambda("AlbMultiValueHeadersSchema"),
  "Lambda, VPC Lattice": onLambda("VpcLatticeV2Schema"),
  "the web's types": { start: async (app) => overNode(web(app)) },
  ...Object.fromEntries(
    Object.entries(sites).map(([name, { site, ...rest }]) => [
      name,
      { ...rest, builds: true, start: (_app, _before, world) => startSite(site, world) },
    ]),
  ),
};

/** Whether what a server needs is installed. */
export const isInstalled = ({ needs }) =>
  needs === undefined || existsSync(new URL(`./node_modules/${needs}/package.json`, import.meta.url));
