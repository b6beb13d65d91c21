import { createParser } from "eventsource-parser";
import type { StreamAnswer, WebByteStream } from "../abi/index.js";

/** One event of a stream. */
export interface SentEvent<Data> {
  /** The data: parsed where it is JSON, text otherwise. */
  readonly data: Data;
  /** Its type; undefined where it has none. */
  readonly event: string | undefined;
  readonly id: string | undefined;
}

/**
 * Reads a stream of server-sent events, one after another; leaving the loop closes the stream. `Data` is the described
 * type of an event: `XEvent`, or the `XResult` of an operation that answers with nothing else.
 */
export async function* eventsOf<Data = unknown>(
  stream: StreamAnswer,
): AsyncGenerator<SentEvent<Data>, void, undefined> {
  const found: SentEvent<Data>[] = [];
  const { read = JSON.parse, maxCharacters = 16_777_216, failure } = stream.reading ?? {};
  let isTooLarge = false;
  const parser = createParser({
    maxBufferSize: maxCharacters,
    onError: ({ type }) => {
      isTooLarge ||= type === "max-buffer-size-exceeded";
    },
    onEvent: ({ data, event, id }) => {
      // As the description types the events.
      found.push({ data: parsed(data, read) as Data, event, id });
    },
  });
  const decoder = new TextDecoder();
  try {
    for await (const chunk of stream.body) {
      parser.feed(decoder.decode(chunk, { stream: true }));
      yield* found.splice(0);
      if (!isTooLarge) continue;
      const what = `an event has more than ${maxCharacters} characters`;
      const thrown: unknown = failure?.("too-large", what) ?? new Error(what);
      throw thrown;
    }
  } finally {
    stream.close();
  }
}

function parsed(data: string, read: (text: string) => unknown): unknown {
  try {
    return read(data);
  } catch {
    return data;
  }
}

/** The bytes of a stream as a `ReadableStream`, read on demand; cancelling it closes the stream. */
export function bytesOf(stream: StreamAnswer): WebByteStream {
  const chunks = stream.body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: () => stream.close(),
  });
}
