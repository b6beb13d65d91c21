import type {
  CallOptions,
  Caller,
  Clock,
  Operation,
  StreamAnswer,
  TransportAnswer,
  TransportRequest,
} from "../abi/index.js";
import { tryParse } from "./answer.js";
import { errorFrom, errorFromAnswer, notJson } from "./errors/build.js";
import type { AppsError } from "./errors/index.js";
import { type Exchange, factsOf, type Send } from "./exchange.js";
import { Hooks } from "./hooks.js";
import { type ClientOptions, type Settings, settingsFrom } from "./options.js";
import { buildRequest } from "./request.js";
import { callStack, streamStack } from "./stack.js";
import { type TokenSource, tokenSource } from "./token-source.js";

/** Options of {@link Client.openStream}. */
export interface StreamOptions {
  /** Sent as `Last-Event-ID`, to resume after that event. */
  readonly lastEventId?: string | undefined;
  /** Ends the stream, or the wait for it. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the headers are here. Default: the client's `timeoutMs`. */
  readonly timeoutMs?: number | undefined;
}

/** An open stream, and which credential opened it: see {@link Client.credentialChanged}. */
export type OpenedStream = StreamAnswer & { readonly credentialId: symbol | undefined };

/** Calls the service as one App. Made by {@link createClient}; route functions take it as their first argument. */
export class Client implements Caller {
  /** The address of the service, without trailing slash. */
  readonly baseUrl: string;
  /** Time and timers of everything that runs on this client. */
  readonly clock: Clock;
  /** Chance, from 0 to 1. */
  readonly random: () => number;
  /** Who is told about calls. */
  readonly hooks: Hooks;
  readonly #settings: Settings;
  readonly #source: TokenSource;
  readonly #send: Send;
  readonly #open: ReturnType<typeof streamStack>;
  #calls = 0;

  constructor(options: ClientOptions) {
    const settings = settingsFrom(options);
    this.#settings = settings;
    this.baseUrl = settings.baseUrl;
    this.clock = settings.clock;
    this.random = settings.random;
    this.hooks = new Hooks();
    if (options.onEvent) this.hooks.listen(options.onEvent);
    this.#source = tokenSource(options.token);
    this.#send = callStack(settings, this.#source, this.hooks);
    this.#open = streamStack(settings, this.#source);
  }

  /** The App's id, read from its credential. Throws while an asynchronous token function has not answered yet. */
  get appId(): string {
    return this.#source.appId;
  }

  /**
   * Runs one operation; route functions end here. Rejects with an {@link AppsError}.
   * @see {@link settle} for a result instead of an exception
   */
  async call<Result>(operation: Operation, params: object, options: CallOptions = {}): Promise<Result> {
    const { hooks, clock } = this;
    const exchange = this.#exchange(operation, options);
    const startMs = hooks.active ? clock.monotonicMs() : 0;
    if (hooks.active) hooks.emit({ type: "request", ...factsOf(exchange) });
    try {
      const answer = await this.#send(this.#request(exchange, params), exchange);
      if (answer.status < 200 || answer.status >= 300) throw errorFromAnswer(answer, exchange, clock);
      const result = readResult(answer, exchange);
      if (hooks.active) {
        const { attempts } = exchange;
        const durationMs = clock.monotonicMs() - startMs;
        hooks.emit({ type: "answer", ...factsOf(exchange), status: answer.status, attempts, durationMs });
      }
      return result as Result; // the description says what a 2xx of this operation holds
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
    const { signal, lastEventId, timeoutMs } = options;
    const exchange = this.#exchange(operation, { ...(signal && { signal }), ...(timeoutMs && { timeoutMs }) });
    try {
      const request = this.#request(exchange, params);
      const resume = lastEventId === undefined ? undefined : { "last-event-id": lastEventId };
      const answer = await this.#open({ ...request, headers: { ...request.headers, ...resume } }, exchange);
      if (!("close" in answer)) throw errorFromAnswer(answer, exchange, this.clock);
      return Object.assign(answer, { credentialId: exchange.credential?.id });
    } catch (thrown) {
      throw errorFrom(thrown, exchange);
    }
  }

  /**
   * Whether there is another credential to go on with than the one named by `credentialId`, which was refused or
   * revoked: the other of a pair, or a new answer of the token function.
   */
  async credentialChanged(credentialId: symbol | undefined): Promise<boolean> {
    return this.#source.hasOther(credentialId);
  }

  #exchange(operation: Operation, { signal, timeoutMs, deadlineMs }: CallOptions): Exchange {
    return {
      operation,
      id: (this.#calls += 1),
      signal,
      timeoutMs: timeoutMs ?? this.#settings.timeoutMs,
      deadlineAtMs: this.clock.monotonicMs() + (deadlineMs ?? this.#settings.deadlineMs),
      keyed: false,
      attempts: 0,
      ambiguous: false,
      credential: undefined,
    };
  }

  #request(exchange: Exchange, params: object): TransportRequest {
    const { request, keyed } = buildRequest(exchange.operation, params, this.#settings);
    exchange.keyed = keyed;
    return exchange.signal ? { ...request, signal: exchange.signal } : request;
  }
}

/**
 * Makes a client. Throws an {@link ArgumentError} for a base address or token that cannot work; nothing is sent.
 *
 * Errors of its calls: `RefusalError` and its kin (the service said no), `HttpError` (an error status without a code),
 * `NoAnswerError`, `ProtocolError`, `ArgumentError`.
 */
export function createClient(options: ClientOptions): Client {
  return new Client(options);
}

/** The JSON object of a 2xx; undefined when it is empty and may be. */
function readResult(answer: TransportAnswer, exchange: Exchange): unknown {
  if (answer.body === "" && (answer.status === 204 || exchange.operation.mayBeEmpty)) return undefined;
  const result = tryParse(answer.body);
  if (typeof result !== "object" || result === null) throw notJson(answer, exchange);
  return result;
}
