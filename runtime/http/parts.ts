export { wrong } from "../abi/wrong.js";
/**
 * The pieces of the pipeline for clients of other services. Nothing here knows an operation of the platform, and a
 * bundle holds only what is used.
 */
export {
  type Answer,
  beginCall,
  type CallFacts,
  type HttpCall,
  redactorOf,
  sentCredential,
  withResponse,
} from "./call.js";
export { defined } from "../base/values.js";
export { checkCall, coreOptions } from "./core-options.js";
export { isUnencrypted } from "./unencrypted.js";
export { AppsError, ArgumentError, isAppsError } from "../base/errors.js";
export { guarded, guardedMethods } from "./guard.js";
export { errorOf } from "./fetch-client/errors.js";
export {
  compose,
  piecesOf,
  type HttpMiddleware as Middleware,
  type HttpNext as Next,
  type MiddlewareOption,
} from "./middleware.js";
export { attempting, isAtHome } from "./middleware/attempt.js";
export { inTime } from "./middleware/auth.js";
export { limiting, rateLimitMemory } from "./middleware/limits.js";
export { bucketOf, retrying } from "./middleware/retry.js";
export { readRefusalFrom } from "./pipeline.js";
export { retryOptions, type RetryPolicy } from "./retry/decide.js";
export { tooLarge, TransportFailure } from "./transport/failure.js";
export { fetchStreamTransport, fetchTransport, type FetchTransportOptions } from "./transport/fetch.js";
