import { deliveryHeaders } from "./wire.js";

/** A plain record of headers, in any case; a list means that the header came more than once. */
export type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Headers as frameworks have them: the `Headers` of the web, or a plain record. */
export type HeaderSource = { get(name: string): string | null } | HeaderRecord;

/** The five headers of a delivery, as received. One that came more than once is joined with commas. */
export interface DeliveryHeaders {
  version?: string | undefined;
  timestamp?: string | undefined;
  app?: string | undefined;
  delivery?: string | undefined;
  /** The only one whose syntax allows a list. */
  signature?: string | undefined;
}

type Field = keyof DeliveryHeaders;

const fields = Object.entries(deliveryHeaders) as readonly (readonly [Field, string])[]; // keys of a const object

const byName = new Map<string, Field>(fields.map(([field, name]) => [name, field]));

/**
 * Reads the headers of a delivery from those of a framework. One that came more than once is joined, as in the web's
 * `Headers`: signatures are a list anyway, and any other header then fails its syntax check.
 */
export function readDeliveryHeaders(source: HeaderSource): DeliveryHeaders {
  // All five from the start: for speed, the object always has the same shape.
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
      if (initial !== "x" && initial !== "X") continue; // for speed: most headers are none of these
      const field = byName.get(name) ?? byName.get(name.toLowerCase());
      const value = source[name];
      if (field === undefined || value === undefined) continue;
      const text = typeof value === "string" ? value : value.join(", ");
      // The same name in two spellings is a header that came twice.
      found[field] = found[field] === undefined ? text : `${found[field]}, ${text}`;
    }
  }
  return found;
}

/** Whether a source is the web's `Headers` or something like it. */
export function isWebHeaders(source: HeaderSource): source is { get(name: string): string | null } {
  return typeof source["get"] === "function";
}
