import { functionHandler, type FunctionEvent, type FunctionResult } from "../delivery/adapters/function-event.js";
import { answerRequest, type DeliverySource, targetOf } from "../delivery/adapters/target.js";
import { fromWebRequest, type RequestLike } from "../delivery/adapters/web.js";

/**
 * Signed deliveries for a function of Netlify's older kind: `export const handler = toNetlifyEventHandler(app)`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toNetlifyEventHandler = (source: DeliverySource): ((event: FunctionEvent) => Promise<FunctionResult>) =>
  functionHandler(source);

/** An `HttpResponseInit` of Azure Functions. */
export interface AzureResponse {
  status: number;
  headers: Record<string, string>;
  body?: string;
}

/**
 * Signed deliveries for Azure Functions, programming model 4:
 * `app.http("interactions", { methods: ["POST"], authLevel: "anonymous", handler: toAzureHandler(bot) })`.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export function toAzureHandler(source: DeliverySource): (request: RequestLike) => Promise<AzureResponse> {
  const target = targetOf(source);
  return async (request) => {
    const { status, headers, body } = await answerRequest(target, () => fromWebRequest(request, []));
    return { status, headers: { ...headers }, ...(body === "" ? {} : { body }) };
  };
}

/**
 * Signed deliveries for AWS Lambda behind a function URL, API Gateway (payload 1 and 2), an ALB or VPC Lattice:
 * `export const handler = toLambdaHandler(app)`. A Lambda is frozen once it has answered: an App sends before that
 * what belongs to the interaction.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export const toLambdaHandler = (source: DeliverySource): ((event: FunctionEvent) => Promise<FunctionResult>) =>
  functionHandler(source);
