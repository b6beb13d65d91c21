import type { CallScenario, CallStep } from "../kit/calls.js";
import type { Reply } from "../kit/script.js";
import { canaryToken } from "../../support/test-client.js";

const getMe: CallStep = { operation: "getMe" };
const getServer: CallStep = { operation: "getServer", params: { serverId: "7101000000000000001" } };
const deleteCommand: CallStep = { operation: "deleteCommand", params: { commandId: "7106000000000000001" } };

const answered = (title: string, reply: Reply, step = getMe, more: Partial<CallScenario> = {}): CallScenario => ({
  title,
  calls: [step],
  replies: [reply],
  ...more,
});
const json = (status: number, body: object): Reply => ({ status, body: JSON.stringify(body) });
const other = "svc_app.7100000000000000001.another-5b2e";

/** What each answer means. */
export const answers: readonly CallScenario[] = [
  answered("a refusal with a code", json(403, { code: "NO_ENTRY", message: "no", more: 1 })),
  answered("a refusal in the nested shape", json(403, { error: { code: "NO_ENTRY" } })),
  answered("a stale revision", json(409, { code: "STALE_REVISION", currentRevision: "43" })),
  answered("a stale revision as a number that was rounded", {
    status: 409,
    body: '{"code":"STALE_REVISION","currentRevision":9007199254740993}',
  }),
  answered("a dead credential", json(401, { code: "MISSING_CREDENTIAL" })),
  answered("401 without a code", { status: 401, body: "" }),
  answered("404 as a page", { status: 404, headers: { "content-type": "text/html" }, body: "<html></html>" }),
  answered("a redirect", { status: 302, headers: { location: "https://elsewhere.example/" }, body: "" }),
  answered("304", { status: 304 }),
  answered("success without a body where one may be absent", { status: 204 }, deleteCommand),
  answered("success without a body where one is required", { status: 204 }),
  answered("success that is not JSON", { headers: { "content-type": "text/html" }, body: "<html></html>" }),
  answered("success that is a list", { body: "[]" }),
  answered("success without a required field", { body: '{"server":{}}', exactly: true }, getServer),
  answered("fields that this version does not know", { body: '{"app":{"future":1},"also":[]}' }),
  answered("a byte order mark", { body: '\ufeff{"app":{}}' }),
  answered("the id of the request", { status: 403, headers: { "x-request-id": "r-1" }, body: '{"code":"NO"}' }),
  answered("an answer at the limit of its size", { body: `{"app":{"x":"${"x".repeat(81)}"}}` }, getMe, {
    shared: { maxBodyBytes: 97 },
  }),
  answered("an answer above the limit of its size", { body: `{"app":{"x":"${"x".repeat(82)}"}}` }, getMe, {
    shared: { maxBodyBytes: 97 },
  }),
  answered("an answer that echoes the credential", {
    status: 403,
    headers: { "x-request-id": `for ${canaryToken}` },
    body: `{"code":"NO","message":"${canaryToken}"}`,
  }),
];

const modern: readonly string[] = ["fetch client", "caller"];

/** Options that only `createClient()` has. */
export const clients: readonly CallScenario[] = [
  {
    title: "the other of two live credentials is tried",
    calls: [getMe, getMe],
    replies: [json(401, { code: "MISSING_CREDENTIAL" }), {}],
    client: { token: [other, canaryToken] },
    without: modern,
  },
  {
    title: "a token function is asked at every request",
    calls: [getMe, getMe],
    replies: [{ status: 503 }, {}],
    client: { token: async () => Promise.resolve(canaryToken) },
    without: modern,
  },
  {
    title: "a token function that fails",
    calls: [getMe],
    client: { token: async () => Promise.reject(new Error("no vault")) },
    without: modern,
  },
  {
    title: "a token function that never answers",
    calls: [getMe],
    client: { token: async () => new Promise<string>(() => {}) },
    without: modern,
  },
  {
    title: "two calls at once, of which only one may run",
    calls: [getMe, { ...getServer, together: true }],
    replies: [{ afterMs: 100 }],
    client: { concurrency: { maxConcurrent: 1, reservedForInteractions: 0 } },
    without: modern,
  },
  {
    title: "a 429 of one route leaves the others alone, if so configured",
    calls: [getMe, { ...getServer, together: true }],
    replies: [{ status: 429, headers: { "retry-after": "3" }, body: '{"code":"SLOW_DOWN"}' }, {}],
    client: { rateLimitScope: "route" },
    without: modern,
  },
];
