import { readOptions, withDefaults } from "../base/options.js";
import {
  type Call,
  type Caller,
  type CallOptions,
  type Clock,
  type Operation,
  type Payload,
  type PerCall,
  type StreamAnswer,
  type StreamCaller,
  type StreamOptions,
  systemClock,
  type WebFetchLike,
} from "../abi/index.js";
import {
  type Answer,
  attempting,
  beginCall,
  bucketOf,
  type CallFacts,
  compose,
  defined,
  errorOf,
  guarded,
  guardedMethods,
  fetchStreamTransport,
  fetchTransport,
  type HttpCall,
  limiting,
  piecesOf,
  rateLimitMemory,
  readRefusalFrom,
  retryOptions,
  checkCall,
  retrying,
  TransportFailure,
  withResponse,
} from "../http/parts.js";
import { type AnswerGuards, type AnswerReaders, misfitIn, bodyOfAnswer, rememberHead } from "./answer.js";
import { authorizing } from "./auth.js";
import { createOAuthTokens } from "./oauth.js";
import { callerCallOptions, type CallerOptions, callerOptions } from "./options.js";
import { callerRequest, checkedHeader } from "./request.js";
import { addressOf } from "./server.js";
import { carrying, chunksOf, sending } from "./transport.js";

/** Calls any service that functions were generated for. */
export interface GenericCaller extends Caller, StreamCaller {}

/**
 * Makes a caller: the pipeline of `createClient()` with retry, limits and attempt, with credentials by the security
 * schemes of a description and bodies of every kind. Throws an `ArgumentError` where neither the options nor the
 * service give an address. Calls reject with an `AppsError`.
 */
export function createCaller(given: CallerOptions): GenericCaller {
  const options = readOptions(given, callerOptions, { of: "createCaller()" });
  const { timeoutMs, maxBodyBytes, middleware, retry } = options;
  const clock = guardedMethods("clock", options.clock, systemClock);
  const random = guarded("random", options.random ?? Math.random);
  const { service } = options;
  const baseUrl = addressOf(service, given);
  const { credentials } = options;
  const plainFetch: typeof fetch = given.fetch ?? ((...request) => fetch(...request));
  const doFetch: typeof fetch = credentials ? (url, init) => plainFetch(url, { ...init, credentials }) : plainFetch;
  const fetchFor = (operation: Operation): WebFetchLike => (given.fetch ? doFetch : (operation.fetch ?? doFetch));
  const policy = withDefaults(retryOptions, retry || {});
  const insecure = { allowInsecure: options.allowInsecure };
  const tokens = createOAuthTokens({
    transport: fetchTransport({ fetch: doFetch, clock }),
    clock,
    timeoutMs,
    maxBodyBytes,
    ...insecure,
  });
  // An address of the call's own may be anybody's: the client's credentials stay at its origin and at described servers.
  const authFor = (given: PerCall, called: CallFacts) => {
    const isElsewhere = given.baseUrl !== undefined && new URL(called.baseUrl).origin !== new URL(baseUrl).origin;
    const credentials = given.auth ?? (isElsewhere ? undefined : options.auth);
    return authorizing({ service, credentials, tokens, clock });
  };
  const attempt = attempting({ clock });
  const ofCall = [
    retrying({ policy, clock, random, budget: bucketOf() }),
    limiting({ clock, random, memory: rateLimitMemory(clock), scope: "route", leastMs: policy.baseMs }),
  ];
  const pieces = piecesOf(clock, middleware, ofCall, []);
  const client = { ...options, clock, baseUrl, requestIdHeader: "x-request-id", calls: 0 };

  const prepare = (
    facts: CallFacts,
    params: object,
    given: PerCall & Pick<StreamOptions, "lastEventId">,
  ): { readonly call: HttpCall; readonly payload: Payload | undefined } => {
    const { operation } = facts;
    checkCall(operation, given, callerCallOptions);
    const { headers: own, baseUrl: other, server, lastEventId } = given;
    if (other !== undefined || server !== undefined)
      Object.assign(facts, { baseUrl: addressOf(service, { ...defined({ baseUrl: other, server }), ...insecure }) });
    const { request, payload, keyed } = callerRequest(operation, params, facts.baseUrl);
    const headers: Record<string, string> = { ...request.headers };
    if (lastEventId !== undefined) headers["last-event-id"] = lastEventId;
    for (const [name, value] of Object.entries(options.headers ?? {})) {
      const lower = name.toLowerCase();
      const isOpen = lower === "accept" && operation.guarded !== false;
      if (headers[lower] === undefined || isOpen) headers[lower] = value;
    }
    for (const [name, value] of Object.entries(own ?? {}))
      headers[name.toLowerCase()] = checkedHeader(operation, name, value);
    // A stream can be sent only once.
    const repeats = facts.repeats && !(payload instanceof ReadableStream);
    return { call: { ...facts, repeats, request: { ...request, headers, maxBodyBytes }, keyed }, payload };
  };

  return {
    call<Result, Code extends string = string, Errors = unknown>(
      operation: Operation,
      params: object,
      given: CallOptions = {},
    ): Call<Result, Code, Errors> {
      const facts = beginCall(client, operation, given ?? {});
      let failure: unknown;
      const run = async (): Promise<Result> => {
        try {
          const { call, payload } = prepare(facts, params, given);
          const carrier = carrying({ clock, fetch: fetchFor(operation) }, payload, maxBodyBytes);
          const answer = await compose([...pieces, authFor(given, facts), attempt], carrier.send)(call);
          facts.progress.answer = answer;
          facts.progress.durationMs = clock.monotonicMs() - facts.startedMs;
          const readers = options.readers?.[operation.id];
          if (answer.status < 200 || answer.status > 299) {
            failure = failureOf(answer, readers);
            throw errorOf(facts, answer, clock);
          }
          const guards = options.validators?.[operation.id];
          const data = successOf(answer, carrier.bytes(), { facts, clock, guards, readers });
          return data as Result; // as described; `validators` check it
        } catch (thrown) {
          throw errorOf(facts, { thrown }, clock);
        }
      };
      const call: Call<Result, Code, Errors> = withResponse(run(), () => facts);
      rememberHead(call, () => facts.progress.answer && { ...facts.progress.answer, failure });
      return call;
    },
    async openStream(operation, params, given: StreamOptions = {}) {
      const facts = beginCall(client, operation, { ...given, deadlineMs: Infinity });
      const errorFor = (thrown: unknown) => errorOf(facts, { thrown }, clock);
      try {
        const { call, payload } = prepare(facts, params, given);
        const transport = fetchStreamTransport({ clock, fetch: sending(fetchFor(operation), payload) });
        const open = async ({ request }: HttpCall): Promise<StreamAnswer | Answer> => {
          const answer = await transport(request);
          return answer.status >= 200 && answer.status < 300 ? answer : readRefusalFrom(answer, clock);
        };
        const answer = await authFor(given, facts)(call, (one) => attempt<StreamAnswer | Answer>(one, open));
        facts.progress.answer = answer;
        if (!("close" in answer)) throw errorOf(facts, answer, clock);
        const { status, headers } = answer;
        return {
          status,
          headers,
          body: chunksOf(answer.body, errorFor),
          close: () => answer.close(),
          reading: {
            read: options.readers?.[operation.id]?.event,
            maxCharacters: maxBodyBytes,
            failure: (reason, what) => errorFor(new TransportFailure(reason, what)),
          },
        };
      } catch (thrown) {
        throw errorFor(thrown);
      }
    },
  };
}

/** What {@link successOf} reads and checks a success with. */
interface Reading {
  readonly facts: CallFacts;
  readonly clock: Clock;
  readonly guards: AnswerGuards | undefined;
  readonly readers: AnswerReaders | undefined;
}

/** The data of a success. Throws where it is not as described. */
function successOf(answer: Answer, bytes: Blob | undefined, { facts, clock, guards, readers }: Reading): unknown {
  let data: unknown;
  try {
    data = bodyOfAnswer(answer, bytes, readers);
  } catch {
    throw errorOf(facts, answer, clock);
  }
  const misfit = misfitIn(answer, data, facts.operation, guards);
  if (misfit !== undefined) throw errorOf(facts, answer, clock, misfit);
  return data;
}

/** The body of a failure, where it has readers; undefined elsewhere, and where it is not as described. */
function failureOf(answer: Answer, readers: AnswerReaders | undefined): unknown {
  try {
    return readers && bodyOfAnswer(answer, undefined, readers);
  } catch {
    return undefined;
  }
}
