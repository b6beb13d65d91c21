import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Journal, readWorldFile } from "../../sandbox/persist/journal.js";
import { linesOf } from "../../sandbox/persist/lines.js";
import { World } from "../../sandbox/world/world.js";
import { replay } from "svc-apps/sandbox";
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
  expect(second.interaction(id).state).toBe("expired");
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

test("SBX-01 a file that has grown is written anew, and holds the same world", async () => {
  const file = join(folder, "grown");
  const world = new World("seed");
  const person = (name: string) => world.people.put({ id: "1", name });
  const whole = (): string => linesOf({ world, hub: { feeds: [] }, clock: { now: () => 7 } });
  const journal = Journal.follow(file, () => 7, whole, 500);
  world.listen((change) => journal.take(change));
  let largest = 0;
  for (let number = 0; number < 200; number++) {
    person(`name ${number}`);
    await Promise.resolve();
    largest = Math.max(largest, (await stat(file)).size);
  }
  journal.close();
  expect(largest).toBeLessThan(1000);
  expect(readWorldFile(file)?.changes.at(-1)).toEqual({
    table: "people",
    id: "1",
    record: { id: "1", name: "name 199" },
  });
});
