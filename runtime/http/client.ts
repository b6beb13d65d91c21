import { getMe } from "../../generated/routes.js";
import type { App, AppId, Assumptions } from "../../generated/types.js";
import type {
  CallOptions,
  Caller,
  Clock,
  Operation,
  StreamAnswer,
  StreamCaller,
  StreamOptions,
  TransportAnswer,
  TransportRequest,
} from "../abi/index.js";
import { isRecord, tryParse } from "./answer.js";
import { beginAt } from "./errors/begin.js";
import { errorFrom, errorFromAnswer, noCredential, notJson } from "./errors/build.js";
import { ArgumentError, isMissingCredential, type MissingCredentialError } from "./errors/index.js";
import { type Exchange, factsOf, type Send } from "./exchange.js";
import { withGivenRoute } from "./given-route.js";
import { Hooks } from "./hooks.js";
import { inTime } from "./layers/auth.js";
import { CLIENT_OPTIONS, refuseMisspelled } from "./option-names.js";
import { type ClientOptions, type Settings, settingsFrom } from "./options.js";
import { buildRequest } from "./request.js";
import type { Params } from "./route.js";
import { callStack, streamStack } from "./stack.js";
import { type TokenSource, tokenSource } from "./token-source.js";
import { type Validation, validationFrom } from "./validation.js";

/** An open stream, and which credential opened it: see {@link Client.credentialChanged}. */
export type OpenedStream = StreamAnswer & { readonly credentialId: symbol | undefined };

/** What {@link Client.verifyCredential} found out. */
export type CredentialCheck =
  { readonly valid: true; readonly app: App } | { readonly valid: false; readonly error: MissingCredentialError };

/** A request whose address and body are complete; what the layers add, they add. */
export interface HandMadeRequest extends Pick<TransportRequest, "method" | "url" | "headers" | "body"> {
  /** Whether the body holds the operation's idempotency key. Default false. */
  readonly keyed?: boolean;
}

/** Calls the service as one App. Made by {@link createClient}; route functions take it as their first argument. */
export class Client implements Caller, StreamCaller {
  /** The address of the service, without trailing slash. */
  readonly baseUrl: string;
  /** Time and timers of everything that runs on this client. */
  readonly clock: Clock;
  /** Chance, from 0 to 1. */
  readonly random: () => number;
  /** How what the platform leaves undocumented is read. */
  readonly assumptions: Assumptions;
  /** Value of the API version header. */
  readonly apiVersion: string;
  /** Who is told about calls. */
  readonly hooks = new Hooks();
  readonly #settings: Settings;
  readonly #source: TokenSource;
  readonly #send: Send;
  readonly #open: ReturnType<typeof streamStack>;
  readonly #validation: Validation | undefined;
  #calls = 0;

  constructor(options: ClientOptions) {
    const settings = settingsFrom(options);
    this.#settings = settings;
    this.baseUrl = settings.baseUrl;
    this.clock = settings.clock;
    this.random = settings.random;
    this.assumptions = settings.assumptions;
    this.apiVersion = settings.apiVersion;
    if (options.onEvent) this.hooks.listen(options.onEvent);
    this.#source = tokenSource(options.token);
    this.#send = callStack(settings, this.#source, this.hooks);
    this.#open = streamStack(settings, this.#source);
    this.#validation = options.validation && validationFrom(options.validation, this.hooks);
  }

  /** The App's id, read from its credential. Throws while an asynchronous token function has not answered yet. */
  get appId(): AppId {
    return this.#source.appId as AppId; // checked to be digits when the credential was read
  }

  /**
   * Runs one operation; route functions end here. Rejects with an `AppsError`.
   * @see `settle()` for a result instead of an exception
   */
  call<Result>(operation: Operation, params: object, options?: CallOptions): Promise<Result> {
    const result = this.#run(operation, options, (exchange) => this.#request(exchange, params), this.#read);
    return result as Promise<Result>; // the description says what a 2xx of this operation holds
  }

  /**
   * Carries a request made by hand through the same layers: credential, version, places, retries, time. Resolves with
   * any answer but a redirect, whatever its status. The request must go to `baseUrl`.
   */
  carry(operation: Operation, request: HandMadeRequest, options?: CallOptions): Promise<TransportAnswer> {
    return this.#run(operation, options, (exchange) => this.#checked(request, exchange), this.#pass);
  }

  async #run<Result>(
    operation: Operation,
    options: CallOptions = {},
    make: (exchange: Exchange) => TransportRequest,
    read: (answer: TransportAnswer, exchange: Exchange) => Result,
  ): Promise<Result> {
    const exchange = this.#exchange(operation, options);
    const { hooks, clock } = this;
    const startMs = hooks.active ? clock.monotonicMs() : 0;
    if (hooks.active) hooks.emit({ type: "request", ...factsOf(exchange) });
    try {
      const answer = await this.#send(make(exchange), exchange);
      const result = read(answer, exchange);
      if (hooks.active) {
        const facts = { ...factsOf(exchange), attempts: exchange.attempts, durationMs: clock.monotonicMs() - startMs };
        hooks.emit({ type: "answer", status: answer.status, ...facts });
      }
      return result;
    } catch (thrown) {
      const error = errorFrom(thrown, exchange);
      if (hooks.active) {
        const type = error.kind === "refusal" ? "refused" : "failed";
        hooks.emit({ type, ...factsOf(exchange), error, durationMs: clock.monotonicMs() - startMs });
      }
      throw error;
    }
  }

  /**
   * Opens a streaming operation with the credential and version of this moment. Resolves on a 2xx, whatever its content
   * type; rejects like {@link Client.call} otherwise. Not repeated: reconnecting belongs to whoever reads the stream.
   */
  async openStream(operation: Operation, params: object, options: StreamOptions = {}): Promise<OpenedStream> {
    const exchange = this.#exchange(operation, options);
    try {
      const request = this.#request(exchange, params);
      const { lastEventId } = options;
      const resume = lastEventId === undefined ? undefined : { "last-event-id": inUtf8(operation, lastEventId) };
      const answer = await this.#open({ ...request, headers: { ...request.headers, ...resume } }, exchange);
      if (!("close" in answer)) throw errorFromAnswer(answer, exchange, this.clock);
      return Object.assign(answer, { credentialId: exchange.credential?.id });
    } catch (thrown) {
      throw errorFrom(thrown, exchange);
    }
  }

  /**
   * Asks the service who this App is, which changes nothing: the one way to tell a dead credential from a route that
   * takes none. Rejects when the question itself could not be answered.
   */
  async verifyCredential(options?: CallOptions): Promise<CredentialCheck> {
    try {
      const { app } = await getMe(this, {}, options);
      return { valid: true, app };
    } catch (error) {
      if (isMissingCredential(error)) return { valid: false, error };
      throw error;
    }
  }

  /**
   * Whether there is another credential to go on with than the one named by `credentialId`, which was refused or
   * revoked: the other of a pair, or a new answer of the token function, which gets the time of one attempt. Rejects
   * with a `NoAnswerError` of reason `credential` when it gives none, and with an `ArgumentError` for what is no token.
   */
  async credentialChanged(
    credentialId: symbol | undefined,
    { signal }: Pick<CallOptions, "signal"> = {},
  ): Promise<boolean> {
    const time = { signal, timeoutMs: this.#settings.timeoutMs, deadlineAtMs: Infinity };
    try {
      return await inTime(this.#source.hasOther(credentialId), time, this.clock);
    } catch (thrown) {
      throw noCredential(thrown, signal);
    }
  }

  #exchange(described: Operation, { signal, timeoutMs, deadlineMs, retry }: CallOptions): Exchange {
    const { routeAssumption: key } = described;
    return {
      // The description names the assumption that holds the route.
      operation: key ? withGivenRoute(described, key, this.assumptions[key as keyof Assumptions]) : described,
      baseUrl: this.baseUrl,
      id: (this.#calls += 1),
      signal,
      timeoutMs: timeoutMs ?? this.#settings.timeoutMs,
      deadlineAtMs: this.clock.monotonicMs() + (deadlineMs ?? this.#settings.deadlineMs),
      repeats: retry !== false,
      keyed: false,
      attempts: 0,
      ambiguous: false,
      credential: undefined,
    };
  }

  /** Without types a call may come without parameters; what it then lacks is told by name. */
  #request(exchange: Exchange, params: object | undefined = {}): TransportRequest {
    this.#validation?.checkArguments(exchange, params as Params); // looked at by name from here on
    const { request, keyed } = buildRequest(exchange.operation, params, this.#settings);
    exchange.keyed = keyed;
    return exchange.signal ? { ...request, signal: exchange.signal } : request;
  }

  /** The JSON object of a 2xx; undefined when it is empty and may be. */
  readonly #read = (answer: TransportAnswer, exchange: Exchange): unknown => {
    const { status, body } = answer;
    if (status < 200 || status >= 300) throw errorFromAnswer(answer, exchange, this.clock);
    if (body === "" && (status === 204 || exchange.operation.mayBeEmpty)) return undefined;
    const result = tryParse(body);
    if (!isRecord(result)) throw notJson(answer, exchange);
    this.#validation?.checkAnswer(exchange, status, result);
    return result;
  };

  readonly #pass = (answer: TransportAnswer, exchange: Exchange): TransportAnswer => {
    if (answer.status < 200 || (answer.status >= 300 && answer.status < 400)) {
      throw errorFromAnswer(answer, exchange, this.clock);
    }
    return answer;
  };

  /** A credential goes to the service and nowhere else. */
  #checked({ keyed = false, ...given }: HandMadeRequest, exchange: Exchange): TransportRequest {
    const { signal, operation } = exchange;
    exchange.keyed = keyed;
    // A copy: the record is the caller's, who may change it and send it again.
    const request = { ...given, headers: { ...given.headers } };
    if (!request.url.startsWith(`${this.baseUrl}/`)) {
      throw new ArgumentError(`${operation.id}: the request does not go to baseUrl`, { operation: operation.id });
    }
    const { maxBodyBytes } = this.#settings;
    return signal ? { ...request, maxBodyBytes, signal } : { ...request, maxBodyBytes };
  }
}

/** The text as its UTF-8 bytes, one character each: how a header carries what is not ASCII, and the standard this id. */
function inUtf8({ id: operation }: Operation, text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  if (!/^[\x20-\x7e\x80-\u{10ffff}]*$/u.test(text)) {
    throw new ArgumentError("lastEventId holds what a header cannot carry", { operation });
  }
  return String.fromCodePoint(...new TextEncoder().encode(text));
}

/**
 * Makes a client. Throws an `ArgumentError` for a base address, a token or the name of an option that cannot work, whose
 * stack begins where it was called; nothing is sent.
 *
 * Errors of its calls: `RefusalError` and its kin (the service said no), `HttpError` (an error status without a code),
 * `NoAnswerError`, `ProtocolError`, `ArgumentError`; all of them `AppsError`s.
 */
export function createClient(options: ClientOptions): Client {
  try {
    if (!isRecord(options)) throw new ArgumentError("createClient() takes one object of options: { baseUrl, token }");
    refuseMisspelled("createClient()", options, CLIENT_OPTIONS);
    return new Client(options);
  } catch (error) {
    throw beginAt(createClient, error);
  }
}
