import type { Operation } from "../../runtime/abi/index.js";
import { type CallerOptions, createCaller, type GenericCaller } from "../../runtime/caller/index.js";
import { createVirtualClock, type VirtualClock } from "../support/virtual-clock.js";

export const READ: Operation = {
  id: "read",
  method: "GET",
  path: "/things/{id}",
  pathParams: { id: "id" },
  retry: "safe",
};
export const WRITE: Operation = { id: "write", method: "POST", path: "/things", body: true, retry: "never" };
export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers });

export interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly duplex: unknown;
  readonly redirect: RequestInit["redirect"];
  readonly signal: AbortSignal | null | undefined;
}

export interface World {
  readonly caller: GenericCaller;
  readonly clock: VirtualClock;
  readonly sent: readonly Sent[];
}

/** A caller whose requests come to `answers`, one after another; the last answers for all that come later. */
export function world(
  answers: readonly (() => Response | Promise<Response>)[],
  options: Partial<CallerOptions> = {},
): World {
  const clock = createVirtualClock();
  const sent: Sent[] = [];
  const doFetch: typeof fetch = async (url, init: RequestInit & { readonly duplex?: unknown } = {}) => {
    const { method = "GET", headers, body, signal, duplex, redirect } = init;
    sent.push({ url: String(url), method, headers: new Headers(headers), body, duplex, redirect, signal });
    const answer = answers[Math.min(sent.length, answers.length) - 1];
    if (answer === undefined) throw new Error("no answer is left");
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason as Error));
    });
    return Promise.race([answer(), aborted]);
  };
  const caller = createCaller({
    baseUrl: "https://api.example/v1",
    fetch: doFetch,
    clock,
    random: () => 0,
    ...options,
  });
  return { caller, clock, sent };
}

export const failure = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error);
export const never = (): Promise<Response> => new Promise(() => undefined);
