import type { DeliveryAnswer } from "../handler/answer.js";
import type { DeliveryRequest } from "../handler/request.js";
import { lostBody } from "../handler/intake.js";
import { parsedBodyMessage } from "./advice.js";
import { answerRequest, described, type DeliverySource, targetOf } from "./target.js";
import { isWebRequest } from "./web.js";

/**
 * The used part of a function's event: API Gateway (both payload versions), a function URL, an ALB, VPC Lattice, or an
 * older function of Netlify.
 */
export interface FunctionEvent {
  /** API Gateway version 1, ALB, Netlify. */
  readonly httpMethod?: string;
  /** VPC Lattice. */
  readonly method?: string;
  /** API Gateway version 2, and function URLs. */
  readonly requestContext?: { readonly http?: { readonly method?: string } };
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>> | null;
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[] | undefined>> | null;
  readonly body?: unknown;
  readonly isBase64Encoded?: boolean;
  /** VPC Lattice, version 1. */
  readonly is_base64_encoded?: boolean;
}

/** The result of such a function. */
export interface FunctionResult {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  /** Only for an ALB that sends lists: it then ignores `headers`. */
  readonly multiValueHeaders?: Record<string, string[]>;
  /** Absent with a 204: Netlify's runner makes an error of an empty one. */
  readonly body?: string;
  readonly isBase64Encoded: false;
}

/** A function that gets an event for each request. */
export function functionHandler(source: DeliverySource): (event: FunctionEvent) => Promise<FunctionResult> {
  const target = targetOf(source);
  return async (event) => {
    const answer = await answerRequest(target, () => fromEvent(event));
    return toResult(answer, event);
  };
}

function fromEvent(event: FunctionEvent | null | undefined): DeliveryRequest | string {
  const method = event?.httpMethod ?? event?.requestContext?.http?.method ?? event?.method;
  if (!event || method === undefined || isWebRequest(event))
    return `This function takes HTTP requests and was called with ${described(event)}.`;
  const text = event.body ?? "";
  const isBase64 = event.isBase64Encoded === true || event.is_base64_encoded === true;
  return {
    method,
    afterResponse: "freezes",
    headers: { ...event.headers, ...event.multiValueHeaders },
    body:
      typeof text === "string"
        ? Buffer.from(text, isBase64 ? "base64" : "utf8")
        : lostBody(parsedBodyMessage("lambda")),
  };
}

function toResult({ status, headers, body }: DeliveryAnswer, event: FunctionEvent | undefined): FunctionResult {
  const text = status === 204 ? undefined : { body };
  const result = { statusCode: status, headers: { ...headers }, ...text, isBase64Encoded: false } as const;
  if (!event?.multiValueHeaders || event.headers) return result;
  const lists = Object.entries(headers).map(([name, value]): [string, string[]] => [name, [value]]);
  return { ...result, multiValueHeaders: Object.fromEntries(lists) };
}
