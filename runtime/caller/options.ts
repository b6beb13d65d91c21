import {
  type Clock,
  type Credentials,
  type Operation,
  type Service,
  systemClock,
  type WebFetch,
} from "../abi/index.js";
import { isSignal, type MiddlewareOption, overDefaults, type RetryPolicy } from "../http/parts.js";
import type { AnswerGuards, AnswerReaders } from "./answer.js";
import type { AddressOptions } from "./server.js";

/** Options of `createCaller()`. */
export interface CallerOptions extends AddressOptions {
  /** Servers and security of the service: `service` of the generated `service.ts`. */
  readonly service?: Service;
  /** Credentials by the name of their scheme, or one for all. */
  readonly auth?: Credentials;
  /** Default: the one of the runtime. */
  readonly fetch?: WebFetch;
  /** Whether a browser sends its cookies, as for `fetch`. Default: `omit`. */
  readonly credentials?: "omit" | "same-origin" | "include";
  /** Middleware of your own, around each call or each attempt. */
  readonly middleware?: readonly MiddlewareOption[];
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds for one attempt. Default: 30,000. */
  readonly timeoutMs?: number;
  /** Milliseconds for a whole call, retries included. Default: 120,000. */
  readonly deadlineMs?: number;
  /** Limits on repeating; `false`: never. */
  readonly retry?: Partial<RetryPolicy> | false;
  /** Bytes of an answer, decompressed, above which it is refused, as is one event of a stream. Default 16 MiB. */
  readonly maxBodyBytes?: number;
  /** Guards that answers must pass: the generated `operationValidators`. Default: none. */
  readonly validators?: Readonly<Record<string, AnswerGuards>>;
  /** Readers of bigints and Dates in answers: the generated `operationReaders`. Default: plain JSON. */
  readonly readers?: Readonly<Record<string, AnswerReaders>>;
  readonly clock?: Clock;
  /** From 0 up to 1. Default: `Math.random`. */
  readonly random?: () => number;
}

/** The options over their defaults. Throws an `ArgumentError` for one that would have no effect, or cannot work. */
export const checkedOptions = (options: CallerOptions) =>
  overDefaults(
    options ?? {},
    {
      baseUrl: undefined,
      server: undefined,
      allowInsecure: false,
      service: {},
      auth: undefined,
      fetch: fetch as WebFetch, // the types of a package name no global that a program may lack
      credentials: undefined,
      middleware: [] as readonly MiddlewareOption[],
      headers: {},
      timeoutMs: 30_000,
      deadlineMs: 120_000,
      retry: {} as Partial<RetryPolicy> | false,
      maxBodyBytes: 16_777_216,
      validators: {},
      readers: {},
      clock: systemClock,
      random: Math.random,
    },
    "createCaller()",
  );

/** Throws an `ArgumentError` for an option of one call that would have no effect, or cannot work. */
export const checkPerCall = ({ id }: Operation, given: object): unknown =>
  overDefaults(
    given,
    {
      signal: isSignal,
      timeoutMs: 1,
      deadlineMs: 1,
      retry: true,
      urgent: false,
      headers: {},
      auth: undefined,
      baseUrl: undefined,
      server: undefined,
      lastEventId: undefined,
      accept: undefined,
    },
    `${id}()`,
    `${id}: `,
  );
