import type { Assumptions, ClientAssumptions } from "../../generated/types.js";
import { type Clock, type StreamTransport, systemClock, type Transport } from "../abi/index.js";
import { boundedStream } from "./bounded-stream.js";
import { checkedAssumptions } from "./assumptions.js";
import { ArgumentError } from "./errors/index.js";
import type { ClientListener } from "./hooks.js";
import type { ConcurrencyLimits } from "./layers/concurrency.js";
import type { RetryPolicy } from "./retry/decide.js";
import type { TokenOption } from "./token-source.js";
import type { ValidationOptions } from "./validation.js";
import { bounded } from "./transport/bounded.js";
import { defaultTransports } from "./transport/default.js";

/** Options of `createClient()`. Only `baseUrl` and `token` are required. */
export interface ClientOptions {
  /** Absolute http(s) address of the service; a path prefix is kept. */
  readonly baseUrl: string;
  /** The credential, both live ones during a rotation, or a function that is asked at every request. */
  readonly token: TokenOption;
  /** Value of the API version header. Default: the assumption `apiVersion`. */
  readonly apiVersion?: string;
  /** How to read what the platform leaves undocumented; each has a default. */
  readonly assumptions?: Partial<ClientAssumptions>;
  /** Carries requests. Default: `node:http(s)` on Node, `fetch` elsewhere. */
  readonly transport?: Transport;
  /** Carries streams. Default: as for `transport`. */
  readonly streamTransport?: StreamTransport;
  /** Time and timers. Default: the machine's. */
  readonly clock?: Clock;
  /** Chance, from 0 to 1, for jitter. Default: `Math.random`. */
  readonly random?: () => number;
  /** Makes the `clientRef` of a message that comes without one. Default: `crypto.randomUUID`. */
  readonly createClientRef?: () => string;
  /** Milliseconds for one attempt. Default: the assumption `attemptTimeoutMs`, 10,000. */
  readonly timeoutMs?: number;
  /** Milliseconds for one call, retries and waits included. Default: the assumption `callDeadlineMs`, 60,000. */
  readonly deadlineMs?: number;
  /** Limits on repeating; see the fields for the defaults. */
  readonly retry?: Partial<RetryPolicy>;
  /** Limits on requests under way at once; see the fields for the defaults. */
  readonly concurrency?: Partial<ConcurrencyLimits>;
  /** Bytes of an answer, decompressed, above which it is refused. Default 16 MiB. */
  readonly maxBodyBytes?: number;
  /** Checks of parameters and answers against the description. Default: none. */
  readonly validation?: ValidationOptions;
  /** Told about every call as it happens. More can be added with `client.hooks.listen()`. */
  readonly onEvent?: ClientListener;
}

/** The options, checked and complete. */
export interface Settings {
  readonly transport: Transport;
  readonly streamTransport: StreamTransport;
  readonly baseUrl: string;
  readonly apiVersion: string;
  readonly assumptions: Assumptions;
  readonly clock: Clock;
  readonly random: () => number;
  readonly createClientRef: () => string;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  readonly retry: RetryPolicy;
  readonly concurrency: ConcurrencyLimits;
  readonly maxBodyBytes: number;
}

/** Checks the options and fills in the defaults. Throws an {@link ArgumentError}. */
export function settingsFrom(options: ClientOptions): Settings {
  const clock = options.clock ?? systemClock;
  const defaults = defaultTransports({ clock });
  const assumptions = checkedAssumptions(options.assumptions);
  return {
    transport: options.transport ? bounded(options.transport, clock) : defaults.transport,
    streamTransport: options.streamTransport ? boundedStream(options.streamTransport, clock) : defaults.streamTransport,
    baseUrl: checkedBaseUrl(options.baseUrl),
    apiVersion: checkedVersion(options.apiVersion ?? assumptions.apiVersion),
    assumptions,
    clock,
    random: options.random ?? Math.random,
    createClientRef: options.createClientRef ?? (() => crypto.randomUUID()),
    timeoutMs: positive("timeoutMs", options.timeoutMs ?? assumptions.attemptTimeoutMs),
    deadlineMs: positive("deadlineMs", options.deadlineMs ?? assumptions.callDeadlineMs),
    retry: atLeast(0, "retry", {
      retries: 3,
      rateLimitRetries: 5,
      maxRetryAfterMs: 30_000,
      baseMs: 250,
      ceilingMs: 5_000,
      ...options.retry,
    }),
    concurrency: places({ maxConcurrent: 64, reservedForInteractions: 8, ...options.concurrency }),
    maxBodyBytes: positive("maxBodyBytes", options.maxBodyBytes ?? 16_777_216),
  };
}

function checkedVersion(version: string): string {
  if (/^[\x21-\x7e]+$/.test(version)) return version;
  throw new ArgumentError("apiVersion must be visible ASCII without spaces: it travels in a header");
}

function places({ maxConcurrent, reservedForInteractions }: ConcurrencyLimits): ConcurrencyLimits {
  const all = atLeast(1, "concurrency", { maxConcurrent });
  return { ...all, ...atLeast(0, "concurrency", { reservedForInteractions }) };
}

function atLeast<Numbers extends object>(least: number, group: string, numbers: Numbers): Numbers {
  for (const [name, value] of Object.entries(numbers)) {
    if (value >= least) continue;
    throw new ArgumentError(`${group}.${name} must be a number of at least ${least}, got ${String(value)}`);
  }
  return numbers;
}

function positive(name: string, value: number): number {
  if (value > 0) return value;
  throw new ArgumentError(`${name} must be a number above zero, got ${String(value)}`);
}

/** An absolute http(s) URL without trailing slash. What it must not hold is not shown either: it may be a secret. */
function checkedBaseUrl(text: unknown): string {
  let url: URL;
  try {
    url = new URL(String(text));
  } catch {
    const what = typeof text === "string" && text !== "" ? "that is no absolute URL" : "nothing was given";
    const why = `baseUrl must be an absolute http(s) address such as https://chat.example: ${what}`;
    throw new ArgumentError(why + withScheme(text));
  }
  if (!/^https?:$/.test(url.protocol)) {
    throw new ArgumentError(`baseUrl must be http or https${withScheme(text) || `, got ${url.protocol}`}`);
  }
  if (url.username || url.password) throw new ArgumentError("baseUrl must not hold a user name or password");
  if (url.search || url.hash) throw new ArgumentError("baseUrl must not hold a query or fragment");
  return url.href.replace(/\/+$/, "");
}

/** Shows an address that only lacks its scheme. Without a port, a name with dots might as well be a credential. */
function withScheme(text: unknown): string {
  const [, host = "", port = ""] = /^([a-z0-9.-]+)(:\d{1,5})?(?:\/|$)/i.exec(String(text)) ?? [];
  const local = /^(?:localhost|(?:\d{1,3}\.){3}\d{1,3})$/i.test(host);
  if (!local && (port === "" || !host.includes("."))) return "";
  return `; did you mean ${local ? "http" : "https"}://${host}${port}?`;
}
