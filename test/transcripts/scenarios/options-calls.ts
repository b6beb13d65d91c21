import { createCaller } from "../../../runtime/caller/index.js";
import { createClient, isAppsError } from "svc-apps";
import { createFetchClient } from "svc-apps/rest";
import { operationValidators } from "svc-apps/validators";
import { canaryToken } from "../../support/test-client.js";
import { callTranscript, type CallScenario, type CallStep } from "../kit/calls.js";
import type { Probe, Probes } from "../kit/documented.js";
import { foreignTranscript } from "../kit/foreign.js";
import type { Reply } from "../kit/script.js";

const getMe: CallStep = { operation: "getMe" };
const place = { serverId: "7101000000000000001", channelId: "7102000000000000001" };
const createMessage: CallStep = { operation: "createMessage", params: { ...place, content: "x" } };
const limited = (retryAfter: string): Reply => ({
  status: 429,
  headers: { "retry-after": retryAfter },
  body: '{"code":"SLOW"}',
});
const failing: readonly Reply[] = [{ status: 503 }];

type Played = Pick<CallScenario, "calls"> & Partial<CallScenario>;

const WAYS = ["client over fetch"];

/** An option of `createClient()`, seen in what crosses the wire. */
const client = (name: string, value: unknown, played: Played, standard?: unknown): Probe => ({
  value,
  standard,
  play: async (given) =>
    callTranscript(
      { title: "", showHeaders: true, ...played, client: given === undefined ? {} : { [name]: given } },
      WAYS,
    ),
});

/** An option that all clients have, for `createFetchClient()` or `createCaller()`. */
const shared = (way: string, name: string, value: unknown, played: Played, standard?: unknown): Probe => ({
  value,
  standard,
  play: async (given) =>
    callTranscript({ title: "", showHeaders: true, ...played, shared: given === undefined ? {} : { [name]: given } }, [
      way,
    ]),
});

/** What making something comes to. */
const made = (value: unknown, make: (given: unknown) => unknown): Probe => ({
  value,
  play: async (given) => {
    try {
      make(given);
      return await Promise.resolve("made");
    } catch (error) {
      return isAppsError(error) ? `refused: ${error.message}` : String(error);
    }
  },
});

const silent = { calls: [getMe], replies: ["silence"] } as const satisfies Played;
const insecure = (
  make: (options: { readonly baseUrl: string; readonly token: string; readonly allowInsecure?: boolean }) => unknown,
): Probe =>
  made(true, (given) =>
    make({ baseUrl: "http://chat.example", token: canaryToken, ...(given === true && { allowInsecure: true }) }),
  );

export const clientOptions: Probes = {
  baseUrl: "required",
  token: "required",
  allowInsecure: insecure(createClient),
  apiVersion: client("apiVersion", "7", { calls: [getMe] }),
  assumptions: client(
    "assumptions",
    { deleteRevisionPlacement: "query" },
    { calls: [{ operation: "deleteRole", params: { serverId: "1", roleId: "2", revision: "3" } }] },
  ),
  transport: client("transport", async () => Promise.resolve({ status: 404, headers: {}, body: "" }), {
    calls: [getMe],
  }),
  streamTransport: "shown by every transcript of a stream",
  proxyEnv: made({ HTTPS_PROXY: "http://127.0.0.1:1" }, (proxyEnv) =>
    createClient({
      baseUrl: "https://chat.example",
      token: canaryToken,
      transport: async () => Promise.reject(new Error("never")),
      ...(proxyEnv === undefined ? {} : { proxyEnv: proxyEnv as Record<string, string> }), // as it was given above
    }),
  ),
  clock: "shown by every time in the transcripts",
  random: client("random", () => 0, { calls: [getMe], replies: failing }),
  createClientRef: client("createClientRef", () => "other", { calls: [createMessage] }),
  timeoutMs: client("timeoutMs", 1_000, silent, 10_000),
  deadlineMs: client("deadlineMs", 2_500, silent, 60_000),
  retry: client("retry", { retries: 0 }, { calls: [getMe], replies: failing }),
  concurrency: client(
    "concurrency",
    { maxConcurrent: 1, reservedForInteractions: 0 },
    { calls: [getMe, { ...getMe, together: true }], replies: [{ afterMs: 10 }] },
  ),
  maxBodyBytes: client("maxBodyBytes", 5, { calls: [getMe] }, 16_777_216),
  validation: client(
    "validation",
    { validators: operationValidators },
    { calls: [{ operation: "createMessage", params: { ...place, content: 7 } }] },
  ),
  middleware: client("middleware", [async () => Promise.resolve({ status: 404, headers: {}, body: "" })], {
    calls: [getMe],
  }),
  retryBudget: client("retryBudget", { take: () => false, give() {} }, { calls: [getMe], replies: failing }),
  rateLimits: client("rateLimits", { remainingMs: () => 70_000, limited() {} }, { calls: [getMe] }),
  rateLimitScope: client(
    "rateLimitScope",
    "route",
    { calls: [getMe, { operation: "listCommands", together: true, afterMs: 100 }], replies: [limited("3"), {}] },
    "app",
  ),
  userAgent: client("userAgent", false, { calls: [getMe] }),
  onDiagnostic: client("onDiagnostic", () => {}, { calls: [getMe] }),
};

const policy = (name: string, value: unknown, played: Played, standard: unknown): Probe => ({
  value,
  standard,
  play: async (given) =>
    callTranscript({ title: "", ...played, client: given === undefined ? {} : { retry: { [name]: given } } }, WAYS),
});

export const retryOptions: Probes = {
  retries: policy("retries", 1, { calls: [getMe], replies: failing }, 3),
  rateLimitRetries: policy("rateLimitRetries", 1, { calls: [getMe], replies: [limited("1")] }, 5),
  maxRetryAfterMs: policy(
    "maxRetryAfterMs",
    2_000,
    { calls: [getMe], replies: [limited("30"), limited("31"), {}] },
    30_000,
  ),
  baseMs: policy("baseMs", 100, { calls: [getMe], replies: failing }, 250),
  ceilingMs: {
    value: 1_000,
    standard: 5_000,
    play: async (given) =>
      callTranscript(
        {
          title: "",
          calls: [getMe],
          replies: failing,
          client: { retry: { retries: 6, ...(given !== undefined && { ceilingMs: Number(given) }) } },
        },
        WAYS,
      ),
  },
};

const many = (count: number, step: CallStep): readonly CallStep[] =>
  Array.from({ length: count }, (_, at) => (at === 0 ? step : { ...step, together: true as const }));
const confirm: CallStep = {
  operation: "confirmInteraction",
  params: { interactionId: "00000000-0000-4000-8000-000000000001", type: "defer" },
};

const limit = (name: string, value: number, calls: readonly CallStep[], standard: number): Probe => ({
  value,
  standard,
  play: async (given) =>
    callTranscript(
      {
        title: "",
        calls,
        replies: [{ afterMs: 10 }],
        client: given === undefined ? {} : { concurrency: { [name]: Number(given) } },
      },
      WAYS,
    ),
});

export const concurrencyLimits: Probes = {
  maxConcurrent: limit("maxConcurrent", 3, many(66, getMe), 64),
  reservedForInteractions: limit(
    "reservedForInteractions",
    1,
    [...many(66, getMe), ...many(10, { ...confirm, together: true })],
    8,
  ),
};

const small = (name: string, value: unknown, played: Played, standard?: unknown): Probe =>
  shared("fetch client", name, value, played, standard);

export const fetchOptions: Probes = {
  fetch: "every scenario passes one",
  clock: "every scenario passes one",
  baseUrl: "required",
  token: "required",
  allowInsecure: insecure(createFetchClient),
  apiVersion: small("apiVersion", "7", { calls: [getMe] }),
  random: small("random", () => 0, { calls: [getMe], replies: failing }),
  createClientRef: small("createClientRef", () => "other", { calls: [createMessage] }),
  timeoutMs: small("timeoutMs", 1_000, silent, 10_000),
  deadlineMs: small("deadlineMs", 2_500, silent, 60_000),
  retry: small("retry", { retries: 0 }, { calls: [getMe], replies: failing }),
  maxBodyBytes: small("maxBodyBytes", 5, { calls: [getMe] }, 16_777_216),
  middleware: small("middleware", [async () => Promise.resolve({ status: 404, headers: {}, body: "" })], {
    calls: [getMe],
  }),
};

const other = (name: string, value: unknown, played: Played, standard?: unknown): Probe =>
  shared("caller", name, value, played, standard);
const foreign = (name: string, value: unknown, more: object = {}, replies: readonly Reply[] = [{}]): Probe => ({
  value,
  play: async (given) =>
    foreignTranscript({
      title: "",
      operation: { method: "GET", path: "/things" },
      replies,
      options: { ...more, ...(given === undefined ? {} : { [name]: given }) },
    }),
});

export const callerOptions: Probes = {
  baseUrl: "every scenario passes one",
  server: "servers and their variables come in test/caller/server.test.ts",
  allowInsecure: made(true, (given) =>
    createCaller({ baseUrl: "http://chat.example", auth: "x", ...(given === true && { allowInsecure: true }) }),
  ),
  service: foreign(
    "service",
    {
      title: "",
      version: "",
      servers: [],
      securitySchemes: { key: { type: "apiKey", in: "query", name: "key" } },
      security: [{ key: [] }],
    },
    { auth: { key: "k-secret-1" } },
  ),
  auth: foreign("auth", "t-secret-1"),
  fetch: foreign("fetch", async () => Promise.resolve(new Response(null, { status: 404 }))),
  middleware: other("middleware", [async () => Promise.resolve({ status: 404, headers: {}, body: "" })], {
    calls: [getMe],
  }),
  headers: foreign("headers", { "x-mine": "1" }),
  credentials: "shown in test/caller/wire-options.test.ts",
  timeoutMs: other("timeoutMs", 1_000, silent, 30_000),
  deadlineMs: other("deadlineMs", 2_500, silent, 120_000),
  retry: other("retry", false, { calls: [getMe], replies: failing }),
  maxBodyBytes: other("maxBodyBytes", 5, { calls: [getMe] }),
  validators: "shown in test/caller/caller.test.ts",
  readers: "shown in test/caller/caller.test.ts",
  clock: "shown by every time in the transcripts",
  random: other("random", () => 0, { calls: [getMe], replies: failing }),
};
