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

/**
 * Picks the headers of a delivery out of whatever the framework gave. What came more than once is joined, as the web's
 * `Headers` do: signatures are a list anyway, and everything else then fails the check of its own form.
 */
export function readDeliveryHeaders(source: HeaderSource): DeliveryHeaders {
  // All five from the start, so that what reads them always meets an object of the same form.
  const found: DeliveryHeaders = {
    version: undefined,
    timestamp: undefined,
    app: undefined,
    delivery: undefined,
    signature: undefined,
  };
  if (isWebHeaders(source)) {
    for (const [field, name] of fields) found[field] = source.get(name) ?? undefined;
  } else {
    for (const name of Object.keys(source)) {
      const initial = name[0];
      if (initial !== "x" && initial !== "X") continue; // most headers of a request are none of ours
      const field = byName.get(name) ?? byName.get(name.toLowerCase());
      const value = source[name];
      if (field === undefined || value === undefined) continue;
      const text = typeof value === "string" ? value : value.join(", ");
      // A name in two spellings is a header sent twice.
      found[field] = found[field] === undefined ? text : `${found[field]}, ${text}`;
    }
  }
  return found;
}

/** Whether a source is the web's `Headers` or something like it. */
export function isWebHeaders(source: HeaderSource): source is { get(name: string): string | null } {
  return typeof source["get"] === "function";
}
