import type { FieldEncoding, Operation } from "../abi/index.js";
import { jsonText, pairsOf, scalar } from "./styles.js";

/** Bytes in memory of their own, said without the type parameter that only TypeScript 5.7 and later know. */
type Bytes = ReturnType<typeof Uint8Array.of>;

/** A body that is no text. */
export type Payload = Blob | ArrayBuffer | Bytes | FormData | ReadableStream<Uint8Array>;

/** A body as it is sent, and its media type; a multipart body has none, because its boundary is made with it. */
export interface WrittenBody {
  readonly body: string | Payload;
  readonly contentType?: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Writes a body as its media type asks for. */
export function writeBody(value: unknown, mediaType: string, operation: Operation): WrittenBody {
  const encoding = operation.encoding ?? {};
  if (/^multipart\//i.test(mediaType)) return { body: multipart(fieldsOf(value), encoding) };
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
  // What is no object has no fields; the types of generated functions do not let it come here.
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

/** Lists are one pair for each item, other objects JSON, unless the description says otherwise. */
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

function multipart(fields: Fields, encoding: Readonly<Record<string, FieldEncoding>>): FormData {
  const out = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    const { contentType } = encoding[name] ?? {};
    for (const item of Array.isArray(value) ? (value as readonly unknown[]) : [value])
      if (item !== undefined) appendPart(out, name, item, contentType);
  }
  return out;
}

function appendPart(out: FormData, name: string, item: unknown, contentType: string | undefined): void {
  if (item instanceof Blob && (contentType === undefined || item.type !== "")) return out.append(name, item);
  if (isBytes(item)) return out.append(name, new Blob([item], { type: contentType ?? "application/octet-stream" }));
  const isObject = typeof item === "object" && item !== null && !(item instanceof Date);
  const type = contentType ?? (isObject ? "application/json" : undefined);
  if (type === undefined) out.append(name, scalar(item));
  else out.append(name, new Blob([scalar(item)], { type }));
}
