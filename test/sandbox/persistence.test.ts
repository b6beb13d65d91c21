import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Journal } from "../../sandbox/edge/journal.js";
import { Machine } from "../../sandbox/edge/machine.js";
import { EndpointSender } from "../../sandbox/edge/sender.js";
import { readWorldFile } from "../../sandbox/edge/journal.js";
import { newWorld } from "../../sandbox/machine/recording.js";
import { defaultSettings } from "../../sandbox/settings.js";
import { createVirtualClock, replay } from "svc-apps/sandbox";
import { call, here, listen, start } from "./support.js";

let folder = "";
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), "sandbox-"))));
afterAll(() => rm(folder, { recursive: true }));

test("SBX-12 a recorded session replays to the byte, without a secret in it", async () => {
  const sandbox = await start({ record: true });
  const { person, channelId, appId, token } = sandbox.defaults;
  const stream = await listen(sandbox);
  person.post(channelId, "hello");
  await call(sandbox, "createCommand", { command: { type: "chat", name: "roll", description: "Roll" } });
  const rolled = person.run("roll");
  await call(sandbox, "confirmInteraction", { interactionId: rolled.id, type: "reply", content: "4" });
  await sandbox.clock.advance(30_000);
  const { token: second } = sandbox.portal.issueCredential({ appId });
  await call(sandbox, "getMe", {}, second);
  await call(sandbox, "getMe", {}, "nobody");
  await sandbox.portal.saveEndpoint({
    appId,
    url: "https://app.example/",
    inProcess: () => Promise.resolve({ status: 500, body: "" }),
  });
  await expect(sandbox.portal.probeEndpoint({ appId })).rejects.toMatchObject({ code: "ENDPOINT_UNREACHABLE" });
  sandbox.faults.serverError({ operation: "getMe", when: "after" });
  expect((await call(sandbox, "getMe")).status).toBe(503);
  stream.close();
  await sandbox.clock.advance(1000);
  const recording = sandbox.recording();
  expect(recording).toContain("message_create");
  expect(recording).not.toContain(token.slice(token.lastIndexOf(".") + 1));
  expect(recording).not.toContain(second.slice(second.lastIndexOf(".") + 1));
  expect(await replay(recording)).toBe(recording);
  const altered = recording.replace(`"args":["${channelId}","hello"]`, `"args":["${channelId}","other"]`);
  expect(altered).not.toBe(recording);
  expect(await replay(altered)).not.toBe(altered);
});

test("SBX-12 arguments that were left out are left out again in a replay and from a file", async () => {
  const file = join(folder, "left-out");
  const sandbox = await start({ record: true, data: file });
  const { person, owner, channelId, appId } = sandbox.defaults;
  await call(sandbox, "createCommand", { command: { type: "chat", name: "roll", description: "Roll" } });
  const rolled = person.run("roll", undefined, { appId });
  owner.post(channelId, "hello", undefined);
  sandbox.faults.streams.cut(undefined);
  const recording = sandbox.recording();
  expect(await replay(recording)).toBe(recording);
  const { log } = sandbox;
  await sandbox.stop();
  const again = await start({ data: file });
  expect(again.interaction(rolled.id).record).toEqual(rolled.record);
  expect(log.entries("bug")).toEqual([]);
});

test("SBX-01 a world comes back from its file, feeds and deadlines included", async () => {
  const file = join(folder, "world");
  const first = await start({ data: file });
  const stream = await listen(first);
  first.defaults.person.post(first.defaults.channelId, "before");
  await first.clock.settle();
  const lastEventId = stream.frames[0]?.id ?? "";
  await call(first, "createCommand", { command: { type: "chat", name: "roll", description: "Roll" } });
  const { id } = first.defaults.person.run("roll");
  await first.clock.advance(1000);
  const { defaults } = first;
  await first.stop();

  const second = await start({ data: file });
  expect(second.defaults).toMatchObject({ serverId: defaults.serverId, appId: defaults.appId, token: defaults.token });
  expect((await call(second, "listMessages", here(second))).body).toMatchObject({ messages: [{ content: "before" }] });
  const resumed = await listen(second, { lastEventId });
  expect(resumed.types()).toEqual(["connection_resume", "message_create", "interaction_create"]);
  expect(second.interaction(id).state).toBe("open");
  await second.clock.advance(3000);
  // By itself, when its time came: looking at it would have found it expired as well.
  expect(second.log.last("interaction")?.detail).toMatchObject({ id, state: "expired" });
  expect(second.interaction(id).state).toBe("expired");
});

test("SBX-01 a world comes back as it was under whatever settings it goes on, and a switch lasts while the sandbox runs", async () => {
  const file = join(folder, "settings");
  const settings = {
    assumptions: { commandNameUnique: "shared" },
    parameters: { interactionsKept: Infinity },
  } as const;
  const first = await start({ data: file, allowLoopbackEndpoints: true, ...settings });
  const { appId, owner, channelId } = first.defaults;
  const command = { type: "chat", name: "roll", description: "Roll" };
  for (const _ of [1, 2]) expect((await call(first, "createCommand", { command })).status).toBe(201);
  await first.portal.saveEndpoint({ appId, url: "http://127.0.0.1:1/" });
  first.assume({ errorBodyShape: "nested" });
  const rolled = owner.run("roll");
  const { id } = owner.post(channelId, "hello");
  const commands = await call(first, "listCommands");
  await first.stop();
  for (const _ of ["written by the first", "written anew by the second"]) {
    const again = await start({ data: file });
    expect((await call(again, "listCommands")).body).toEqual(commands.body);
    expect(again.portal.endpointOf({ appId })).toMatchObject({ url: "http://127.0.0.1:1/" });
    expect(again.defaults.owner.read(channelId).map((message) => message.id)).toEqual([id]);
    expect(again.interaction(rolled.id).record.data).toEqual(rolled.record.data);
    expect(again.assumptions).toMatchObject({ errorBodyShape: "flat", commandNameUnique: "unique" });
    await again.stop();
  }
});

test("SBX-12 a recording under a parameter without bound replays under the same", async () => {
  const sandbox = await start({ record: true, parameters: { historyLimit: Infinity, interactionsKept: Infinity } });
  for (const text of ["one", "two"]) sandbox.defaults.person.post(sandbox.defaults.channelId, text);
  await call(sandbox, "listMessages", here(sandbox));
  const recording = sandbox.recording();
  expect(await replay(recording)).toBe(recording);
});

test("SBX-01 a torn last line is left out, and any other damage refused", async () => {
  const file = join(folder, "torn");
  const sandbox = await start();
  await sandbox.save(file);
  const text = await readFile(file, "utf8");
  await writeFile(file, `${text}[1,"messages","7",{"id":"7","cha`);
  await expect(start({ from: file })).resolves.toBeDefined();
  await writeFile(file, text.replace('"people"', '"peop'));
  await expect(start({ from: file })).rejects.toThrow(/line \d+ cannot be read/);
});

test("SBX-11 two sandboxes never write the same file", async () => {
  const file = join(folder, "locked");
  await start({ data: file });
  await expect(start({ data: file })).rejects.toThrow("in use");
});

test.each([
  ["of a process of the same id that was killed", String(process.pid)],
  ["that was not written to its end", ""],
  ["of a process that is gone", "999999999"],
])("SBX-11 a lock %s does not keep a sandbox from its file", async (_which, left) => {
  const file = join(folder, `left-${left}`);
  await writeFile(`${file}.lock`, left);
  await start({ data: file });
  await expect(start({ data: file })).rejects.toThrow(`in use by process ${process.pid}`);
});

test("SBX-01 a file that has grown is written anew, and holds the same world", async () => {
  const file = join(folder, "grown");
  const world = newWorld("seed", defaultSettings, 7);
  const clock = createVirtualClock({ startMs: 7 });
  const sender = new EndpointSender(() => Promise.reject(new Error("nobody")));
  const machine = new Machine({ world, clock, sender });
  const journal = new Journal(file, machine, 500);
  const [person] = world.people.list();
  const freshBytes = (await stat(file)).size;
  let largest = 0;
  for (let number = 0; number < 300; number++) {
    const args = [{ personId: person!.id, termMs: number }];
    machine.apply({ type: "call", receiver: { on: "portal" }, method: "sanctionPerson", args });
    largest = Math.max(largest, (await stat(file)).size);
  }
  journal.close();
  expect(largest).toBeGreaterThan(freshBytes * 2);
  expect(largest).toBeLessThan(freshBytes * 2 + 1500);
  expect(readWorldFile(file, defaultSettings)?.world.dump()).toEqual(world.dump());
});
