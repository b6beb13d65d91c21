import { functionHandler, type FunctionEvent, type FunctionResult } from "../delivery/adapters/function-event.js";
import type { DeliverySource } from "../delivery/adapters/target.js";

export type { FunctionEvent, FunctionResult };

/**
 * Signed deliveries for AWS Lambda behind a function URL, API Gateway (payload 1 and 2), an ALB or VPC Lattice:
 * `export const handler = toHandler(app)`. A Lambda is frozen once it has answered: what a handler still does then runs
 * with the next event, or never.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toHandler = (source: DeliverySource): ((event: FunctionEvent) => Promise<FunctionResult>) =>
  functionHandler(source);
