import { describe, expect, test } from "vitest";
import { asChannelId, asServerId, type ClientEvent, createMessage, getMe, getServer } from "svc-apps";
import { operationValidators } from "svc-apps/validators";
import { netError, ok, refused } from "../support/fake-transport.js";
import { CANARY, outcomeOf, testClient } from "../support/test-client.js";

const place = { serverId: asServerId("7101000000000000001"), channelId: asChannelId("7102000000000000001") };

const listen = () => {
  const events: ClientEvent[] = [];
  return { events, onEvent: (event: ClientEvent) => void events.push(event) };
};

describe("hooks", () => {
  test("a refusal and a failure end a call with the error that is thrown", async () => {
    const { events, onEvent } = listen();
    const { client } = testClient([refused(409, "STALE_REVISION"), netError("ECONNRESET")], {
      onEvent,
      retry: { retries: 0 },
    });
    const errors = [await outcomeOf(getMe(client, {})), await outcomeOf(getMe(client, {}))];
    expect(events.map(({ type, callId }) => [type, callId])).toEqual([
      ["request", 1],
      ["refused", 1],
      ["request", 2],
      ["failed", 2],
    ]);
    expect(events.flatMap((event) => ("error" in event ? [event.error] : []))).toEqual(errors);
  });

  test("ERR-12 an event names the route by its template, and shows no id, token or body", async () => {
    const { events, onEvent } = listen();
    const { client } = testClient([ok({ message: { content: "answer-text" } }, 201)], { onEvent });
    await createMessage(client, { ...place, content: "body-text" });
    expect(events[0]).toMatchObject({ route: "POST /api/servidores/{servidor}/canais/{canal}/mensagens" });
    expect(JSON.stringify(events)).not.toMatch(new RegExp(`7101|7102|body-text|answer-text|${CANARY}`));
  });

  test("begin inside the call, so that a tracer sees its caller", () => {
    const { events, onEvent } = listen();
    const { client } = testClient([ok({})], { onEvent });
    void getMe(client, {});
    expect(events).toHaveLength(1);
  });

  test("can be added and taken away, and a listener that throws harms nobody", async () => {
    const { events, onEvent } = listen();
    const { client } = testClient([ok({})]);
    client.hooks.listen(() => {
      throw new Error("listener");
    });
    const stop = client.hooks.listen(onEvent);
    await getMe(client, {});
    stop();
    await getMe(client, {});
    expect(events.map(({ type }) => type)).toEqual(["request", "answer"]);
  });
});

describe("checks against the description", () => {
  const validators = operationValidators;
  const odd = ok({ message: { publicId: 7, channelId: "1", content: "x" } }, 201);
  const good = ok({ message: { publicId: "7", channelId: "1", content: "x", future: true }, new: 1 }, 201);
  const send = { ...place, content: "x" };

  test("GEN-04 warn by default about an answer that does not fit, and hand it on", async () => {
    const { events, onEvent } = listen();
    const { client } = testClient([odd, good], { onEvent, validation: { validators } });
    expect(await createMessage(client, send)).toMatchObject({ message: { publicId: 7 } });
    expect(events.filter(({ type }) => type === "warning")).toMatchObject([
      { operation: "createMessage", message: "createMessage: the answer (201) does not fit its description" },
    ]);
    events.length = 0;
    await createMessage(client, send);
    expect(events.map(({ type }) => type)).toEqual(["request", "answer"]);
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
    [{ ...place, content: 7 }, "the body does not fit"],
    [{ ...place }, "the body does not fit"],
    [{ ...place, serverId: "abc", content: "x" }, "serverId does not fit"],
  ])("refuse %j before it is sent, by default", async (params, why) => {
    const { client, requests } = testClient([good], { validation: { validators } });
    const error = await outcomeOf(createMessage(client, params as never));
    expect(error).toMatchObject({
      kind: "argument",
      operation: "createMessage",
      message: expect.stringContaining(why),
    });
    expect(requests).toHaveLength(0);
  });

  test("only warn about arguments where asked to, and are silent when off", async () => {
    const { events, onEvent } = listen();
    const wrong = { ...place, content: 7 as never };
    const warned = testClient([good], { onEvent, validation: { validators, arguments: "warn" } });
    await createMessage(warned.client, wrong);
    expect(events.map(({ type }) => type)).toEqual(["request", "warning", "answer"]);
    events.length = 0;
    const off = testClient([odd], { onEvent, validation: { validators, arguments: "off", answers: "off" } });
    await createMessage(off.client, wrong);
    expect(events.map(({ type }) => type)).toEqual(["request", "answer"]);
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
