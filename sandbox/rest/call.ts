import type { Platform } from "../platform.js";
import type { Actor, CredentialRecord, Json } from "../world/records.js";

/** One authenticated call, read and checked. */
export interface RestCall {
  readonly platform: Platform;
  readonly app: Actor;
  readonly credential: CredentialRecord;
  /** Path parameters by their English names. */
  readonly path: Readonly<Record<string, string>>;
  /** Query parameters by their wire names. */
  readonly query: Readonly<Record<string, string>>;
  readonly body: { readonly [key: string]: Json };
  readonly headers: Readonly<Record<string, string>>;
}

/** What an operation answers: a status, and a JSON body unless there is none. */
export interface RestResult {
  readonly status: number;
  readonly body?: Json;
}

export const ok = (body: Json): RestResult => ({ status: 200, body });
export const created = (body: Json): RestResult => ({ status: 201, body });
export const noContent: RestResult = { status: 204 };

/** The path parameter of that name; the route table guarantees that it is there. */
export function pathOf(call: RestCall, name: string): string {
  const value = call.path[name];
  if (value === undefined) throw new Error(`the route of this operation has no parameter ${name}`);
  return value;
}

/** A body field as text, when it is text. */
export function textOf(call: RestCall, name: string): string | undefined {
  const value = call.body[name];
  return typeof value === "string" ? value : undefined;
}

/** A body field as a list, when it is one. */
export function listOf(call: RestCall, name: string): readonly Json[] | undefined {
  const value = call.body[name];
  return Array.isArray(value) ? (value as readonly Json[]) : undefined;
}

/** A body field as true or false, when it is either. */
export function flagOf(call: RestCall, name: string): boolean | undefined {
  const value = call.body[name];
  return typeof value === "boolean" ? value : undefined;
}

/** A body field as a number, when it is one. */
export function numberOf(call: RestCall, name: string): number | undefined {
  const value = call.body[name];
  return typeof value === "number" ? value : undefined;
}

/** A body field as an object, when it is one. */
export function fieldsOf(call: RestCall, name: string): { readonly [key: string]: Json } | undefined {
  const value = call.body[name];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return value as { readonly [key: string]: Json };
}
