import type { SandboxClock } from "../clock/clock.js";
import type { WireAnswer, WireRequest, WireStream } from "../wire.js";
import type { Outcome, Service, StreamOutcome } from "./service.js";

/** Carries requests to a sandbox without a socket. Same rules, faults included: rejects only when no answer came. */
export interface InProcess {
  request(request: WireRequest): Promise<WireAnswer>;
  openStream(request: WireRequest): Promise<WireStream>;
}

export function inProcess(clock: SandboxClock, service: Service): InProcess {
  return {
    async request(given) {
      const request = lowerCased(given);
      if (service.isStream(request)) throw new TypeError("this request opens a stream: hand it to openStream()");
      return wholeAnswer(await bounded(clock, request, () => service.serve(request)));
    },
    async openStream(given) {
      const request = lowerCased(given);
      const open = async (): Promise<StreamOutcome> =>
        service.isStream(request) ? service.open(request) : service.serve(request);
      const outcome = await bounded(clock, request, open);
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
  clock: SandboxClock,
  { timeoutMs, signal }: WireRequest,
  serve: () => Promise<T>,
): Promise<T> {
  let end = (): void => undefined;
  const lost = new Promise<never>((_resolve, reject) => {
    const onTimeout = (): void => reject(new DOMException("the request timed out", "TimeoutError"));
    const cancel = timeoutMs === undefined ? undefined : clock.schedule(onTimeout, timeoutMs);
    const onAbort = (): void => reject(abortReason(signal));
    signal?.addEventListener("abort", onAbort, { once: true });
    end = () => {
      cancel?.();
      signal?.removeEventListener("abort", onAbort);
    };
  });
  lost.catch(() => undefined);
  try {
    signal?.throwIfAborted();
    const outcome = await Promise.race([serve(), lost]);
    return outcome.kind === "stall" ? await lost : outcome;
  } finally {
    end();
  }
}

function abortReason(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException("the request was aborted", "AbortError");
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array, void, undefined> {
  if (text !== "") yield await Promise.resolve(new TextEncoder().encode(text));
}

function streamOf(
  { headers, line, cutAfterBytes }: Extract<StreamOutcome, { kind: "stream" }>,
  signal: AbortSignal | undefined,
): WireStream {
  const close = (): void => line.end("client");
  if (signal?.aborted === true) close();
  signal?.addEventListener("abort", close, { once: true });
  const body = cutAfterBytes === undefined ? line.read() : cutAfter(line.read(), cutAfterBytes);
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
