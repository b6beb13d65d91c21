import { describe, expect, test } from "vitest";
import { asChannelId, asServerId, type HttpDiagnostic, createMessage, getMe, getServer } from "svc-apps";
import { operationValidators } from "svc-apps/validators";
import { netError, ok, refused } from "../support/fake-transport.js";
import { CANARY, outcomeOf, testClient } from "../support/test-client.js";

const place = { serverId: asServerId("7101000000000000001"), channelId: asChannelId("7102000000000000001") };

const listen = () => {
  const events: HttpDiagnostic[] = [];
  return { events, onDiagnostic: (event: HttpDiagnostic) => void events.push(event) };
};

describe("diagnostics", () => {
  test("a refusal and a failure end a call with the error that is thrown", async () => {
    const { events, onDiagnostic } = listen();
    const { client } = testClient([refused(409, "STALE_REVISION"), netError("ECONNRESET")], {
      onDiagnostic,
      retry: { retries: 0 },
    });
    const errors = [await outcomeOf(getMe(client, {})), await outcomeOf(getMe(client, {}))];
    expect(events.map(({ type, callId }) => [type, callId])).toEqual([
      ["http.call_started", 1],
      ["http.call_refused", 1],
      ["http.call_started", 2],
      ["http.call_failed", 2],
    ]);
    expect(events.flatMap((event) => ("error" in event ? [event.error] : []))).toEqual(errors);
  });

  test.each(["call", "attempt"] as const)("a call ends where middleware around the %s throws", async (around) => {
    const { events, onDiagnostic } = listen();
    const mine = new RangeError("mine");
    const middleware = [{ around, middleware: () => Promise.reject(mine) }];
    const { client } = testClient([ok({})], { onDiagnostic, middleware });
    expect(await outcomeOf(getMe(client, {}))).toBe(mine);
    expect(events).toMatchObject([
      { type: "http.call_started", callId: 1 },
      {
        type: "http.call_failed",
        callId: 1,
        message: "getMe: code of the App threw RangeError",
        error: { kind: "handler", cause: mine, attempts: 0, ambiguous: false },
      },
    ]);
  });

  test.each([
    [{ app: { publicId: 7101000000000000000 } }, true],
    [{ apps: [{ serverId: 1000000000000000 }] }, true],
    [{ app: { publicId: "7101000000000000000" }, count: 7101000000000000000 }, false],
    [{ app: { publicId: 999999999999999 } }, false], // loses no digits
    [{ text: '"publicId": 7101000000000000000' }, false], // what a person wrote
  ])("an id that is a number of 16 digits is reported: %j", async (body, isReported) => {
    const { events, onDiagnostic } = listen();
    const { client } = testClient([ok(body)], { onDiagnostic });
    await outcomeOf(getMe(client, {}));
    const message = expect.stringMatching(
      /^getMe: (publicId|serverId) is a number, which may lose digits: ids are strings$/,
    ) as string;
    const found = events.filter(({ type }) => type === "http.misfit");
    expect(found).toEqual(isReported ? [expect.objectContaining({ level: "warn", what: "answer", message })] : []);
  });

  test("ERR-12 an event names the route by its template, and shows no id, token or body", async () => {
    const { events, onDiagnostic } = listen();
    const { client } = testClient([ok({ message: { content: "answer-text" } }, 201)], { onDiagnostic });
    await createMessage(client, { ...place, content: "body-text" });
    expect(events[0]).toMatchObject({ route: "POST /api/servidores/{servidor}/canais/{canal}/mensagens" });
    expect(JSON.stringify(events)).not.toMatch(new RegExp(`7101|7102|body-text|answer-text|${CANARY}`));
  });

  test("begin inside the call, so that a tracer sees its caller", () => {
    const { events, onDiagnostic } = listen();
    const { client } = testClient([ok({})], { onDiagnostic });
    void getMe(client, {});
    expect(events).toHaveLength(1);
  });

  test("can be added and taken away, and a listener that throws harms nobody", async () => {
    const { events, onDiagnostic } = listen();
    const { client } = testClient([ok({})]);
    client.diagnostics.listen(() => {
      throw new Error("listener");
    });
    const stop = client.diagnostics.listen(onDiagnostic);
    await getMe(client, {});
    stop();
    await getMe(client, {});
    expect(events.map(({ type }) => type)).toEqual(["http.call_started", "http.call_succeeded"]);
  });
});

test("diagnostics report each wait, and what it was for", async () => {
  const events: HttpDiagnostic[] = [];
  const replies = [
    { status: 429, headers: { "retry-after": "1" }, body: "" },
    { status: 502, body: "" },
    netError("ECONNREFUSED"),
    ok({}),
  ];
  const { client, clock } = testClient(replies, { onDiagnostic: (event) => events.push(event) });
  const call = getMe(client, {});
  await clock.advance(10_000);
  await call;
  const facts = { callId: 1, operation: "getMe", route: "GET /api/apps/me" };
  expect(events).toEqual([
    { type: "http.call_started", level: "debug", message: "getMe: started", ...facts },
    {
      type: "http.rate_limited",
      level: "warn",
      message: "getMe: rate-limited, repeated in 1000 ms",
      ...facts,
      attempts: 1,
      waitMs: 1_000,
    },
    {
      type: "http.retry",
      level: "info",
      message: "getMe: failed (502), repeated in 250 ms",
      ...facts,
      why: "harmless",
      status: 502,
      attempts: 2,
      waitMs: 250,
    },
    {
      type: "http.retry",
      level: "info",
      message: "getMe: failed (no answer), repeated in 500 ms",
      ...facts,
      why: "not-sent",
      status: undefined,
      attempts: 3,
      waitMs: 500,
    },
    {
      type: "http.call_succeeded",
      level: "debug",
      message: "getMe: answered 200 after 1750 ms",
      ...facts,
      status: 200,
      attempts: 4,
      durationMs: 1_750,
    },
  ]);
});

describe("checks against the description", () => {
  const validators = operationValidators;
  const odd = ok({ message: { publicId: 7, channelId: "1", content: "x" } }, 201);
  const good = ok({ message: { publicId: "7", channelId: "1", content: "x", future: true }, new: 1 }, 201);
  const send = { ...place, content: "x" };

  test("GEN-04 warn by default about an answer that does not fit, and hand it on", async () => {
    const { events, onDiagnostic } = listen();
    const { client } = testClient([odd, good], { onDiagnostic, validation: { validators } });
    expect(await createMessage(client, send)).toMatchObject({ message: { publicId: 7 } });
    expect(events.filter(({ type }) => type === "http.misfit")).toMatchObject([
      {
        operation: "createMessage",
        message:
          "createMessage: the answer (201) does not fit its description: message.publicId must be a string, got a number",
      },
    ]);
    events.length = 0;
    await createMessage(client, send);
    expect(events.map(({ type }) => type)).toEqual(["http.call_started", "http.call_succeeded"]);
  });

  test.each([200, 202])("look at answers that are described for any success, as with %i", async (status) => {
    const { client } = testClient([ok({ app: { publicId: 7 } }, status)], {
      validation: { validators, answers: "throw" },
    });
    expect(await outcomeOf(getMe(client, {}))).toMatchObject({
      kind: "protocol",
      status,
      message: `getMe: the answer (${status}) does not fit its description: app.publicId must be a string, got a number`,
    });
  });

  test("guards of one's own say no more than that, and the error names the request", async () => {
    const own = { getMe: { answers: { "2XX": () => false } } };
    const answer = { ...ok({ app: { name: "a", publicId: "7" } }), headers: { "x-request-id": "r7" } };
    const { client } = testClient([answer], { validation: { validators: own, answers: "throw" } });
    expect(await outcomeOf(getMe(client, {}))).toMatchObject({
      message: "getMe: the answer (200) does not fit its description",
      requestId: "r7",
      attempts: 1,
      ambiguous: false,
      body: { app: { name: "a", publicId: "7" } },
    });
  });

  test("throw where asked to: the message may have been written", async () => {
    const { client } = testClient([odd, good], { validation: { validators, answers: "throw" } });
    expect(await outcomeOf(createMessage(client, send))).toMatchObject({
      kind: "protocol",
      status: 201,
      ambiguous: true,
    });
    expect(await createMessage(client, send)).toMatchObject({ new: 1 });
  });

  test.each([
    [{ ...place, content: 7 }, "the body does not fit its description: content must be a string, got a number"],
    [{ ...place }, "the body does not fit its description: content is missing"],
    [
      { ...place, serverId: "abc", content: "x" },
      "serverId does not fit its description: it is a string that does not fit",
    ],
    [{ ...place, serverId: 7, content: 7 }, "serverId does not fit its description: it must be a string, got a number"],
  ])("refuse %j before it is sent, by default", async (params, why) => {
    const { client, requests } = testClient([good], { validation: { validators } });
    const error = await outcomeOf(createMessage(client, params as never));
    expect(error).toMatchObject({
      kind: "argument",
      operation: "createMessage",
      message: `createMessage: ${why}`,
    });
    expect(requests).toHaveLength(0);
  });

  test("only warn about arguments where asked to, and are silent when off", async () => {
    const { events, onDiagnostic } = listen();
    const wrong = { ...place, content: 7 as never };
    const warned = testClient([good], { onDiagnostic, validation: { validators, arguments: "warn" } });
    await createMessage(warned.client, wrong);
    expect(events.map(({ type }) => type)).toEqual(["http.call_started", "http.misfit", "http.call_succeeded"]);
    events.length = 0;
    const off = testClient([odd], { onDiagnostic, validation: { validators, arguments: "off", answers: "off" } });
    await createMessage(off.client, wrong);
    expect(events.map(({ type }) => type)).toEqual(["http.call_started", "http.call_succeeded"]);
  });

  test("ADM-16 check a revision in the body's description, wherever it travels", async () => {
    const { deleteChannel, asRevision } = await import("svc-apps");
    const { client, requests } = testClient([ok({ channels: [], revision: "2" })], {
      assumptions: { deleteRevisionPlacement: "query" },
      validation: { validators, answers: "throw" },
    });
    await deleteChannel(client, { ...place, revision: asRevision("1") });
    expect(requests[0]?.url).toContain("?revision=1");
    expect(await outcomeOf(deleteChannel(client, place as never))).toMatchObject({ kind: "argument" });
  });

  test("ADM-11 without checks, input is judged by the service alone", async () => {
    const { client, requests } = testClient([refused(400, "INVALID_INPUT")]);
    const { editChannel, asRevision } = await import("svc-apps");
    const both = { ...place, revision: asRevision("1"), name: "x", categoryId: "7" };
    expect(await outcomeOf(editChannel(client, both as never))).toMatchObject({ code: "INVALID_INPUT" });
    expect(JSON.parse(requests[0]?.body ?? "")).toEqual({ revision: "1", name: "x", categoryId: "7" });
  });
});

test("REST-06 what the snapshot says of capabilities never keeps a call from being made", async () => {
  const { client, requests } = testClient([
    ok({ can: {}, myRank: 0, revision: "1" }),
    ok({ channels: [], revision: "2" }),
  ]);
  const { createChannel } = await import("svc-apps");
  const { revision } = await getServer(client, { serverId: place.serverId });
  await createChannel(client, { serverId: place.serverId, name: "x", type: "text", revision });
  expect(requests).toHaveLength(2);
});
