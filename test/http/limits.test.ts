import { describe, expect, test } from "vitest";
import { ArgumentError, type CallOptions, type ClientOptions, createClient, getMe } from "svc-apps";
import { fakeTransport, ok } from "../support/fake-transport.js";
import { createCaller, createFetchClient, type FetchClientOptions } from "svc-apps/rest";
import { outcomeOf, testClient } from "../support/test-client.js";
import { createVirtualClock } from "../support/virtual-clock.js";
import { ways } from "../support/ways.js";

const make = (options: object) => () =>
  createClient({
    baseUrl: "http://127.0.0.1:1",
    token: "svc_app.71.s",
    transport: fakeTransport(ok({})).transport,
    ...options,
  } as ClientOptions);

const refusal = (text: string) => new ArgumentError(text);

test.each(["timeoutMs", "deadlineMs", "maxBodyBytes"])("RATE-11 %s of nothing, or no number, is refused", (name) => {
  for (const value of [0, -1, NaN]) {
    expect(make({ [name]: value }), String(value)).toThrow(
      refusal(`${name} must be a number above zero, got ${value}`),
    );
  }
  for (const value of [1, Infinity]) expect(make({ [name]: value })).not.toThrow();
});

test("RATE-07 a client without permits for any call is refused, and does not wait for ever", () => {
  for (const value of [0, -1, NaN]) {
    const why = `concurrency.maxConcurrent must be a number of at least 1, got ${value}`;
    expect(make({ concurrency: { maxConcurrent: value } }), String(value)).toThrow(refusal(why));
  }
  for (const value of [-1, NaN]) {
    const why = `concurrency.reservedForInteractions must be a number of at least 0, got ${value}`;
    expect(make({ concurrency: { reservedForInteractions: value } }), String(value)).toThrow(refusal(why));
  }
  expect(make({ concurrency: { maxConcurrent: 1, reservedForInteractions: 0 } })).not.toThrow();
});

test.each(["retries", "rateLimitRetries"])("RATE-05 retry.%s below zero, or no number, is refused", (name) => {
  for (const value of [-1, NaN]) {
    const why = `retry.${name} must be a number of at least 0, got ${value}`;
    expect(make({ retry: { [name]: value } }), String(value)).toThrow(refusal(why));
  }
  for (const value of [0, 1, Infinity]) expect(make({ retry: { [name]: value } })).not.toThrow();
});

test.each(["maxRetryAfterMs", "baseMs", "ceilingMs"])("RATE-05 retry.%s that is no time is refused", (name) => {
  for (const value of [-1, 0, NaN]) {
    const why = `retry.${name} must be a number above zero, got ${value}`;
    expect(make({ retry: { [name]: value } }), String(value)).toThrow(refusal(why));
  }
  for (const value of [0.1, 1, Infinity]) expect(make({ retry: { [name]: value } })).not.toThrow();
});

test.each<[options: object, why: string]>([
  [{ timeoutMs: "1000" }, "timeoutMs must be a number above zero, got string"],
  [{ deadlineMs: null }, "deadlineMs must be a number above zero, got null"],
  [{ retry: 3 }, "retry must be an object, or false, got 3"],
  [{ retry: true }, "retry must be an object, or false, got boolean"],
  [{ retry: { retires: 1 } }, 'retry has no option "retires". Did you mean "retries"?'],
  [{ retry: { baseMS: 1 } }, 'retry has no option "baseMS". Did you mean "baseMs"?'],
  [
    { retry: { attempts: 1 } },
    'retry has no option "attempts"; there are retries, rateLimitRetries, maxRetryAfterMs, baseMs, ceilingMs',
  ],
  [{ concurrency: { maxConcurent: 1 } }, 'concurrency has no option "maxConcurent". Did you mean "maxConcurrent"?'],
  [{ concurrency: [] }, "concurrency must be an object, got object"],
  [{ validation: { validator: {} } }, 'validation has no option "validator". Did you mean "validators"?'],
  [
    { validation: { validators: {}, answers: true } },
    "validation.answers must be one of off, warn, throw, got boolean",
  ],
  [{ random: 0.5 }, "random must be a function, got 0.5"],
  [{ createClientRef: "x" }, "createClientRef must be a function, got string"],
  [{ transport: {} }, "transport must be a function, got object"],
  [{ clock: 1 }, "clock must be a clock, got 1"],
  [{ apiVersion: 1 }, "apiVersion must be visible ASCII without spaces"],
])("a client with %j is refused, and the option is named", (options, why) => {
  expect(make(options)).toThrow(refusal(why));
});

test.each<[options: unknown, why: string]>([
  [{ timeoutMs: 0 }, "getMe: timeoutMs must be a number above zero, got 0"],
  [{ timeoutMs: NaN }, "getMe: timeoutMs must be a number above zero, got NaN"],
  [{ deadlineMs: -1 }, "getMe: deadlineMs must be a number above zero, got -1"],
  [{ deadlineMs: "60000" }, "getMe: deadlineMs must be a number above zero, got string"],
  [{ timeout: 5 }, 'getMe() has no option "timeout". Did you mean "timeoutMs"?'],
  [
    { headers: {} },
    'getMe() has no option "headers"; there are signal, timeoutMs, deadlineMs, retry, urgent, lastEventId',
  ],
  [{ retry: true }, "getMe: retry must be false, or omitted, got boolean"],
  [{ signal: new AbortController() }, "getMe: signal must be an AbortSignal, got object"],
  [7, "getMe() takes an object of options, got number"],
])("a call with %j is refused before anything is sent", async (options, why) => {
  const { client, requests } = testClient([ok({})]);
  expect(await outcomeOf(getMe(client, {}, options as CallOptions))).toMatchObject({
    name: "ArgumentError",
    message: why,
  });
  expect(requests).toEqual([]);
  await getMe(client, {}, { timeoutMs: 1, deadlineMs: Infinity, signal: new AbortController().signal });
});

const makeSmall = (options: object) => () =>
  createFetchClient({ baseUrl: "http://127.0.0.1:1", token: "svc_app.71.s", ...options } as FetchClientOptions);

test.each<[options: object, why: string | RegExp]>([
  [{ timeoutMs: NaN }, "timeoutMs must be a number above zero, got NaN"],
  [{ deadlineMs: 0 }, "deadlineMs must be a number above zero, got 0"],
  [{ maxBodyBytes: -1 }, "maxBodyBytes must be a number above zero, got -1"],
  [{ timeoutMs: "1000" }, "timeoutMs must be a number above zero, got string"],
  [{ fetch: true }, "fetch must be a function, got boolean"],
  [{ clock: null }, "clock must be a clock, got null"],
  [
    { middleware: [{ around: "call" }] },
    "middleware must be a list of functions, or of { around, middleware }, got object",
  ],
  [{ allowInsecure: "yes" }, "allowInsecure must be true or false, got string"],
  [{ timeout: 5 }, 'createFetchClient() has no option "timeout". Did you mean "timeoutMs"?'],
  [{ colour: 5 }, /^createFetchClient\(\) has no option "colour"; there are baseUrl, token, .*timeoutMs/],
  [{ retry: 3 }, "retry must be an object, or false, got 3"],
  [{ retry: { retires: 1 } }, 'retry has no option "retires". Did you mean "retries"?'],
  [{ retry: { retries: -1 } }, "retry.retries must be a number of at least 0, got -1"],
  [{ retry: { baseMs: 0 } }, "retry.baseMs must be a number above zero, got 0"],
])("the small client with %j is refused, and the option is named", (options, why) => {
  expect(makeSmall(options)).toThrow(ArgumentError);
  expect(makeSmall(options)).toThrow(why);
});

const makeCaller = (options: object) => () => createCaller({ baseUrl: "http://127.0.0.1:1", ...options });

test.each<[options: object, why: string | RegExp]>([
  [{ timeoutMs: NaN }, "timeoutMs must be a number above zero, got NaN"],
  [{ deadlineMs: "60000" }, "deadlineMs must be a number above zero, got string"],
  [{ maxBodyBytes: 0 }, "maxBodyBytes must be a number above zero, got 0"],
  [{ fetch: true }, "fetch must be a function, got boolean"],
  [{ clock: 5 }, "clock must be a clock, got 5"],
  [{ random: 1 }, "random must be a function, got 1"],
  [{ middleware: 5 }, "middleware must be a list of functions, or of { around, middleware }, got 5"],
  [
    { middleware: [{ around: "all", middleware: () => {} }] },
    "middleware must be a list of functions, or of { around, middleware }, got object",
  ],
  [{ validators: [] }, "validators must be an object, got object"],
  [{ headers: "a: b" }, "headers must be an object, got string"],
  [{ service: null }, "service must be an object, got null"],
  [{ tokn: "x" }, /^createCaller\(\) has no option "tokn"; there are allowInsecure, .*baseUrl, server, .*auth/],
  [{ retry: true }, "retry must be an object, or false, got boolean"],
  [{ retry: { retires: 1 } }, 'retry has no option "retires". Did you mean "retries"?'],
  [{ retry: { retries: -1 } }, "retry.retries must be a number of at least 0, got -1"],
])("a caller with %j is refused, and the option is named", (options, why) => {
  expect(makeCaller(options)).toThrow(ArgumentError);
  expect(makeCaller(options)).toThrow(why);
});

test.each<[options: unknown, why: string | RegExp]>([
  [{ timeoutMs: 0 }, "getMe: timeoutMs must be a number above zero, got 0"],
  [{ timeout: 5 }, 'getMe() has no option "timeout". Did you mean "timeoutMs"?'],
  [{ colour: 5 }, /^getMe\(\) has no option "colour"; there are signal, timeoutMs, .*headers, auth/],
  [{ retry: { retries: 1 } }, "getMe: retry must be false, or omitted, got object"],
  [{ headers: 5 }, "getMe: headers must be an object, got 5"],
  [null, "getMe() takes an object of options, got null"],
])("a call of a caller with %j is refused before anything is sent", async (options, why) => {
  const fetch = () => Promise.reject(new Error("sent"));
  const error = await outcomeOf(getMe(makeCaller({ fetch })(), {}, options as CallOptions));
  expect(error).toBeInstanceOf(ArgumentError);
  expect(error).toMatchObject({ message: typeof why === "string" ? why : expect.stringMatching(why) });
});

describe.each(["createClient", "createFetchClient", "createCaller"] as const)("%s() with retry: false", (way) => {
  test("sends a call once, and does not wait for a rate limit", async () => {
    const { read, requests, clock } = ways[way]([{ status: 429, headers: { "retry-after": "5" } }], { retry: false });
    for (const sent of [1, 2]) {
      expect(await outcomeOf(read())).toMatchObject({ status: 429, attempts: 1, retryAfterMs: 5000 });
      expect(requests).toHaveLength(sent);
    }
    expect(clock.monotonicMs()).toBe(0);
  });
});

test("the small client is refused without options, and takes what is undefined for left out", async () => {
  expect(Reflect.apply.bind(undefined, createFetchClient, undefined, [])).toThrow(ArgumentError);
  let sent = 0;
  const fetch = async () => new Response("", { status: (sent += 1) > 0 ? 503 : 200 });
  const clock = createVirtualClock();
  const client = makeSmall({ fetch, clock, timeoutMs: undefined, retry: { retries: undefined } })();
  const outcome = outcomeOf(getMe(client, {}));
  await clock.advance(60_000);
  expect(await outcome).toMatchObject({ status: 503, attempts: 4 });
});

test.each<[options: unknown, why: string]>([
  [{ timeoutMs: 0 }, "getMe: timeoutMs must be a number above zero, got 0"],
  [{ deadlineMs: "60000" }, "getMe: deadlineMs must be a number above zero, got string"],
  [{ timeout: 5 }, 'getMe() has no option "timeout". Did you mean "timeoutMs"?'],
  [{ headers: {} }, 'getMe() has no option "headers"; there are signal, timeoutMs, deadlineMs, retry, urgent'],
  [{ retry: true }, "getMe: retry must be false, or omitted, got boolean"],
  [{ signal: 1 }, "getMe: signal must be an AbortSignal, got 1"],
  [null, "getMe() takes an object of options, got null"],
])("a call of the small client with %j is refused before anything is sent", async (options, why) => {
  const fetch = () => Promise.reject(new Error("sent"));
  expect(await outcomeOf(getMe(makeSmall({ fetch })(), {}, options as CallOptions))).toMatchObject({
    name: "ArgumentError",
    message: why,
  });
});
