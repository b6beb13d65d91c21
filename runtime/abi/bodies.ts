import { wrong } from "./wrong.js";
import type { BodyWriter, FieldEncoding, Operation, Payload, WrittenBody } from "./operation.js";
import { jsonText, pairsOf, scalar } from "./styles.js";
import type { WebByteStream } from "./web.js";

type Fields = Readonly<Record<string, unknown>>;

/** True for JSON under any of its names. */
export function isJson(mediaType: string): boolean {
  return /^(application|text)\/([\w.+-]+\+)?json(?![\w-])/i.test(mediaType);
}

/** True for bytes that are whole. */
export function isBytes(value: unknown): value is Exclude<Payload, FormData | WebByteStream> {
  return value instanceof Blob || value instanceof ArrayBuffer || value instanceof Uint8Array;
}

function fieldsOf(value: unknown): Fields {
  // The types of generated functions allow objects only.
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

/** Writes a form: lists as one pair per item, other objects as JSON, unless the description gives a style. */
export const writeForm: BodyWriter = (value, mediaType, { encoding = {} }) => {
  if (!/^application\/x-www-form-urlencoded/i.test(mediaType)) return undefined;
  const out = new URLSearchParams();
  for (const [name, item] of Object.entries(fieldsOf(value))) {
    const { style, contentType } = encoding[name] ?? {};
    const isPlain = typeof item === "object" && item !== null && !Array.isArray(item) && !(item instanceof Date);
    const asJson = style === undefined && (contentType === undefined ? isPlain : isJson(contentType));
    const known = style ?? (asJson ? "json" : "repeated");
    for (const [key, text] of pairsOf(name, item, known)) out.append(key, text);
  }
  return { body: out.toString(), contentType: mediaType };
};

/** Writes bytes of a range or a list of media types: a Blob says which of them it has. */
export const writeBytes: BodyWriter = (value, mediaType, operation) => {
  if (!isChoice(mediaType)) return undefined;
  if (!isBytes(value) && !(value instanceof ReadableStream)) return undefined;
  const type = typeAmong(mediaType, value instanceof Blob ? value.type : "", operation, "the body");
  return { body: value, contentType: type };
};

/** Whether a media type leaves a choice. */
const isChoice = (mediaType: string): boolean => /[*,]/.test(mediaType);

/**
 * The media type of bytes, where the description names several or a range. Bytes without a type of their own are of the
 * only one that is named, or of none in particular where everything is allowed.
 */
function typeAmong(described: string, own: string, operation: Operation, what: string): string {
  const listed = described.split(",").map((type) => type.trim());
  const essence = (own.split(";")[0] ?? "").trim().toLowerCase();
  const isIn = (range: string): boolean =>
    range === "*/*" || range === "*" || range.toLowerCase() === essence || startsAs(essence, range);
  if (essence === "" && listed.some((range) => /^\*(\/\*)?$/.test(range))) return OCTETS;
  if (essence !== "" && listed.some(isIn)) return own;
  const got = essence === "" ? "got bytes without a type: pass a Blob with one" : `got ${essence}`;
  throw wrong(operation, `${what} must be of the type ${listed.join(" or ")}, ${got}`);
}

/** Whether a media type lies in a range such as `image/*`. */
const startsAs = (type: string, range: string): boolean =>
  range.endsWith("/*") && type.startsWith(range.slice(0, -1).toLowerCase());

const OCTETS = "application/octet-stream";

/** A part of a multipart body: a Blob is a file, a string is not. */
type Part = readonly [name: string, value: string | Blob, contentType?: string | undefined];

/** Writes a multipart body of any subtype. */
export const writeMultipart: BodyWriter = (value, mediaType, operation) => {
  const [, subtype = ""] = /^multipart\/([\w.+*-]+)/i.exec(mediaType) ?? [];
  if (subtype === "") return undefined;
  const parts = Object.entries(fieldsOf(value)).flatMap(([name, item]) => partsOf(name, item, operation));
  const isForm = /^(form-data|\*)$/i.test(subtype);
  // `FormData` writes strings without a media type, and Blobs as files with a name: services then find JSON among the
  // files. Where a string has a media type, the body is written here.
  if (!isForm || parts.some(([, , contentType]) => contentType)) return written(parts, isForm ? "form-data" : subtype);
  const body = new FormData();
  // Its types have a form for strings and one for files, and none for what is either.
  for (const [name, part] of parts) body.append(name, part as string);
  return { body };
};

/** The parts of a field: one for each item of a list, unless the list is JSON as a whole. */
function partsOf(name: string, value: unknown, operation: Operation): readonly Part[] {
  const { contentType }: FieldEncoding = operation.encoding?.[name] ?? {};
  const isWhole = contentType !== undefined && isJson(contentType) && ![value].flat().some(isBytes);
  if (isWhole) return value === undefined ? [] : [[name, jsonText(value), contentType]];
  const items = [value].flat().filter((item) => item !== undefined && item !== null);
  return items.map((item) => partOf(name, item, contentType, operation));
}

function partOf(name: string, item: unknown, contentType: string | undefined, operation: Operation): Part {
  if (isBytes(item)) {
    const own = item instanceof Blob ? item.type : "";
    const type = contentType && isChoice(contentType) ? typeAmong(contentType, own, operation, name) : own;
    const given = type || contentType || OCTETS;
    if (item instanceof File) return [name, item.type === given ? item : new File([item], item.name, { type: given })];
    return [name, item instanceof Blob && item.type === given ? item : new Blob([item], { type: given })];
  }
  const isObject = typeof item === "object" && item !== null && !(item instanceof Date);
  const type = contentType === undefined || isChoice(contentType) ? undefined : contentType;
  return [name, scalar(item), type ?? (isObject ? "application/json" : undefined)];
}

/**
 * Writes the body as `FormData` does, except for strings with a media type, and for line breaks, which stay. Does not
 * read files.
 */
function written(parts: readonly Part[], subtype: string): WrittenBody {
  const boundary = `form-${crypto.getRandomValues(new Uint32Array(4)).join("")}`;
  const typed = parts.map(([name, value, given]) => {
    if (typeof value === "string") return { name, value, file: "", type: given };
    return { name, value, file: `; filename="${quoted(nameOf(value))}"`, type: value.type || OCTETS };
  });
  const pieces = typed.flatMap(({ name, value, file, type }): readonly (string | Blob)[] => {
    const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${file}\r\n`;
    return [disposition, type ? `Content-Type: ${type}\r\n` : "", "\r\n", value, "\r\n"];
  });
  // RFC 2387: the type of the root, which is the first part.
  const root = subtype.toLowerCase() === "related" ? `; type="${typed[0]?.type ?? "text/plain"}"` : "";
  return {
    body: new Blob([...pieces, `--${boundary}--\r\n`]),
    contentType: `multipart/${subtype}${root}; boundary=${boundary}`,
  };
}

const nameOf = (file: Blob): string => (file instanceof File ? file.name : "blob");

/** A name to quote, with quotation marks and line breaks escaped as in forms. */
const quoted = (name: string): string => name.replace(/["\r\n]/g, encodeURIComponent);
