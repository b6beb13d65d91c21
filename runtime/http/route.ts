import type { Operation } from "../abi/index.js";
import { ArgumentError } from "./errors/index.js";
import { routeOf } from "./exchange.js";

/** What the path and query of one call come to, and which parameters remain for the body. */
export interface Route {
  /** Path and query, beginning with `/`. */
  readonly target: string;
  /** Parameters that go into the body; undefined when the operation has none. */
  readonly body: Record<string, unknown> | undefined;
}

/** An operation taken apart once, so that a call only fills in values. */
interface Plan {
  /** Literal text before each path parameter, and after the last one. */
  readonly literals: readonly string[];
  readonly pathNames: readonly string[];
  readonly query: readonly (readonly [wire: string, name: string])[];
  readonly constQuery: string;
  readonly taken: ReadonlySet<string>;
}

const plans = new WeakMap<Operation, Plan>();

function planOf(operation: Operation): Plan {
  let plan = plans.get(operation);
  if (!plan) plans.set(operation, (plan = makePlan(operation)));
  return plan;
}

function makePlan({ path, pathParams = {}, queryParams = {}, queryConst = {} }: Operation): Plan {
  const pieces = path.split(/\{([^}]*)\}/);
  const pathNames = pieces.filter((_, at) => at % 2 === 1).map((wire) => pathParams[wire] ?? wire);
  const query = Object.entries(queryParams);
  return {
    literals: pieces.filter((_, at) => at % 2 === 0),
    pathNames,
    query,
    constQuery: Object.entries(queryConst)
      .map(([wire, value]) => `${wire}=${encodeURIComponent(value)}`)
      .join("&"),
    taken: new Set([...pathNames, ...query.map(([, name]) => name)]),
  };
}

/**
 * Places flat parameters into path, query and body. `inQuery` names the body parameters that an assumption moves into
 * the query. Throws an {@link ArgumentError} for anything that would not reach the service as it stands here.
 */
export function buildRoute(operation: Operation, params: object, inQuery?: ReadonlySet<string>): Route {
  const plan = planOf(operation);
  // Parameters come from generated, typed functions; from here on they are looked at by name.
  const values = params as Readonly<Record<string, unknown>>;
  let target = plan.literals[0] ?? "";
  for (let at = 0; at < plan.pathNames.length; at += 1) {
    target += segment(operation, plan.pathNames[at]!, values) + plan.literals[at + 1]!;
  }
  let separator = "?";
  const add = (pair: string) => {
    target += separator + pair;
    separator = "&";
  };
  if (plan.constQuery) add(plan.constQuery);
  for (const [wire, name] of plan.query) {
    if (values[name] !== undefined) add(`${wire}=${queryValue(operation, name, values[name])}`);
  }
  if (!operation.body) return { target, body: undefined };
  const body: Record<string, unknown> = {};
  for (const name of Object.keys(values)) {
    if (plan.taken.has(name)) continue;
    if (inQuery?.has(name)) add(`${name}=${queryValue(operation, name, values[name])}`);
    else body[name] = values[name];
  }
  return { target, body };
}

/** Ids and the like, which need no encoding. */
const PLAIN = /^[\w-]+$/;

function segment(operation: Operation, name: string, values: Readonly<Record<string, unknown>>): string {
  const value = values[name];
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
