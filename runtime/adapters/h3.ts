import { parsedBodyMessage } from "../delivery/adapters/advice.js";
import { field, answerRequest, type DeliverySource, targetOf } from "../delivery/adapters/target.js";
import { fromNodeRequest } from "../delivery/adapters/node.js";
import { fromWebRequest, isWebRequest, toWebResponse, withEnvironment } from "../delivery/adapters/web.js";
import type { DeliveryRequest } from "../delivery/handler/request.js";

/**
 * Signed deliveries for h3 (1 and 2) and Nitro: `export default defineEventHandler(toHandler(app))`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export function toHandler(source: DeliverySource): (event: object) => Promise<Response> {
  const target = targetOf(source);
  return async (event) => toWebResponse(await answerRequest(target, () => read(event)));
}

/** The web's request of h3 2 and of edge presets, or Node's of h3 1, whose presets keep the body in the event. */
function read(event: object): DeliveryRequest | string {
  const environment = [field(field(field(event, "context"), "cloudflare"), "env"), event];
  const web = [field(event, "req"), field(field(event, "web"), "request")].find(isWebRequest);
  if (web !== undefined) return fromWebRequest(web, environment);
  const kept = { rawBody: field(event, "_requestBody") };
  const request = field(field(event, "node"), "req") ?? event;
  return withEnvironment(fromNodeRequest(request, parsedBodyMessage("h3"), kept), environment);
}
