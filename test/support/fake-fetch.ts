import type { TransportAnswer } from "svc-apps/rest";
import { fillIn } from "./fill-in.js";

/** What a fake `fetch` does with one request. */
export type FetchReply = Partial<TransportAnswer> | Error | "silence";

/** One request as `fetch` saw it. */
export interface Fetched {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly redirect: string | undefined;
}

/** A `fetch` that plays the replies in order, the last one for ever. */
export function fakeFetch(...replies: readonly FetchReply[]): {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly requests: readonly Fetched[];
} {
  const requests: Fetched[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const reply = replies[Math.min(requests.length, replies.length - 1)];
    const { method = "", redirect, headers, body } = init;
    const fields = Object.fromEntries(new Headers(headers));
    requests.push({ url, method, headers: fields, body: typeof body === "string" ? body : undefined, redirect });
    if (reply === "silence") {
      return new Promise((_resolve, reject) =>
        init.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError"))),
      );
    }
    if (reply instanceof Error) throw reply;
    const status = reply?.status ?? 200;
    const empty = status === 204 || status === 304 || status === 0;
    if (status === 0) return Response.error();
    return new Response(empty ? null : fillIn(method, url, status, reply?.body ?? "{}"), {
      status,
      headers: reply?.headers ?? {},
    });
  };
  return { fetch, requests };
}
