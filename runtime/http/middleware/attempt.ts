import type { Clock, TransportRequest } from "../../abi/index.js";
import { type HttpCall, type SentCredential, withRequest, type Writable } from "../call.js";
import type { HttpNext } from "../middleware.js";
import { aborted, TransportFailure } from "../transport/failure.js";
import { versionHeader } from "../../../generated/tables.js";
import { ArgumentError } from "../errors/index.js";

/** Headers that every request gets, and the clock. */
export interface AttemptTools {
  readonly clock: Clock;
  /** Value of the API version header; undefined where none is sent. */
  readonly apiVersion?: string | undefined;
  /** Value of the `user-agent` header; undefined where none is sent. */
  readonly userAgent?: string | undefined;
}

/**
 * The innermost piece: puts version, user agent and credential on the request, counts requests, and gives each no more
 * time than the call has left.
 */
export function attempting({ clock, apiVersion, userAgent }: AttemptTools) {
  // The headers of operations are the same records each time: completed once per credential.
  let of: SentCredential | undefined;
  let completed = new WeakMap<Headers, Headers>();
  // Not `async`, which would cost each call one more promise.
  return <Got>(call: HttpCall, next: HttpNext<Got>): Promise<Got> => {
    const { request, signal, urgent, progress } = call;
    if (signal?.aborted) return Promise.reject(aborted(false));
    const timeoutMs = Math.min(call.timeoutMs, call.deadlineAtMs - clock.monotonicMs());
    if (timeoutMs <= 0) {
      return Promise.reject(new TransportFailure("queue", "the deadline passed before it was sent"));
    }
    const { credential } = progress;
    if (of !== credential) completed = new WeakMap();
    of = credential;
    let headers = completed.get(request.headers);
    if (!headers) {
      const authorization = credential?.header;
      headers = Object.freeze({
        ...(userAgent && { "user-agent": userAgent }),
        ...request.headers,
        ...(apiVersion && { [versionHeader]: apiVersion }),
        ...(authorization && { authorization }),
      });
      completed.set(request.headers, headers);
    }
    progress.attempts += 1;
    progress.answer = undefined;
    const { method, url, body, maxBodyBytes } = request;
    const sent: Writable<TransportRequest> = { method, url, headers, urgent, timeoutMs };
    if (maxBodyBytes !== undefined) sent.maxBodyBytes = maxBodyBytes;
    if (body !== undefined) sent.body = body;
    if (signal) sent.signal = signal;
    return next(withRequest(call, sent));
  };
}

type Headers = TransportRequest["headers"];

/** The version of this package, as its manifest has it. */
export const VERSION = "0.1.0";

/**
 * The value of the `user-agent` header: `svc-apps/<version> (<runtime>)`, after the text of the user if there is one;
 * undefined where none is sent. Throws an {@link ArgumentError} for what a header cannot carry.
 */
export function userAgentFrom(option: unknown): string | undefined {
  if (option === false) return undefined;
  const isText = typeof option === "string" && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(option);
  if (option !== undefined && !isText) {
    throw new ArgumentError("userAgent must be false, or visible ASCII such as my-app/1.0");
  }
  const runtime = runtimeName();
  if (runtime === undefined) return undefined;
  const own = `svc-apps/${VERSION} (${runtime})`;
  return isText ? `${option} ${own}` : own;
}

/** Name and version of the runtime; undefined in browsers, which set this header themselves. */
function runtimeName(): string | undefined {
  // In this order: some runtimes also have the globals of others.
  const known = globalThis as {
    readonly Bun?: { readonly version?: string };
    readonly Deno?: { readonly version?: { readonly deno?: string } };
    readonly navigator?: { readonly userAgent?: string };
    readonly document?: unknown;
    readonly importScripts?: unknown;
  };
  if (known.Bun) return `bun/${known.Bun.version}`;
  if (known.Deno) return `deno/${known.Deno.version?.deno}`;
  const named = known.navigator?.userAgent;
  if (named === "Cloudflare-Workers") return "workers";
  if (typeof process === "object" && process.versions?.node !== undefined) return `node/${process.versions.node}`;
  return known.document === undefined && known.importScripts === undefined ? "unknown" : undefined;
}
