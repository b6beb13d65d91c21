import { type HeaderSource, isWebHeaders } from "../core/headers.js";
import type { BodyPump } from "./intake.js";

/** One request as an adapter hands it over: nothing of it has been judged yet. */
export interface DeliveryRequest {
  readonly method: string;
  readonly headers: HeaderSource;
  /** The raw bytes when they are here already, or what reads them. Never text, never a parsed value. */
  readonly body: Uint8Array | BodyPump;
  /** Keeps the process alive for work that outlasts the answer. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
  /** What the runtime passed beside the request, such as a Worker's bindings and context. */
  readonly environment?: readonly unknown[];
}

/** One header that is not part of the recipe. */
export function otherHeader(headers: HeaderSource, name: string): string | undefined {
  if (isWebHeaders(headers)) return headers.get(name) ?? undefined;
  const value = Object.hasOwn(headers, name) ? headers[name] : otherCase(headers, name);
  return Array.isArray(value) ? single(value) : typeof value === "string" ? value : undefined;
}

function otherCase(headers: object, name: string): unknown {
  const found = Object.entries(headers).find(([key]) => key.length === name.length && key.toLowerCase() === name);
  return found?.[1];
}

function single(values: readonly unknown[]): string | undefined {
  const [value] = values;
  return values.length === 1 && typeof value === "string" ? value : undefined;
}

/** Whether a content type is JSON, whatever its parameters. */
export function isJsonType(contentType: string | undefined): boolean {
  if (contentType === "application/json") return true;
  return contentType?.split(";", 1)[0]?.trim().toLowerCase() === "application/json";
}
