import { createParser } from "eventsource-parser";
import type { StreamAnswer, WebByteStream } from "../abi/index.js";
import { TransportFailure } from "../http/parts.js";

/** One event of a stream. */
export interface SentEvent<Data> {
  /** The data: parsed where it is JSON, text otherwise. */
  readonly data: Data;
  /** Its type; undefined where it has none. */
  readonly event: string | undefined;
  readonly id: string | undefined;
}

/** What the call that opened a stream knows about it. */
interface Opened {
  /** Reads the data of its events. Default: as JSON. */
  readonly read: ((text: string) => unknown) | undefined;
  /** The error for what ended the stream. */
  readonly errorFor: (thrown: unknown) => unknown;
  /** The largest event, in characters. */
  readonly maxBytes: number;
}

const streams = new WeakMap<StreamAnswer, Opened>();

/** Remembers how the events and the failure of a stream are read. */
export function rememberStream(stream: StreamAnswer, opened: Opened): void {
  streams.set(stream, opened);
}

/**
 * Reads a stream of server-sent events, one after another; leaving the loop closes the stream. `Data` is the described
 * type of an event: `XEvent`, or the `XResult` of an operation that answers with nothing else.
 */
export async function* eventsOf<Data = unknown>(
  stream: StreamAnswer,
): AsyncGenerator<SentEvent<Data>, void, undefined> {
  const found: SentEvent<Data>[] = [];
  const { read = JSON.parse, maxBytes = 16_777_216, errorFor = itself } = streams.get(stream) ?? {};
  let isTooLarge = false;
  const parser = createParser({
    maxBufferSize: maxBytes,
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
    for await (const chunk of chunksOf(stream)) {
      parser.feed(decoder.decode(chunk, { stream: true }));
      yield* found.splice(0);
      if (isTooLarge)
        throw errorFor(new TransportFailure("too-large", `an event has more than ${maxBytes} characters`));
    }
  } finally {
    stream.close();
  }
}

const itself = (thrown: unknown): unknown => thrown;

/** The chunks of a stream. Throws the error of its call where it breaks. */
async function* chunksOf(stream: StreamAnswer): AsyncGenerator<Uint8Array, void> {
  try {
    for await (const chunk of stream.body) yield chunk;
  } catch (thrown) {
    throw streams.get(stream)?.errorFor(thrown) ?? thrown;
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
  const chunks = chunksOf(stream);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: () => stream.close(),
  });
}
