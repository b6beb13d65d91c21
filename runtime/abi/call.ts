import type { Operation } from "./operation.js";
import type { StreamAnswer } from "./transport.js";

/** Options of one call. */
export interface CallOptions {
  /** Cancels the call, its retries and their waits. */
  readonly signal?: AbortSignal;
  /** Milliseconds for one attempt. Default: the client's. */
  readonly timeoutMs?: number;
  /** Milliseconds for the whole call, retries and waits included. Default: the client's. */
  readonly deadlineMs?: number;
  /**
   * `false`: sent once, whatever comes of it. A 429 and a connection that could not be made are told like any other
   * failure, for callers that have a pace of their own. Default: repeated as the operation and the client allow.
   */
  readonly retry?: false;
  /**
   * Goes over a new connection, where the transport can choose, for a call that overtakes one that hangs: what
   * hangs is mostly the connection, and others that were kept are as old. Default: false.
   */
  readonly urgent?: boolean;
}

declare const codes: unique symbol;
declare const errors: unique symbol;

/** The result of a call, and what is known of how it came. */
export interface WithResponse<Result> {
  readonly data: Result;
  /** HTTP status of the answer. */
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the service calls the request, where a header says so. */
  readonly requestId: string | undefined;
  /** How many requests were sent. */
  readonly attempts: number;
  /** Milliseconds from the call to its result, retries and waits included. */
  readonly durationMs: number;
}

/**
 * A promise of `Result` that remembers, in its type alone, which refusal codes the description names for the
 * operation, and what is answered by status where it fails. `settle()` reads them; `await` ignores them.
 */
export interface Call<Result, Code extends string = string, Errors = unknown> extends Promise<Result> {
  readonly [codes]?: Code;
  readonly [errors]?: Errors;
  /** The result with status, headers, request id, attempts and time. Rejects as the call does. */
  withResponse(): Promise<WithResponse<Result>>;
}

/** What generated functions need of a client, and all they may use of it. */
export interface Caller {
  call<Result, Code extends string = string, Errors = unknown>(
    operation: Operation,
    params: object,
    options?: CallOptions,
  ): Call<Result, Code, Errors>;
}

/** Options of opening a stream. */
export interface StreamOptions {
  /** Position to go on from. */
  readonly lastEventId?: string;
  readonly signal?: AbortSignal;
  /** Milliseconds until the headers of the answer must be here. Default: the client's. */
  readonly timeoutMs?: number;
}

/** What generated functions need to open a stream. */
export interface StreamCaller {
  openStream(operation: Operation, params: object, options?: StreamOptions): Promise<StreamAnswer>;
}

/** Runs an operation on a client: what generated route functions do. Without types, the client may have been forgotten. */
export function send<Result, Code extends string, Errors>(
  client: Caller,
  operation: Operation,
  params: object,
  options?: CallOptions,
): Call<Result, Code, Errors> {
  mustHave(client, "call", operation);
  return client.call(operation, params, options);
}

/** Opens the stream of an operation on a client, likewise. */
export function open(
  client: StreamCaller,
  operation: Operation,
  params: object,
  options?: StreamOptions,
): Promise<StreamAnswer> {
  mustHave(client, "openStream", operation);
  return client.openStream(operation, params, options);
}

/** Carries the mark of this package's errors, whose classes stand above this floor. */
function mustHave(client: object | undefined, method: string, { id: operation }: Operation): void {
  if (client?.[method as keyof typeof client]) return;
  const mark = {
    [Symbol.for("svc-apps.error")]: "argument",
    kind: "argument",
    operation,
    attempts: 0,
    ambiguous: false,
  };
  throw Object.assign(new TypeError(`${operation}: its first argument must be a client`), mark);
}
