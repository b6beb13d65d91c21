import type { IncomingMessage } from "node:http";
import type { DeliveryHandler } from "../handler/create.js";
import { pumpFrom, fromNodeRequest } from "./node.js";
import { DeliveryConfigurationError, parsedBodyMessage } from "./parsed.js";

/** What is used of a Koa context. */
export interface KoaContext {
  readonly req: IncomingMessage;
  /** Body parsers leave `body` on it. */
  readonly request: object;
  status: number;
  body: unknown;
  set(name: string, value: string): void;
}

/**
 * For Koa: `router.post("/deliveries", toKoaMiddleware(deliveries))`. It reads the raw bytes itself and stands before
 * any body parser.
 *
 * @throws DeliveryConfigurationError (per request) behind a body parser
 */
export function toKoaMiddleware(handler: DeliveryHandler): (context: KoaContext) => Promise<void> {
  return async (context) => {
    const { req, request } = context;
    if (req.readableDidRead || ("body" in request && request.body !== undefined)) {
      const message = parsedBodyMessage("koa");
      handler.misconfigured(message);
      throw new DeliveryConfigurationError(message);
    }
    const answer = await handler.deliver(fromNodeRequest(req, pumpFrom(req)));
    context.status = answer.status;
    for (const [name, value] of Object.entries(answer.headers)) context.set(name, value);
    context.body = answer.body === "" ? (answer.status === 204 ? null : "") : answer.body;
    if (answer.close) context.set("connection", "close");
  };
}
