import type { Operation } from "../abi/index.js";
import { ArgumentError } from "./errors/index.js";
import { routeOf } from "./exchange.js";

/** Flat parameters of a call, looked at by name. */
export type Params = Readonly<Record<string, unknown>>;

/** What path, query and headers of one call come to, and which parameters remain for the body. */
export interface Route {
  /** Path and query, beginning with `/`. */
  readonly target: string;
  /** What the operation always sends, the same record each time, and what is made of parameters. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parameters that go into the body; undefined when the operation takes no body. */
  readonly body: Record<string, unknown> | undefined;
}

/** An operation taken apart once, so that a call only fills in values. */
interface Plan {
  /** Literal text before the first path parameter. */
  readonly first: string;
  /** Each path parameter with the literal text after it. */
  readonly path: readonly (readonly [name: string, literal: string])[];
  readonly query: readonly (readonly [wire: string, name: string])[];
  readonly constQuery: string;
  readonly headers: readonly (readonly [wire: string, name: string])[];
  /** Headers that do not depend on parameters. */
  readonly constHeaders: Readonly<Record<string, string>>;
  readonly needs: readonly string[];
  /** Names that have their place, so that they do not go into the body. */
  readonly taken: ReadonlySet<string>;
}

const plans = new WeakMap<Operation, Plan>();

function planOf(operation: Operation): Plan {
  let plan = plans.get(operation);
  if (!plan) plans.set(operation, (plan = makePlan(operation)));
  return plan;
}

function makePlan(operation: Operation): Plan {
  const { path, pathParams = {}, queryParams = {}, queryConst = {}, headerParams = {}, needs = [] } = operation;
  const { accept = "application/json", bodyType = "application/json" } = operation;
  const [first = "", ...rest] = path.split("{");
  const filled = rest.map((piece) => {
    const [wire = "", literal = ""] = piece.split("}");
    return [pathParams[wire] ?? wire, literal] as const;
  });
  const query = Object.entries(queryParams);
  const headers = Object.entries(headerParams);
  return {
    first,
    path: filled,
    query,
    constQuery: Object.entries(queryConst)
      .map(([wire, value]) => `${wire}=${encodeURIComponent(value)}`)
      .join("&"),
    headers,
    needs,
    constHeaders: operation.body ? { accept, "content-type": bodyType } : { accept },
    taken: new Set([...filled.map(([name]) => name), ...[...query, ...headers].map(([, name]) => name)]),
  };
}

/**
 * Places flat parameters into path, query, headers and body. `inQuery` tells of a body parameter whether an assumption
 * moves it into the query. Throws an {@link ArgumentError} for anything that would not arrive as it stands here.
 */
export function buildRoute(operation: Operation, params: Params, inQuery: (name: string) => boolean): Route {
  const plan = planOf(operation);
  let target = plan.first;
  for (const [name, literal] of plan.path) target += segment(operation, name, params) + literal;
  for (const name of plan.needs) if (params[name] === undefined) throw wrong(operation, name, "is missing");
  let separator = "?";
  const add = (pair: string) => {
    target += separator + pair;
    separator = "&";
  };
  const addParam = (wire: string, name: string) => {
    const value = params[name];
    if (value === undefined) return;
    if (operation.styles?.[name]) throw wrong(operation, name, "is written in a style that this client does not know");
    if (Array.isArray(value) && operation.repeated?.includes(name)) {
      for (const item of value) add(`${wire}=${queryValue(operation, name, item)}`);
    } else add(`${wire}=${queryValue(operation, name, value)}`);
  };
  if (plan.constQuery) add(plan.constQuery);
  for (const [wire, name] of plan.query) addParam(wire, name);
  let body: Record<string, unknown> | undefined;
  if (operation.body) {
    body = {};
    for (const name of Object.keys(params)) {
      if (plan.taken.has(name)) continue;
      if (operation.placement && inQuery(name)) addParam(name, name);
      else body[name] = params[name];
    }
  }
  const { constHeaders } = plan;
  const headers = plan.headers.length > 0 ? { ...constHeaders, ...headersOf(operation, plan, params) } : constHeaders;
  return { target, headers, body };
}

/** The parameters that belong to the body, wherever an assumption sends them. */
export function bodyFields(operation: Operation, params: Params): unknown {
  const { taken } = planOf(operation);
  if (operation.bodyParam !== undefined) return params[operation.bodyParam];
  return Object.fromEntries(Object.entries(params).filter(([name, value]) => !taken.has(name) && value !== undefined));
}

/** What a header can carry: visible ASCII, spaces and tabs inside. */
const HEADER_VALUE = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

function headersOf(operation: Operation, { headers }: Plan, params: Params): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [wire, name] of headers) {
    const value = params[name];
    if (value === undefined) continue;
    if (!HEADER_VALUE.test(String(value))) throw wrong(operation, name, "holds what a header cannot carry");
    found[wire.toLowerCase()] = String(value);
  }
  return found;
}

/** Ids and the like, which need no encoding. */
const PLAIN = /^[\w-]+$/;

function segment(operation: Operation, name: string, params: Params): string {
  const value = params[name];
  if (typeof value === "string" && PLAIN.test(value)) return value;
  if (value === undefined || value === "") throw wrong(operation, name, "is missing or empty");
  if (value === "." || value === "..") throw wrong(operation, name, "would climb to another path");
  return encode(operation, name, value);
}

function queryValue(operation: Operation, name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((item: unknown) => queryValue(operation, name, item)).join(",");
  // A revision is opaque: whatever JSON type the service gave it goes back as it came.
  const scalar = typeof value === "number" || typeof value === "boolean";
  return encode(operation, name, scalar ? String(value) : value);
}

function encode(operation: Operation, name: string, value: unknown): string {
  if (typeof value !== "string") {
    const hint = typeof value === "number" ? "; ids lose digits as numbers" : "";
    throw wrong(operation, name, `must be a string, got ${value === null ? "null" : typeof value}${hint}`);
  }
  try {
    return encodeURIComponent(value);
  } catch {
    throw wrong(operation, name, "holds half of a surrogate pair");
  }
}

const wrong = (operation: Operation, name: string, why: string) =>
  new ArgumentError(`${operation.id}: ${name} ${why}`, { operation: operation.id, route: routeOf(operation) });
