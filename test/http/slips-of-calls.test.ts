import { describe, expect, test } from "vitest";
import {
  asChannelId,
  asServerId,
  createClient,
  getServer,
  messageHistory,
  rateLimitMemory,
  retryBudget,
} from "svc-apps";
import { ok } from "../support/fake-transport.js";
import { canaryToken, outcomeOf, testClient } from "../support/test-client.js";

const serverId = asServerId("7101000000000000001");
const channelId = asChannelId("7102000000000000001");
const options = { baseUrl: "https://chat.example", token: canaryToken };

describe("a wrong shape is an argument error", () => {
  test.each([
    [{ retryBudget: {} }, "retryBudget must be a retry budget"],
    [{ rateLimits: { limited: 1 } }, "rateLimits must be a memory of rate limits"],
    [{ clock: {} }, "clock must be a clock"],
  ])("%j", (wrong, why) => {
    expect(() => createClient({ ...options, ...wrong } as never)).toThrow(
      expect.objectContaining({ kind: "argument" }),
    );
    expect(() => createClient({ ...options, ...wrong } as never)).toThrow(why);
  });

  test("a capacity that is not a number", () => {
    expect(() => retryBudget(NaN)).toThrow("retryBudget() takes a number of at least 0, got NaN");
    expect(() => retryBudget(-1)).toThrow("got -1");
    expect(retryBudget(0).take(1)).toBe(false);
  });

  test("parameters that are null", async () => {
    const { client, requests } = testClient([ok({})]);
    expect(await outcomeOf(getServer(client, null as never))).toMatchObject({
      name: "ArgumentError",
      message: "getServer: serverId is missing or empty",
    });
    expect(requests).toEqual([]);
  });
});

test("a memory of rate limits needs no clock", () => {
  const memory = rateLimitMemory();
  memory.limited("app", 60_000);
  expect(memory.remainingMs("app")).toBeGreaterThan(59_000);
});

test("messages without an id do not vanish from the history", async () => {
  const messages = [{ content: "a" }, { publicId: "7103000000000000001", content: "b" }, { content: "c" }];
  const { client } = testClient([ok({ messages, reactions: {} }), ok({ messages: [], reactions: {} })]);
  const read: unknown[] = [];
  for await (const { content } of messageHistory(client, { serverId, channelId })) read.push(content);
  expect(read).toEqual(["c", "b", "a"]);
  const { client: bare } = testClient([ok({ messages: [{ content: "a" }, { content: "b" }], reactions: {} })]);
  const all: unknown[] = [];
  const reading = async (): Promise<void> => {
    for await (const { content } of messageHistory(bare, { serverId, channelId })) all.push(content);
  };
  expect(await outcomeOf(reading())).toMatchObject({
    message: "listMessages: no message of a page has an id, so older pages cannot be read",
  });
  expect(all).toEqual(["b", "a"]);
});

test("a client may repeat nothing, and an option of one call says that it may only do so", async () => {
  const { client, requests } = testClient([{ status: 503, headers: {}, body: "" }], { retry: false });
  expect(await outcomeOf(getServer(client, { serverId }))).toMatchObject({ status: 503, attempts: 1 });
  const some = getServer(client, { serverId }, { retry: { retries: 1 } as never });
  expect(await outcomeOf(some)).toMatchObject({ message: "getServer: retry must be false, or omitted, got object" });
  expect(requests).toHaveLength(1);
});
