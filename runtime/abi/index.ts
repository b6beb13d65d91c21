/**
 * The door between generated code and the hand-written runtime: generated files import this and nothing else.
 * A change that breaks generated code raises {@link ABI_VERSION}.
 */
export const ABI_VERSION = 1;

export type { Call, CallOptions, Caller, StreamCaller, StreamOptions } from "./call.js";
export { type Clock, systemClock } from "./clock.js";
export type { HttpMethod, Operation, RetryClass } from "./operation.js";
export type { StreamAnswer, StreamTransport, Transport, TransportAnswer, TransportRequest } from "./transport.js";
