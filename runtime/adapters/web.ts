import type { WebRequest } from "../abi/index.js";
import { webHandler } from "../delivery/adapters/web.js";
import type { DeliverySource } from "../delivery/adapters/target.js";

/** Takes the web's `Request`, and whatever the runtime passes beside it, and gives a `Response`. */
export type WebHandler = (request: WebRequest, ...environment: unknown[]) => Promise<Response>;

/**
 * Signed deliveries wherever requests are the web's: `(request) => Response`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toHandler = (source: DeliverySource): WebHandler => webHandler(source);
