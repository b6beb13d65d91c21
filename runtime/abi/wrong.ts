import { ArgumentError } from "../base/errors.js";
import type { Operation } from "./operation.js";

/** The name of a route in errors and diagnostics: its template, never with ids filled in. */
export const routeOf = ({ method, path }: Operation): string => `${method} ${path}`;

/** The error for a call that cannot be sent as it is. */
export const wrong = (operation: Operation, why: string, cause?: unknown): ArgumentError =>
  new ArgumentError(`${operation.id}: ${why}`, { operation: operation.id, route: routeOf(operation), cause });
