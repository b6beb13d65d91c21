import { wrong } from "./wrong.js";
import type { Operation } from "./operation.js";
import type { CallOptions, StreamOptions } from "./call-options.js";
import type { StreamAnswer } from "./transport.js";

declare const codes: unique symbol;
declare const errors: unique symbol;

/** The result of a call, and how it came. */
export interface WithResponse<Result> {
  readonly data: Result;
  /** HTTP status of the answer. */
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The id that the service gave the request, from a header of its answer. */
  readonly requestId: string | undefined;
  /** How many requests were sent. */
  readonly attempts: number;
  /** Milliseconds from the call to its result, retries and waits included. */
  readonly durationMs: number;
}

/** A promise of `Result` whose type may hold the refusal codes of an operation. */
export interface Coded<Result, Code extends string = string> extends Promise<Result> {
  readonly [codes]?: Code;
}

/**
 * A promise of `Result`. Its type also holds the refusal codes that the description names for the operation, and the
 * bodies of failures by status. `settle()` reads them; `await` ignores them.
 */
export interface Call<Result, Code extends string = string, Errors = unknown> extends Coded<Result, Code> {
  readonly [errors]?: Errors;
  /** The result with status, headers, request id, attempts and time. Rejects as the call does. */
  withResponse(): Promise<WithResponse<Result>>;
}

/** What generated route functions use of a client. */
export interface Caller {
  call<Result, Code extends string = string, Errors = unknown>(
    operation: Operation,
    params: object,
    options?: CallOptions,
  ): Call<Result, Code, Errors>;
}

/** What generated route functions use of a client to open a stream. */
export interface StreamCaller {
  openStream(operation: Operation, params: object, options?: StreamOptions): Promise<StreamAnswer>;
}

/** Runs an operation on a client; generated route functions end here. Throws where untyped code forgot the client. */
export function send<Result, Code extends string, Errors>(
  client: Caller,
  operation: Operation,
  params: object,
  options?: CallOptions,
): Call<Result, Code, Errors> {
  requireClient(client, "call", operation);
  return client.call(operation, params, options);
}

/** Opens the stream of an operation on a client, likewise. */
export function open(
  client: StreamCaller,
  operation: Operation,
  params: object,
  options?: StreamOptions,
): Promise<StreamAnswer> {
  requireClient(client, "openStream", operation);
  return client.openStream(operation, params, options);
}

/** Throws where untyped code left the client out. */
function requireClient(client: object | undefined, method: string, operation: Operation): void {
  if (!client?.[method as keyof typeof client]) throw wrong(operation, "its first argument must be a client");
}
