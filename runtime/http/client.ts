import { getMe } from "../../generated/routes.js";
import type { App, AppId, ClientAssumptions } from "../../generated/types.js";
import type {
  Call,
  Caller,
  CallOptions,
  Clock,
  Operation,
  StreamAnswer,
  StreamCaller,
  StreamOptions,
  TransportAnswer,
  TransportRequest,
} from "../abi/index.js";
import { DiagnosticListeners } from "../diagnostics/index.js";
import { isRecord } from "../base/values.js";
import { beginAt } from "./errors/begin-at.js";
import { ArgumentError } from "../base/errors.js";
import { isMissingCredential, type MissingCredentialError } from "./errors/index.js";
import { checkCall } from "./core-options.js";
import { callOptions, streamOptions } from "../abi/call-options.js";
import { options as defineOptions } from "../base/options.js";
import { blamedFor, errorFrom, errorFromAnswer, noCredential } from "./errors/build.js";
import { wrong } from "../abi/wrong.js";
import { beginCall, type CallFacts, type ClientFacts, type HttpCall, withHeaders, withResponse } from "./call.js";
import type { HttpNext } from "./middleware.js";
import { asAssumed, buildRequest, type BuiltRequest, type Params } from "./request.js";
import { inTime } from "./middleware/auth.js";
import { type ClientOptions, type Settings, settingsFrom } from "./options.js";
import { type HttpDiagnostics, reportError, reportNumericId, reportStart, reportSuccess } from "./report.js";
import { readAnswer, type Validation, validationFrom } from "./validation.js";
import { callPipeline, streamPipeline } from "./pipeline.js";
import { TransportFailure } from "./transport/failure.js";
import { type TokenSource, tokenSource } from "./credential.js";

/** An open stream, and the id of the credential that opened it: see {@link Client.credentialChanged}. */
export type OpenedStream = StreamAnswer & { readonly credentialId: symbol | undefined };

/** What {@link Client.verifyCredential} found out. */
export type CredentialCheck =
  { readonly valid: true; readonly app: App } | { readonly valid: false; readonly error: MissingCredentialError };

/** A request with a complete address and body; the pipeline adds headers. */
export interface HandMadeRequest extends Pick<TransportRequest, "method" | "url" | "headers" | "body"> {
  /** Whether the body holds the operation's idempotency key. Default false. */
  readonly keyed?: boolean;
}

const STYLED = "is written in a style that this client does not know";

const ANY_CALL = /* @__PURE__ */ defineOptions(() => ({ ...callOptions, ...streamOptions }));

const NO_OPTIONS: CallOptions = {};

/** Calls the service as one App. Made by {@link createClient}; route functions take it as their first argument. */
export class Client implements Caller, StreamCaller {
  /** The address of the service, without trailing slash. */
  readonly baseUrl: string;
  /** Time and timers of everything that runs on this client. */
  readonly clock: Clock;
  /** Random numbers from 0 to 1. */
  readonly random: () => number;
  /** How the client reads what the platform leaves undocumented. */
  readonly assumptions: ClientAssumptions;
  /** Value of the API version header. */
  readonly apiVersion: string;
  /** The listeners to what happens to calls. */
  readonly diagnostics: HttpDiagnostics = new DiagnosticListeners();
  readonly #settings: Settings;
  readonly #source: TokenSource;
  readonly #send: HttpNext;
  readonly #open: ReturnType<typeof streamPipeline>;
  readonly #facts: ClientFacts;
  readonly #validation: Validation | undefined;

  constructor(options: ClientOptions) {
    const settings = settingsFrom(options);
    this.#settings = settings;
    this.baseUrl = settings.baseUrl;
    this.clock = options.clock ?? settings.clock;
    this.random = options.random ?? settings.random;
    this.assumptions = settings.assumptions;
    this.apiVersion = settings.apiVersion;
    const requestIdHeader = settings.assumptions.requestIdHeader?.toLowerCase();
    this.#facts = { ...settings, retry: settings.repeats, requestIdHeader, calls: 0 };
    if (options.onDiagnostic) this.diagnostics.listen(options.onDiagnostic);
    this.#source = tokenSource(options.token);
    this.#send = callPipeline(settings, this.#source, this.diagnostics);
    this.#open = streamPipeline(settings, this.#source);
    this.#validation = options.validation && validationFrom(options.validation, this.diagnostics);
  }

  /** The App's id, read from its credential. Throws while an asynchronous token function has not answered yet. */
  get appId(): AppId {
    return this.#source.appId as AppId; // checked to be digits when the credential was read
  }

  /**
   * Runs one operation; route functions end here. Rejects with an `AppsError`.
   * @see `settle()` for a result instead of an exception
   */
  call<Result, Code extends string = string, Errors = unknown>(
    operation: Operation,
    params: object,
    options?: CallOptions,
  ): Call<Result, Code, Errors> {
    const call = this.#start(operation, options, (facts) => this.#buildRequest(facts, params), this.#read);
    return call as Call<Result, Code, Errors>; // the description says what a 2xx of this operation holds
  }

  /**
   * Carries a request made by hand through the same pipeline: credential, version, permits, retries, time. Resolves
   * with any answer but a redirect, whatever its status. The request must go to `baseUrl`.
   */
  carry(operation: Operation, request: HandMadeRequest, options?: CallOptions): Call<TransportAnswer> {
    return this.#start(operation, options, (facts) => this.#handMade(facts, request), this.#pass);
  }

  #start<Result>(
    operation: Operation,
    options: CallOptions | undefined,
    make: (facts: CallFacts) => BuiltRequest,
    read: (answer: TransportAnswer, facts: CallFacts) => Result,
  ): Call<Result> {
    let begun: CallFacts | undefined;
    const run = async (): Promise<Result> => {
      const { diagnostics } = this;
      const { clock } = this.#settings;
      const facts = (begun = this.#newCall(operation, options));
      if (diagnostics.active) reportStart(diagnostics, facts);
      const lastedMs = () => clock.monotonicMs() - facts.startedMs;
      try {
        const answer = await this.#send(Object.assign(facts, make(facts)));
        facts.progress.answer = answer;
        const result = read(answer, facts);
        facts.progress.durationMs = lastedMs();
        if (diagnostics.active) {
          reportSuccess(diagnostics, facts, answer.status);
          reportNumericId(diagnostics, facts, answer.body);
        }
        return result;
      } catch (thrown) {
        // Every transport fails with a TransportFailure: anything else was thrown by code of the user, or is an
        // AppsError.
        const error = thrown instanceof TransportFailure ? errorFrom(thrown, facts) : blamedFor(facts, thrown);
        if (diagnostics.active) reportError(diagnostics, facts, error, lastedMs);
        throw error;
      }
    };
    return withResponse(run(), () => begun);
  }

  /**
   * Opens a streaming operation with the credential and version of this moment. Resolves on a 2xx, whatever its content
   * type; rejects like {@link Client.call} otherwise. Never repeated: reconnecting is up to the reader of the stream.
   */
  async openStream(operation: Operation, params: object, options: StreamOptions = NO_OPTIONS): Promise<OpenedStream> {
    const facts = this.#newCall(operation, options);
    try {
      const call = Object.assign(facts, this.#buildRequest(facts, params));
      const { lastEventId } = options;
      const resume = lastEventId === undefined ? {} : { "last-event-id": inUtf8(operation, lastEventId) };
      const answer = await this.#open(withHeaders(call, resume));
      facts.progress.answer = answer;
      if (!("close" in answer)) throw errorFromAnswer(answer, facts, this.clock);
      return Object.assign(answer, { credentialId: facts.progress.credential?.id });
    } catch (thrown) {
      throw errorFrom(thrown, facts);
    }
  }

  /**
   * Asks the service who this App is, which changes nothing: the only way to tell a dead credential from a route that
   * takes none. Rejects when the service does not say either.
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
   * Whether there is another credential than the one of `credentialId`, which was refused or revoked: the other of a
   * pair, or a new answer of the token function, which gets the time of one attempt. Rejects with a `NoAnswerError` of
   * reason `credential` when the function gives none, and with an `ArgumentError` for what is not a token.
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

  #newCall(described: Operation, options: CallOptions = NO_OPTIONS): HttpCall {
    if (options !== NO_OPTIONS) checkCall(described, options, ANY_CALL);
    return beginCall(this.#facts, asAssumed(described, this.assumptions), options);
  }

  /** Builds the request from parameters. Untyped code may leave them out: the error then names what is missing. */
  #buildRequest(facts: CallFacts, given: object | null | undefined): BuiltRequest {
    const params = given ?? {};
    const values = params as Params; // looked at by name from here on
    this.#validation?.checkArguments(facts, values);
    const { operation } = facts;
    if (operation.styles)
      for (const name of Object.keys(values))
        if (operation.styles[name] && values[name] !== undefined) throw wrong(operation, `${name} ${STYLED}`);
    return buildRequest(operation, params, this.#settings);
  }

  /** A credential goes to the service and nowhere else. */
  #handMade({ operation }: CallFacts, { keyed = false, ...given }: HandMadeRequest): BuiltRequest {
    const { maxBodyBytes } = this.#settings;
    // A copy: the caller may change the record and send it again.
    const request = { ...given, maxBodyBytes, headers: { ...given.headers } };
    if (!request.url.startsWith(`${this.baseUrl}/`)) {
      throw wrong(operation, "the request does not go to baseUrl");
    }
    return { request, keyed: keyed ? request.body : undefined };
  }

  readonly #read = (answer: TransportAnswer, facts: CallFacts): unknown => {
    const result = readAnswer(answer, facts, this.clock);
    if (result !== undefined) this.#validation?.checkAnswer(facts, answer.status, result);
    // Code that reads a field of it finds none.
    return result ?? (facts.operation.mayBeEmpty ? undefined : {});
  };

  readonly #pass = (answer: TransportAnswer, facts: CallFacts): TransportAnswer => {
    if (answer.status < 200 || (answer.status >= 300 && answer.status < 400)) {
      throw errorFromAnswer(answer, facts, this.clock);
    }
    return answer;
  };
}

/** The UTF-8 bytes of the text, one character each, as the standard sends an id that is not ASCII in a header. */
function inUtf8({ id: operation }: Operation, text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  if (!/^[\x20-\x7e\x80-\u{10ffff}]*$/u.test(text)) {
    throw new ArgumentError("lastEventId holds what a header cannot carry", { operation });
  }
  return String.fromCodePoint(...new TextEncoder().encode(text));
}

/**
 * Makes a client. Throws an `ArgumentError` for an option that cannot work; its stack begins at the call of this
 * function.
 *
 * Its calls reject with an `AppsError`: a `RefusalError` or one of its subclasses (the service said no), `HttpError`
 * (an error status without a code), `NoAnswerError`, `ProtocolError` or `ArgumentError`.
 */
export function createClient(options: ClientOptions): Client {
  try {
    if (!isRecord(options)) throw new ArgumentError("createClient() takes one object of options: { baseUrl, token }");
    return new Client(options);
  } catch (error) {
    throw beginAt(createClient, error);
  }
}
