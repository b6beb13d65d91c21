import { deliveryHeaders } from "./wire.js";

/** A plain record of headers, in any case; a list means that the header came more than once. */
export type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Headers as a framework hands them over: the `Headers` of the web, or a plain record. */
export type HeaderSource = { get(name: string): string | null } | HeaderRecord;

/** The five headers of a delivery, each the text as received; absent when missing or sent more than once. */
export interface DeliveryHeaders {
  version?: string | undefined;
  timestamp?: string | undefined;
  app?: string | undefined;
  delivery?: string | undefined;
  /** The only one that may be repeated: its values are joined, since they are a list anyway. */
  signature?: string | undefined;
}

type Field = keyof DeliveryHeaders;

const fields = Object.entries(deliveryHeaders) as readonly (readonly [Field, string])[]; // keys of a const object

const byName = new Map<string, Field>(fields.map(([field, name]) => [name, field]));

/**
 * Picks the headers of a delivery out of whatever the framework gave. A repeated single-valued header is left out:
 * joined by the web's `Headers` it fails the check of its own form, and in a record it is dropped here.
 */
export function readDeliveryHeaders(source: HeaderSource): DeliveryHeaders {
  return isWebHeaders(source) ? fromWebHeaders(source) : fromRecord(source);
}

/** Whether a source is the web's `Headers` or something like it. */
export function isWebHeaders(source: HeaderSource): source is { get(name: string): string | null } {
  return typeof source["get"] === "function";
}

function fromWebHeaders(headers: { get(name: string): string | null }): DeliveryHeaders {
  const found: DeliveryHeaders = {};
  for (const [field, name] of fields) found[field] = headers.get(name) ?? undefined;
  return found;
}

function fromRecord(record: HeaderRecord): DeliveryHeaders {
  const found: DeliveryHeaders = { version: undefined, timestamp: undefined, app: undefined, delivery: undefined };
  let again: Set<Field> | undefined;
  for (const name of Object.keys(record)) {
    const field = byName.get(name) ?? byName.get(name.toLowerCase());
    const value = record[name];
    if (field === undefined || value === undefined) continue;
    if (field === "signature") found.signature = joined(found.signature, value);
    else if (found[field] === undefined && !again?.has(field)) found[field] = single(value);
    else found[field] = undefined; // a second spelling of the name
    if (found[field] === undefined) (again ??= new Set()).add(field);
  }
  return found;
}

function single(value: string | readonly string[]): string | undefined {
  if (typeof value === "string") return value;
  return value.length === 1 ? value[0] : undefined;
}

/** Signatures are a list anyway: those of further headers join it. */
function joined(first: string | undefined, more: string | readonly string[]): string {
  const text = typeof more === "string" ? more : more.join(", ");
  return first === undefined ? text : `${first}, ${text}`;
}
