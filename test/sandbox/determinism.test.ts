import { expect, test } from "vitest";
import { startSandbox, type Sandbox } from "svc-apps/sandbox";
import { call, listen, start } from "./support.js";

/** Some acts, and everything that came of them. */
async function acts(seed: number | string): Promise<string> {
  const sandbox = await start({ seed });
  const { person, channelId } = sandbox.defaults;
  const stream = await listen(sandbox);
  person.post(channelId, "hello");
  await call(sandbox, "createCommand", { command: { type: "chat", name: "roll", description: "" } });
  person.run("roll");
  const { body } = await call(sandbox, "openMailbox", { intents: "messages" });
  const keys = await call(sandbox, "listSigningKeys");
  return JSON.stringify([sandbox.defaults, stream.frames, body, keys.body, sandbox.snapshot()]);
}

test("SBX-12 the same seed and the same acts give the same ids, credentials, keys and events; another seed gives others", async () => {
  const first = await acts(5);
  expect(await acts(5)).toBe(first);
  expect(await acts("5")).toBe(first);
  expect(await acts(6)).not.toBe(first);
});

test("SBX-12 without a seed each sandbox is its own, and says what its seed is", async () => {
  const sandboxes = await Promise.all([startSandbox({ port: null }), startSandbox({ port: null })]);
  const [left, right] = sandboxes as [Sandbox, Sandbox];
  expect(left.seed).not.toBe(right.seed);
  expect(left.defaults.token).not.toBe(right.defaults.token);
  const again = await startSandbox({ port: null, seed: left.seed });
  expect(again.defaults.token).toBe(left.defaults.token);
  for (const sandbox of [left, right, again]) await sandbox.stop();
});

test("SBX-12 ids are snowflakes that rise, interaction ids are UUIDs", async () => {
  const sandbox = await start();
  const { person, channelId } = sandbox.defaults;
  const ids = ["a", "b", "c"].map((text) => person.post(channelId, text).id);
  expect([...ids].sort()).toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^[0-9]{19}$/);
  await call(sandbox, "createCommand", { command: { type: "chat", name: "roll", description: "" } });
  expect(person.run("roll").id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
