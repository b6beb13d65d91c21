import type { WebRequest } from "../abi/index.js";
import { field, type DeliverySource } from "../delivery/adapters/target.js";
import { contextHandler } from "../delivery/adapters/web.js";

/** What is used of the arguments of an action. */
export interface ActionArguments {
  readonly request: WebRequest;
  readonly context?: unknown;
}

/**
 * Signed deliveries for a resource route of React Router: `export const action = toHandler(app)`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toHandler = (source: DeliverySource): ((given: ActionArguments) => Promise<Response>) =>
  contextHandler(source, (given) => {
    const cloudflare = field(field(given, "context"), "cloudflare");
    return [field(given, "request"), field(cloudflare, "env"), field(cloudflare, "ctx")];
  });
