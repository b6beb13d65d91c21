import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileStore, memoryStore } from "svc-apps/stores";
import { expect, onTestFinished, test } from "vitest";
import { claimsIn } from "../../runtime/store/claims.js";
import { createVirtualClock } from "../support/virtual-clock.js";
import { endpoint, sign } from "./support.js";

const sink = { wants: () => false, report: () => undefined };

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "claims-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test("SIG-24 of many who claim a key at once one gets it, whatever the key, until its time is up", async () => {
  const clock = createVirtualClock();
  const store = memoryStore();
  const members = [1, 2, 3].map(() => claimsIn(store, { clock, sink }));
  for (const key of ["delivery:17:a", "interaction:17:a", "interaction:17:é % *.>", "k".repeat(5_000)]) {
    const claims = await Promise.all(members.map(async (member) => member.claim(key, 1_000)));
    expect(claims.filter(Boolean)).toHaveLength(1);
  }
  await clock.advance(999);
  expect(await members[0]!.claim("delivery:17:a", 1_000)).toBe(false);
  await clock.advance(1);
  expect(await members[1]!.claim("delivery:17:a", 1_000)).toBe(true);
});

test("SIG-26 a replay after a restart, or at another process, runs no handler", async () => {
  const at = folder();
  const signed = await sign();
  const first = endpoint({ dedupe: fileStore({ folder: at }) });
  expect((await first.handler.deliver(signed)).status).toBe(200);
  const second = endpoint({ dedupe: fileStore({ folder: at }) });
  expect((await second.handler.deliver(signed)).status).toBe(204);
  expect(second.types()).toEqual(["duplicate"]);
});

test("a store that fails is reported, and the endpoint goes on without it", async () => {
  const { handler, types } = endpoint({ dedupe: fileStore({ folder: "/dev/null/claims" }) });
  expect((await handler.deliver(await sign())).status).toBe(200);
  expect(types()).toEqual(["store.failed", "dedupe_failed", "answered"]);
});
