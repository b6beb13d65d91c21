/**
 * The interface between generated code and the runtime: generated files import this and nothing else.
 * A change that breaks generated code raises {@link ABI_VERSION}.
 */
export const ABI_VERSION = 1;

export { type Call, type Caller, type Coded, open, send, type StreamCaller, type WithResponse } from "./call.js";
export { type Clock, systemClock } from "../base/clock.js";
export { checkBodyOfGet, fetchBodyOfGet } from "./body-of-get.js";
export { writeBytes, writeForm, writeMultipart } from "./bodies.js";
export type {
  BodyWriter,
  FieldEncoding,
  HttpMethod,
  Operation,
  ParameterStyle,
  Payload,
  RetryClass,
  WebFetchLike,
  WrittenBody,
} from "./operation.js";
export { accepting } from "./operation.js";
export type { CallOptions, PerCall, StreamOptions } from "./call-options.js";
export type { ClientCredential, Credential, Credentials, ServerChoice } from "./per-call.js";
export type { SecurityScheme, Server, Service } from "./service.js";
export { type GroupedParams, ungroup } from "./groups.js";
export { openItems } from "./items.js";
export { unknownField } from "./unknown-field.js";
export type { WebByteStream, WebFetch, WebRequest, WebRequestInit } from "./web.js";
export type {
  StreamAnswer,
  StreamReading,
  StreamTransport,
  Transport,
  TransportAnswer,
  TransportRequest,
} from "./transport.js";
