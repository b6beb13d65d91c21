import type { WebRequest } from "../abi/index.js";
import { field, type DeliverySource } from "../delivery/adapters/target.js";
import { contextHandler } from "../delivery/adapters/web.js";

/** The used part of the context of an Astro endpoint. */
export interface AstroContext {
  readonly request: WebRequest;
  readonly locals?: unknown;
}

/**
 * Signed deliveries for an Astro endpoint: `export const POST = toHandler(app)`, with `export const prerender = false`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toHandler = (source: DeliverySource): ((context: AstroContext) => Promise<Response>) =>
  contextHandler(source, (context) => {
    const locals = field(context, "locals");
    const runtime = field(locals, "runtime");
    return [field(context, "request"), field(runtime, "env"), field(runtime, "ctx"), field(locals, "cfContext")];
  });
