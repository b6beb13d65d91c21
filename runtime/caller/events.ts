import { createParser } from "eventsource-parser";
import type { StreamAnswer, WebByteStream } from "../abi/index.js";

/** One event of a stream. */
export interface SentEvent<Data> {
  /** What came: JSON where it is JSON, text otherwise. */
  readonly data: Data;
  /** Its type; undefined where it has none. */
  readonly event: string | undefined;
  readonly id: string | undefined;
}

type Read = (text: string) => unknown;

const readers = new WeakMap<StreamAnswer, Read>();

/** Remembers what the events of a stream are read with, where that is not plain JSON. */
export function rememberReader(stream: StreamAnswer, read: Read | undefined): void {
  if (read !== undefined) readers.set(stream, read);
}

/**
 * Reads a stream of server-sent events, one after another; leaving the loop closes it. `Data` is what the description says
 * of an event: `XEvent`, or the `XResult` of an operation that answers nothing else.
 */
export async function* eventsOf<Data = unknown>(
  stream: StreamAnswer,
): AsyncGenerator<SentEvent<Data>, void, undefined> {
  const found: SentEvent<Data>[] = [];
  const read = readers.get(stream) ?? JSON.parse;
  const parser = createParser({
    onEvent: ({ data, event, id }) => {
      // The description says what the events are.
      found.push({ data: parsed(data, read) as Data, event, id });
    },
  });
  const decoder = new TextDecoder();
  try {
    for await (const chunk of stream.body) {
      parser.feed(decoder.decode(chunk, { stream: true }));
      yield* found.splice(0);
    }
  } finally {
    stream.close();
  }
}

function parsed(data: string, read: Read): unknown {
  try {
    return read(data);
  } catch {
    return data;
  }
}

/** The bytes of a stream as a `ReadableStream`, read as they are asked for; cancelling it closes the stream. */
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
