import type { WebRequest } from "../abi/index.js";
import { field, type DeliverySource } from "../delivery/adapters/target.js";
import { contextHandler } from "../delivery/adapters/web.js";

/** The used part of the arguments of an action. */
export interface ActionArguments {
  readonly request: WebRequest;
  readonly context?: unknown;
}

/**
 * Signed deliveries for a resource route of React Router: `export const action = toHandler(app)`, and the same as its
 * `loader`, without which React Router answers a GET with a 400 and a stack trace.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toHandler = (source: DeliverySource): ((given: ActionArguments) => Promise<Response>) =>
  contextHandler(source, (given) => {
    const cloudflare = field(field(given, "context"), "cloudflare");
    return [field(given, "request"), field(cloudflare, "env"), field(cloudflare, "ctx")];
  });
