import type { WebRequest } from "../abi/index.js";
import { functionHandler, type FunctionEvent, type FunctionResult } from "../delivery/adapters/function-event.js";
import type { DeliverySource } from "../delivery/adapters/target.js";
import { webHandler } from "../delivery/adapters/web.js";

export type { FunctionEvent, FunctionResult };

/**
 * Signed deliveries for a function or edge function of Netlify: `export default toHandler(app)`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toHandler = (source: DeliverySource): ((request: WebRequest, context: unknown) => Promise<Response>) =>
  webHandler(source);

/**
 * Signed deliveries for a function of Netlify's older kind: `export const handler = toEventHandler(app)`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toEventHandler = (source: DeliverySource): ((event: FunctionEvent) => Promise<FunctionResult>) =>
  functionHandler(source);
