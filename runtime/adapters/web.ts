import type { WebRequest } from "../abi/index.js";
import { field, type DeliverySource } from "../delivery/adapters/target.js";
import { contextHandler, webHandler } from "../delivery/adapters/web.js";

/** Takes the web's `Request`, and whatever the runtime passes beside it, and gives a `Response`. */
export type WebHandler = (request: WebRequest, ...environment: unknown[]) => Promise<Response>;

/**
 * Signed deliveries wherever requests are the web's: `(request) => Response`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toWebHandler = (source: DeliverySource): WebHandler => webHandler(source);

/** The used part of the context of an Astro endpoint. */
export interface AstroContext {
  readonly request: WebRequest;
  readonly locals?: unknown;
}

/**
 * Signed deliveries for an Astro endpoint: `export const POST = toAstroHandler(app)`, with `export const prerender = false`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toAstroHandler = (source: DeliverySource): ((context: AstroContext) => Promise<Response>) =>
  contextHandler(source, (context) => {
    const locals = field(context, "locals");
    const runtime = field(locals, "runtime");
    return [field(context, "request"), field(runtime, "env"), field(runtime, "ctx"), field(locals, "cfContext")];
  });

/**
 * Signed deliveries for Bun: `Bun.serve({ routes: { "/interactions": { POST: toBunHandler(app) } } })`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toBunHandler = (source: DeliverySource): ((request: WebRequest) => Promise<Response>) =>
  webHandler(source);

/** What a Worker exports. */
export interface WorkerHandler {
  fetch(request: WebRequest, env: unknown, context: unknown): Promise<Response>;
}

/**
 * Signed deliveries for Cloudflare Workers: `export default toCloudflareHandler(app)`. Work that outlasts an answer is passed to
 * `waitUntil` of the context.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toCloudflareHandler = (source: DeliverySource): WorkerHandler => ({
  fetch: webHandler(source, "freezes"),
});

/**
 * Signed deliveries for Deno: `Deno.serve(toDenoHandler(app))`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toDenoHandler = (source: DeliverySource): ((request: WebRequest) => Promise<Response>) =>
  webHandler(source);

/** The used part of a Hono context. */
export interface HonoContext {
  readonly req: { readonly raw: WebRequest };
  readonly env: unknown;
}

/**
 * Signed deliveries for Hono, on any runtime: `server.post("/interactions", toHonoHandler(app))`. Bindings and the context of
 * a Worker are passed on.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toHonoHandler = (source: DeliverySource): ((context: HonoContext) => Promise<Response>) =>
  contextHandler(source, (context) => {
    // Reading `executionCtx` throws where the runtime has none.
    return [field(field(context, "req"), "raw"), field(context, "env"), field(context, "executionCtx")];
  });

/**
 * Signed deliveries for a route handler of Next, on Node or the edge: `export const POST = toNextHandler(app)`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toNextHandler = (source: DeliverySource): ((request: WebRequest) => Promise<Response>) =>
  contextHandler(source, (request) => [request]);

/** The used part of the arguments of an action. */
export interface ActionArguments {
  readonly request: WebRequest;
  readonly context?: unknown;
}

/**
 * Signed deliveries for a resource route of React Router: `export const action = toReactRouterHandler(app)`, and the same as its
 * `loader`, without which React Router answers a GET with a 400 and a stack trace.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toReactRouterHandler = (source: DeliverySource): ((given: ActionArguments) => Promise<Response>) =>
  contextHandler(source, (given) => {
    const cloudflare = field(field(given, "context"), "cloudflare");
    return [field(given, "request"), field(cloudflare, "env"), field(cloudflare, "ctx")];
  });

/** The used part of the event of a SvelteKit endpoint. */
export interface SvelteKitEvent {
  readonly request: WebRequest;
  readonly platform?: unknown;
}

/**
 * Signed deliveries for SvelteKit, in a `+server.ts`: `export const POST = toSvelteKitHandler(app)`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toSvelteKitHandler = (source: DeliverySource): ((event: SvelteKitEvent) => Promise<Response>) =>
  contextHandler(source, (event) => {
    const platform = field(event, "platform");
    return [field(event, "request"), field(platform, "env"), field(platform, "ctx"), field(platform, "context")];
  });

/**
 * Signed deliveries for a function of Vercel, on Node or the edge: `export const POST = toVercelHandler(app)`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toVercelHandler = (
  source: DeliverySource,
): ((request: WebRequest, context?: unknown) => Promise<Response>) => webHandler(source, "freezes");

/**
 * Signed deliveries for a function or edge function of Netlify: `export default toNetlifyHandler(app)`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toNetlifyHandler = (
  source: DeliverySource,
): ((request: WebRequest, context: unknown) => Promise<Response>) => webHandler(source, "freezes");
