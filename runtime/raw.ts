/**
 * The raw client, for calls that no route function makes: openapi-fetch, typed by the description, over the pipeline of
 * every other call (credential, version, permits, retries, timeouts).
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
 * Makes a client that takes the wire's own names: `raw.GET("/api/apps/me")`. Returns a refusal as `error` with
 * `response`, as openapi-fetch does; throws an `AppsError` where no answer came.
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
  raw.use(throughPipeline(client, options));
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
const throughPipeline = (client: Client, { retry = defaultRetry }: RawOptions): Middleware => ({
  async onRequest({ request, schemaPath, options }) {
    const { method, url, signal } = request;
    const operation = described(method, schemaPath, url) ?? undescribed(method, schemaPath, retry(method, schemaPath));
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

/** Whether the body has its idempotency key. Throws for one that is empty or no text. */
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

/** Finds the operation of a request: of those on its route that its query fits, the one with the most requirements. */
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

const undescribed = (method: string, path: string, retry: Operation["retry"]): Operation => ({
  id: `${method} ${path}`,
  method: method as HttpMethod, // openapi-fetch has a function for each of these and no other
  path,
  retry,
});

/** Headers that only the pipeline sets. */
const RESERVED_HEADERS = new Set(["authorization", "cookie"]);

function headersOf(request: Request): Record<string, string> {
  return {
    accept: "application/json",
    ...Object.fromEntries([...request.headers].filter(([name]) => !RESERVED_HEADERS.has(name))),
  };
}

/** Statuses that may not have a body, not even an empty one. */
const BODYLESS = new Set([101, 103, 204, 205, 304]);

function toResponse({ status, headers, body }: TransportAnswer): Response {
  // The body has been decoded to text: headers about its bytes no longer hold.
  const { "content-encoding": _encoding, "content-length": _length, "transfer-encoding": _transfer, ...rest } = headers;
  return new Response(BODYLESS.has(status) ? null : body, { status, headers: rest });
}

/**
 * Fills a path template. Refuses an empty value, `.` and `..`, which lead to another path and openapi-fetch lets
 * through.
 */
function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/\{([^}]+)\}/g, (_whole, name: string) => {
    const value = params[name];
    if (typeof value !== "string" || value === "" || value === "." || value === "..") {
      throw new ArgumentError(`${path}: ${name} must be a non-empty string other than "." and ".."`, { route: path });
    }
    return encodeURIComponent(value);
  });
}
