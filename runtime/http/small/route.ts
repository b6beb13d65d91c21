import type { Operation, TransportRequest } from "../../abi/index.js";
import { ArgumentError } from "../errors/kinds.js";

/** What one call comes to before credential and version are put on it. */
export interface SmallRequest extends TransportRequest {
  readonly headers: Record<string, string>;
}

/**
 * Places flat parameters into path, query and body, at every call anew and in little code: the large client's plans are
 * faster and weigh more. Both make the same requests of every operation that the description has a route for; what no
 * such operation needs (parameters in headers, bodies that are no JSON object) is refused. Throws an
 * {@link ArgumentError}.
 */
export function requestOf(
  operation: Operation,
  params: object,
  baseUrl: string,
  createClientRef = () => crypto.randomUUID() as string,
): SmallRequest {
  const { id, method, path, pathParams, idempotencyKey, accept } = operation;
  const wrong = (name: string, why: string) =>
    new ArgumentError(`${id}: ${name} ${why}`, { operation: id, route: `${method} ${path}` });
  const { headerParams, repeated, styles, bodyParam, bodyType } = operation;
  if (!path || accept || headerParams || repeated || styles || bodyParam || bodyType)
    throw wrong("it", "needs createClient()");

  const rest: Record<string, unknown> = { ...params }; // looked at by name from here on
  const take = (name: string): unknown => {
    const value = rest[name];
    delete rest[name];
    return value;
  };
  const text = (name: string, value: unknown, takes: RegExp): string => {
    if (!takes.test(typeof value)) throw wrong(name, `must be a string, got ${value === null ? value : typeof value}`);
    try {
      return encodeURIComponent(value as string); // or a number or boolean in a query, which it writes as JSON does
    } catch {
      throw wrong(name, "holds half of a surrogate pair");
    }
  };

  const target = path.replace(/\{(\w+)\}/g, (_whole, wire: string) => {
    const name = pathParams?.[wire] ?? wire;
    const value = take(name);
    if (value === undefined || value === "") throw wrong(name, "is missing or empty");
    if (value === "." || value === "..") throw wrong(name, "would climb to another path");
    return text(name, value, /string/);
  });
  for (const name of operation.needs ?? []) if (rest[name] === undefined) throw wrong(name, "is missing");
  const query = Object.entries(operation.queryConst ?? {}).map(([wire, value]) => wire + "=" + value);
  for (const [wire, name] of Object.entries(operation.queryParams ?? {})) {
    const value = take(name);
    if (value === undefined) continue;
    query.push(wire + "=" + [value].flat().map((item) => text(name, item, /string|number|boolean/)));
  }
  const url = baseUrl + target + (query[0] ? "?" + query.join("&") : "");
  const headers: Record<string, string> = { accept: "application/json" };
  if (!operation.body) return { method, url, headers };

  // Made here, once per logical send, so that every repetition carries the same.
  if (idempotencyKey) rest[idempotencyKey] ??= createClientRef();
  headers["content-type"] = "application/json";
  try {
    return { method, url, headers, body: JSON.stringify(rest) };
  } catch {
    throw wrong("the parameters", "cannot be written as JSON");
  }
}
