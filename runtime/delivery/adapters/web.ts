import type { WebRequest } from "../../abi/index.js";
import { abandon } from "../../abi/web.js";
import type { DeliveryAnswer } from "../handler/answer.js";
import { type BodyPump, type BodyTicket, lostBody } from "../handler/intake.js";
import type { AfterResponse, DeliveryRequest } from "../handler/request.js";
import { field, answerRequest, described, type DeliverySource, type DeliveryTarget, targetOf } from "./target.js";

/** The used part of a web request. */
export interface RequestLike {
  readonly method: string;
  readonly headers: { get(name: string): string | null };
  /** A stream of the web, of any package's types. */
  readonly body: object | null;
  readonly bodyUsed: boolean;
}

/** The message when something has read the request before. */
const bodyUsedMessage =
  "The body of this request was read before the delivery handler could see its bytes. Call the handler before any " +
  "request.json(), request.text() or body-parsing middleware of this route, and hand it the request itself.";

type WaitUntil = (work: Promise<unknown>) => void;

/**
 * A handler for a framework's context: `open` returns the request in it, followed by values that may hold bindings or a
 * `waitUntil`. Without a request in it, the context itself is taken for one.
 */
export function contextHandler<Context>(
  source: DeliverySource,
  open: (context: Context) => readonly unknown[],
): (context: Context) => Promise<Response> {
  const target = targetOf(source);
  return async (context) => {
    const [request = context, ...environment] = open(context);
    return answerWeb(target, request, environment);
  };
}

/** A handler of web requests, followed by what the runtime passes beside them. */
export function webHandler(
  source: DeliverySource,
  afterResponse?: AfterResponse,
): (request: WebRequest, ...environment: unknown[]) => Promise<Response> {
  const target = targetOf(source);
  return async (request, ...environment) => answerWeb(target, request, environment, afterResponse);
}

/** Answers one web request. */
export async function answerWeb(
  target: DeliveryTarget,
  request: unknown,
  environment: readonly unknown[],
  afterResponse?: AfterResponse,
): Promise<Response> {
  return toWebResponse(await answerRequest(target, () => fromWebRequest(request, environment, afterResponse)));
}

/** A web request as plain data, or an error message. */
export function fromWebRequest(
  request: unknown,
  environment: readonly unknown[],
  afterResponse?: AfterResponse,
): DeliveryRequest | string {
  if (!isWebRequest(request)) return notWebMessage(request);
  const { method, headers } = request;
  const body = request.body as ReadableStream<Uint8Array> | null | undefined; // bytes, as the web has them
  const bytes = body === null || body === undefined ? new Uint8Array(0) : pumpFrom(request, body);
  const isUsed = request.bodyUsed || body?.locked === true;
  const read = { method, headers, body: isUsed ? lostBody(bodyUsedMessage) : bytes };
  return withEnvironment(read, environment, afterResponse);
}

/** Whether a value has the headers of a web request. */
export const isWebRequest = (value: unknown): value is RequestLike =>
  typeof field(field(value, "headers"), "get") === "function";

/** Adds what a runtime passes beside its requests, and what it does after the response. */
export function withEnvironment(
  request: DeliveryRequest | string,
  environment: readonly unknown[],
  afterResponse?: AfterResponse,
): DeliveryRequest | string {
  if (typeof request === "string") return request;
  return { ...request, waitUntil: waitUntilOf(environment), environment, afterResponse };
}

/** The message for anything but a web request: a framework's context, an event or a request of Node. */
function notWebMessage(value: unknown): string {
  const inner = ["request", "req", "raw"].find((name) => field(value, name) !== undefined);
  const isEvent = field(value, "requestContext") !== undefined || field(value, "httpMethod") !== undefined;
  const remedy = isEvent
    ? "Events of Lambda and of Netlify's older functions have adapters of their own"
    : inner === undefined
      ? "Requests of node:http have adapters of their own"
      : `Pass its \`${inner}\`, or use the adapter of your framework,`;
  return `This handler takes a web Request, got ${described(value)}. ${remedy} from \`svc-apps/adapters\`.`;
}

function pumpFrom(request: RequestLike, stream: ReadableStream<Uint8Array>): BodyPump {
  return (ticket) => {
    if (request.bodyUsed || stream.locked) {
      ticket.lose(bodyUsedMessage); // since the request came in
      return () => undefined;
    }
    const reader = stream.getReader();
    void pump(reader, ticket);
    return () => abandon(reader);
  };
}

async function pump(reader: ReadableStreamDefaultReader<Uint8Array>, ticket: BodyTicket): Promise<void> {
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return ticket.end();
      if (!ticket.take(value)) return;
    }
  } catch {
    ticket.fail();
  }
}

/** The answer as a web response. */
export function toWebResponse({ status, headers, body, close }: DeliveryAnswer): Response {
  return new Response(body === "" ? null : body, {
    status,
    headers: close ? { ...headers, connection: "close" } : headers,
  });
}

/** The globals in which Vercel and Next keep the context of the current request. */
const CONTEXTS = ["@vercel/request-context", "@next/request-context"];

/**
 * `waitUntil` of what the runtime passes beside the request (the third argument of a Worker, the second of an edge
 * function), or of the context that Vercel and Next keep.
 */
function waitUntilOf(environment: readonly unknown[]): WaitUntil | undefined {
  for (const value of environment) {
    const found = boundWaitUntil(value);
    if (found !== undefined) return found;
  }
  for (const name of CONTEXTS) {
    const keeper = field(globalThis, Symbol.for(name));
    const get = field(keeper, "get");
    const found = typeof get === "function" ? boundWaitUntil(get.call(keeper)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function boundWaitUntil(value: unknown): WaitUntil | undefined {
  const waitUntil = field(value, "waitUntil");
  return typeof waitUntil === "function" ? (work) => void waitUntil.call(value, work) : undefined;
}
