import type { ClientAssumptions } from "../../generated/types.js";
import type { HttpMethod, Operation, TransportRequest } from "../abi/index.js";
import { typeName } from "../base/values.js";
import { isRounded } from "./answer.js";
import { guarded } from "./guard.js";
import { wrong } from "../abi/wrong.js";
import { type Writable } from "./call.js";

/** A request before it enters the pipeline. */
export interface BuiltRequest {
  readonly request: TransportRequest;
  /** The body, where it carries its key. */
  readonly keyed: string | undefined;
}

/** Flat parameters of a call, by name. */
export type Params = Readonly<Record<string, unknown>>;

const JSON_TYPE = "application/json";

/** Numbers beyond 2^53 have lost digits already, as 7.10 has; NaN becomes null in JSON. */
const TOO_LARGE = "is NaN, beyond 2^53 or a fraction: pass a string";

/** Frozen, and the same record for each request: the attempt middleware completes it once per credential. */
const READING = /* @__PURE__ */ Object.freeze({ accept: JSON_TYPE });
const WRITING = /* @__PURE__ */ Object.freeze({ accept: JSON_TYPE, "content-type": JSON_TYPE });

/** A header value: visible ASCII, with spaces and tabs inside. */
const HEADER_VALUE = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

/** What a request needs of its client. */
interface RequestSettings {
  readonly baseUrl: string;
  readonly maxBodyBytes: number;
  readonly createClientRef: () => string;
}

/**
 * Places flat parameters into path, query, headers and body. Throws an `ArgumentError` for a value that would not
 * arrive as it is.
 */
export function buildRequest(
  operation: Operation,
  params: object,
  { baseUrl, maxBodyBytes, createClientRef }: RequestSettings,
): BuiltRequest {
  const { method, path, pathParams, needs = [], queryConst, queryParams, accept, bodyType } = operation;
  const values = params as Params; // checked by name from here on
  for (const name of Object.keys(values))
    if (isRounded(values[name], name !== "revision")) throw wrong(operation, `${name} ${TOO_LARGE}`);
  const placed: string[] = [];
  const take = (name: string): unknown => {
    placed.push(name);
    return values[name];
  };
  const segment = (_whole: string, wire: string) => {
    const name = pathParams?.[wire] ?? wire;
    const value = take(name);
    if (value === undefined || value === "") throw wrong(operation, `${name} is missing or empty`);
    if (value === "." || value === "..") throw wrong(operation, `${name} would climb to another path`);
    return encoded(operation, name, value, /string/);
  };
  let url = baseUrl + (path.includes("{") ? path.replace(/\{([^}]*)\}/g, segment) : path);
  for (const name of needs) if (values[name] === undefined) throw wrong(operation, `${name} is missing`);
  let mark = "?";
  const add = (wire: string, text: string) => {
    url += `${mark}${wire}=${text}`;
    mark = "&";
  };
  for (const [wire, value] of entriesOf(queryConst)) add(wire, encodeURIComponent(value));
  for (const [wire, name] of entriesOf(queryParams)) {
    const value = take(name);
    // A revision is opaque: it goes back with the JSON type that the service gave it.
    const text = (item: unknown) => encoded(operation, name, item, /string|number|boolean/);
    if (value === undefined) continue;
    const texts = [value].flat().map(text);
    if (operation.repeated?.includes(name)) for (const each of texts) add(wire, each);
    else add(wire, texts.join());
  }
  const usual = operation.body ? WRITING : READING;
  let headers: Readonly<Record<string, string>> = accept ? { ...usual, accept } : usual;
  if (bodyType) headers = { ...headers, "content-type": bodyType };
  for (const [wire, name] of entriesOf(operation.headerParams)) {
    const value = take(name);
    if (value === undefined) continue;
    if (!HEADER_VALUE.test(String(value))) throw wrong(operation, `${name} holds what a header cannot carry`);
    headers = { ...headers, [wire.toLowerCase()]: String(value) };
  }
  const request: Writable<TransportRequest> = { method, url, headers, maxBodyBytes };
  if (!operation.body) return { request, keyed: undefined };

  const fields = Object.fromEntries(Object.entries(values).filter(([name]) => !placed.includes(name)));
  const keyed = fillKey(operation, fields, createClientRef);
  const body = operation.bodyParam ? fields[operation.bodyParam] : fields;
  try {
    request.body = bodyType && typeof body === "string" ? body : JSON.stringify(body);
  } catch {
    throw wrong(operation, "the parameters cannot be written as JSON");
  }
  // Quotation marks within values are escaped.
  for (const [name, value] of entriesOf(operation.neverSends)) {
    if (request.body?.includes(`"${name}":"${value}"`)) throw wrong(operation, `${name} must not be ${value}`);
  }
  return { request, keyed: keyed ? request.body : undefined };
}

/** Most operations have no record: no list is made for them. */
const entriesOf = (record: Readonly<Record<string, string>> | undefined) => (record ? Object.entries(record) : []);

/** The value encoded for an address. `takes`: the types it may have. */
function encoded(operation: Operation, name: string, value: unknown, takes: RegExp): string {
  const type = typeName(value);
  if (!takes.test(type)) {
    const hint = type === "number" ? "; ids lose digits as numbers" : "";
    throw wrong(operation, `${name} must be a string, got ${type}${hint}`);
  }
  try {
    return encodeURIComponent(value as string); // numbers and booleans are written as in JSON
  } catch {
    throw wrong(operation, `${name} holds half of a surrogate pair`);
  }
}

/**
 * Fills in the operation's idempotency key where the body has none, once per call, so that every repetition carries the
 * same. Returns whether the operation has one: only then may a request of unknown outcome be repeated.
 *
 * @throws ArgumentError for a key that is empty or no text: the service would store each repetition.
 */
function fillKey(operation: Operation, body: Record<string, unknown>, create: () => string): boolean {
  const { idempotencyKey: key } = operation;
  if (key === undefined) return false;
  const isGiven = body[key] !== undefined;
  if (!isGiven) body[key] = guarded("createClientRef", create)();
  return checkKey(operation, body[key], isGiven ? key : "createClientRef()");
}

/** True for a non-empty string; throws an `ArgumentError` that names `source` for anything else. */
export function checkKey(operation: Operation, key: unknown, source: string): boolean {
  if (typeof key === "string" && key !== "") return true;
  const what = key === "" ? "an empty text" : typeName(key);
  throw wrong(operation, `${source} must be a non-empty string, got ${what}`);
}

/** The parameters that the description has in the body, wherever an assumption sends them. */
export function bodyFields(operation: Operation, params: Params): unknown {
  const { pathParams, queryParams, headerParams, bodyParam, placement = {} } = operation;
  if (bodyParam) return params[bodyParam];
  const elsewhere = Object.values({ ...pathParams, ...queryParams, ...headerParams });
  const isField = (name: string) => Object.hasOwn(placement, name) || !elsewhere.includes(name);
  return Object.fromEntries(Object.entries(params).filter(([name, value]) => isField(name) && value !== undefined));
}

/**
 * The operation under the assumptions: with their route where the description has none, and with the parameters that
 * they send in the query. Throws an `ArgumentError` where a route is missing.
 */
export function asAssumed(operation: Operation, assumptions: ClientAssumptions): Operation {
  const { routeAssumption, placement } = operation;
  // The description names the assumptions.
  const readingOf = (key: string) => assumptions[key as keyof ClientAssumptions];
  if (routeAssumption) return withGivenRoute(operation, routeAssumption, readingOf(routeAssumption));
  if (!placement) return operation;
  const moved = Object.keys(placement).filter((name) => readingOf(placement[name] ?? "") === "query");
  if (moved.length === 0) return operation;
  return {
    ...operation,
    queryParams: { ...operation.queryParams, ...Object.fromEntries(moved.map((name) => [name, name])) },
  };
}

const ROUTE = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)$/;

/** With a route of method and path template, for example `POST /things/{coisa}`. */
function withGivenRoute(operation: Operation, assumption: string, route: unknown): Operation {
  if (typeof route !== "string") {
    throw wrong(operation, `its route is not documented; set assumptions.${assumption}`);
  }
  const [, method, path] = ROUTE.exec(route) ?? [];
  const missing = Object.keys(operation.pathParams ?? {}).filter((wire) => !path?.includes(`{${wire}}`));
  if (!path || missing.length > 0) {
    const why = path ? `has no {${missing.join("} and no {")}}` : "is not of the form METHOD /path";
    throw wrong(operation, `the route in assumptions.${assumption} ${why}`);
  }
  return { ...operation, method: method as HttpMethod, path }; // ROUTE names nothing but methods
}
