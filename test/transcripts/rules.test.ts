/** Every rule of a call, through everything that can make one. */
import { describe, expect, test } from "vitest";
import type { MiddlewareOption } from "svc-apps";
import { operations, type TransportRequest } from "svc-apps/rest";
import { createVirtualClock } from "../support/virtual-clock.js";
import type { CallStep } from "./kit/calls.js";
import { type Reply, Script } from "./kit/script.js";
import { whileTimePasses } from "./kit/time.js";
import type { Sent } from "./kit/peer.js";
import { ways, type SharedOptions } from "./kit/ways.js";

interface Rule {
  readonly is: string;
  readonly options?: SharedOptions & { readonly random?: () => number };
  readonly step?: CallStep;
  readonly replies?: readonly Reply[];
  readonly abortAfterMs?: number;
  /** How the call ends; openapi-fetch returns refusals. */
  readonly ends: RegExp;
  readonly requests: number;
  /** Virtual milliseconds after which it ends; absent where jitter and waits are no matter of the rule. */
  readonly atMs?: number;
  readonly sent?: (sent: Sent | undefined) => unknown;
  readonly shows?: unknown;
}

const place = { serverId: "7101000000000000001", channelId: "7102000000000000001" };
const getMe: CallStep = { operation: "getMe" };
const post: CallStep = { operation: "createMessage", params: { ...place, content: "hello", clientRef: "r-1" } };
const remove: CallStep = {
  operation: "deleteMessage",
  params: { ...place, messageId: "7103000000000000001", revision: "1" },
};
const unavailable: Reply = { status: 503 };
const refused = (status: number): RegExp => new RegExp(`status=${status}|returned ${status} as an error`);
const authorization = (sent: Sent | undefined): unknown =>
  sent?.headers.filter(([name]) => name.toLowerCase() === "authorization").map(([, value]) => value);

/** Around an attempt, so that it sees what would be sent. */
const rewriting = (change: (request: TransportRequest) => TransportRequest): MiddlewareOption => ({
  around: "attempt",
  middleware: async (call, next) => next({ ...call, request: change(call.request) }),
});

const rules: readonly Rule[] = [
  { is: "a failed attempt of a read is repeated", replies: [unavailable, {}], ends: /^resolved/, requests: 2 },
  {
    is: "a keyed write whose answer is lost is repeated",
    step: post,
    replies: ["lost", {}],
    ends: /^resolved/,
    requests: 2,
  },
  {
    is: "a write whose key a middleware takes away is sent once",
    step: post,
    options: { middleware: [rewriting((request) => ({ ...request, body: '{"content":"other"}' }))] },
    replies: ["lost", {}],
    ends: /^rejected NoAnswerError .*ambiguous=true/,
    requests: 1,
  },
  {
    is: "retry: false sends once",
    options: { retry: false },
    replies: [unavailable, {}],
    ends: refused(503),
    requests: 1,
  },
  {
    is: "retries end after as many as asked",
    options: { retry: { retries: 1 } },
    replies: [unavailable],
    ends: refused(503),
    requests: 2,
  },
  {
    is: "a wait longer than allowed is not waited for",
    replies: [{ status: 429, headers: { "retry-after": "31" } }, {}],
    ends: refused(429),
    requests: 1,
    atMs: 0,
  },
  {
    is: "a wait that the service asks for is kept",
    replies: [{ status: 429, headers: { "retry-after": "4" } }, {}],
    ends: /^resolved/,
    requests: 2,
    atMs: 4_200, // with jitter
  },
  {
    is: "an attempt ends at its timeout",
    options: { timeoutMs: 1_000, retry: false },
    replies: ["silence"],
    ends: /^rejected NoAnswerError/,
    requests: 1,
    atMs: 1_000,
  },
  {
    is: "a call ends at its deadline",
    options: { timeoutMs: 2_000, deadlineMs: 3_000 },
    replies: ["silence"],
    ends: /^rejected NoAnswerError/,
    requests: 2,
    atMs: 3_000,
  },
  {
    is: "a middleware that never answers ends at the deadline",
    options: { deadlineMs: 3_000, middleware: [() => new Promise(() => {})] },
    ends: /^rejected NoAnswerError/,
    requests: 0,
    atMs: 3_001,
  },
  {
    is: "an aborted call ends at once",
    replies: ["silence"],
    abortAfterMs: 50,
    ends: /^rejected (?:NoAnswerError|AbortError|with AbortError)/,
    requests: 1,
    atMs: 50,
  },
  {
    is: "an answer above the limit is refused and not asked for again",
    options: { maxBodyBytes: 100 },
    replies: [{ body: JSON.stringify({ app: { id: "x".repeat(200) } }) }],
    ends: /^rejected ProtocolError/,
    requests: 1,
  },
  {
    is: "an empty success of a delete is success",
    step: remove,
    replies: [{ status: 204 }],
    ends: /^resolved/,
    requests: 1,
  },
  {
    is: "a redirect is not followed",
    replies: [{ status: 302, headers: { location: "https://elsewhere.example/" } }],
    ends: /rejected|302/,
    requests: 1,
  },
  {
    is: "a request to another origin is refused",
    options: { middleware: [rewriting((request) => ({ ...request, url: "https://elsewhere.example/" }))] },
    ends: /^rejected ArgumentError/,
    requests: 0,
  },
  {
    is: "an authorization of a middleware replaces the credential",
    options: {
      middleware: [
        rewriting((request) => ({ ...request, headers: { ...request.headers, Authorization: "Bearer other" } })),
      ],
    },
    ends: /^resolved/,
    requests: 1,
    sent: authorization,
    shows: ["Bearer other"],
  },
  {
    is: "a middleware that throws fails the call before anything is sent",
    options: {
      middleware: [
        () => {
          throw new TypeError("mine");
        },
      ],
    },
    ends: /mine|TypeError|ArgumentError/,
    requests: 0,
  },
];

describe.each(Object.keys(ways))("a call by the %s", (name) => {
  test.each(rules)("$is", async ({ step = getMe, replies = [{}], options, abortAfterMs, ...right }) => {
    const clock = createVirtualClock();
    const script = new Script(replies, clock);
    const way = ways[name]?.(script, clock, { shared: options ?? {} });
    const controller = new AbortController();
    if (abortAfterMs !== undefined) clock.schedule(() => controller.abort(), abortAfterMs);
    const call = { ...step.options, ...(abortAfterMs !== undefined && { signal: controller.signal }) };
    const ended = await whileTimePasses(clock, way!.call(operations[step.operation], step.params ?? {}, call));
    const requests = script.events.flatMap(({ sent }) => sent ?? []);
    expect(ended).toMatch(right.ends);
    expect(requests.length).toBe(right.requests);
    if (right.atMs !== undefined) expect(clock.monotonicMs()).toBe(right.atMs);
    if (right.sent !== undefined) expect(right.sent(requests.at(-1))).toEqual(right.shows);
  });
});
