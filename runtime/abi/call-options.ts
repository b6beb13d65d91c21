import { any, flag, ms, object, option, type OptionsOf, options, signal, text } from "../base/options.js";
import type { Credentials, ServerChoice } from "./per-call.js";

/** Options of a call that every client takes. */
export const callOptions = /* @__PURE__ */ options(() => ({
  /** Cancels the call, its retries and their waits. */
  signal: signal(),
  /** Milliseconds for one attempt. Default: the client's. */
  timeoutMs: ms(),
  /** Milliseconds for the whole call, retries and waits included. Default: the client's. */
  deadlineMs: ms(),
  /**
   * `false`: sends the request once. A 429 and a connection that could not be made reject like any other failure. For
   * programs with retries of their own. Default: repeated as the operation and the client allow.
   */
  retry: option<false>("false, or omitted", (value) => value === false),
  /**
   * Opens a new connection where the transport can choose. For a call that replaces one that hangs: usually its
   * connection hangs, and other idle connections are as old. Default: false.
   */
  urgent: flag(),
}));

export const streamOptions = /* @__PURE__ */ options(() => ({
  signal: signal(),
  /** Milliseconds to wait for the headers of the answer. Default: the client's. */
  timeoutMs: ms(),
  /** Id of the last event received: the stream resumes after it. */
  lastEventId: text(),
}));

export const perCallOptions = /* @__PURE__ */ options(() => ({
  /** Headers, over those of the client and of the operation. */
  headers: object<Readonly<Record<string, string>>>(),
  /** Credentials instead of those of the client. */
  auth: any<Credentials>(),
  /** Address instead of that of the client. An address of another origin gets only the credentials passed as `auth`. */
  baseUrl: any<string>(),
  /** Server of the service, and its variables, instead of those of the client. */
  server: any<ServerChoice>(),
}));

/** What a call of `createCaller()` may have of its own. Other clients refuse these. */
export interface PerCall extends OptionsOf<typeof perCallOptions> {}

/** Options of one call. */
export interface CallOptions extends PerCall, OptionsOf<typeof callOptions> {
  /**
   * In a handler of an App: names a write among those that the handler makes for one event or interaction. Its
   * `clientRef` is then made from the name, not the content. Use it for content that differs when the handler runs
   * again.
   */
  readonly key?: string;
}

/** Options of opening a stream. */
export interface StreamOptions extends PerCall, OptionsOf<typeof streamOptions> {}
