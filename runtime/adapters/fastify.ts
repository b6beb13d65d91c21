import { nodeListener } from "../delivery/adapters/node.js";
import type { DeliverySource } from "../delivery/adapters/target.js";

/** The used part of a Fastify instance. */
export interface FastifyLike {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(type: string, parser: (request: unknown, payload: unknown, done: Done) => void): unknown;
  all(path: string, handler: (request: object, reply: object) => void): unknown;
}

type Done = (error: null) => void;

/**
 * Signed deliveries for Fastify: `server.register(toHandler(app, { path: "/interactions" }))`. The plugin has its own
 * scope, in which no parser touches the body; the rest of the application keeps its own. `path` is `/` by default, under
 * the prefix of the registration.
 *
 * @throws ArgumentError when it is given neither an App nor a delivery handler
 */
export function toHandler(source: DeliverySource, { path = "/" } = {}): (instance: FastifyLike) => Promise<void> {
  const listener = nodeListener(source, "fastify");
  return async (instance) => {
    instance.removeAllContentTypeParsers();
    instance.addContentTypeParser("*", (_request, _payload, done) => done(null));
    instance.all(path, listener);
  };
}
