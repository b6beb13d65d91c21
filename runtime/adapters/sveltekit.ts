import type { WebRequest } from "../abi/index.js";
import { field, type DeliverySource } from "../delivery/adapters/target.js";
import { contextHandler } from "../delivery/adapters/web.js";

/** The used part of the event of a SvelteKit endpoint. */
export interface SvelteKitEvent {
  readonly request: WebRequest;
  readonly platform?: unknown;
}

/**
 * Signed deliveries for SvelteKit, in a `+server.ts`: `export const POST = toHandler(app)`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toHandler = (source: DeliverySource): ((event: SvelteKitEvent) => Promise<Response>) =>
  contextHandler(source, (event) => {
    const platform = field(event, "platform");
    return [field(event, "request"), field(platform, "env"), field(platform, "ctx"), field(platform, "context")];
  });
