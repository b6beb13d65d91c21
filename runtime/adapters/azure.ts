import { answerRequest, type DeliverySource, targetOf } from "../delivery/adapters/target.js";
import { fromWebRequest, type RequestLike } from "../delivery/adapters/web.js";

export type { RequestLike as AzureRequest };

/** An `HttpResponseInit` of Azure Functions. */
export interface AzureResponse {
  status: number;
  headers: Record<string, string>;
  body?: string;
}

/**
 * Signed deliveries for Azure Functions, programming model 4:
 * `app.http("interactions", { methods: ["POST"], authLevel: "anonymous", handler: toHandler(bot) })`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export function toHandler(source: DeliverySource): (request: RequestLike) => Promise<AzureResponse> {
  const target = targetOf(source);
  return async (request) => {
    const { status, headers, body } = await answerRequest(target, () => fromWebRequest(request, []));
    return { status, headers: { ...headers }, ...(body === "" ? {} : { body }) };
  };
}
