import { invalidInput, notFound, missingCredential, SandboxRefusal } from "../refusal.js";
import { given } from "../json.js";
import { operations, reactionRouteOf, type RouteOperation, brand, sandboxHeader } from "../spec.js";
import { skewMs } from "../faults/rules.js";
import { mailboxExpired, wasOf } from "../gateway/mailboxes.js";
import type { Tx } from "../machine/tx.js";
import { readBearer, requireBearer } from "../rules/credentials.js";
import { checkRefusal, checkRequest } from "../validation.js";
import type { Actor, CredentialRecord, Json } from "../world/records.js";
import { readBody, noContent, type RestResult } from "./call.js";
import type { WireAnswer, WireRequest } from "../wire.js";
import { handlers, listSigningKeys } from "./handlers/index.js";

/** A request recognized: which operation, and what its path and query say. */
export interface Match {
  readonly operation: RouteOperation;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

interface Route {
  readonly operation: RouteOperation;
  readonly segments: readonly string[];
}

/** Routes by method and number of path segments. */
export type RouteTable = ReadonlyMap<string, readonly Route[]>;

const tables = new Map<string | null, RouteTable>();

/** The table of all operations; `reactionRoute` ("POST /…") gives the reaction toggle its place, if any. */
export function routeTable(reactionRoute: string | null): RouteTable {
  const known = tables.get(reactionRoute);
  if (known !== undefined) return known;
  const table = new Map<string, Route[]>();
  tables.set(reactionRoute, table);
  for (const operation of placed(reactionRoute)) {
    const segments = operation.path.split("/");
    const key = `${operation.method} ${segments.length}`;
    table.set(key, [...(table.get(key) ?? []), { operation, segments }]);
  }
  return table;
}

function placed(reactionRoute: string | null): readonly RouteOperation[] {
  return Object.values<RouteOperation>(operations).flatMap((operation) => {
    if (operation.path !== "") return [operation];
    const route = reactionRouteOf(reactionRoute ?? "");
    return route === undefined ? [] : [{ ...operation, ...route }];
  });
}

/** Finds the operation of a request, or refuses. */
export function matchRoute(table: RouteTable, method: string, url: string): Match {
  const segments = pathOnly(url).split("/");
  const query = queryOf(url);
  const candidates = (table.get(`${method} ${segments.length}`) ?? []).flatMap(({ operation, segments: pattern }) => {
    const path = readPath(operation, pattern, segments);
    return path === undefined ? [] : [{ operation, path, query }];
  });
  const [match] =
    candidates.length > 1 ? candidates.filter(({ operation }) => fitsQuery(operation, query)) : candidates;
  if (match !== undefined) return match;
  throw candidates.length > 1 ? invalidInput("format is json or left out.") : notFound(`route ${method}`);
}

function queryOf(url: string): Readonly<Record<string, string>> {
  const at = url.indexOf("?");
  return at < 0 ? {} : Object.fromEntries(new URLSearchParams(url.slice(at).replace(/#.*$/s, "")));
}

function readPath(
  operation: RouteOperation,
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  const values: Record<string, string> = {};
  for (const [at, expected] of pattern.entries()) {
    const segment = segments[at] ?? "";
    const wireName = /^\{(.+)\}$/.exec(expected)?.[1];
    if (wireName === undefined) {
      if (segment !== expected) return undefined;
    } else {
      values[operation.pathParams?.[wireName] ?? wireName] = decode(segment);
    }
  }
  return values;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw invalidInput("The path is not properly encoded.");
  }
}

/** Three operations share one path and are told apart by their query. */
function fitsQuery(operation: RouteOperation, query: Readonly<Record<string, string>>): boolean {
  const constants = Object.entries(operation.queryConst ?? {});
  if (!constants.every(([name, value]) => query[name] === value)) return false;
  if (constants.length === 0) return query["format"] === undefined;
  const reads = "mailbox" in (operation.queryParams ?? {});
  return reads === (query["mailbox"] !== undefined);
}

/** The path of a URL, without its origin and its query, as it was sent: nothing in it is normalized. */
export function pathOnly(url: string): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  if (path.startsWith("/")) return path;
  const origin = path.indexOf("//");
  const start = origin < 0 ? -1 : path.indexOf("/", origin + 2);
  return start < 0 ? "/" : path.slice(start);
}

/** A request recognized and let in. */
export interface Admitted {
  readonly match: Match;
  /** Absent on the public route. */
  readonly credential?: CredentialRecord;
  readonly body: { readonly [key: string]: Json };
}

/** What a request asks for, or why that is refused. */
export type Recognized = { readonly match: Match } | { readonly refusal: SandboxRefusal };

/** Recognizes a request by its method and address alone; where the reaction toggle lies is an assumption. */
export function recognize(reactionRoute: string | null, { method, url }: WireRequest): Recognized {
  try {
    refuseForeignRoutes(url);
    return { match: matchRoute(routeTable(reactionRoute), method, url) };
  } catch (error) {
    if (error instanceof SandboxRefusal) return { refusal: error };
    throw error;
  }
}

/** Checks credential, version and body of a request; refuses what does not fit. */
export function admit(tx: Tx, recognized: Recognized, request: WireRequest): Admitted {
  if ("refusal" in recognized) throw recognized.refusal;
  const { match } = recognized;
  const credential = match.operation.auth === false ? undefined : authenticate(tx, match, request);
  if ((request.headers[brand.versionHeader] ?? "") === "") {
    throw invalidInput(`The header ${brand.versionHeader} is required.`);
  }
  const { bodyLimitBytes } = tx.settings.parameters;
  const body = readBody(request.body, request.headers["content-type"], bodyLimitBytes);
  checkRequest(match, body, tx.settings.assumptions);
  return { match, body, ...given({ credential }) };
}

/**
 * Routes that exist in the product and refuse every credential of an App. Their real paths are not documented; these
 * stand for the documented kinds, so that a client can meet the refusal.
 */
const foreignRoutes: readonly RegExp[] = [
  /^\/api\/conversas(\/|$)/,
  /^\/api\/servidores\/[^/]+\/(castigos|categorias|ordem)(\/|$)/,
  /^\/api\/anexos(\/|$)/,
  /^\/api\/apps\/me\/configuracao(\/|$)/,
];

function refuseForeignRoutes(url: string): void {
  const path = pathOnly(url);
  if (foreignRoutes.some((pattern) => pattern.test(path))) {
    throw new SandboxRefusal(401, "SANDBOX_BEARER_REFUSED", "This route takes no credential of an App.");
  }
}

/** A mailbox gets no close frame: reading it with a credential that died says that it is gone. */
function authenticate(tx: Tx, { operation, query }: Match, request: WireRequest): CredentialRecord {
  const header = request.headers["authorization"];
  if (operation.id !== "readMailbox") return requireBearer(tx, header);
  const bearer = readBearer(tx, header);
  if (bearer.kind === "none") throw missingCredential();
  if (bearer.kind === "dead") {
    throw wasOf(tx, bearer.credential.appId, query["mailbox"] ?? "") ? mailboxExpired() : missingCredential();
  }
  return bearer.credential;
}

/** Carries out a request that was let in. Everything it changes has changed when it returns. */
export function perform(tx: Tx, { match, credential, body }: Admitted, request: WireRequest): RestResult {
  if (credential === undefined) return listSigningKeys(tx);
  const handler = handlers[match.operation.id];
  if (handler === undefined) throw new Error(`the sandbox has no handler for ${match.operation.id}`);
  const app: Actor = { kind: "app", id: credential.appId };
  const { path, query } = match;
  return handler({ tx, app, credential, path, query, body, headers: request.headers });
}

export function answerOf(tx: Tx, { status, body }: RestResult): WireAnswer {
  if (status === noContent.status) return { status, headers: commonHeaders(tx), body: "" };
  return { status, headers: { ...commonHeaders(tx), ...jsonHeader }, body: JSON.stringify(body) };
}

/** A refusal as an answer on the wire, in the shape and with the wait format that the assumptions ask for. */
export function refusalAnswer(tx: Pick<Tx, "world" | "nowMs" | "settings">, refusal: SandboxRefusal): WireAnswer {
  const { status, code, message, extras, headers } = refusal;
  const { errorBodyShape, retryAfterFormat } = tx.settings.assumptions;
  const flat = { code, message, ...extras };
  const body = errorBodyShape === "nested" ? { error: flat } : flat;
  checkRefusal(body);
  const seconds = headers["retry-after"];
  const date = seconds === undefined ? "" : new Date(tx.nowMs + Number(seconds) * 1000).toUTCString();
  const wait = seconds === undefined ? {} : { "retry-after": retryAfterFormat === "date" ? date : seconds };
  return {
    status,
    headers: { ...commonHeaders(tx), ...jsonHeader, ...headers, ...wait },
    body: JSON.stringify(body),
  };
}

const jsonHeader = { "content-type": "application/json" };

/** Marks every answer as the sandbox's, and says what time it is here. */
export function commonHeaders({ world, nowMs }: Pick<Tx, "world" | "nowMs">): Readonly<Record<string, string>> {
  return { date: new Date(nowMs + skewMs(world)).toUTCString(), [sandboxHeader]: "1" };
}
