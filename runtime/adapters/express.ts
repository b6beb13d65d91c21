import { nodeListener, type NodeListener } from "../delivery/adapters/node.js";
import type { DeliverySource } from "../delivery/adapters/target.js";

export type { NodeListener };

/**
 * Signed deliveries for Express 4 and 5, and Connect: `server.post("/interactions", toHandler(app))`. It stands before
 * `express.json()`, gets its bytes from `express.raw({ type: "application/json" })`, or finds them kept as `rawBody`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toHandler = (source: DeliverySource): NodeListener => nodeListener(source, "express");
