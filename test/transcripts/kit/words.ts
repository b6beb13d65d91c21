import type { Diagnostic } from "svc-apps";
import { isAppsError } from "svc-apps";
import { cut } from "./transcript.js";

/** How a call ended, without the words for people. */
export const resultLine = (result: unknown): string =>
  `resolved ${result === undefined ? "undefined" : cut(JSON.stringify(result))}`;

const FIELDS = ["status", "code", "reason", "attempts", "ambiguous", "retryAfterMs", "currentRevision", "requestId"];

/** An error by its class and facts, without its message. */
export function errorLine(error: unknown): string {
  if (!(error instanceof Error)) return `rejected with ${String(error)}`;
  if (!isAppsError(error)) return `rejected with ${error.name}: ${error.message}`;
  return `rejected ${error.name}${facts(error, FIELDS)}`;
}

const facts = (of: object, names: readonly string[]): string =>
  names
    .map((name): readonly [string, unknown] => [name, Reflect.get(of, name)])
    .filter(([, value]) => value !== undefined && value !== false && value !== null)
    .map(([name, value]) => ` ${name}=${typeof value === "object" ? errorName(value) : String(value)}`)
    .join("");

const errorName = (value: unknown): string => (value instanceof Error ? value.name : JSON.stringify(value));

/** Fields of diagnostics that are no facts of the wire: words, and what the machine's clock says. */
const UNTOLD = new Set(["type", "level", "message", "callId", "operation", "route", "problem"]);

/** A diagnostic by type, level and fields. */
export function diagnosticLine(diagnostic: Diagnostic): string {
  const names = Object.keys(diagnostic).filter((name) => !UNTOLD.has(name));
  return `${diagnostic.level} ${diagnostic.type}${facts(diagnostic, names)}`;
}
