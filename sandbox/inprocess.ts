import type { Platform } from "./platform.js";
import type { Outcome } from "./rest/serve.js";
import type { WireAnswer, WireRequest, WireStream } from "./rest/wire.js";
import type { Service, StreamOutcome } from "./service.js";

/** Carries requests to a sandbox without a socket. Same rules, faults included: rejects only when no answer came. */
export interface InProcess {
  request(request: WireRequest): Promise<WireAnswer>;
  openStream(request: WireRequest): Promise<WireStream>;
}

export function inProcess(platform: Platform, service: Service): InProcess {
  return {
    async request(request) {
      const outcome = await bounded(platform, request, () => service.serve(lowerCased(request)));
      return wholeAnswer(outcome);
    },
    async openStream(request) {
      const opening = service.isStream(request)
        ? service.open(lowerCased(request))
        : service.serve(lowerCased(request));
      const outcome: StreamOutcome = await bounded(platform, request, () => opening);
      if (outcome.kind === "stream") return streamOf(outcome, request.signal);
      const { status, headers, body } = wholeAnswer(outcome);
      return { status, headers, body: oneChunk(body), close: () => undefined };
    },
  };
}

/** Callers may spell header names as they like. */
function lowerCased(request: WireRequest): WireRequest {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return { ...request, method: request.method.toUpperCase(), headers };
}

function wholeAnswer(outcome: Outcome): WireAnswer {
  if (outcome.kind === "answer") return outcome.answer;
  throw resetError();
}

const resetError = (): Error => Object.assign(new Error("the connection was reset"), { code: "ECONNRESET" });

/** Applies the request's own limits: its timeout on the sandbox's clock, and its signal. A stall ends by these alone. */
async function bounded<T extends { readonly kind: string }>(
  platform: Platform,
  request: WireRequest,
  serve: () => Promise<T>,
): Promise<T> {
  const patience = patienceOf(platform, request);
  const served = async (): Promise<T> => {
    const outcome = await serve();
    return outcome.kind === "stall" ? patience.lost : outcome;
  };
  try {
    request.signal?.throwIfAborted();
    return await Promise.race([served(), patience.lost]);
  } finally {
    patience.end();
  }
}

interface Patience {
  /** Rejects when the caller does not wait any longer. */
  readonly lost: Promise<never>;
  end(): void;
}

function patienceOf(platform: Platform, { timeoutMs, signal }: WireRequest): Patience {
  let end = (): void => undefined;
  const lost = new Promise<never>((_resolve, reject) => {
    const onTimeout = (): void => reject(new DOMException("the request timed out", "TimeoutError"));
    const cancel = timeoutMs === undefined ? () => undefined : platform.clock.schedule(onTimeout, timeoutMs);
    const onAbort = (): void => reject(abortReason(signal));
    signal?.addEventListener("abort", onAbort, { once: true });
    end = () => {
      cancel();
      signal?.removeEventListener("abort", onAbort);
    };
  });
  lost.catch(() => undefined);
  return { lost, end: () => end() };
}

function abortReason(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException("the request was aborted", "AbortError");
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array, void, undefined> {
  if (text !== "") yield await Promise.resolve(new TextEncoder().encode(text));
}

function streamOf(
  { headers, connection, cutAfterBytes }: Extract<StreamOutcome, { kind: "stream" }>,
  signal: AbortSignal | undefined,
): WireStream {
  const close = (): void => connection.end("client");
  if (signal?.aborted === true) close();
  signal?.addEventListener("abort", close, { once: true });
  const body = cutAfterBytes === undefined ? connection.read() : cutAfter(connection.read(), cutAfterBytes);
  return { status: 200, headers, body, close };
}

/** Passes so many bytes on, and then breaks. */
export async function* cutAfter(
  source: AsyncIterable<Uint8Array>,
  bytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let left = bytes;
  for await (const chunk of source) {
    if (chunk.length < left) yield chunk;
    else {
      yield chunk.subarray(0, left);
      throw resetError();
    }
    left -= chunk.length;
  }
}
