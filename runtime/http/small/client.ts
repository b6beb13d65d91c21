import { apiVersion as documentedVersion } from "../../../generated/tables.js";
import { type CallOptions, type Caller, type Operation, systemClock } from "../../abi/index.js";
import { isRecord, retryAfterOf, tryParse } from "../answer.js";
import { redacted } from "../redact.js";
import { ArgumentError } from "../errors/kinds.js";
import { decideRetry, isUnclear, type RetryPolicy } from "../retry/decide.js";
import type { FetchTransportOptions } from "../transport/fetch.js";
import { tokenPrefix, versionHeader } from "../wire.js";
import { send, within } from "./attempt.js";
import { errorOf } from "./errors.js";
import { requestOf } from "./route.js";

/** Options of `createFetchClient()`. Only `baseUrl` and `token` are required. */
export interface FetchClientOptions extends FetchTransportOptions {
  /** Absolute http(s) address of the service; a path prefix is kept. */
  readonly baseUrl: string;
  /** The credential. To rotate it, make another client: this one remembers nothing. */
  readonly token: string;
  /** Value of the API version header. Default: the description's. */
  readonly apiVersion?: string;
  /** Chance, from 0 to 1, for jitter. Default: `Math.random`. */
  readonly random?: () => number;
  /** Makes the `clientRef` of a message that comes without one. Default: `crypto.randomUUID`. */
  readonly createClientRef?: () => string;
  /** Milliseconds for one attempt. Default 10,000. */
  readonly timeoutMs?: number;
  /** Milliseconds for one call, retries and waits included. Default 60,000. */
  readonly deadlineMs?: number;
  /** Limits on repeating; see the fields for the defaults. */
  readonly retry?: Partial<RetryPolicy>;
  /** Bytes of an answer, decompressed, above which it is refused. Default 16 MiB. */
  readonly maxBodyBytes?: number;
}

/**
 * Makes a client for bundles that must stay small, such as those of workers and browsers: `fetch`, the credential and
 * the version on every request, retries, time limits and errors by the rules of `createClient()`, and nothing else. It
 * has no hooks, no validation, no streams, no assumptions, no token function and no limit on calls under way; and a
 * connection that could not be made is for it one that broke, since `fetch` does not tell them apart everywhere.
 * Route functions take it as their first argument. Throws an {@link ArgumentError} for options that cannot work.
 *
 * @see `createClient()` of `svc-apps`, which rejects with the same errors
 */
export function createFetchClient(options: FetchClientOptions): Caller {
  const { token, apiVersion = documentedVersion, clock = systemClock } = options;
  const root = rootOf(options.baseUrl);
  const secret = must(TOKEN.exec(token)?.[1], `token: expected ${tokenPrefix}.<application id>.<secret>`);
  must(/^[!-~]+$/.test(apiVersion), "apiVersion: expected visible ASCII");

  return {
    async call<Result>(operation: Operation, params: object, limits?: CallOptions): Promise<Result> {
      const { timeoutMs = 10_000, deadlineMs = 60_000, signal }: Omit<CallOptions, "retry"> = { ...options, ...limits };
      const { id, method, path, retry, idempotencyKey } = operation;
      const deadlineAtMs = clock.monotonicMs() + deadlineMs;
      const request = requestOf(operation, params, root, options.createClientRef);
      request.headers[versionHeader] = apiVersion;
      if (operation.auth !== false) request.headers["authorization"] = `Bearer ${token}`;
      const past = { failures: 0, rateLimits: 0 };
      let attempts = 0;
      let unclear = false;

      for (;;) {
        const sent = !signal?.aborted;
        if (sent) attempts += 1;
        const result = await within(Math.min(timeoutMs, deadlineAtMs - clock.monotonicMs()), clock, signal, (stopped) =>
          send(request, options, stopped),
        );
        const { status = 0, body = "", reason } = result;
        if (status > 199 && status < 300) {
          if (!body && (status === 204 || operation.mayBeEmpty)) return undefined as Result; // as described
          const value = tryParse(body);
          if (isRecord(value)) return value as Result; // the description says what a 2xx of this operation holds
          unclear = true;
        }
        if (reason ? sent : isUnclear(status)) unclear = true;
        const retryAfterMs = reason ? undefined : retryAfterOf(result, clock);
        const decision = decideRetry(
          retry,
          reason
            ? { kind: "no-answer", sent, final: reason !== "timeout" && reason !== "connection" }
            : { kind: "answer", status, retryAfterMs },
          {
            ...past,
            remainingMs: deadlineAtMs - clock.monotonicMs(),
            keyed: !!idempotencyKey,
            random: (options.random ?? Math.random)(),
          },
          { retries: 3, rateLimitRetries: 5, maxRetryAfterMs: 30_000, baseMs: 250, ceilingMs: 5_000, ...options.retry },
        );
        if (decision.action === "give-up" || limits?.retry === false) {
          const details = {
            operation: id,
            route: `${method} ${path}`,
            attempts,
            // Reading twice does no harm; the question "was it carried out?" does not arise.
            ambiguous: unclear && method !== "GET",
            retryAfterMs,
            cause: reason === "aborted" ? (signal?.reason as unknown) : undefined,
          };
          throw errorOf(result, details, (text) => redacted(text, secret), root);
        }
        past[decision.why === "rate-limited" ? "rateLimits" : "failures"] += 1;
        // An abort ends the wait, and the next attempt before it is sent.
        await within(decision.waitMs, clock, signal);
      }
    },
  };
}

const TOKEN = new RegExp(`^${tokenPrefix}\\.\\d+\\.([!-~]+)$`);

/** The value, or an error that does not show it: it may be, or hold, a secret. */
function must<Value>(value: Value, what: string): NonNullable<Value> {
  if (value) return value;
  throw new ArgumentError(what);
}

/** An absolute http(s) URL without user name, query, fragment and trailing slash. */
function rootOf(text: string): string {
  return must(
    URL.canParse(text) ? /^(https?:\/\/[^@?#]+?)\/*$/.exec(new URL(text).href)?.[1] : undefined,
    "baseUrl: expected an absolute http(s) address without user name, query or fragment",
  );
}
