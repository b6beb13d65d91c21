import type { Clock, TransportAnswer, TransportRequest } from "../../abi/index.js";
import type { Credential } from "../credential.js";
import type { Send } from "../exchange.js";
import { aborted, TransportFailure } from "../transport/failure.js";
import { versionHeader } from "../wire.js";

/**
 * The lowest layer: puts version and credential on the request, the one place that does, counts what is really sent and
 * gives it no more time than the call has left.
 */
export function withAttempt<Answer = TransportAnswer>(
  next: (request: TransportRequest) => Promise<Answer>,
  clock: Clock,
  apiVersion: string,
): Send<Answer> {
  const complete = completing(apiVersion);
  return (request, exchange) => {
    if (exchange.signal?.aborted) return Promise.reject(aborted(false));
    const timeoutMs = Math.min(exchange.timeoutMs, exchange.deadlineAtMs - clock.monotonicMs());
    if (timeoutMs <= 0) return Promise.reject(new TransportFailure("queue", "the deadline passed before it was sent"));
    exchange.attempts += 1;
    return next(new Attempt(request, complete(request.headers, exchange.credential), timeoutMs));
  };
}

type Headers = TransportRequest["headers"];

/** A request as it leaves. A class, because copying a record with changes is most of what the layers cost otherwise. */
class Attempt implements TransportRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly timeoutMs: number;
  // Declared: fields that are there and undefined would be handed to transports of others.
  declare readonly body?: string;
  declare readonly maxBodyBytes?: number;
  declare readonly signal?: AbortSignal;

  constructor({ method, url, body, maxBodyBytes, signal }: TransportRequest, headers: Headers, timeoutMs: number) {
    this.method = method;
    this.url = url;
    this.headers = headers;
    this.timeoutMs = timeoutMs;
    if (body !== undefined) this.body = body;
    if (maxBodyBytes !== undefined) this.maxBodyBytes = maxBodyBytes;
    if (signal) this.signal = signal;
  }
}

/** Adds version and credential to headers. Those of an operation are one record, completed once for a credential. */
function completing(apiVersion: string) {
  let of: Credential | undefined;
  let done = new WeakMap<Headers, Headers>();
  return (headers: Headers, credential: Credential | undefined): Headers => {
    if (of !== credential) {
      of = credential;
      done = new WeakMap();
    }
    let all = done.get(headers);
    if (!all) {
      const own = credential && { authorization: credential.header };
      all = Object.freeze({ ...headers, [versionHeader]: apiVersion, ...own });
      done.set(headers, all);
    }
    return all;
  };
}
