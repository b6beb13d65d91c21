import type { IncomingMessage, ServerResponse } from "node:http";
import type { DeliveryAnswer } from "../handler/answer.js";
import type { DeliveryHandler } from "../handler/create.js";
import type { BodyPump } from "../handler/intake.js";
import type { DeliveryRequest } from "../handler/request.js";
import { parsedBodyMessage } from "./parsed.js";

/** What `node:http`, Express and Connect call. */
export type NodeListener = (request: NodeRequest, response: ServerResponse) => void;

/** A request of `node:http`, with what a body parser may have left on it. */
export type NodeRequest = IncomingMessage & { readonly body?: unknown; readonly app?: unknown };

/**
 * For `node:http` and Express (also Connect and everything of that shape):
 * `createServer(toNodeListener(deliveries))`, `app.post("/deliveries", toNodeListener(deliveries))`.
 *
 * It reads the raw bytes itself. In Express it stands before `express.json()`, or gets its bytes from
 * `express.raw({ type: "application/json" })`; behind a parser it answers with a bare 500 and says so to `onEvent`, never
 * to Express, which would show the error to whoever asked.
 */
export function toNodeListener(handler: DeliveryHandler): NodeListener {
  return (request, response) => {
    const body = rawBody(request);
    if (body === undefined) return writeAnswer(handler.misconfigured(parsedBodyMessage("express", request)), response);
    void handler.deliver(fromNodeRequest(request, body)).then((answer) => writeAnswer(answer, response));
  };
}

/** A `node:http` request as plain data. */
export function fromNodeRequest(request: IncomingMessage, body: DeliveryRequest["body"]): DeliveryRequest {
  return { method: request.method ?? "", headers: request.headersDistinct, body };
}

/** The bytes, or what reads them; `undefined` when somebody was there before us. */
export function rawBody(request: NodeRequest): Uint8Array | BodyPump | undefined {
  if (request.body instanceof Uint8Array) return request.body;
  return request.body !== undefined || request.readableDidRead ? undefined : pumpFrom(request);
}

/** Reads a stream of `node:http`, piece by piece; stopping leaves the rest unread. */
export function pumpFrom(request: IncomingMessage): BodyPump {
  return (ticket) => {
    const stop = (): void => {
      request.off("data", take).off("end", ticket.end).off("error", ticket.fail).off("close", ticket.fail);
      request.pause();
    };
    const take = (piece: Uint8Array): void => {
      if (!ticket.take(piece)) stop();
    };
    request.on("data", take).on("end", ticket.end).on("error", ticket.fail).on("close", ticket.fail);
    return stop;
  };
}

/** Writes an answer. After a body that was not read to its end, Node closes the connection behind it. */
export function writeAnswer(answer: DeliveryAnswer, response: ServerResponse): void {
  if (response.headersSent || response.destroyed) return;
  const length = Buffer.byteLength(answer.body);
  const headers = answer.status === 204 ? answer.headers : { ...answer.headers, "content-length": String(length) };
  response.writeHead(answer.status, answer.close ? { ...headers, connection: "close" } : headers);
  response.end(answer.body);
}
