import { isBytes, isJson } from "../abi/bodies.js";
import type { Operation, WrittenBody } from "../abi/index.js";
import { jsonText, scalar } from "../abi/styles.js";

/** Writes a body in the format of its media type: by the writers of the operation, or as JSON, text or bytes. */
export function writeBody(value: unknown, mediaType: string, operation: Operation): WrittenBody {
  for (const write of operation.writers ?? []) {
    const written = write(value, mediaType, operation);
    if (written !== undefined) return written;
  }
  if (isBytes(value) || value instanceof ReadableStream) return { body: value, contentType: mediaType };
  return { body: isJson(mediaType) ? jsonText(value) : scalar(value), contentType: mediaType };
}
