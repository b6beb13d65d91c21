import { deliveryHeaders } from "./wire.js";

/** A plain record of headers, in any case; a list means that the header came more than once. */
export type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Headers as a framework hands them over: the `Headers` of the web, or a plain record. */
export type HeaderSource = { get(name: string): string | null } | HeaderRecord;

/** The five headers of a delivery, each the text as received; sent more than once, as one list with commas. */
export interface DeliveryHeaders {
  version?: string | undefined;
  timestamp?: string | undefined;
  app?: string | undefined;
  delivery?: string | undefined;
  /** The only one whose form allows a list. */
  signature?: string | undefined;
}

type Field = keyof DeliveryHeaders;

const fields = Object.entries(deliveryHeaders) as readonly (readonly [Field, string])[]; // keys of a const object

const byName = new Map<string, Field>(fields.map(([field, name]) => [name, field]));

/** Most headers of a request are none of ours, which their length nearly always tells. */
const lengths: readonly boolean[] = Array.from({ length: 64 }, (_, length) =>
  fields.some(([, name]) => name.length === length),
);

/**
 * Picks the headers of a delivery out of whatever the framework gave. What came more than once is joined, as the web's
 * `Headers` do: signatures are a list anyway, and everything else then fails the check of its own form.
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
  const found: DeliveryHeaders = {};
  for (const name of Object.keys(record)) {
    if (lengths[name.length] !== true) continue;
    const field = byName.get(name.toLowerCase());
    const value = record[name];
    if (field === undefined || value === undefined) continue;
    const text = typeof value === "string" ? value : value.join(", ");
    // A name in two spellings is a header sent twice.
    found[field] = found[field] === undefined ? text : `${found[field]}, ${text}`;
  }
  return found;
}
