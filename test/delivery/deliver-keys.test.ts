import { chmod, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { createSigningPair } from "svc-apps/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keysFile, ownKeys } from "../../cli/deliver/keys.js";

let state = "";
let file = "";
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), "deliver-keys-"));
  file = keysFile({ XDG_STATE_HOME: state });
});
afterEach(async () => rm(state, { recursive: true, force: true }));

test("none of the keys is in the package", async () => {
  const own = (await ownKeys(file)).map(({ published }) => published.key);
  const known = await Promise.all(
    Array.from({ length: 256 }, async (_, byte) => createSigningPair("ed25519-x", new Uint8Array(32).fill(byte))),
  );
  expect(known.filter(({ published }) => own.includes(published.key))).toEqual([]);
});

test.skipIf(process.platform === "win32")("the keys are read by their user alone", async () => {
  await ownKeys(file);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await chmod(file, 0o640);
  await expect(ownKeys(file)).rejects.toThrow(
    `the keys in ${file} cannot be used: other users may use it; remove it, and new keys are made`,
  );
});

test("runs that begin together make one set", async () => {
  const sets = await Promise.all(Array.from({ length: 8 }, async () => ownKeys(file)));
  expect(new Set(sets.map(([key]) => key.published.key)).size).toBe(1);
});

test.each(["", "{}", '{"keys":[]}', '{"keys":[{"id":"ed25519-lab-00000000","seed":"x"},{}]}', '{"keys":[null,null]}'])(
  "a file that holds %j is refused, and stays",
  async (text) => {
    await ownKeys(file);
    await writeFile(file, text);
    await expect(ownKeys(file)).rejects.toThrow(`${file} does not hold the keys of this command; remove it`);
    expect(await readFile(file, "utf8")).toBe(text);
  },
);

test("where the keys cannot be kept, the file is named, and the way to another folder", async () => {
  await symlink(join(state, "nowhere", "deeper"), join(state, "svc-apps")); // leads to no folder
  await expect(ownKeys(file)).rejects.toThrow(
    /^keys cannot be kept in \S+deliver-keys\.json: E\w+: .*; XDG_STATE_HOME may name another folder$/,
  );
});

test.each([
  ["linux", { XDG_STATE_HOME: "/state" }, join("/state", "svc-apps", "deliver-keys.json")],
  ["win32", { LOCALAPPDATA: "/local" }, join("/local", "svc-apps", "deliver-keys.json")],
  ["darwin", {}, join(homedir(), ".local", "state", "svc-apps", "deliver-keys.json")],
] as const)("on %s with %o they are kept in %s", (platform, env, wanted) => {
  expect(keysFile(env, platform)).toBe(wanted);
});
