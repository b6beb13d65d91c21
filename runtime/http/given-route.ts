import type { HttpMethod, Operation } from "../abi/index.js";
import { ArgumentError } from "./errors/index.js";

const ROUTE = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)$/;
const given = new Map<string, Operation>();

/**
 * The operation with the route that the user assumes, where the description knows none: method and path template, for
 * example `POST /things/{coisa}`. Throws an {@link ArgumentError} without one: nothing is guessed.
 */
export function withGivenRoute(operation: Operation, assumption: string, route: unknown): Operation {
  const { id } = operation;
  if (typeof route !== "string") {
    throw new ArgumentError(`${id}: its route is not documented; give it as assumptions.${assumption}`, {
      operation: id,
    });
  }
  const known = given.get(`${id} ${route}`);
  if (known) return known;
  const [, method, path] = ROUTE.exec(route) ?? [];
  const missing = Object.keys(operation.pathParams ?? {}).filter((wire) => !path?.includes(`{${wire}}`));
  if (!path || missing.length > 0) {
    const why = path ? `has no {${missing.join("} and no {")}}` : "is not of the form METHOD /path";
    throw new ArgumentError(`${id}: the route given as assumptions.${assumption} ${why}`, { operation: id });
  }
  const whole = { ...operation, method: method as HttpMethod, path }; // ROUTE names nothing but methods
  given.set(`${id} ${route}`, whole);
  return whole;
}
