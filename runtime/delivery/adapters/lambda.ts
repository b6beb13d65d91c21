import type { DeliveryHandler } from "../handler/create.js";
import type { DeliveryRequest } from "../handler/request.js";
import { parsedBodyMessage } from "./parsed.js";

/** What is used of an event of API Gateway (either payload version) or of a function URL. */
export interface LambdaEvent {
  /** Version 1 of the payload. */
  readonly httpMethod?: string;
  /** Version 2 of the payload, and function URLs. */
  readonly requestContext?: { readonly http?: { readonly method?: string } };
  readonly headers?: Readonly<Record<string, string | undefined>> | null;
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[] | undefined>> | null;
  readonly body?: unknown;
  readonly isBase64Encoded?: boolean;
}

/** What a proxy integration expects back. */
export interface LambdaResult {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly isBase64Encoded: false;
}

/**
 * For AWS Lambda behind API Gateway or a function URL: `export const handler = toLambdaHandler(deliveries)`.
 *
 * A Lambda is frozen once it has answered: what a handler still does after its deadline runs with the next event, or
 * never. Keep `onLate` at `decline` there. Where a middleware has parsed the body, it answers with a bare 500 and says
 * so to `onEvent`.
 */
export function toLambdaHandler(handler: DeliveryHandler): (event: LambdaEvent) => Promise<LambdaResult> {
  return async (event) => {
    const text = event.body ?? "";
    const { status, headers, body } =
      typeof text === "string"
        ? await handler.deliver(fromLambdaEvent(event, text))
        : handler.misconfigured(parsedBodyMessage("lambda"));
    return { statusCode: status, headers: { ...headers }, body, isBase64Encoded: false };
  };
}

function fromLambdaEvent(event: LambdaEvent, text: string): DeliveryRequest {
  return {
    method: event.httpMethod ?? event.requestContext?.http?.method ?? "",
    headers: { ...event.headers, ...event.multiValueHeaders },
    body: Buffer.from(text, event.isBase64Encoded === true ? "base64" : "utf8"),
  };
}
