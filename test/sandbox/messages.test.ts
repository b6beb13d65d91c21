import { expect, test } from "vitest";
import { call, here, listen, send, start } from "./support.js";

const messagesOf = (body: unknown): readonly { readonly publicId: string; readonly content: string }[] =>
  (body as { readonly messages: readonly { readonly publicId: string; readonly content: string }[] }).messages;

test("SBX-01 messages are written, edited, deleted and read back", async () => {
  const sandbox = await start();
  const place = here(sandbox);
  const written = await call(sandbox, "createMessage", { ...place, content: "one" });
  expect(written).toMatchObject({ status: 201, body: { message: { content: "one", channelId: place.channelId } } });
  const { message } = written.body as { readonly message: { readonly publicId: string } };
  expect(message).not.toHaveProperty("clientRef");
  const edited = await call(sandbox, "editMessage", { ...place, messageId: message.publicId, content: "two" });
  expect(edited).toMatchObject({ status: 200, body: { message: { content: "two" } } });
  expect((await call(sandbox, "listMessages", place)).body).toEqual({
    messages: [{ ...message, content: "two" }],
    reactions: {},
  });
  expect(await call(sandbox, "deleteMessage", { ...place, messageId: message.publicId })).toMatchObject({
    status: 200,
    body: { ok: true },
  });
  expect((await call(sandbox, "listMessages", place)).body).toEqual({ messages: [], reactions: {} });
  expect((await call(sandbox, "deleteMessage", { ...place, messageId: message.publicId })).status).toBe(404);
});

test("SBX-01 a page holds 50 messages in ascending order and goes on before the oldest one held", async () => {
  const sandbox = await start();
  const { person, channelId } = sandbox.defaults;
  for (let number = 0; number < 120; number++) person.post(channelId, String(number));
  const newest = messagesOf((await call(sandbox, "listMessages", here(sandbox))).body);
  expect(newest.map(({ content }) => content)).toEqual(Array.from({ length: 50 }, (_, at) => String(70 + at)));
  const before = messagesOf(
    (await call(sandbox, "listMessages", { ...here(sandbox), before: newest[0]?.publicId })).body,
  );
  expect([before[0]?.content, before.at(-1)?.content, before.length]).toEqual(["20", "69", 50]);
  const last = messagesOf(
    (await call(sandbox, "listMessages", { ...here(sandbox), before: before[0]?.publicId })).body,
  );
  expect(last).toHaveLength(20);
});

test("SBX-01 the same clientRef in the same channel never stores two messages, in another channel it does", async () => {
  const sandbox = await start();
  const { serverId, channelId } = sandbox.defaults;
  const other = sandbox.portal.createChannel({ serverId, name: "other" });
  const send = (channel: string, content: string) =>
    call(sandbox, "createMessage", { serverId, channelId: channel, content, clientRef: "k" });
  const first = await send(channelId, "a");
  const again = await send(channelId, "b");
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect((await send(other.channelId, "c")).body).toMatchObject({ message: { content: "c" } });
  const { message } = first.body as { readonly message: { readonly publicId: string } };
  await call(sandbox, "deleteMessage", { serverId, channelId, messageId: message.publicId });
  await send(channelId, "d");
  expect(messagesOf((await call(sandbox, "listMessages", here(sandbox))).body)).toEqual([]);
});

test("SBX-01 an App edits only its own messages, and deletes others' only with the permission", async () => {
  const sandbox = await start();
  const { person, channelId, appId, serverId } = sandbox.defaults;
  const { id: messageId } = person.post(channelId, "mine");
  const place = { ...here(sandbox), messageId };
  expect((await call(sandbox, "editMessage", { ...place, content: "yours" })).status).toBe(404);
  sandbox.portal.install({ appId, serverId, scopes: [] });
  expect((await call(sandbox, "deleteMessage", place)).status).toBe(404);
  sandbox.portal.install({ appId, serverId, scopes: ["gerenciar_mensagens"] });
  expect((await call(sandbox, "deleteMessage", place)).body).toEqual({ ok: true });
});

test("SBX-01 attachments can only be reused, by the key of one that exists in the server", async () => {
  const sandbox = await start();
  const { key } = sandbox.portal.addAttachment({ serverId: sandbox.defaults.serverId, name: "map.png" });
  const send = (attachments: unknown) =>
    call(sandbox, "createMessage", { ...here(sandbox), content: "see", attachments });
  expect(await send([key])).toMatchObject({ status: 201, body: { message: { attachments: [key] } } });
  expect(await send(["made up"])).toMatchObject({ status: 400, body: { code: "INVALID_INPUT" } });
});

test("SBX-10 a remark of moderation comes with the message, which is stored all the same", async () => {
  const sandbox = await start();
  sandbox.portal.warnAbout({ text: "rude", remark: "mind the rules" });
  const answer = await call(sandbox, "createMessage", { ...here(sandbox), content: "a rude word" });
  expect(answer).toMatchObject({ status: 201, body: { moderationWarning: "mind the rules" } });
  expect((await call(sandbox, "createMessage", { ...here(sandbox), content: "fine" })).body).not.toHaveProperty(
    "moderationWarning",
  );
  expect(messagesOf((await call(sandbox, "listMessages", here(sandbox))).body)).toHaveLength(2);
});

const reactionRoute = "POST /api/servidores/{servidor}/canais/{canal}/mensagens/{mensagem}/reacoes";

test("SBX-01 a reaction is a toggle under its canonical spelling", async () => {
  const sandbox = await start({ assumptions: { reactionRoute } });
  const { person, channelId, serverId } = sandbox.defaults;
  const { id } = person.post(channelId, "vote");
  const path = `/api/servidores/${serverId}/canais/${channelId}/mensagens/${id}/reacoes`;
  const react = (emoji: string) => send(sandbox, "POST", path, JSON.stringify({ emoji }));
  const stream = await listen(sandbox);
  expect((await react("❤")).body).toEqual({ count: 1, reacted: true });
  expect(person.react(id, "❤️")).toEqual({ count: 2, reacted: true });
  expect((await call(sandbox, "listMessages", here(sandbox))).body).toMatchObject({
    reactions: { [id]: [{ emoji: "❤️", count: 2 }] },
  });
  expect((await react("❤️")).body).toEqual({ count: 1, reacted: false });
  await sandbox.clock.settle();
  expect(stream.frames.slice(1).map(({ event }) => [event.type, event["emoji"], event["count"]])).toEqual([
    ["reaction_update", "❤️", 1],
    ["reaction_update", "❤️", 2],
    ["reaction_update", "❤️", 1],
  ]);
});

test.each(["👍", "👍🏽", "👨‍👩‍👧‍👦", "🇧🇷", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "1⃣", "🕵🏻‍♂", "👁‍🗨", "☂"])("SBX-01 %s is an emoji", async (emoji) => {
  const sandbox = await start();
  const { person, channelId } = sandbox.defaults;
  expect(person.react(person.post(channelId, "x").id, emoji)).toEqual({ count: 1, reacted: true });
});

test.each(["", "a", "1", ":)", "👍👍", "👍 ", "\u{1F3FB}\u{1F3FB}", "x".repeat(100)])(
  "SBX-01 %j is no emoji and is refused",
  async (emoji) => {
    const sandbox = await start({ assumptions: { reactionRoute } });
    const { person, channelId, serverId } = sandbox.defaults;
    const { id } = person.post(channelId, "vote");
    const path = `/api/servidores/${serverId}/canais/${channelId}/mensagens/${id}/reacoes`;
    expect(await send(sandbox, "POST", path, JSON.stringify({ emoji }))).toMatchObject({
      status: 400,
      body: { code: "INVALID_INPUT" },
    });
  },
);
