import { nodeListener } from "../delivery/adapters/node.js";
import type { DeliverySource } from "../delivery/adapters/target.js";

/**
 * Signed deliveries for Nest, on Express or Fastify: a controller's `@Post()` calls it with what `@Req()` and `@Res()`
 * give. The application is created with `rawBody: true`, or the handler is a middleware that stands before the parsers.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toHandler = (source: DeliverySource): ((request: object, response: object) => void) =>
  nodeListener(source, "nest");
