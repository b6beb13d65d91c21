import { parsedBodyMessage } from "../delivery/adapters/advice.js";
import {
  closing,
  fromNodeRequest,
  nodeListener,
  type NodeListener,
  type NodeRequest,
  type NodeResponse,
} from "../delivery/adapters/node.js";
import { answerRequest, type DeliverySource, field, targetOf } from "../delivery/adapters/target.js";
import { fromWebRequest, isWebRequest, toWebResponse, withEnvironment } from "../delivery/adapters/web.js";
import type { DeliveryRequest } from "../delivery/handler/request.js";

/**
 * Signed deliveries for `node:http`: `createServer(toNodeHandler(app))`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toNodeHandler = (source: DeliverySource): NodeListener => nodeListener(source, "node");

/**
 * Signed deliveries for Express 4 and 5, and Connect: `server.post("/interactions", toExpressHandler(app))`. It stands before
 * `express.json()`, gets its bytes from `express.raw({ type: "application/json" })`, or finds them kept as `rawBody`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toExpressHandler = (source: DeliverySource): NodeListener => nodeListener(source, "express");

/** The used part of a Fastify instance. */
export interface FastifyLike {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(type: string, parser: (request: unknown, payload: unknown, done: Done) => void): unknown;
  all(path: string, handler: (request: object, reply: object) => void): unknown;
}

type Done = (error: null) => void;

/**
 * Signed deliveries for Fastify: `server.register(toFastifyPlugin(app, { path: "/interactions" }))`. The plugin has its own
 * scope, in which no parser touches the body; the rest of the application keeps its own. `path` is `/` by default, under
 * the prefix of the registration.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export function toFastifyPlugin(source: DeliverySource, { path = "/" } = {}): (instance: FastifyLike) => Promise<void> {
  const listener = nodeListener(source, "fastify");
  return async (instance) => {
    instance.removeAllContentTypeParsers();
    instance.addContentTypeParser("*", (_request, _payload, done) => done(null));
    instance.all(path, listener);
  };
}

/**
 * Signed deliveries for Google Cloud Functions and Firebase: `http("interactions", toCloudFunctionsHandler(app))`,
 * `export const interactions = onRequest(toCloudFunctionsHandler(app))`. Both keep the bytes of a request as `rawBody`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toCloudFunctionsHandler = (source: DeliverySource): NodeListener => nodeListener(source, "gcf", "freezes");

/**
 * Signed deliveries for h3 (1 and 2) and Nitro: `export default defineEventHandler(toH3Handler(app))`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export function toH3Handler(source: DeliverySource): (event: object) => Promise<Response> {
  const target = targetOf(source);
  return async (event) => toWebResponse(await answerRequest(target, () => read(event)));
}

/** The web's request of h3 2 and of edge presets, or Node's of h3 1, whose presets keep the body in the event. */
function read(event: object): DeliveryRequest | string {
  const environment = [field(field(field(event, "context"), "cloudflare"), "env"), event];
  const web = [field(event, "req"), field(field(event, "web"), "request")].find(isWebRequest);
  if (web !== undefined) return fromWebRequest(web, environment);
  const kept = { rawBody: field(event, "_requestBody") };
  const request = field(field(event, "node"), "req") ?? event;
  return withEnvironment(fromNodeRequest(request, parsedBodyMessage("h3"), kept), environment);
}

/** The used part of a Koa context; body parsers leave `body` on its `request`, and some `rawBody`. */
export interface KoaContext {
  readonly req: NodeRequest;
  readonly res: Pick<NodeResponse, "on">;
  readonly request: object;
  status: number;
  body: unknown;
  set(headers: Record<string, string>): void;
}

/**
 * Signed deliveries for Koa: `router.post("/interactions", toKoaHandler(app))`. It stands before any body parser, or finds
 * the bytes kept as `rawBody`, as koa-bodyparser does.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export function toKoaHandler(source: DeliverySource): (context: KoaContext) => Promise<void> {
  const [target, message] = [targetOf(source), parsedBodyMessage("koa")];
  return async (context) => {
    const read = () => fromNodeRequest(field(context, "req") ?? context, message, field(context, "request"));
    const { status, headers, body, close } = await answerRequest(target, read);
    if (typeof field(context, "set") !== "function") return; // no context of Koa's, as was reported
    Object.assign(context, { status, body: status === 204 ? null : body });
    context.set(close ? { ...headers, ...closing(context.res) } : { ...headers });
  };
}

/**
 * Signed deliveries for Nest, on Express or Fastify: a controller's `@Post()` calls it with what `@Req()` and `@Res()`
 * give. The application is created with `rawBody: true`, or the handler is a middleware that stands before the parsers.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toNestHandler = (source: DeliverySource): ((request: object, response: object) => void) =>
  nodeListener(source, "nest");

/**
 * Signed deliveries for an API route under `pages/`: `export default toNextPagesHandler(app)`, and beside it
 * `export const config = { api: { bodyParser: false } }`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toNextPagesHandler = (source: DeliverySource): NodeListener => nodeListener(source, "next");

/**
 * Signed deliveries for Vercel's older shape of a function: `export default toVercelNodeHandler(app)`. Vercel's helpers put back
 * the bytes that they read.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toVercelNodeHandler = (source: DeliverySource): NodeListener => nodeListener(source, "vercel", "freezes");
