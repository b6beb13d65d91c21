import { clientAssumptionChoices, clientAssumptionDefaults } from "../../generated/tables.js";
import type { ClientAssumptions } from "../../generated/types.js";
import { type StreamTransport, systemClock, type Transport } from "../abi/index.js";
import { ArgumentError } from "../base/errors.js";
import {
  any,
  func,
  group,
  ms,
  object,
  oneOf,
  option,
  type Option,
  type OptionsOf,
  needed,
  options,
  readOptions,
  withDefaults,
  usually,
  withMethods,
} from "../base/options.js";
import { defined } from "../base/values.js";
import type { DiagnosticListener, HttpDiagnostic } from "../diagnostics/index.js";
import { bounded, boundedStream } from "./transport/bounded.js";
import { coreOptions } from "./core-options.js";
import type { TokenOption } from "./credential.js";
import { guarded, guardedMethods } from "./guard.js";
import { userAgentFrom } from "./middleware/attempt.js";
import {
  type ConcurrencyLimits,
  type ConcurrencyOptions,
  concurrencyOptions,
  type RateLimitMemory,
  rateLimitMemory,
} from "./middleware/limits.js";
import { bucketOf, type RetryBudget } from "./middleware/retry.js";
import { type RetryPolicy, retryOptions } from "./retry/decide.js";
import { defaultTransports } from "./transport/default.js";
import type { ProxyEnv } from "./transport/proxy.js";
import { isUnencrypted } from "./unencrypted.js";
import { type ValidationOptions, validationOptions } from "./validation.js";

/** What an assumption can be set to. */
interface Choice {
  readonly values?: readonly string[];
  readonly types?: readonly string[];
}

const isOf = (type: string, value: unknown): boolean =>
  type === "null" ? value === null : type === "integer" ? Number.isInteger(value) : typeof value === type;

/** By name: an unknown one, or one with a value that is no reading, would have no effect. */
const assumptionOptions = () =>
  Object.fromEntries(
    Object.entries<Choice>(clientAssumptionChoices).map(([name, { values, types = [] }]): [string, Option] => [
      name,
      values
        ? oneOf(...values)
        : option(`of type ${types.join(" or ")}`, (value) => types.some((type) => isOf(type, value))),
    ]),
  );

/** Options of `createClient()`. Only `baseUrl` and `token` are required. */
export interface ClientOptions extends OptionsOf<typeof clientOptions> {}

export const clientOptions = /* @__PURE__ */ options(() => ({
  /**
   * Absolute http(s) address of the service; a path prefix is kept. `http` only for this machine: see `allowInsecure`.
   */
  baseUrl: needed(any<string>()),
  /** The credential, both live ones during a rotation, or a function that is called for every request. */
  token: needed(any<TokenOption>()),
  ...coreOptions,
  /** Value of the API version header. Default: the assumption `apiVersion`. */
  apiVersion: any<string>(),
  /** How to interpret what the platform does not document; each has a default. */
  assumptions: object<Partial<ClientAssumptions>>(assumptionOptions()),
  /** Carries requests. Default: `node:http(s)` on Node, `fetch` elsewhere. */
  transport: func<Transport>(),
  /** Carries streams. Default: as for `transport`. */
  streamTransport: func<StreamTransport>(),
  /**
   * Sends everything, the stream included, through the proxy that these variables name for the address (`HTTPS_PROXY`,
   * `HTTP_PROXY`, `NO_PROXY`): `process.env`, as for Node's own agents. Bun and Deno read their environment anyway. Not
   * together with a transport of your own. Default: no proxy.
   */
  proxyEnv: object<ProxyEnv>(),
  /** Creates the `clientRef` of a message without one. Default: `crypto.randomUUID`. */
  createClientRef: usually(func<() => string>(), () => crypto.randomUUID()),
  /** Milliseconds for one attempt. Default: the assumption `attemptTimeoutMs`, 10,000. */
  timeoutMs: ms(),
  /** Milliseconds for one call, retries and waits included. Default: the assumption `callDeadlineMs`, 60,000. */
  deadlineMs: ms(),
  /** Limits on requests under way at once; see the fields for the defaults. */
  concurrency: group<ConcurrencyOptions>(concurrencyOptions),
  /** Checks of parameters and answers against the description. Default: none. */
  validation: group<ValidationOptions>(validationOptions),
  /** The budget for repetitions; may be shared between clients, or your own. Default: one for this client. */
  retryBudget: withMethods<RetryBudget>("a retry budget", "take", "give"),
  /**
   * The memory of rate limits that the service reported; may be shared between clients. Default: one for this client.
   */
  rateLimits: withMethods<RateLimitMemory>("a memory of rate limits", "remainingMs", "limited"),
  /** What a 429 is taken to limit: all calls of the App, or those of the same route. Default `app`. */
  rateLimitScope: usually(oneOf("app", "route"), "app"),
  /**
   * The `user-agent` header: a text is put in front of `svc-apps/<version> (<runtime>)`, `false` sends none. Default:
   * no text. In browsers, the browser's own.
   */
  userAgent: any<string | false>(),
  /** Receives diagnostics of calls. More listeners can be added with `client.diagnostics.listen()`. */
  onDiagnostic: func<DiagnosticListener<HttpDiagnostic>>(),
}));

/** Options that the settings hold in another form, or not at all. */
type Consumed = "token" | "allowInsecure" | "proxyEnv" | "validation" | "onDiagnostic";
type Resolved = "assumptions" | "retry" | "concurrency" | "userAgent";

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
export function settingsFrom(given: ClientOptions): Settings {
  const { allowInsecure, proxyEnv, random, retry, ...others } = readOptions(given, clientOptions, {
    of: "createClient()",
  });
  const clock = guardedMethods("clock", others.clock, systemClock);
  const baseUrl = checkedBaseUrl(others.baseUrl, allowInsecure);
  if (proxyEnv && (others.transport ?? others.streamTransport)) {
    throw new ArgumentError("proxyEnv: a transport of your own goes past the proxy");
  }
  const defaults = defaultTransports({ baseUrl, clock, proxyEnv });
  const assumptions = { ...clientAssumptionDefaults, ...defined(others.assumptions) };
  return {
    transport: others.transport ? bounded(others.transport, clock) : defaults.transport,
    streamTransport: others.streamTransport ? boundedStream(others.streamTransport, clock) : defaults.streamTransport,
    baseUrl,
    apiVersion: checkedVersion(others.apiVersion ?? assumptions.apiVersion),
    assumptions,
    clock,
    random: random ? guarded("random", random) : Math.random,
    createClientRef: others.createClientRef,
    timeoutMs: others.timeoutMs ?? assumptions.attemptTimeoutMs,
    deadlineMs: others.deadlineMs ?? assumptions.callDeadlineMs,
    retry: withDefaults(retryOptions, retry || {}),
    repeats: retry !== false,
    concurrency: withDefaults(concurrencyOptions, others.concurrency ?? {}),
    maxBodyBytes: others.maxBodyBytes,
    middleware: others.middleware,
    retryBudget: guardedMethods("retryBudget", others.retryBudget, bucketOf()),
    rateLimits: guardedMethods("rateLimits", others.rateLimits, rateLimitMemory(clock)),
    rateLimitScope: others.rateLimitScope,
    userAgent: userAgentFrom(others.userAgent),
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
    const what = typeof text === "string" && text !== "" ? "not an absolute URL" : "it is missing";
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
