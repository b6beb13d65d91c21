import type { IncomingMessage } from "node:http";
import type { DeliveryHandler } from "../handler/create.js";
import { pumpFrom, fromNodeRequest } from "./node.js";
import { parsedBodyMessage } from "./parsed.js";

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
 * any body parser; behind one it answers with a bare 500 and says so to `onEvent`.
 */
export function toKoaMiddleware(handler: DeliveryHandler): (context: KoaContext) => Promise<void> {
  return async (context) => {
    const { req, request } = context;
    const parsed = req.readableDidRead || ("body" in request && request.body !== undefined);
    const answer = parsed
      ? handler.misconfigured(parsedBodyMessage("koa"))
      : await handler.deliver(fromNodeRequest(req, pumpFrom(req)));
    context.status = answer.status;
    for (const [name, value] of Object.entries(answer.headers)) context.set(name, value);
    context.body = answer.body === "" ? (answer.status === 204 ? null : "") : answer.body;
    if (answer.close) context.set("connection", "close");
  };
}
