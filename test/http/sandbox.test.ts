import { describe, expect, test } from "vitest";
import {
  applyCommands,
  asRevision,
  backfill,
  createChannel,
  createClient,
  createMessage,
  createRole,
  deleteChannel,
  deleteMessage,
  editChannel,
  getServer,
  hasMember,
  listCommands,
  listMembers,
  listSigningKeys,
  messageHistory,
  newChannels,
  planCommands,
  settle,
  withRevision,
} from "svc-apps";
import { outcomeOf } from "../support/test-client.js";
import { start, whileTimePasses } from "../support/world.js";

test("what is written through the client is read back", async () => {
  const world = await start();
  const { client, place } = world;
  const { message } = await createMessage(client, { ...place, content: "hello" });
  for await (const newest of messageHistory(client, place)) {
    expect(newest).toMatchObject({ publicId: message.publicId, content: "hello" });
    break;
  }
  expect(await deleteMessage(client, { ...place, messageId: message.publicId })).toEqual({ ok: true });
  expect((await listSigningKeys(client, {})).keys.length).toBeGreaterThan(0);
});

test("MSG-02 MSG-04 MSG-05 history and catching up work on real pages, under both readings of the bound", async () => {
  for (const messagePageBound of ["exclusive", "inclusive"] as const) {
    const { client, place } = await start({}, { messagePageBound });
    const sent = [];
    for (let n = 1; n <= 120; n += 1) sent.push((await createMessage(client, { ...place, content: `m${n}` })).message);
    const read = [];
    for await (const one of messageHistory(client, place)) read.push(one.content);
    expect(read.slice(0, 120)).toEqual(sent.map(({ content }) => content).toReversed());
    const untilId = sent[39]?.publicId;
    const { messages, reached } = await backfill(client, { ...place, untilId: untilId! });
    expect([reached, messages[0]?.content, messages.length]).toEqual(["found", "m41", 80]);
  }
});

test("AUTH-10 AUTH-12 a pair of credentials lives through the revocation of either one", async () => {
  const { sandbox, place } = await start();
  const { appId, token } = sandbox.defaults;
  const second = sandbox.portal.issueCredential({ appId });
  const pair = createClient({
    baseUrl: sandbox.baseUrl,
    token: [token, second.token],
    transport: sandbox.request,
    clock: sandbox.clock,
  });
  await createMessage(pair, { ...place, content: "one" });
  sandbox.portal.revokeCredential({ appId, slot: second.slot === 1 ? 2 : 1 });
  await createMessage(pair, { ...place, content: "two" });
  expect(await pair.verifyCredential()).toMatchObject({ valid: true });
  sandbox.portal.revokeCredential({ appId, slot: second.slot });
  expect(await pair.verifyCredential()).toMatchObject({ valid: false, error: { code: "MISSING_CREDENTIAL" } });
});

describe("administration under revisions", () => {
  test("ADM-02 ADM-03 ADM-08 a change answers with the whole collection and the next revision; an old one is stale", async () => {
    const { client, place } = await start();
    const { serverId } = place;
    const before = await getServer(client, { serverId });
    const made = await createChannel(client, { serverId, name: "news", type: "text", revision: before.revision });
    const [fresh] = newChannels(before.channels, made.channels);
    expect(fresh).toMatchObject({ name: "news" });
    const stale = await settle(
      createChannel(client, { serverId, name: "late", type: "text", revision: before.revision }),
    );
    expect(!stale.ok && stale.error.code === "STALE_REVISION" && stale.error.currentRevision).toBe(made.revision);
  });

  test("ADM-04 two deciders that collide both get their change", async () => {
    const { client, place } = await start();
    const { serverId } = place;
    const add = (name: string) =>
      withRevision(
        client,
        { serverId },
        ({ revision }) => createChannel(client, { serverId, name, type: "text", revision }),
        { attempts: 5 },
      );
    await Promise.all(["a", "b", "c"].map(add));
    const { channels } = await getServer(client, { serverId });
    expect(["a", "b", "c"].every((name) => channels.some((channel) => channel.name === name))).toBe(true);
  });

  test("ADM-06 a change that was carried out although its answer was lost is not made twice", async () => {
    const world = await start();
    const { sandbox, client, place } = world;
    const { serverId } = place;
    sandbox.faults.reset({ when: "after", operation: "createRole" });
    const ensure = withRevision(client, { serverId }, async ({ roles, revision }) => {
      if (roles.some(({ name }) => name === "helpers")) return "already there";
      await createRole(client, { serverId, name: "helpers", permissions: [], revision });
      return "created";
    });
    expect(await whileTimePasses(world, ensure)).toBe("already there");
  });

  test("ADM-16 the place of a revision in a deletion follows the same assumption on both sides", async () => {
    for (const deleteRevisionPlacement of ["body", "query"] as const) {
      const { client, place } = await start({ assumptions: { deleteRevisionPlacement } }, { deleteRevisionPlacement });
      const { serverId } = place;
      const { channels, revision } = await createChannel(client, {
        serverId,
        name: "gone soon",
        type: "text",
        revision: (await getServer(client, { serverId })).revision,
      });
      const channelId = channels.find(({ name }) => name === "gone soon")?.publicId;
      const left = await deleteChannel(client, { serverId, channelId: channelId!, revision });
      expect(left.channels.some(({ publicId }) => publicId === channelId)).toBe(false);
    }
  });

  test("ADM-11 fields that exclude each other are refused by the service, as its error", async () => {
    const { client, place } = await start({ validation: undefined as never });
    const both = { ...place, revision: asRevision("x"), name: "n", categoryId: "7107000000000000001" };
    expect(await outcomeOf(editChannel(client, both as never))).toMatchObject({ kind: "refusal" });
  });
});

test("REST-13 a member list that was cut off leaves membership open", async () => {
  const { sandbox, client, place } = await start();
  const nobody = () => false;
  expect(hasMember(await listMembers(client, { serverId: place.serverId }), nobody)).toBe("no");
  sandbox.faults.edit({ operation: "listMembers", set: { "/truncated": true } });
  expect(hasMember(await listMembers(client, { serverId: place.serverId }), nobody)).toBe("unknown");
});

test("CMD-05 CMD-07 CMD-09 commands are planned and applied against a service that keeps them", async () => {
  const { sandbox, client, place } = await start();
  const desired = [
    { command: { type: "chat", name: "roll", description: "Roll" } as const },
    { command: { type: "user", name: "greet", description: "Greet" } as const, serverId: place.serverId },
  ];
  const first = planCommands(desired, await listCommands(client, {}), { prune: true });
  expect((await applyCommands(client, first)).every(({ ok }) => ok)).toBe(true);
  expect(planCommands(desired, await listCommands(client, {}), { prune: true })).toMatchObject({ hasChanges: false });
  sandbox.faults.edit({ operation: "listCommands", set: { "/truncated": true, "/commands": [] } });
  expect(planCommands(desired, await listCommands(client, {}), { prune: true })).toMatchObject({
    hasChanges: false,
    isBlocked: true,
  });
});
