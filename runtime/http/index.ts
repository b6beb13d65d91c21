export { Client, createClient, type CredentialCheck, type HandMadeRequest, type OpenedStream } from "./client.js";
export * from "./conveniences/index.js";
export * from "./errors/index.js";
export type { ClientEvent, ClientListener, Hooks } from "./hooks.js";
export type { ConcurrencyLimits } from "./layers/concurrency.js";
export type { ClientOptions } from "./options.js";
export {
  type Decision,
  decideRetry,
  type GiveUpReason,
  type Outcome,
  type RetryPolicy,
  type RetryState,
} from "./retry/decide.js";
export { backoff, type BackoffOptions, parseRetryAfter, waitAfter } from "./retry/retry-after.js";
export { type CallError, settle, type Settled } from "./settle.js";
export type { TokenOption } from "./token-source.js";
export { type FailureReason, TransportFailure } from "./transport/failure.js";
export { fetchTransport, type FetchTransportOptions } from "./transport/fetch.js";
export { fetchStreamTransport } from "./transport/fetch-stream.js";
export type { CallOptions, Clock, StreamOptions } from "../abi/index.js";
export type { OperationGuards, ValidationLevel, ValidationOptions } from "./validation.js";
