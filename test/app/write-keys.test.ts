import { createHash } from "node:crypto";
import { createMessageOperation, editMessageOperation } from "../../generated/routes.js";
import { asChannelId, asServerId } from "svc-apps";
import { expect, test } from "vitest";
import type { Caller, CallOptions, Operation } from "../../runtime/abi/index.js";
import { repeatableCaller } from "../../runtime/app/api.js";
import { digest } from "../../runtime/base/digest.js";
import { Registry } from "../../runtime/app/routing/registry.js";
import { appOn, pass, platform, roll } from "./kit/world.js";

test("a digest is that of SHA-256, at every length of a block", () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1_000]) {
    const text = "é~".repeat(length).slice(0, length);
    expect(digest(text)).toBe(createHash("sha256").update(text).digest().subarray(0, 24).toString("base64url"));
  }
});

const byText = (one: string, other: string): number => (one < other ? -1 : 1);

/** Keys that a handler's calls get, in their order. */
function keysOf(scope: readonly string[] = ["app", "event", "e1", "greet"]) {
  const keys: unknown[] = [];
  const passed: unknown[] = [];
  const caller: Caller = {
    call(_: Operation, params: object, options?: CallOptions) {
      keys.push(Reflect.get(params, "clientRef"));
      passed.push(options);
      return Promise.resolve() as never; // nobody reads it
    },
  };
  const { call } = repeatableCaller(caller, () => scope);
  const say = (content: string, more: object = {}, options?: CallOptions) => {
    void call(createMessageOperation, { serverId: "1", channelId: "2", content, ...more }, options);
    return String(keys.at(-1));
  };
  return { say, call, keys, passed };
}

test("MSG-12 MSG-13 a key is made of the write: in another order, or after a branch was skipped, it is the same", () => {
  const [first, second] = [keysOf(), keysOf()];
  const [a, b] = [first.say("A"), first.say("B")];
  expect(second.say("B")).toBe(b);
  expect(second.say("A")).toBe(a);
  expect(a).not.toBe(b);
  for (const key of [a, b, first.say("A".repeat(4_000))]) expect(key).toMatch(/^[\w-]{32}$/);
});

test("MSG-13 equal writes of one handler are counted, and target, content and attachments tell writes apart", () => {
  const { say, keys } = keysOf();
  say("A");
  say("A");
  say("A", { channelId: "3" });
  say("A", { attachments: [{ key: "x" }] });
  expect(new Set(keys).size).toBe(4);
  const again = keysOf();
  again.say("A", { attachments: [{ key: "x" }] });
  again.say("A", { channelId: "3" });
  again.say("A");
  again.say("A");
  expect(again.keys.map(String).toSorted(byText)).toEqual(keys.map(String).toSorted(byText));
});

test("MSG-13 the order of fields makes no other write", () => {
  const [one, other] = [keysOf(), keysOf()];
  one.say("A", { attachments: [{ a: 1, b: 2 }] });
  void other.call(createMessageOperation, {
    attachments: [{ b: 2, a: 1 }],
    content: "A",
    channelId: "2",
    serverId: "1",
  });
  expect(other.keys).toEqual(one.keys);
});

test("MSG-13 another App, event or handler has other keys", () => {
  const scopes = [
    ["app", "event", "e1", "greet"],
    ["app2", "event", "e1", "greet"],
    ["app", "interaction", "e1", "greet"],
    ["app", "event", "e2", "greet"],
    ["app", "event", "e1", "leave"],
  ];
  expect(new Set(scopes.map((scope) => keysOf(scope).say("A"))).size).toBe(scopes.length);
});

test("MSG-13 a named write has the key of its name, whatever it says; the name goes no further", () => {
  const { say, keys, passed } = keysOf();
  say("Hello at 10:00", {}, { key: "greeting", timeoutMs: 5 });
  expect(keysOf().say("Hello at 10:01", {}, { key: "greeting" })).toBe(keys[0]);
  expect(keysOf().say("Hello at 10:01", {}, { key: "parting" })).not.toBe(keys[0]);
  expect(passed).toEqual([{ timeoutMs: 5 }]);
});

test("MSG-12 a clientRef that the caller passes stays as it is, and other operations get none", () => {
  const { say, call, keys } = keysOf();
  expect(say("A", { clientRef: "mine" })).toBe("mine");
  void call(editMessageOperation, { serverId: "1", channelId: "2", messageId: "3", content: "A" });
  expect(keys[1]).toBeUndefined();
});

test("a name is refused where nothing would come of it", async () => {
  const { app, start } = appOn(await platform());
  await start();
  const place = { serverId: asServerId("1"), channelId: asChannelId("2") };
  await expect(async () => app.api.createMessage({ ...place, content: "x" }, { key: "greeting" })).rejects.toThrow(
    'createMessage() has no option "key"',
  );
});

test("MSG-13 handlers of one event are told apart by their function's name, else by their code, not by their place", () => {
  const writesOf = (...handlers: (() => unknown)[]) => {
    const registry = new Registry();
    for (const handler of handlers) registry.addEvent("message_create", handler);
    return registry.eventRoutes("message_create").map(({ writes }) => writes);
  };
  const greet = () => 1;
  const [named, nameless, other] = writesOf(
    greet,
    () => 2,
    () => 3,
  );
  expect(named).toBe("greet");
  expect(
    writesOf(
      () => 3,
      () => 2,
      greet,
    ),
  ).toEqual([other, nameless, named]);
  expect(new Set(writesOf(greet, greet, greet)).size).toBe(3);
});

test("MSG-13 a handler that runs again in another order writes what it has not written, and nothing twice", async () => {
  const { app, sandbox, start } = appOn(await platform(), {
    events: { onFailure: { retries: 1, backoff: { baseMs: 20, capMs: 20 } } },
  });
  let run = 0;
  app.on("message_create", async ({ message: { content, channelId }, serverId }, { api }) => {
    if (content !== "go") return;
    run += 1;
    const say = async (text: string) => api.createMessage({ serverId, channelId, content: text });
    if (run > 1) await say("B");
    await say("A");
    if (run === 1) throw new Error("lookup");
  });
  const { person, channelId, owner } = await start();
  person.post(channelId, "go");
  await pass(sandbox, 1_000);
  expect(run).toBe(2);
  expect(owner.read(channelId).map(({ content }) => content)).toEqual(["go", "A", "B"]);
});

test("MSG-13 in interactions, too, a write has its own key, and each handler of a conversation its own", async () => {
  const { app, sandbox, start } = appOn(await platform());
  app.command(roll, async ({ api, serverId, channelId, reply }) => {
    for (const content of ["A", "A", "B"]) await api.createMessage({ serverId, channelId, content });
    await reply("done");
  });
  const { person, channelId, owner } = await start();
  person.run("roll");
  person.run("roll");
  await pass(sandbox, 1_000);
  expect(
    owner
      .read(channelId)
      .map(({ content }) => content)
      .toSorted(),
  ).toEqual(["A", "A", "A", "A", "B", "B", "done", "done"]);
});
