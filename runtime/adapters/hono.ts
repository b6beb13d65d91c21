import type { WebRequest } from "../abi/index.js";
import { field, type DeliverySource } from "../delivery/adapters/target.js";
import { contextHandler } from "../delivery/adapters/web.js";

/** The used part of a Hono context. */
export interface HonoContext {
  readonly req: { readonly raw: WebRequest };
  readonly env: unknown;
}

/**
 * Signed deliveries for Hono, on any runtime: `server.post("/interactions", toHandler(app))`. Bindings and the context of
 * a Worker are passed on.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toHandler = (source: DeliverySource): ((context: HonoContext) => Promise<Response>) =>
  contextHandler(source, (context) => {
    // Reading `executionCtx` throws where the runtime has none.
    return [field(field(context, "req"), "raw"), field(context, "env"), field(context, "executionCtx")];
  });
