import type { Operation, Payload, TransportRequest, WrittenBody } from "../abi/index.js";
import { headerText, type Pair, pairsOf, pathText } from "../abi/styles.js";
import { isAppsError, wrong } from "../http/parts.js";
import { writeBody } from "./body.js";

/** The request of a call before credentials are put on it. */
export interface CallerRequest {
  readonly request: TransportRequest;
  /** A body that is not a string; `request.body` is absent then. */
  readonly payload: Payload | undefined;
  /** The body, where it carries the operation's idempotency key; empty for a payload. */
  readonly keyed: string | undefined;
}

/** The generated parameter that chooses between the media types of a body. */
const BODY_TYPE = "contentType";

/** Characters that `fetch` refuses in headers. */
const NOT_IN_HEADERS = /[\0\r\n\u0100-\uffff]/;

/** Turns an operation and its flat parameters into a request. Throws an `ArgumentError`. */
export function callerRequest(operation: Operation, params: object, baseUrl: string): CallerRequest {
  try {
    return buildRequest(operation, params, baseUrl);
  } catch (cause) {
    // An invalid Date, half of a surrogate pair, or a circular object.
    throw isAppsError(cause) ? cause : wrong(operation, "a parameter cannot be written", cause);
  }
}

function buildRequest(operation: Operation, params: object, baseUrl: string): CallerRequest {
  const left = new Map<string, unknown>(Object.entries(params));
  const { idempotencyKey } = operation;
  if (idempotencyKey !== undefined && left.get(idempotencyKey) === undefined)
    left.set(idempotencyKey, crypto.randomUUID());
  const take = (name: string): unknown => {
    const value = left.get(name);
    left.delete(name);
    return value;
  };
  for (const name of operation.needs ?? [])
    if (left.get(name) === undefined) throw wrong(operation, `${name} is missing`);
  const url = new URL(baseUrl + filledPath(operation, take));
  url.search = queryOf(operation, take, url.search);
  const headers: Record<string, string> = {};
  for (const [wire, name] of Object.entries(operation.headerParams ?? {})) {
    const value = take(name) ?? undefined;
    if (value === undefined) continue;
    const text = headerText(value, operation.styles?.[name]);
    headers[wire.toLowerCase()] = checkedHeader(operation, name, text);
  }
  const cookies = Object.entries(operation.cookieParams ?? {}).flatMap(([wire, name]): readonly Pair[] => {
    return pairsOf(wire, take(name), operation.styles?.[name]);
  });
  if (cookies.length > 0)
    headers["cookie"] = cookies.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; ");
  headers["accept"] = operation.accept ?? "application/json, */*;q=0.5";
  const { body, contentType } = bodyOf(operation, left, take) ?? {};
  if (contentType !== undefined) headers["content-type"] = contentType;
  const request = { method: operation.method, url: url.href, headers };
  const isKeyed = idempotencyKey !== undefined;
  if (typeof body === "string") {
    return { request: { ...request, body }, payload: undefined, keyed: isKeyed ? body : undefined };
  }
  return { request, payload: body, keyed: isKeyed ? "" : undefined };
}

/** The value of a header. Throws an `ArgumentError` for one that none can have. */
export function checkedHeader(operation: Operation, name: string, text: string): string {
  if (NOT_IN_HEADERS.test(text)) throw wrong(operation, `${name} cannot be a header: ${JSON.stringify(text)}`);
  return text;
}

type Take = (name: string) => unknown;

function filledPath(operation: Operation, take: Take): string {
  return operation.path.replace(/\{([^}]*)\}/g, (_, wire: string) => {
    const name = operation.pathParams?.[wire] ?? wire;
    const value = take(name);
    if (value === undefined || value === null) throw wrong(operation, `${name} is missing`);
    const text = pathText(wire, value, operation.styles?.[name]);
    // An empty segment, or one of dots, leads to another path.
    if (/^\.{0,2}$/.test(text)) throw wrong(operation, `${name} cannot be ${JSON.stringify(value)}`);
    return text;
  });
}

function queryOf(operation: Operation, take: Take, existing: string): string {
  const pairs: string[] = existing ? [existing.slice(1)] : [];
  const add = (name: string, encoded: string): void => void pairs.push(`${encodeURIComponent(name)}=${encoded}`);
  for (const [name, value] of Object.entries(operation.queryConst ?? {})) add(name, encodeURIComponent(value));
  for (const [wire, name] of Object.entries(operation.queryParams ?? {})) {
    const value = take(name);
    const style = operation.styles?.[name] ?? (operation.repeated?.includes(name) === true ? "repeated" : undefined);
    const encode = operation.reserved?.includes(name) === true ? encodeReserved : encodeURIComponent;
    for (const [key, text] of pairsOf(wire, value, style, encode)) add(key, text);
  }
  return pairs.join("&");
}

/** Leaves the reserved characters of RFC 3986 as they are, except those that would end the value or the query. */
function encodeReserved(value: string): string {
  return encodeURIComponent(value).replace(/%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B|5B|5D)/g, decodeURIComponent);
}

/** The fields of a body by their names on the wire. */
function fieldsOf({ bodyNames = {} }: Operation, left: ReadonlyMap<string, unknown>): object {
  const wire = new Map(Object.entries(bodyNames).map(([name, called]) => [called, name]));
  return Object.fromEntries([...left].map(([name, value]) => [wire.get(name) ?? name, value]));
}

function bodyOf(operation: Operation, left: ReadonlyMap<string, unknown>, take: Take): WrittenBody | undefined {
  const { body, bodyParam, bodyTypes } = operation;
  if (body === undefined && bodyParam === undefined) return undefined;
  const chosen = bodyTypes === undefined ? undefined : take(BODY_TYPE);
  const mediaType = typeof chosen === "string" ? chosen : (bodyTypes?.[0] ?? operation.bodyType ?? "application/json");
  const value = bodyParam === undefined ? fieldsOf(operation, left) : take(bodyParam);
  const isLeftOut =
    bodyParam === undefined && body === "optional" && [...left.values()].every((one) => one === undefined);
  if (value === undefined || isLeftOut) return undefined;
  return writeBody(value, mediaType, operation);
}
