import type { Clock, TransportRequest } from "../../abi/index.js";
import { tryParse } from "../answer.js";
import { wrong } from "../../abi/wrong.js";
import { type HttpCall, redactorOf, sentCredential, type SentCredential, withRequest, type Writable } from "../call.js";
import type { HttpNext } from "../middleware.js";
import { aborted, TransportFailure } from "../transport/failure.js";
import { versionHeader } from "../../../generated/tables.js";
import { ArgumentError } from "../../base/errors.js";

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
 * time than the call has left. Middleware may have changed the request: see {@link isAtHome} and {@link isKeyed}.
 */
export function attempting({ clock, apiVersion, userAgent }: AttemptTools) {
  // The headers of operations are the same frozen records each time: completed once per credential.
  let of: SentCredential | undefined;
  let completed = new WeakMap<Headers, Headers>();
  // Not `async`, which would cost each call one more promise.
  return <Got>(call: HttpCall, next: HttpNext<Got>): Promise<Got> => {
    const { request, signal, urgent, progress, operation } = call;
    if (signal?.aborted) return Promise.reject(aborted(false));
    const timeoutMs = Math.min(call.timeoutMs, call.deadlineAtMs - clock.monotonicMs());
    if (timeoutMs <= 0) {
      return Promise.reject(new TransportFailure("queue", "the deadline passed before it was sent"));
    }
    const credential = isAtHome(call) ? progress.credential : undefined;
    if (of !== credential) completed = new WeakMap();
    of = credential;
    let headers = completed.get(request.headers);
    if (!headers) {
      const given: Record<string, string> = userAgent ? { "user-agent": userAgent } : {};
      for (const [name, value] of Object.entries(request.headers)) given[name.toLowerCase()] = value;
      if (apiVersion) given[versionHeader] = apiVersion;
      if (credential?.header) given["authorization"] ??= credential.header;
      headers = given;
      if (Object.isFrozen(request.headers)) completed.set(request.headers, Object.freeze(headers));
    }
    const { authorization } = headers;
    // What middleware authorizes with is as secret.
    progress.credential =
      authorization === credential?.header
        ? credential
        : sentCredential(authorization, redactorOf(String(authorization).replace(/^\S+ /, "")));
    progress.keyed = isKeyed(call);
    // Another attempt may have stored it under the former key.
    if (!progress.keyed && progress.ambiguous && operation.retry === "with-client-ref") {
      throw wrong(operation, "middleware changed the key of its body");
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

/** Whether the body carries the key that the call was written with. */
function isKeyed({ keyed, operation, request: { body = "" } }: HttpCall): boolean {
  const keyOf = (text: string): unknown => Object(tryParse(text))[operation.idempotencyKey ?? ""];
  return keyed !== undefined && (body === keyed || (keyOf(keyed) ?? keyed) === keyOf(body));
}

const originOf = (url: string) => URL.canParse(url) && new URL(url).origin;

/** Whether the request goes to the origin of `baseUrl`, and so takes a credential. Throws unless it does or may not. */
export function isAtHome(call: HttpCall): boolean {
  const { baseUrl } = call;
  const { url } = call.request;
  if (url.startsWith(`${baseUrl}/`) || originOf(url) === originOf(baseUrl)) return true;
  if (call.otherOrigin) return false;
  throw wrong(call.operation, "middleware sends it to another origin than baseUrl");
}

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
