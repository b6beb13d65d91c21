import { appendFile, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileDedupeStore } from "svc-apps/delivery";
import { expect, onTestFinished, test } from "vitest";
import { endpoint, sign, steppedClock } from "./support.js";

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "claims-"));
  onTestFinished(async () => rm(path, { recursive: true, force: true }));
  return join(path, "made/when/missing");
}

test("SIG-24 claims survive a restart, and end at their time", async () => {
  const at = await folder();
  const clock = steppedClock();
  const before = fileDedupeStore({ folder: at, clock });
  expect(await Promise.all([before.claim("a", 1_000), before.claim("b", 5_000), before.claim("a", 1_000)])).toEqual([
    true,
    true,
    false,
  ]);
  await clock.advance(999);
  const after = fileDedupeStore({ folder: at, clock });
  expect([await after.claim("a", 1_000), await after.claim("b", 1_000)]).toEqual([false, false]);
  await clock.advance(1);
  expect([await after.claim("a", 1_000), await after.claim("b", 1_000)]).toEqual([true, false]);
});

test("a line cut by a crash costs that one claim, and the next one is read", async () => {
  const at = await folder();
  const clock = steppedClock();
  await fileDedupeStore({ folder: at, clock }).claim("a", 60_000);
  await appendFile(join(at, "claims.log"), "1800000");
  await fileDedupeStore({ folder: at, clock }).claim("b", 60_000);
  const third = fileDedupeStore({ folder: at, clock });
  expect([await third.claim("a", 1), await third.claim("b", 1), await third.claim("c", 1)]).toEqual([
    false,
    false,
    true,
  ]);
});

test("its files do not grow without bound, neither while it runs nor over restarts", async () => {
  const at = await folder();
  const clock = steppedClock();
  let store = fileDedupeStore({ folder: at, clock });
  for (let round = 0; round < 400; round += 1) {
    expect(await store.claim(`key ${round}`, 1_000)).toBe(true);
    await clock.advance(100);
    if (round % 7 === 0) store = fileDedupeStore({ folder: at, clock });
  }
  const texts = await Promise.all((await readdir(at)).map(async (name) => readFile(join(at, name), "utf8")));
  expect(texts.join("").split("\n").length).toBeLessThan(60);
});

test.runIf(process.platform === "linux")(
  "where no folder can be made a claim rejects, and does not wait for ever",
  async () => {
    await expect(fileDedupeStore({ folder: "/proc/none/claims" }).claim("a", 1_000)).rejects.toThrow("ENOENT");
  },
);

test("a claim whose line could not be written rejects, and the endpoint treats the store as failed", async () => {
  const store = fileDedupeStore({ folder: "/dev/null/claims" });
  await expect(store.claim("a", 1_000)).rejects.toThrow(/ENOTDIR|ENOENT|EEXIST/);
  const { handler, types } = endpoint({ dedupe: store });
  expect((await handler.deliver(await sign())).status).toBe(200);
  expect(types()).toEqual(["dedupe_failed", "answered"]);
});

test("SIG-26 over an endpoint: a replay after the restart runs no handler", async () => {
  const at = await folder();
  const signed = await sign();
  const first = endpoint({ dedupe: fileDedupeStore({ folder: at, clock: steppedClock() }) });
  expect((await first.handler.deliver(signed)).status).toBe(200);
  const second = endpoint({ dedupe: fileDedupeStore({ folder: at, clock: steppedClock() }) });
  expect((await second.handler.deliver(signed)).status).toBe(204);
  expect(second.types()).toEqual(["duplicate"]);
});

test("a claim outlasts shorter ones, however often the files alternate meanwhile", async () => {
  const at = await folder();
  const clock = steppedClock();
  const store = fileDedupeStore({ folder: at, clock });
  await store.claim("short", 100);
  await store.claim("long", 10_000);
  for (let round = 0; round < 10; round += 1) {
    await clock.advance(200);
    await store.claim(`short ${round}`, 100);
  }
  expect(await fileDedupeStore({ folder: at, clock }).claim("long", 10_000)).toBe(false);
});
