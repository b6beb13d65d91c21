/**
 * A client for any service that functions were generated for: `createCaller({ service, auth })`. It uses the pipeline
 * of `createClient()` over `fetch` and rejects with the same errors: `isHttpError` and the other guards of `svc-apps`
 * tell them apart.
 */
export { type AnswerGuards, type AnswerReaders, type Failure, settled, type SettledAnswer } from "./answer.js";
export { createCaller, type GenericCaller } from "./caller.js";
export { bytesOf, eventsOf, type SentEvent } from "./events.js";
export type { CallerOptions } from "./options.js";
export type { Answer, HttpCall, Middleware, MiddlewareOption, Next, RetryPolicy } from "../http/parts.js";
