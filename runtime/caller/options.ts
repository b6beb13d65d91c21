import { callOptions, perCallOptions, streamOptions } from "../abi/call-options.js";
import type { Credentials, Service, WebFetch } from "../abi/index.js";
import { any, func, ms, object, oneOf, type OptionsOf, options, usually } from "../base/options.js";
import { coreOptions } from "../http/parts.js";
import type { AnswerGuards, AnswerReaders } from "./answer.js";
import { addressOptions } from "./server.js";

/** Options of `createCaller()`. */
export interface CallerOptions extends Omit<OptionsOf<typeof callerOptions>, "fetch"> {
  /** Sends requests. Default: the `fetch` of the runtime. */
  readonly fetch?: WebFetch; // by its name: written out, its type needs the types of the web
}

export const callerOptions = /* @__PURE__ */ options(() => ({
  ...coreOptions,
  ...addressOptions,
  /** Servers and security of the service: `service` of the generated `service.ts`. */
  service: object<Service>(),
  /** Credentials by the name of their scheme, or one for all. */
  auth: any<Credentials>(),
  /** Sends requests. Default: the `fetch` of the runtime. */
  fetch: func<(...request: never) => unknown>(),
  /** Whether a browser sends its cookies, as for `fetch`. Default: `omit`. */
  credentials: oneOf("omit", "same-origin", "include"),
  /** Headers of every request. */
  headers: usually(object<Readonly<Record<string, string>>>(), {}),
  /** Milliseconds for one attempt. Default: 30,000. */
  timeoutMs: ms(30_000),
  /** Milliseconds for a whole call, retries included. Default: 120,000. */
  deadlineMs: ms(120_000),
  /** Guards that answers must pass: the generated `operationValidators`. Default: none. */
  validators: object<Readonly<Record<string, AnswerGuards>>>(),
  /** Readers of bigints and Dates in answers: the generated `operationReaders`. Default: plain JSON. */
  readers: object<Readonly<Record<string, AnswerReaders>>>(),
}));

/** Options of one call. */
export const callerCallOptions = /* @__PURE__ */ options(() => ({
  ...callOptions,
  ...streamOptions,
  ...perCallOptions,
  /** The media types of the answer, where the description leaves a choice. */
  accept: any<string>(),
}));
