import { describe, expect, test } from "vitest";
import { asChannelId, asServerId, createMessage, editChannel, getMe, readMailbox } from "svc-apps";
import { doors, lost, over } from "../support/doors.js";
import type { FetchReply } from "../support/fake-fetch.js";
import { outcomeOf } from "../support/test-client.js";

const place = { serverId: asServerId("7101000000000000001"), channelId: asChannelId("7102000000000000001") };

describe.each(Object.entries(doors))("%s", (_name, make) => {
  test.each<[string, FetchReply]>([
    ["a 429", { status: 429, headers: { "retry-after": "1" }, body: "" }],
    ["a 503", { status: 503, body: "" }],
    ["a lost connection", lost],
  ])("RATE-05 a call that is not to be repeated is sent once: %s", async (_what, reply) => {
    const { client, requests, clock } = over(make, [reply]);
    expect(await outcomeOf(getMe(client, {}, { retry: false }))).toMatchObject({ attempts: 1 });
    expect([requests.length, clock.pending]).toEqual([1, 0]);
    const repeated = over(make, [reply, {}]);
    const call = getMe(repeated.client, {});
    await repeated.clock.advance(10_000);
    await call;
    expect(repeated.requests).toHaveLength(2);
  });

  test.each<[string, (...given: never[]) => unknown, object | undefined, string]>([
    ["no parameters", createMessage, undefined, "createMessage: serverId is missing or empty"],
    ["no field of the body", createMessage, place, "createMessage: content is missing"],
    ["no revision", editChannel, { ...place, name: "x" }, "editChannel: revision is missing"],
    ["no position", readMailbox, { mailboxId: "m" }, "readMailbox: since is missing"],
  ])("GEN-11 a call that was given %s says so here, and sends nothing", async (_what, route, params, why) => {
    const { client, requests } = over(make, [{}]);
    const error = await outcomeOf(Reflect.apply(route, undefined, [client, params]) as Promise<unknown>);
    expect(error).toMatchObject({ name: "ArgumentError", message: why, attempts: 0 });
    expect(requests).toEqual([]);
  });

  test("what is empty is not missing", async () => {
    const { client, requests } = over(make, [{}]);
    await createMessage(client, { ...place, content: "" });
    expect(JSON.parse(requests[0]?.body ?? "")).toMatchObject({ content: "" });
  });

  test("names whom it could not reach, by origin and nothing more", async () => {
    const reset = new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code: "ECONNREFUSED" }) });
    const { client } = over(make, [reset]);
    const error = await outcomeOf(getMe(client, {}, { retry: false }));
    expect(error).toMatchObject({
      name: "NoAnswerError",
      message: expect.stringContaining("from http://chat.example:"),
    });
    expect(error).toMatchObject({ message: expect.not.stringContaining("base") });
  });
});
