import { invalidInput, notFound } from "../refusal.js";
import { operations, type RouteOperation } from "../spec.js";

/** A request recognized: which operation, and what its path and query say. */
export interface Match {
  readonly operation: RouteOperation;
  /** Path parameters by their English names. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

interface Route {
  readonly operation: RouteOperation;
  readonly segments: readonly string[];
}

/** Routes by method and number of path segments. */
export type RouteTable = ReadonlyMap<string, readonly Route[]>;

/** Builds the table of all operations; `reactionRoute` ("POST /…") gives the reaction toggle its place, if any. */
export function routeTable(reactionRoute: string | null): RouteTable {
  const table = new Map<string, Route[]>();
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
    const [, method, path] = /^([A-Z]+) (\/\S*)$/.exec(reactionRoute ?? "") ?? [];
    return method === undefined || path === undefined ? [] : [{ ...operation, method, path }];
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
  const match = candidates.length > 1 ? candidates.find(({ operation }) => fitsQuery(operation, query)) : candidates[0];
  if (match === undefined) throw notFound(`route ${method}`);
  return match;
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
