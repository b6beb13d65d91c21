import type { Assumptions } from "../../generated/types.js";
import type { Operation, TransportRequest } from "../abi/index.js";
import { ArgumentError } from "./errors/index.js";
import { routeOf } from "./exchange.js";
import type { Settings } from "./options.js";
import { buildRoute, type Params } from "./route.js";

/** A request before any layer has touched it, and whether it carries its idempotency key. */
export interface BuiltRequest {
  readonly request: TransportRequest;
  readonly keyed: boolean;
}

/** Turns an operation and its flat parameters into a request. Throws an {@link ArgumentError}. */
export function buildRequest(operation: Operation, params: object, settings: Settings): BuiltRequest {
  // Parameters come from generated, typed functions; from here on they are looked at by name.
  const values = params as Params;
  const { target, headers, body } = buildRoute(operation, values, (name) => isInQuery(operation, name, settings));
  const key = operation.idempotencyKey;
  // Made here, once per logical send, so that every repetition carries the same.
  if (body && key !== undefined && body[key] === undefined) body[key] = settings.createClientRef();
  const { baseUrl, maxBodyBytes } = settings;
  const request = { method: operation.method, url: baseUrl + target, headers, maxBodyBytes };
  return { request: body ? { ...request, body: written(operation, body) } : request, keyed: key !== undefined };
}

function isInQuery({ placement }: Operation, name: string, { assumptions }: Settings): boolean {
  const key = placement?.[name];
  // The description names the assumption; it is one of those whose readings are "body" and "query".
  return key !== undefined && assumptions[key as keyof Assumptions] === "query";
}

/** The body as text. Only JSON is built here; a body of another type comes as text already. */
function written(operation: Operation, fields: Readonly<Record<string, unknown>>): string {
  const value = operation.bodyParam === undefined ? fields : fields[operation.bodyParam];
  if (operation.bodyType !== undefined && typeof value === "string") return value;
  try {
    return JSON.stringify(value);
  } catch (cause) {
    const details = { operation: operation.id, route: routeOf(operation), cause };
    throw new ArgumentError(`${operation.id}: the parameters cannot be written as JSON`, details);
  }
}
