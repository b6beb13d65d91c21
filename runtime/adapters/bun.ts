import type { WebRequest } from "../abi/index.js";
import type { DeliverySource } from "../delivery/adapters/target.js";
import { webHandler } from "../delivery/adapters/web.js";

/**
 * Signed deliveries for Bun: `Bun.serve({ routes: { "/interactions": { POST: toHandler(app) } } })`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toHandler = (source: DeliverySource): ((request: WebRequest) => Promise<Response>) => webHandler(source);
