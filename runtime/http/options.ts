import { clientAssumptionDefaults } from "../../generated/tables.js";
import type { ClientAssumptions } from "../../generated/types.js";
import { type Clock, type StreamTransport, systemClock, type Transport } from "../abi/index.js";
import type { DiagnosticListener, HttpDiagnostic } from "../diagnostics/index.js";
import { bounded, boundedStream } from "./transport/bounded.js";
import { defined } from "../base/values.js";
import {
  ANY,
  ASSUMPTIONS,
  AT_LEAST_ONE,
  checkOptions,
  COUNT,
  FLAG,
  FUNCTION,
  isUnencrypted,
  type Kinds,
  LEVEL,
  MIDDLEWARE,
  OBJECT,
  RETRY_OPTIONS,
  SCOPE,
  TIME,
} from "./check-options.js";
import { CLOCK, withMethods } from "./check-given.js";
import { ArgumentError } from "../base/errors.js";
import { guarded, guardedMethods } from "./guard.js";
import type { MiddlewareOption } from "./middleware.js";
import { type ConcurrencyLimits, type RateLimitMemory, rateLimitMemory } from "./middleware/limits.js";
import { bucketOf, type RetryBudget } from "./middleware/retry.js";
import { userAgentFrom } from "./middleware/attempt.js";
import { RETRY_DEFAULTS, type RetryPolicy } from "./retry/decide.js";
import type { TokenOption } from "./credential.js";
import type { ValidationOptions } from "./validation.js";
import { defaultTransports } from "./transport/default.js";
import type { ProxyEnv } from "./transport/proxy.js";

/** Options of `createClient()`. Only `baseUrl` and `token` are required. */
export interface ClientOptions {
  /**
   * Absolute http(s) address of the service; a path prefix is kept. `http` only for this machine: see `allowInsecure`.
   */
  readonly baseUrl: string;
  /** Lets the credential travel unencrypted to another machine, over an `http://` address. Default false. */
  readonly allowInsecure?: boolean;
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
  /**
   * Sends everything, the stream included, through the proxy that these variables name for the address (`HTTPS_PROXY`,
   * `HTTP_PROXY`, `NO_PROXY`): `process.env`, as for Node's own agents. Bun and Deno read their environment anyway. Not together with a transport of your own. Default: no proxy.
   */
  readonly proxyEnv?: ProxyEnv;
  /** Time and timers. Default: the machine's. */
  readonly clock?: Clock;
  /** Random numbers from 0 to 1, for jitter. Default: `Math.random`. */
  readonly random?: () => number;
  /** Makes the `clientRef` of a message that comes without one. Default: `crypto.randomUUID`. */
  readonly createClientRef?: () => string;
  /** Milliseconds for one attempt. Default: the assumption `attemptTimeoutMs`, 10,000. */
  readonly timeoutMs?: number;
  /** Milliseconds for one call, retries and waits included. Default: the assumption `callDeadlineMs`, 60,000. */
  readonly deadlineMs?: number;
  /** Limits on repeating; see the fields for the defaults. False: nothing is repeated. */
  readonly retry?: Partial<RetryPolicy> | false;
  /** Limits on requests under way at once; see the fields for the defaults. */
  readonly concurrency?: Partial<ConcurrencyLimits>;
  /** Bytes of an answer, decompressed, above which it is refused. Default 16 MiB. */
  readonly maxBodyBytes?: number;
  /** Checks of parameters and answers against the description. Default: none. */
  readonly validation?: ValidationOptions;
  /** Middleware of your own in the pipeline of every call; see `docs/rest.md` for its place. Default: none. */
  readonly middleware?: readonly MiddlewareOption[];
  /** The budget for repetitions; may be shared between clients, or your own. Default: one for this client. */
  readonly retryBudget?: RetryBudget;
  /** The memory of rate limits that the service named; may be shared between clients. Default: one for this client. */
  readonly rateLimits?: RateLimitMemory;
  /** What a 429 is taken to limit: all calls of the App, or those of the same route. Default `app`. */
  readonly rateLimitScope?: "app" | "route";
  /**
   * The `user-agent` header: a text is put in front of `svc-apps/<version> (<runtime>)`, `false` sends none. Default:
   * no text. In browsers, the browser's own.
   */
  readonly userAgent?: string | false;
  /** Listens to what happens to calls. More listeners can be added with `client.diagnostics.listen()`. */
  readonly onDiagnostic?: DiagnosticListener<HttpDiagnostic>;
}

/** Every option of a client and its kind, to check the options of untyped code. */
export const CLIENT_OPTIONS = {
  baseUrl: ANY,
  allowInsecure: FLAG,
  token: ANY,
  apiVersion: ANY,
  assumptions: ASSUMPTIONS,
  transport: FUNCTION,
  streamTransport: FUNCTION,
  proxyEnv: OBJECT,
  clock: CLOCK,
  random: FUNCTION,
  createClientRef: FUNCTION,
  timeoutMs: TIME,
  deadlineMs: TIME,
  retry: RETRY_OPTIONS,
  concurrency: { maxConcurrent: AT_LEAST_ONE, reservedForInteractions: COUNT },
  maxBodyBytes: TIME,
  validation: { validators: OBJECT, arguments: LEVEL, answers: LEVEL },
  middleware: MIDDLEWARE,
  retryBudget: /* @__PURE__ */ withMethods("a retry budget", "take", "give"),
  rateLimits: /* @__PURE__ */ withMethods("a memory of rate limits", "remainingMs", "limited"),
  rateLimitScope: SCOPE,
  userAgent: ANY,
  onDiagnostic: FUNCTION,
} satisfies Record<keyof ClientOptions, Kinds[string]>;

/** Options that the settings hold in another form, or not at all. */
type Resolved = "assumptions" | "retry" | "concurrency" | "userAgent";
type Consumed = "token" | "allowInsecure" | "proxyEnv" | "validation" | "onDiagnostic";

/** The options, checked and complete. */
export interface Settings extends Required<Omit<ClientOptions, Resolved | Consumed>> {
  readonly assumptions: ClientAssumptions;
  readonly retry: RetryPolicy;
  /** Whether calls may be repeated at all. */
  readonly repeats: boolean;
  readonly concurrency: ConcurrencyLimits;
  readonly userAgent: string | undefined;
}

/** Checks the options and fills in the defaults. Throws an {@link ArgumentError}. */
export function settingsFrom(options: ClientOptions): Settings {
  const retry = options.retry === false ? undefined : options.retry;
  checkOptions({ ...options, retry }, CLIENT_OPTIONS, { of: "createClient()", prefix: "" });
  const clock = guardedMethods("clock", options.clock, systemClock);
  const baseUrl = checkedBaseUrl(options.baseUrl, options.allowInsecure === true);
  const { proxyEnv } = options;
  if (proxyEnv && (options.transport ?? options.streamTransport)) {
    throw new ArgumentError("proxyEnv: a transport of your own goes past the proxy");
  }
  const defaults = defaultTransports({ baseUrl, clock, proxyEnv });
  const assumptions = { ...clientAssumptionDefaults, ...defined(options.assumptions) };
  return {
    transport: options.transport ? bounded(options.transport, clock) : defaults.transport,
    streamTransport: options.streamTransport ? boundedStream(options.streamTransport, clock) : defaults.streamTransport,
    baseUrl,
    apiVersion: checkedVersion(options.apiVersion ?? assumptions.apiVersion),
    assumptions,
    clock,
    random: options.random ? guarded("random", options.random) : Math.random,
    createClientRef: options.createClientRef ?? (() => crypto.randomUUID()),
    timeoutMs: options.timeoutMs ?? assumptions.attemptTimeoutMs,
    deadlineMs: options.deadlineMs ?? assumptions.callDeadlineMs,
    retry: { ...RETRY_DEFAULTS, ...defined(retry) },
    repeats: options.retry !== false,
    concurrency: { maxConcurrent: 64, reservedForInteractions: 8, ...defined(options.concurrency) },
    maxBodyBytes: options.maxBodyBytes ?? 16_777_216,
    middleware: options.middleware ?? [],
    retryBudget: guardedMethods("retryBudget", options.retryBudget, bucketOf()),
    rateLimits: guardedMethods("rateLimits", options.rateLimits, rateLimitMemory(clock)),
    rateLimitScope: options.rateLimitScope ?? "app",
    userAgent: userAgentFrom(options.userAgent),
  };
}

function checkedVersion(version: unknown): string {
  if (typeof version === "string" && /^[\x21-\x7e]+$/.test(version)) return version;
  throw new ArgumentError("apiVersion must be visible ASCII without spaces");
}

/** An absolute http(s) URL without trailing slash. Errors show no forbidden part: it may be a secret. */
function checkedBaseUrl(text: unknown, allowInsecure: boolean): string {
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
  if (!allowInsecure && isUnencrypted(url)) {
    throw new ArgumentError("baseUrl is http to another machine: it needs allowInsecure: true");
  }
  return url.href.replace(/\/+$/, "");
}

/** Suggests a scheme for an address that lacks one. Without a port, a name with dots may be a credential: not shown. */
function withScheme(text: unknown): string {
  const [, host = "", port = ""] = /^([a-z0-9.-]+)(:\d{1,5})?(?:\/|$)/i.exec(String(text)) ?? [];
  const local = /^(?:localhost|(?:\d{1,3}\.){3}\d{1,3})$/i.test(host);
  if (!local && (port === "" || !host.includes("."))) return "";
  return `; did you mean ${local ? "http" : "https"}://${host}${port}?`;
}
