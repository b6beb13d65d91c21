import type { FieldEncoding, Operation } from "../abi/index.js";
import { jsonText, pairsOf, scalar } from "./styles.js";

/** A `Uint8Array` over an `ArrayBuffer`, without the type parameter that only TypeScript 5.7 and later know. */
type Bytes = ReturnType<typeof Uint8Array.of>;

/** A body that is no text. */
export type Payload = Blob | ArrayBuffer | Bytes | FormData | ReadableStream<Uint8Array>;

/** A body and its media type; `FormData` has none, since `fetch` makes its boundary. */
export interface WrittenBody {
  readonly body: string | Payload;
  readonly contentType?: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Writes a body in the format of its media type. */
export function writeBody(value: unknown, mediaType: string, operation: Operation): WrittenBody {
  const encoding = operation.encoding ?? {};
  if (/^multipart\//i.test(mediaType)) return multipart(partsOf(fieldsOf(value), encoding));
  if (/^application\/x-www-form-urlencoded/i.test(mediaType))
    return { body: form(fieldsOf(value), encoding).toString(), contentType: mediaType };
  if (isBytes(value) || value instanceof ReadableStream) return { body: value, contentType: mediaType };
  if (isJson(mediaType)) return { body: jsonText(value), contentType: mediaType };
  return { body: scalar(value), contentType: mediaType };
}

/** True for JSON under any of its names. */
export function isJson(mediaType: string): boolean {
  return /^(application|text)\/([\w.+-]+\+)?json\b/i.test(mediaType);
}

function isBytes(value: unknown): value is Blob | ArrayBuffer | Bytes {
  return value instanceof Blob || value instanceof ArrayBuffer || value instanceof Uint8Array;
}

function fieldsOf(value: unknown): Fields {
  // The types of generated functions allow objects only.
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

/** A form: lists as one pair per item, other objects as JSON, unless the description gives a style. */
function form(fields: Fields, encoding: Readonly<Record<string, FieldEncoding>>): URLSearchParams {
  const out = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    const style = encoding[name]?.style ?? (Array.isArray(value) ? "repeated" : undefined);
    const plain = style === undefined && typeof value === "object" && value !== null;
    for (const [key, text] of plain ? [[name, scalar(value)] as const] : pairsOf(name, value, style))
      out.append(key, text);
  }
  return out;
}

const OCTETS = "application/octet-stream";

/** A part of a multipart body: a Blob is a file, a text is none. */
type Part = readonly [name: string, value: string | Blob, contentType?: string | undefined];

function partsOf(fields: Fields, encoding: Readonly<Record<string, FieldEncoding>>): readonly Part[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((item) => item !== undefined)
      .map((item) => partOf(name, item, encoding[name]?.contentType)),
  );
}

function partOf(name: string, item: unknown, contentType: string | undefined): Part {
  if (item instanceof Blob && (contentType === undefined || item.type !== "")) return [name, item];
  if (isBytes(item)) return [name, new Blob([item], { type: contentType ?? OCTETS })];
  const isObject = typeof item === "object" && item !== null && !(item instanceof Date);
  return [name, scalar(item), contentType ?? (isObject ? "application/json" : undefined)];
}

/**
 * `FormData` writes texts without a media type, and Blobs as files with a name: services then find JSON among the
 * files. Where a text has a media type, the body is written here.
 */
function multipart(parts: readonly Part[]): WrittenBody {
  if (parts.some(([, , contentType]) => contentType)) return writtenParts(parts);
  const body = new FormData();
  // Its types have a form for texts and one for files, and none for what is either.
  for (const [name, value] of parts) body.append(name, value as string);
  return { body };
}

/**
 * Writes the body as `FormData` does, except for texts with a media type, and for line breaks, which stay. Does not
 * read files.
 */
function writtenParts(parts: readonly Part[]): WrittenBody {
  const boundary = `form-${crypto.getRandomValues(new Uint32Array(4)).join("")}`;
  const pieces = parts.flatMap(([name, value, given]): readonly (string | Blob)[] => {
    const [file, type] =
      typeof value === "string"
        ? ["", given]
        : [`; filename="${quoted(value instanceof File ? value.name : "blob")}"`, value.type || OCTETS];
    const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${file}\r\n`;
    return [disposition, type ? `Content-Type: ${type}\r\n` : "", "\r\n", value, "\r\n"];
  });
  return {
    body: new Blob([...pieces, `--${boundary}--\r\n`]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

/** A name to quote, with quotation marks and line breaks escaped as in forms. */
const quoted = (name: string): string => name.replace(/["\r\n]/g, encodeURIComponent);
