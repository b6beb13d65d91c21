import type { DeliveryHandler } from "../handler/create.js";
import { DeliveryConfigurationError, parsedBodyMessage } from "./parsed.js";

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
 * never. Keep `onLate` at `decline` there.
 *
 * @throws DeliveryConfigurationError when the body is no text, because a middleware has parsed it
 */
export function toLambdaHandler(handler: DeliveryHandler): (event: LambdaEvent) => Promise<LambdaResult> {
  return async (event) => {
    if (event.body !== undefined && event.body !== null && typeof event.body !== "string") {
      const message = parsedBodyMessage("lambda");
      handler.misconfigured(message);
      throw new DeliveryConfigurationError(message);
    }
    const { status, headers, body } = await handler.deliver({
      method: event.httpMethod ?? event.requestContext?.http?.method ?? "",
      headers: { ...event.headers, ...event.multiValueHeaders },
      body: Buffer.from(event.body ?? "", event.isBase64Encoded === true ? "base64" : "utf8"),
    });
    return { statusCode: status, headers: { ...headers }, body, isBase64Encoded: false };
  };
}
