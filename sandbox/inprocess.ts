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
function bounded<T extends { readonly kind: string }>(
  platform: Platform,
  request: WireRequest,
  serve: () => Promise<T>,
): Promise<T> {
  const { timeoutMs, signal } = request;
  return new Promise<T>((resolve, reject) => {
    if (signal?.aborted === true) return reject(abortReason(signal));
    const cancel =
      timeoutMs === undefined
        ? () => undefined
        : platform.clock.schedule(() => reject(new DOMException("the request timed out", "TimeoutError")), timeoutMs);
    const onAbort = (): void => {
      cancel();
      reject(abortReason(signal));
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    const done = (): void => {
      cancel();
      signal?.removeEventListener("abort", onAbort);
    };
    serve().then((outcome) => {
      if (outcome.kind === "stall") return;
      done();
      resolve(outcome);
    }, reject);
  });
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
