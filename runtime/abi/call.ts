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
}

declare const codes: unique symbol;

/**
 * A promise of `Result` that remembers, in its type alone, which refusal codes the description names for the
 * operation. `settle()` reads them; `await` ignores them.
 */
export interface Call<Result, Code extends string = string> extends Promise<Result> {
  readonly [codes]?: Code;
}

/** What generated functions need of a client, and all they may use of it. */
export interface Caller {
  call<Result>(operation: Operation, params: object, options?: CallOptions): Promise<Result>;
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
