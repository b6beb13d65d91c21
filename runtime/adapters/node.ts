import { nodeListener, type NodeListener } from "../delivery/adapters/node.js";
import type { DeliverySource } from "../delivery/adapters/target.js";

export type { NodeListener };

/**
 * Signed deliveries for `node:http`: `createServer(toHandler(app))`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toHandler = (source: DeliverySource): NodeListener => nodeListener(source, "node");
