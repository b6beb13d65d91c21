import { type HeaderSource, isWebHeaders } from "../core/headers.js";
import type { BodyPump } from "./intake.js";

/**
 * What a host does with work that is left when the response has been sent: it `runs` on, or it `freezes` until the next
 * request, or for good. Where there is a `waitUntil`, work that is passed to it runs on.
 */
export type AfterResponse = "runs" | "freezes";

/** A request from an adapter, unchecked. */
export interface DeliveryRequest {
  readonly method: string;
  readonly headers: HeaderSource;
  /** The raw bytes, or a function that reads them. Never text, never a parsed value. */
  readonly body: Uint8Array | BodyPump;
  /** Keeps the process alive for work that outlasts the answer. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
  /** Default: `runs`. */
  readonly afterResponse?: AfterResponse | undefined;
  /** What the runtime passes beside the request, such as the bindings and the context of a Worker. */
  readonly environment?: readonly unknown[];
}

/** A header other than the five of a delivery. */
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

/** Whether a content type is JSON, with any parameters. */
export function isJsonType(contentType: string | undefined): boolean {
  if (contentType === "application/json") return true;
  return contentType?.split(";", 1)[0]?.trim().toLowerCase() === "application/json";
}
