import type { Operation, TransportRequest } from "../abi/index.js";
import { ArgumentError } from "./errors/index.js";
import { routeOf } from "./exchange.js";
import type { Settings } from "./options.js";
import { buildRoute } from "./route.js";

/** A request before any layer has touched it, and whether it carries its idempotency key. */
export interface BuiltRequest {
  readonly request: TransportRequest;
  readonly keyed: boolean;
}

/** Turns an operation and its flat parameters into a request. Throws an {@link ArgumentError}. */
export function buildRequest(operation: Operation, params: object, settings: Settings): BuiltRequest {
  const { target, body } = buildRoute(operation, params);
  const key = operation.idempotencyKey;
  // Made here, once per logical send, so that every repetition carries the same.
  if (body && key !== undefined && body[key] === undefined) body[key] = settings.createClientRef();
  const accept = operation.accept ?? "application/json";
  const { method } = operation;
  const url = settings.baseUrl + target;
  const { maxBodyBytes } = settings;
  const request: TransportRequest = body
    ? {
        method,
        url,
        headers: { accept, "content-type": "application/json" },
        body: json(operation, body),
        maxBodyBytes,
      }
    : { method, url, headers: { accept }, maxBodyBytes };
  return { request, keyed: key !== undefined };
}

function json(operation: Operation, body: object): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    const details = { operation: operation.id, route: routeOf(operation), cause };
    throw new ArgumentError(`${operation.id}: the parameters cannot be written as JSON`, details);
  }
}
