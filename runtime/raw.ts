/**
 * The way out for calls that no route function makes: openapi-fetch, typed by the description, over the same layers as
 * everything else (credential, version, places, retries, timeouts).
 */
import createFetchClient, { type Client as FetchClient, type Middleware } from "openapi-fetch";
import type { paths } from "../generated/paths.js";
import { operations } from "../generated/tables.js";
import type { HttpMethod, Operation, TransportAnswer, WithResponse } from "./abi/index.js";
import { tryParse } from "./http/answer.js";
import { checkKey } from "./http/request.js";
import { ArgumentError, type Client, ProtocolError } from "./http/index.js";

export type { paths } from "../generated/paths.js";

/** Options of {@link createRawClient}. */
export interface RawOptions {
  /**
   * How far a request may be repeated that the description does not know. Default: a GET is `safe`, any other `never`.
   */
  readonly retry?: (method: string, path: string) => Operation["retry"];
}

/** openapi-fetch's client for the paths of the description. */
export type RawClient = FetchClient<paths>;

/**
 * Makes a client that takes the wire's own names: `raw.GET("/api/apps/me")`. A refusal is returned as `error` with
 * `response`, as openapi-fetch has it; that no answer came is thrown, as one of our errors.
 *
 * `Paths` may be your own, for routes the description does not know.
 *
 * @example
 * const raw = createRawClient(client);
 * const { data, response } = await raw.GET("/api/servidores/{servidor}", { params: { path: { servidor } } });
 */
export function createRawClient<Paths extends {} = paths>(
  client: Client,
  options: RawOptions = {},
): FetchClient<Paths> {
  const raw = createFetchClient<Paths>({
    baseUrl: client.baseUrl,
    Request: withOwnSignal(),
    pathSerializer: fillPath,
    querySerializer: { array: { style: "form", explode: false } },
  });
  raw.use(throughLayers(client, options));
  return raw;
}

/**
 * A request that holds the caller's signal as it is. Its own class follows a signal by a listener that stays until the
 * request is collected, one for each call. Made when it is needed: Node loads its `fetch` with the global.
 */
function withOwnSignal(): typeof Request {
  return class extends Request {
    constructor(input: ConstructorParameters<typeof Request>[0], { signal, ...init }: RequestInit = {}) {
      super(input, init);
      if (signal) Object.defineProperty(this, "signal", { value: signal });
    }
  };
}

/** Answers every request itself, so that openapi-fetch never sends one. */
const throughLayers = (client: Client, { retry = defaultRetry }: RawOptions): Middleware => ({
  async onRequest({ request, schemaPath, options }) {
    const { method, url, signal } = request;
    const operation = described(method, schemaPath, url) ?? unknown(method, schemaPath, retry(method, schemaPath));
    const text = await request.text();
    const body = text === "" ? undefined : text;
    const keyed = holdsKey(operation, body);
    const handMade = {
      method,
      url,
      headers: headersOf(request),
      keyed,
      ...(body === undefined ? undefined : { body }),
    };
    const carried = await client.carry(operation, handMade, { signal }).withResponse();
    if (options.parseAs === "json") checkJson(carried, operation);
    return toResponse(carried.data);
  },
});

/** A key that is there and empty is a mistake; without one the request is not repeated. */
function holdsKey(operation: Operation, body: string | undefined): boolean {
  const { idempotencyKey: key } = operation;
  const parsed = key === undefined || body === undefined ? undefined : tryParse(body);
  if (key === undefined || typeof parsed !== "object" || parsed === null || !Object.hasOwn(parsed, key)) return false;
  return checkKey(operation, Reflect.get(parsed, key), key);
}

/** openapi-fetch throws a bare SyntaxError for a success that is not JSON. */
function checkJson(
  { status, data: { body }, attempts, requestId }: WithResponse<TransportAnswer>,
  { id, method, path }: Operation,
): void {
  if (status >= 300 || body === "" || tryParse(body) !== undefined) return;
  const asked = { operation: id, route: `${method} ${path}`, ambiguous: method !== "GET" };
  const details = { ...asked, status, attempts, requestId };
  throw new ProtocolError(`${id}: answered ${status} with something that is not JSON`, details);
}

const defaultRetry = (method: string): Operation["retry"] => (method === "GET" ? "safe" : "never");

/** Operations of the description by method and path, on which several may stand that their query tells apart. */
const known = new Map<string, readonly Operation[]>();
for (const operation of Object.values<Operation>(operations)) {
  const route = `${operation.method} ${operation.path}`;
  known.set(route, [...(known.get(route) ?? []), operation]);
}

/** The operation that a request is: of those on its route the one that needs the most of what its query has. */
function described(method: string, path: string, url: string): Operation | undefined {
  const given = new URL(url).searchParams;
  const fits = ({ queryConst = {}, queryParams = {}, needs = [] }: Operation) =>
    Object.entries(queryConst).every(([wire, value]) => given.get(wire) === value) &&
    Object.entries(queryParams).every(([wire, name]) => !needs.includes(name) || given.has(wire));
  const weight = ({ queryConst = {}, needs = [] }: Operation) => Object.keys(queryConst).length + needs.length;
  const candidates = known.get(`${method} ${path}`) ?? [];
  const [best] = candidates.filter(fits).toSorted((a, b) => weight(b) - weight(a));
  return best ?? candidates[0];
}

const unknown = (method: string, path: string, retry: Operation["retry"]): Operation => ({
  id: `${method} ${path}`,
  method: method as HttpMethod, // openapi-fetch has a function for each of these and no other
  path,
  retry,
});

/** What the layers set themselves is theirs, even if somebody passes it along. */
const OURS = new Set(["authorization", "cookie"]);

function headersOf(request: Request): Record<string, string> {
  return {
    accept: "application/json",
    ...Object.fromEntries([...request.headers].filter(([name]) => !OURS.has(name))),
  };
}

/** Statuses that may not have a body, not even an empty one. */
const BODYLESS = new Set([101, 103, 204, 205, 304]);

function toResponse({ status, headers, body }: TransportAnswer): Response {
  // The body is text already, so what was said about its bytes no longer holds.
  const { "content-encoding": _encoding, "content-length": _length, "transfer-encoding": _transfer, ...rest } = headers;
  return new Response(BODYLESS.has(status) ? null : body, { status, headers: rest });
}

/** Fills a path template. openapi-fetch's own lets the empty value, `.` and `..` through, which ask for another path. */
function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/\{([^}]+)\}/g, (_whole, name: string) => {
    const value = params[name];
    if (typeof value !== "string" || value === "" || value === "." || value === "..") {
      throw new ArgumentError(`${path}: ${name} must be a text that is not empty and no dots alone`, { route: path });
    }
    return encodeURIComponent(value);
  });
}
