import type { WebRequest } from "../abi/index.js";
import type { DeliverySource } from "../delivery/adapters/target.js";
import { webHandler } from "../delivery/adapters/web.js";

/** What a Worker exports. */
export interface WorkerHandler {
  fetch(request: WebRequest, env: unknown, context: unknown): Promise<Response>;
}

/**
 * Signed deliveries for Cloudflare Workers: `export default toHandler(app)`. Work that outlasts an answer is passed to
 * `waitUntil` of the context.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toHandler = (source: DeliverySource): WorkerHandler => ({ fetch: webHandler(source) });
