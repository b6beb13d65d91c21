import type { Clock, TransportAnswer, TransportRequest } from "../../abi/index.js";
import type { NoAnswerReason } from "../errors/no-answer.js";
import { callFetch, type FetchTransportOptions } from "../transport/fetch.js";

/** Why an attempt brought no answer; `what` says it in words. */
export interface Lost extends Partial<Record<keyof TransportAnswer, undefined>> {
  readonly reason: NoAnswerReason | "too-large";
  readonly what: string;
}

/** An answer, told apart from {@link Lost}. */
export type Answered = TransportAnswer & { readonly reason?: undefined };

/** Waits for `work`, but no longer than `ms` and until the signal fires. Without work, a timeout is what was wanted. */
export function within<Result>(
  ms: number,
  clock: Clock,
  signal: AbortSignal | undefined,
  work?: (stopped: AbortSignal) => Promise<Result>,
): Promise<Result | Lost> {
  return new Promise((resolve) => {
    const controller = new AbortController();
    const end = (result: Result | Lost) => {
      cancel();
      signal?.removeEventListener("abort", onAbort);
      controller.abort();
      resolve(result);
    };
    const onAbort = () => end({ reason: "aborted", what: "by the caller's signal" });
    const cancel = clock.schedule(() => end({ reason: "timeout", what: `within ${ms} ms` }), ms);
    signal?.addEventListener("abort", onAbort);
    if (signal?.aborted) onAbort();
    else {
      work?.(controller.signal).then(end, (error: Error | undefined) =>
        // Node's `fetch` keeps what happened in the cause. Only their texts are taken: such errors may hold requests.
        end({ reason: "connection", what: `${error?.message} ${(error?.cause as Error | undefined)?.message ?? ""}` }),
      );
    }
  });
}

/** One request over `fetch`, its answer read to the end or to the limit. */
export async function send(
  request: TransportRequest,
  options: FetchTransportOptions & { readonly maxBodyBytes?: number },
  stopped: AbortSignal,
): Promise<Answered | Lost> {
  const { maxBodyBytes = 16_777_216 } = options;
  const { status, headers, body } = await callFetch(request, options, stopped);
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let bytes = 0; ;) {
    const { value } = (await reader?.read()) ?? {};
    if (!value) return { status, headers: Object.fromEntries(headers), body: text + decoder.decode() };
    bytes += value.length;
    if (bytes > maxBodyBytes) return { reason: "too-large", what: `more than ${maxBodyBytes} bytes` };
    text += decoder.decode(value, { stream: true });
  }
}
