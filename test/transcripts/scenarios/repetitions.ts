import type { CallScenario, CallStep } from "../kit/calls.js";
import type { Reply } from "../kit/script.js";

const place = { serverId: "7101000000000000001", channelId: "7102000000000000001" };
const getMe: CallStep = { operation: "getMe" };
const createMessage: CallStep = { operation: "createMessage", params: { ...place, content: "hello" } };
const editChannel: CallStep = { operation: "editChannel", params: { ...place, name: "hall", revision: "42" } };
const confirm: CallStep = {
  operation: "confirmInteraction",
  params: { interactionId: "00000000-0000-4000-8000-000000000001", type: "defer" },
};
const limited = (retryAfter?: string, more: Readonly<Record<string, string>> = {}): Reply => ({
  status: 429,
  headers: { ...(retryAfter !== undefined && { "retry-after": retryAfter }), ...more },
  body: '{"code":"SLOW_DOWN"}',
});

const classes: readonly (readonly [string, CallStep])[] = [
  ["safe", getMe],
  ["with a key", createMessage],
  ["after a reread", editChannel],
  ["never", confirm],
];
const troubles: readonly (readonly [string, Reply])[] = [
  ["503", { status: 503 }],
  ["a lost connection", "lost"],
  ["an answer that breaks off", "cut"],
  ["no connection", "unreachable"],
  ["silence", "silence"],
  ["429", limited("2")],
];

/** Every retry class under every kind of trouble. */
export const retryClasses: readonly CallScenario[] = troubles.flatMap(([trouble, reply]) =>
  classes.map(([name, step]) => ({
    title: `${trouble}, then an answer: ${name}`,
    calls: [step],
    replies: [reply, {}],
  })),
);

/** How often, how long, and when not. */
export const repetitions: readonly CallScenario[] = [
  { title: "503 until the retries are spent", calls: [getMe], replies: [{ status: 503 }] },
  {
    title: "408, 500, 502 and 504 in turn",
    calls: [getMe],
    replies: [{ status: 408 }, { status: 500 }, { status: 502 }, { status: 504 }],
  },
  { title: "501 is final", calls: [getMe], replies: [{ status: 501 }] },
  {
    title: "503 that asks for a wait",
    calls: [getMe],
    replies: [{ status: 503, headers: { "retry-after": "4" } }, {}],
  },
  { title: "429 until the waits are spent", calls: [getMe], replies: [limited("1")] },
  {
    title: "429 without a wait, and with none that can be read",
    calls: [getMe],
    replies: [limited(), limited("soon"), {}],
  },
  { title: "429 with fractions of a second", calls: [getMe], replies: [limited("1.5"), {}] },
  {
    title: "429 with a date, measured by the answer's own",
    calls: [getMe],
    replies: [limited("Tue, 01 Jan 2030 00:00:08 GMT", { date: "Tue, 01 Jan 2030 00:00:03 GMT" }), {}],
  },
  { title: "429 that asks for too much", calls: [getMe], replies: [limited("31")] },
  {
    title: "429 holds back the calls after it",
    calls: [getMe, { ...createMessage, together: true }],
    replies: [limited("3"), {}],
  },
  {
    title: "a call after a 429 waits its turn",
    calls: [{ ...getMe, options: { retry: false } }, createMessage],
    replies: [limited("3"), {}],
  },
  {
    title: "a call that is not to be repeated",
    calls: [{ ...getMe, options: { retry: false } }],
    replies: [{ status: 503 }],
  },
  { title: "no retries by the options", calls: [getMe], replies: [{ status: 503 }], shared: { retry: { retries: 0 } } },
  {
    title: "retries, waits and their limits by the options",
    calls: [getMe],
    replies: [{ status: 503 }],
    shared: { retry: { retries: 4, baseMs: 100, ceilingMs: 300 } },
  },
  {
    title: "time for one attempt by the options",
    calls: [getMe],
    replies: ["silence", {}],
    shared: { timeoutMs: 1_000 },
  },
  {
    title: "time for the whole call by the options",
    calls: [getMe],
    replies: ["silence"],
    shared: { timeoutMs: 1_000, deadlineMs: 2_500 },
  },
  {
    title: "time by the options of the call",
    calls: [{ ...getMe, options: { timeoutMs: 500, deadlineMs: 700 } }],
    replies: ["silence"],
    without: ["raw"],
  },
  {
    title: "an answer just in time, and one too late",
    calls: [getMe],
    replies: [{ afterMs: 10_001 }, { afterMs: 9_999 }],
  },
  {
    title: "the caller gives up while the answer is awaited",
    calls: [{ ...getMe, abortAfterMs: 50 }],
    replies: ["silence"],
  },
  {
    title: "the caller gives up while the repetition waits",
    calls: [{ ...getMe, abortAfterMs: 100 }],
    replies: [{ status: 503 }],
  },
  {
    title: "many failures empty the budget for repetitions",
    calls: [getMe, getMe],
    replies: [{ status: 503 }],
    shared: { retry: { retries: 40, baseMs: 10, ceilingMs: 10 } },
  },
];
