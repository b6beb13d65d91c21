import type { Payload } from "../abi/index.js";
import { fetchTransport, type FetchTransportOptions, type Next, tooLarge } from "../http/parts.js";
import { isText } from "./answer.js";

type Fetch = NonNullable<FetchTransportOptions["fetch"]>;

/** `fetch` with a payload as its body. */
export function sending(doFetch: Fetch, payload: Payload | undefined): Fetch {
  if (payload === undefined) return doFetch;
  // The standard requires it for a stream; the types of the DOM do not have it yet.
  const half = payload instanceof ReadableStream ? ({ duplex: "half" } as const) : {};
  return (url, init) => doFetch(url, { ...init, ...half, body: payload });
}

/** Sends the requests of one call, and keeps the bytes of its latest answer where that is not a string. */
export interface Carrier {
  readonly send: Next;
  readonly bytes: () => Blob | undefined;
}

/** The fetch transport, extended to bodies and answers that are no text. One for each call. */
export function carrying(
  { clock, fetch: doFetch }: Required<FetchTransportOptions>,
  payload: Payload | undefined,
  maxBytes: number,
): Carrier {
  let bytes: Blob | undefined;
  const send = sending(doFetch, payload);
  const transport = fetchTransport({
    clock,
    fetch: async (url, init) => {
      bytes = undefined;
      const response = await send(url, init);
      const { status, headers, body } = response;
      const type = headers.get("content-type") ?? "";
      if (body === null || isText(type)) return response;
      bytes = await wholeOf(body, type, maxBytes);
      return new Response(null, { status, headers });
    },
  });
  return { send: ({ request }) => transport(request), bytes: () => bytes };
}

/** The chunks of a stream. Throws the error of its call where it breaks. */
export async function* chunksOf(
  body: AsyncIterable<Uint8Array>,
  errorFor: (thrown: unknown) => unknown,
): AsyncGenerator<Uint8Array, void> {
  try {
    for await (const chunk of body) yield chunk;
  } catch (thrown) {
    throw errorFor(thrown);
  }
}

/** All bytes of a body, up to the limit. */
async function wholeOf(body: ReadableStream<Uint8Array>, type: string, maxBytes: number): Promise<Blob> {
  const parts: ArrayBuffer[] = [];
  let size = 0;
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > maxBytes) throw tooLarge(maxBytes, reader);
    parts.push(next.value.slice().buffer);
  }
  return new Blob(parts, { type });
}
