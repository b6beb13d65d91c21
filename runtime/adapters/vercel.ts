import type { WebRequest } from "../abi/index.js";
import { nodeListener, type NodeListener } from "../delivery/adapters/node.js";
import type { DeliverySource } from "../delivery/adapters/target.js";
import { webHandler } from "../delivery/adapters/web.js";

export type { NodeListener };

/**
 * Signed deliveries for a function of Vercel, on Node or the edge: `export const POST = toHandler(app)`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toHandler = (source: DeliverySource): ((request: WebRequest, context?: unknown) => Promise<Response>) =>
  webHandler(source);

/**
 * The same for the older shape, `export default toNodeHandler(app)`. Vercel's helpers put back the bytes that they read.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toNodeHandler = (source: DeliverySource): NodeListener => nodeListener(source, "vercel");
