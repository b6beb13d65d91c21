import type { WebRequest } from "../abi/index.js";
import { nodeListener, type NodeListener } from "../delivery/adapters/node.js";
import type { DeliverySource } from "../delivery/adapters/target.js";
import { contextHandler } from "../delivery/adapters/web.js";

export type { NodeListener };

/**
 * Signed deliveries for a route handler of Next, on Node or the edge: `export const POST = toHandler(app)`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toHandler = (source: DeliverySource): ((request: WebRequest) => Promise<Response>) =>
  contextHandler(source, (request) => [request]);

/**
 * Signed deliveries for an API route under `pages/`: `export default toPagesHandler(app)`, and beside it
 * `export const config = { api: { bodyParser: false } }`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toPagesHandler = (source: DeliverySource): NodeListener => nodeListener(source, "next");
