import { describe, expect, test } from "vitest";
import { asChannelId, asServerId, createMessage, editChannel, getMe, readMailbox } from "svc-apps";
import type { Operation } from "../../runtime/abi/index.js";
import type { HttpCall } from "../../runtime/http/call.js";
import type { HttpNext } from "../../runtime/http/middleware.js";
import { doors, lost, over } from "../support/doors.js";
import type { FetchReply } from "../support/fake-fetch.js";
import { CANARY, outcomeOf } from "../support/test-client.js";

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

  test("a call that is urgent is made, though fetch cannot choose its connection", async () => {
    const { client, requests } = over(make, [{}]);
    await getMe(client, {}, { urgent: true });
    expect(requests).toHaveLength(1);
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

  test("AUTH-03 what the service calls a request is shown without the credential that it echoes", async () => {
    const { client } = over(make, [
      { status: 403, headers: { "x-request-id": `r-1 ${CANARY}` }, body: '{"code":"NO"}' },
    ]);
    const error = await outcomeOf(getMe(client, {}));
    expect(error).toMatchObject({ code: "NO", requestId: "r-1 ***" });
    expect(JSON.stringify(error)).not.toContain(CANARY);
  });

  test("what a middleware throws reaches the caller as it is", async () => {
    const mine = new Error("mine");
    const middleware = [async () => Promise.reject(mine)];
    const { client, requests } = over(make, [{}], { middleware });
    expect(await outcomeOf(getMe(client, {}))).toBe(mine);
    expect(requests).toEqual([]);
  });

  test("middleware that forgets to return the answer is told so", async () => {
    const middleware = [async (call: HttpCall, next: HttpNext) => void (await next(call))] as never[];
    const { client } = over(make, [{}], { middleware });
    expect(await outcomeOf(getMe(client, {}))).toMatchObject({
      name: "ArgumentError",
      message: expect.stringMatching(/^middleware:? returned no answer/),
    });
  });

  const dead: FetchReply = { status: 502, body: "" };

  test.each([
    ["null", null, "got null"],
    ["empty", "", "got an empty text"],
    ["no text", 7, "got number"],
  ])("MSG-10 a message whose key is %s is refused here: each repetition would be stored", async (_what, key, why) => {
    const { client, requests } = over(make, [dead]);
    const message = { ...place, content: "x", clientRef: key as string };
    expect(await outcomeOf(createMessage(client, message))).toMatchObject({
      name: "ArgumentError",
      message: `createMessage: clientRef must be a non-empty string, ${why}`,
      attempts: 0,
    });
    expect(requests).toEqual([]);
  });

  test.each([undefined, "", null])(
    "MSG-10 a maker of keys that gives %j is named, and nothing is sent",
    async (key) => {
      const { client, requests } = over(make, [dead], { createClientRef: () => key as string });
      expect(await outcomeOf(createMessage(client, { ...place, content: "x" }))).toMatchObject({
        name: "ArgumentError",
        message: expect.stringContaining("createMessage: createClientRef() must be a non-empty string"),
      });
      expect(requests).toEqual([]);
    },
  );

  const grown = { id: "grow", method: "PUT", path: "/x/{a-b}", retry: "safe", pathParams: { "a-b": "a" } } as const;

  test.each<[string, Partial<Operation>, object, object]>([
    [
      "a header",
      { body: true, headerParams: { "If-Match": "version" } },
      { a: "1", version: "7", b: 2 },
      { headers: { "if-match": "7" }, body: '{"b":2}' },
    ],
    ["a list under one name", { queryParams: { k: "k" } }, { a: "1", k: ["x", "y"] }, { url: "?k=x,y" }],
    [
      "a list, each under the name",
      { queryParams: { k: "k" }, repeated: ["k"] },
      { a: "1", k: ["x", "y"] },
      { url: "?k=x&k=y" },
    ],
    ["a body that is one value", { body: true, bodyParam: "list" }, { a: "1", list: [1, 2] }, { body: "[1,2]" }],
    [
      "a body that is text",
      { body: true, bodyParam: "text", bodyType: "text/plain" },
      { a: "1", text: "hi" },
      { headers: { "content-type": "text/plain" }, body: "hi" },
    ],
  ])("an operation that the description gains is called as it is written: %s", async (_what, more, params, want) => {
    const { client, requests } = over(make, [{}]);
    await client.call({ ...grown, ...more }, params);
    const { url = "", ...wanted } = want as { readonly url?: string };
    expect(requests[0]).toMatchObject({
      url: expect.stringMatching(new RegExp(`/x/1${url.replace("?", "\\?")}$`)),
      ...wanted,
    });
  });

  test("a header that would split is refused, and nothing is sent", async () => {
    const { client, requests } = over(make, [{}]);
    const operation: Operation = { ...grown, headerParams: { "If-Match": "version" } };
    expect(await outcomeOf(client.call(operation, { a: "1", version: "7\r\nx: y" }))).toMatchObject({
      name: "ArgumentError",
      message: "grow: version holds what a header cannot carry",
    });
    expect(requests).toEqual([]);
  });

  test("what is empty is not missing", async () => {
    const { client, requests } = over(make, [{}]);
    await createMessage(client, { ...place, content: "" });
    expect(JSON.parse(requests[0]?.body ?? "")).toMatchObject({ content: "" });
  });

  test("the error names the origin that could not be reached, and nothing more", async () => {
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
