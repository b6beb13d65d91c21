import { nodeListener, type NodeListener } from "../delivery/adapters/node.js";
import type { DeliverySource } from "../delivery/adapters/target.js";

export type { NodeListener };

/**
 * Signed deliveries for Google Cloud Functions and Firebase: `http("interactions", toHandler(app))`,
 * `export const interactions = onRequest(toHandler(app))`. Both keep the bytes of a request as `rawBody`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toHandler = (source: DeliverySource): NodeListener => nodeListener(source, "gcf");
