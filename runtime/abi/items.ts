import { open, type StreamCaller } from "./call.js";
import type { StreamOptions } from "./call-options.js";
import type { Operation } from "./operation.js";

/** Characters of an item above which it is refused, where the client has no limit of its own. */
const LARGEST_ITEM = 16_777_216;

/**
 * Opens an operation that answers with lines of JSON, or with a JSON text sequence, and yields one item after another.
 * The request is sent when the first item is asked for; leaving the loop closes the connection.
 */
export async function* openItems<Item>(
  client: StreamCaller,
  operation: Operation,
  params: object,
  options?: StreamOptions,
): AsyncGenerator<Item, void, undefined> {
  const stream = await open(client, operation, params, options);
  const { read = JSON.parse, maxCharacters = LARGEST_ITEM, failure } = stream.reading ?? {};
  const fail = (reason: "malformed" | "too-large", what: string): unknown => failure?.(reason, what) ?? new Error(what);
  const itemOf = (text: string): Item => {
    try {
      return read(text) as Item; // as the description types the items
    } catch {
      throw fail("malformed", "an item is not JSON");
    }
  };
  // Items of a sequence (RFC 7464) begin with a mark of their own, and may have line breaks inside.
  const isSequence = /\bjson-seq\b/i.test(stream.headers["content-type"] ?? operation.accept ?? "");
  const separator = isSequence ? "\u001e" : "\n";
  const decoder = new TextDecoder();
  let held = "";
  try {
    for await (const chunk of stream.body) {
      const pieces = (held + decoder.decode(chunk, { stream: true })).split(separator);
      held = pieces.pop() ?? "";
      for (const piece of pieces) if (piece.trim() !== "") yield itemOf(piece);
      if (held.length > maxCharacters) throw fail("too-large", `an item has more than ${maxCharacters} characters`);
    }
    held += decoder.decode();
    if (held.trim() !== "") yield itemOf(held);
  } finally {
    stream.close();
  }
}
