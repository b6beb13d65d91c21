import { apiVersion as documentedVersion, tokenPrefix } from "../../../generated/tables.js";
import { type Call, type Caller, type CallOptions, type Operation, systemClock } from "../../abi/index.js";
import { isRecord } from "../../base/values.js";
import { isRounded, lackOf, mayBeEmpty, tryParse } from "../answer.js";
import { wrong } from "../../abi/wrong.js";
import { beginCall, type HttpCall, redactorOf, sentCredential, withResponse } from "../call.js";
import { callOptions } from "../../abi/call-options.js";
import {
  func,
  ms,
  needed,
  type OptionsOf,
  options,
  readOptions,
  withDefaults,
  text,
  usually,
} from "../../base/options.js";
import { checkCall, coreOptions } from "../core-options.js";
import { isUnencrypted } from "../unencrypted.js";
import { ArgumentError } from "../../base/errors.js";
import { guarded, guardedMethods } from "../guard.js";
import { compose, piecesOf } from "../middleware.js";
import { attempting } from "../middleware/attempt.js";
import { limiting, rateLimitMemory } from "../middleware/limits.js";
import { bucketOf, retrying } from "../middleware/retry.js";
import { retryOptions } from "../retry/decide.js";
import { buildRequest } from "../request.js";
import { fetchTransport, type FetchTransportOptions } from "../transport/fetch.js";
import { errorOf } from "./errors.js";

/** Options of `createFetchClient()`. Only `baseUrl` and `token` are required. */
export interface FetchClientOptions extends OptionsOf<typeof fetchClientOptions> {}

export const fetchClientOptions = /* @__PURE__ */ options(() => ({
  /** Absolute http(s) address of the service; a path prefix is kept. */
  baseUrl: needed(text()),
  /** The credential. To rotate it, make another client. */
  token: needed(text()),
  ...coreOptions,
  /** Value of the API version header. Default: the description's. */
  apiVersion: usually(text(), documentedVersion),
  /** Sends requests. Default: the global `fetch`, looked up at each call. */
  fetch: func<NonNullable<FetchTransportOptions["fetch"]>>(),
  /** Creates the `clientRef` of a message without one. Default: `crypto.randomUUID`. */
  createClientRef: usually(func<() => string>(), () => crypto.randomUUID()),
  /** Milliseconds for one attempt. Default 10,000. */
  timeoutMs: ms(10_000),
  /** Milliseconds for one call, retries and waits included. Default 60,000. */
  deadlineMs: ms(60_000),
}));

/**
 * Makes a client for bundles that must stay small, such as those of workers and browsers: the pipeline of
 * `createClient()` with retry, limits and attempt over `fetch`. It has no diagnostics, no validation, no streams, no
 * assumptions, no token function and no limit on concurrent calls.
 * Route functions take it as their first argument. Throws an {@link ArgumentError} for options that cannot work.
 *
 * @see `createClient()` of `svc-apps`, which rejects with the same errors
 */
export function createFetchClient(given: FetchClientOptions): Caller {
  const options = readOptions(given, fetchClientOptions, { of: "createFetchClient()" });
  const { token, apiVersion } = options;
  const clock = guardedMethods("clock", options.clock, systemClock);
  const random = guarded("random", options.random ?? Math.random);
  const baseUrl = must(
    URL.canParse(options.baseUrl) && /^(https?:\/\/[^@?#]+?)\/*$/.exec(new URL(options.baseUrl).href)?.[1],
    "baseUrl: expected http(s)://host/path",
  );
  must(
    options.allowInsecure || !isUnencrypted(new URL(baseUrl)),
    "baseUrl: http to another machine needs allowInsecure",
  );
  const [secret] = must(
    new RegExp(`(?<=^${tokenPrefix}\\.\\d+\\.)[!-~]+$`).exec(token),
    `token: expected ${tokenPrefix}.<id>.<secret>`,
  );
  must(/^[!-~]+$/.test(apiVersion), "apiVersion: expected visible ASCII");
  const credential = sentCredential(`Bearer ${token}`, redactorOf(secret));
  const policy = withDefaults(retryOptions, options.retry || {});
  const memory = rateLimitMemory(clock);
  const transport = fetchTransport({ ...(options.fetch && { fetch: options.fetch }), clock });
  const send = compose(
    piecesOf(
      clock,
      options.middleware,
      [
        retrying({ policy, clock, random, budget: bucketOf() }),
        limiting({ clock, random, memory, scope: "app", leastMs: policy.baseMs }),
      ],
      [attempting({ clock, apiVersion })],
    ),
    ({ request }) => transport(request),
  );
  const client = { ...options, clock, baseUrl, requestIdHeader: "x-request-id", calls: 0 };

  return {
    call<Result, Code extends string = string, Errors = unknown>(
      operation: Operation,
      params: object,
      limits: CallOptions = {},
    ): Call<Result, Code, Errors> {
      let begun: HttpCall | undefined;
      const run = async (): Promise<Result> => {
        const { path, accept, styles } = operation;
        checkCall(operation, limits, callOptions);
        if (!path || accept || styles) throw wrong(operation, "it needs createClient()");
        const call = (begun = beginCall(client, operation, limits));
        call.progress.credential = operation.auth === false ? undefined : credential;
        Object.assign(call, buildRequest(operation, params ?? {}, { ...options, baseUrl }));
        const fail = (ended: Parameters<typeof errorOf>[1]) => {
          throw errorOf(call, ended, clock);
        };
        const answer = await send(call).catch((thrown: unknown) => fail({ thrown }));
        const { status, body } = answer;
        call.progress.answer = answer;
        call.progress.durationMs = clock.monotonicMs() - call.startedMs;
        const value = tryParse(body); // undefined when empty
        if (
          status < 200 ||
          status > 299 ||
          ((body || !mayBeEmpty(operation)) &&
            (!isRecord(value) || lackOf(operation, value) || isRounded(value["revision"])))
        )
          return fail(answer);
        return (value ?? (operation.mayBeEmpty ? value : {})) as Result; // the description says what a 2xx of this operation holds
      };
      return withResponse(run(), () => begun);
    },
  };
}

/** The value if there is one; else throws an error that does not show it: it may hold a secret. */
function must<Value>(value: Value, what: string): Exclude<Value, false | null | undefined> {
  if (value) return value as Exclude<Value, false | null | undefined>; // none of these is true
  throw new ArgumentError(what);
}
