export { AppsError, type ErrorDetails, type ErrorKind, isAppsError } from "./base.js";
export { ArgumentError, HttpError, isArgumentError, isHttpError, isProtocolError, ProtocolError } from "./kinds.js";
export { isNoAnswer, NoAnswerError, type NoAnswerReason } from "./no-answer.js";
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
} from "./refusal.js";
