import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as apps from "svc-apps";
import { operations, type Transport } from "svc-apps/rest";
import { nodeTransport } from "svc-apps/node";
import { startSandbox, type Sandbox } from "svc-apps/sandbox";
import { plainDescription } from "../sandbox/description.js";
import { reactionRoute } from "../sandbox/exercise.js";
import { freePort, startProgram } from "../sandbox/program.js";

const modules = createRequire(import.meta.url);

/** One answer that came through the proxy. */
interface Passed {
  readonly request: string;
  readonly status: number;
  /** What the proxy found wrong with request or answer. */
  readonly violations: string | undefined;
}

/** Calls every route function that answers with JSON. */
async function callEverything(client: apps.Client, sandbox: Sandbox): Promise<void> {
  const { defaults } = sandbox;
  const { person, owner } = defaults;
  const serverId = apps.asServerId(defaults.serverId);
  const place = { serverId, channelId: apps.asChannelId(defaults.channelId) };
  const current = async () => ({ serverId, revision: (await apps.getServer(client, { serverId })).revision });

  await apps.getMe(client, {});
  await apps.listSigningKeys(client, {});
  await apps.listMembers(client, { serverId });
  const { message } = await apps.createMessage(client, { ...place, content: "hello / ? # é 🎲" });
  const at = { ...place, messageId: message.publicId };
  await apps.toggleReaction(client, { ...at, emoji: "👍" });
  await apps.listMessages(client, place);
  await apps.listMessages(client, { ...place, before: message.publicId });
  await apps.editMessage(client, { ...at, content: "hello again" });
  await apps.deleteMessage(client, at);

  const before = await apps.getServer(client, { serverId });
  const made = await apps.createChannel(client, { serverId, revision: before.revision, name: "new", type: "text" });
  const channelId = apps.newChannels(before.channels, made.channels)[0]!.publicId!;
  const categoryId = apps.asCategoryId(sandbox.portal.createCategory({ serverId, name: "Rooms" }).categoryId);
  await apps.editChannel(client, { ...(await current()), channelId, categoryId });
  await apps.editChannel(client, { ...(await current()), channelId, name: "old", ageRestricted: true });
  await apps.deleteChannel(client, { ...(await current()), channelId });

  const roles = await apps.createRole(client, { ...(await current()), name: "r", permissions: [] });
  const roleId = roles.roles.find(({ name }) => name === "r")!.publicId!;
  await apps.editRole(client, { ...(await current()), roleId, color: "#00f" });
  const accountId = apps.asAccountId(person.id);
  await apps.assignMemberRole(client, { ...(await current()), accountId, roleId });
  await apps.removeMemberRole(client, { ...(await current()), accountId, roleId });
  const appId = apps.asAppId(sandbox.portal.createApp({ name: "Other", ownerId: owner.id }).id);
  sandbox.portal.install({ appId, serverId });
  await apps.assignAppRole(client, { ...(await current()), appId, roleId });
  await apps.removeAppRole(client, { ...(await current()), appId, roleId });
  await apps.deleteRole(client, { ...(await current()), roleId });

  const { mailbox: mailboxId, next: since } = await apps.openMailbox(client, { intents: ["interactions", "messages"] });
  const options = [{ type: "string", name: "city", description: "Where", autocomplete: true }] as const;
  const command = { type: "chat", name: "go", description: "Go", options } as const;
  await apps.createCommand(client, { command });
  const commandId = (await apps.listCommands(client, {})).commands.find(({ name }) => name === "go")!.publicId;
  const run = () => apps.asInteractionId(person.run("go", { city: "x" }).id);
  const interactionId = run();
  await apps.confirmInteraction(client, { interactionId, type: "defer" });
  await apps.answerInteraction(client, { interactionId, content: "done" });
  await apps.followUpInteraction(client, { interactionId, content: "more", private: true });
  await apps.confirmInteraction(client, { interactionId: run(), type: "reply", content: "4" });
  await apps.confirmInteraction(client, { interactionId: run(), type: "decline" });
  const modal = { id: "f", title: "t", fields: [{ type: "text", id: "a", label: "A" }] } as const;
  await apps.confirmInteraction(client, { interactionId: run(), type: "modal", modal });
  const typed = apps.asInteractionId(person.type("go", "city", "l").id);
  const choices = [{ name: "Lisbon", value: "lisbon" }];
  await apps.confirmInteraction(client, { interactionId: typed, type: "suggest", choices });
  await apps.readMailbox(client, { mailboxId, since });
  await apps.closeMailbox(client, { mailboxId });
  await apps.editCommand(client, { commandId, command: { type: "chat", name: "go", description: "Leave" } });
  await apps.deleteCommand(client, { commandId });

  // Refusals are described too.
  const stale = await apps.settle(apps.deleteRole(client, { serverId, roleId, revision: apps.asRevision("old") }));
  expect(stale).toMatchObject({ ok: false, error: { kind: "refusal" } });
  sandbox.portal.revokeByPlatform({ appId: defaults.appId });
  expect(await client.verifyCredential()).toMatchObject({ valid: false });
}

test("Prism, standing in between, finds nothing wrong with any request or answer of any route function", async () => {
  const folder = await mkdtemp(join(tmpdir(), "prism-"));
  const sandbox = await startSandbox({ seed: 1, assumptions: { reactionRoute } });
  const port = await freePort();
  const file = await plainDescription(folder, sandbox.baseUrl);
  const prism = modules.resolve("@stoplight/prism-cli/dist/index.js");
  const proxy = await startProgram([prism, "proxy", file, sandbox.baseUrl, "--port", String(port)], /listening/i);
  try {
    const passed: Passed[] = [];
    const called = new Set<string>();
    const carry = nodeTransport();
    const transport: Transport = async (request) => {
      const answer = await carry(request);
      const { pathname } = new URL(request.url);
      const violations = answer.headers["sl-violations"];
      passed.push({ request: `${request.method} ${pathname}`, status: answer.status, violations });
      return answer;
    };
    const client = apps.createClient({
      baseUrl: `http://127.0.0.1:${port}`,
      token: sandbox.defaults.token,
      transport,
      assumptions: { reactionRoute },
      onDiagnostic: ({ operation }) => called.add(operation),
    });

    sandbox.faults.edit({ operation: "getMe", set: { "/app/name": 7 } });
    await apps.getMe(client, {});
    expect(passed.pop()?.violations, "what it would say if something were wrong").toContain("must be string");

    await callEverything(client, sandbox);
    expect(passed.filter(({ violations }) => violations !== undefined)).toEqual([]);
    const answering = Object.keys(operations).filter((id) => id !== "openStream");
    expect([...called].sort()).toEqual(answering.sort());
    expect(passed.filter(({ status }) => status >= 300).map(({ status }) => status)).toHaveLength(2);
  } finally {
    await proxy.stop();
    await sandbox.stop();
    await rm(folder, { recursive: true });
  }
});
