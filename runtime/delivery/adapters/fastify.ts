import type { IncomingMessage, ServerResponse } from "node:http";
import type { DeliveryHandler } from "../handler/create.js";
import { rawBody, fromNodeRequest, writeAnswer } from "./node.js";
import { parsedBodyMessage } from "./parsed.js";

/** What is used of a Fastify instance. */
export interface FastifyLike {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    type: string,
    parser: (request: unknown, payload: unknown, done: (error: null) => void) => void,
  ): unknown;
  all(
    path: string,
    handler: (request: { raw: IncomingMessage; body: unknown }, reply: FastifyReplyLike) => unknown,
  ): unknown;
}

/** What is used of a Fastify reply. */
export interface FastifyReplyLike {
  readonly raw: ServerResponse;
  hijack(): unknown;
}

/** Where the plugin listens. */
export interface FastifyOptions {
  /** Path of the endpoint. Default `/`, under the prefix of the registration. */
  readonly path?: string;
}

/**
 * For Fastify: `app.register(toFastifyPlugin(deliveries, { path: "/deliveries" }))`. The plugin has its own scope, in
 * which no parser touches the body; the rest of the application keeps its own.
 */
export function toFastifyPlugin(
  handler: DeliveryHandler,
  options: FastifyOptions = {},
): (instance: FastifyLike) => Promise<void> {
  return async (instance) => {
    instance.removeAllContentTypeParsers();
    instance.addContentTypeParser("*", (_request, _payload, done) => done(null));
    instance.all(options.path ?? "/", async ({ raw, body: parsed }, reply) => {
      const body = parsed === undefined || parsed === null ? rawBody(raw) : undefined;
      const answer =
        body === undefined
          ? handler.misconfigured(parsedBodyMessage("fastify"))
          : await handler.deliver(fromNodeRequest(raw, body));
      reply.hijack();
      writeAnswer(answer, reply.raw);
    });
  };
}
