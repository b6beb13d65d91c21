export {
  type Call,
  type CallOptions,
  type Clock,
  type StreamOptions,
  unknownField,
  type WithResponse,
} from "../abi/index.js";
export {
  type Answer,
  type CallError,
  type CallFacts,
  type CallProgress,
  type HttpCall,
  settle,
  type Settled,
  withHeaders,
} from "./call.js";
export { Client, createClient, type CredentialCheck, type HandMadeRequest, type OpenedStream } from "./client.js";
export { hasMember, type Membership, newChannels, removeFromCategory } from "./conveniences/server.js";
export {
  applyCommands,
  type ApplyOptions,
  formatPlan,
  savedCommandId,
  type StepResult,
} from "./conveniences/commands/apply.js";
export { type ChangedField, type PermissionReading, readPermission } from "./conveniences/commands/compare.js";
export {
  type CommandKey,
  type CommandScope,
  describeKey,
  type DesiredCommand,
} from "./conveniences/commands/compare.js";
export { type CommandPlan, type CommandStep, planCommands, type PlanOptions } from "./conveniences/commands/plan.js";
export { isKnownEmoji, qualifyEmoji, reactionKey, reactionsOf, sameEmoji } from "./conveniences/emoji.js";
export {
  type Backfill,
  backfill,
  type HistoryOptions,
  type HistoryPage,
  historyPages,
  type HistoryParams,
  messageHistory,
} from "./conveniences/history.js";
export { type RevisionOptions, type ServerQueue, serverQueue, withRevision } from "./conveniences/server.js";
export type { TokenOption } from "./credential.js";
export {
  AppsError,
  ArgumentError,
  type ErrorDetails,
  type ErrorKind,
  HttpError,
  isAppsError,
  isArgumentError,
  isHttpError,
  isNoAnswer,
  isProtocolError,
  NoAnswerError,
  type NoAnswerReason,
  ProtocolError,
} from "../base/errors.js";
export {
  InteractionExpiredError,
  isMissingCredential,
  isRateLimited,
  isRefusal,
  isStaleRevision,
  MissingCredentialError,
  RateLimitedError,
  RefusalError,
  type RefusalOf,
  StaleRevisionError,
} from "./errors/index.js";
export { compose, type HttpMiddleware, type HttpNext, type MiddlewareOption } from "./middleware.js";
export { attempting, type AttemptTools } from "./middleware/attempt.js";
export { limiting, type LimitTools, type RateLimitMemory, rateLimitMemory } from "./middleware/limits.js";
export { type ConcurrencyLimits, type Permit, type Permits, permits } from "./middleware/limits.js";
export { type RetryBudget, retryBudget, retrying, type RetryNotice, type RetryTools } from "./middleware/retry.js";
export type { ClientOptions } from "./options.js";
export {
  backoff,
  type Decision,
  decideRetry,
  type GiveUpReason,
  type Outcome,
  parseRetryAfter,
  type RetryPolicy,
  type RetryState,
  waitAfter,
} from "./retry/decide.js";
export { type FailureReason, TransportFailure } from "./transport/failure.js";
export { fetchStreamTransport, fetchTransport, type FetchTransportOptions } from "./transport/fetch.js";
export type { ProxyEnv } from "./transport/proxy.js";
export type { OperationGuards, ValidationLevel, ValidationOptions } from "./validation.js";
