import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { hasEngine } from "../../support/engines.js";
import { isAlive, until } from "./kit.js";
import {
  clean,
  endAfterEach,
  engineRows,
  expectKept,
  flow,
  four,
  holderOf,
  IN_HAND,
  replaceHolder,
  start,
} from "./rows.js";

endAfterEach();
engineRows("nats");

/** What stands above the engine and is the same whichever it is: played over one of them. */
describe.skipIf(!hasEngine("nats"))("processes of a fleet", () => {
  test("the holder killed when warm, far above the safe rate, tells a gap", async () => {
    const fleet = await four(400);
    await replaceHolder(fleet);
    await sleep(1_000);
    const { gaps, outOfOrder } = await fleet.settle(5_000);
    expect(gaps).toBeGreaterThan(0);
    expect(outOfOrder).toEqual([]);
  });

  test("the holder that leaves hands over at once", async () => {
    const fleet = await four(150);
    const former = holderOf(fleet);
    former.child.kill("SIGTERM");
    await former.gone;
    await until(() => fleet.holder !== undefined, "another holds the stream", 3_500);
    await sleep(1_500);
    expect(await fleet.settle()).toMatchObject(clean);
  });

  test("both holders killed, two others resume from the places of the slots", async () => {
    const fleet = await four(50, { fleet: { standby: "hot" } });
    const former = fleet.holders;
    for (const { child } of former) child.kill("SIGKILL");
    await Promise.all(former.map(({ gone }) => gone));
    await until(() => fleet.holders.length === 2, "both slots are held again", 15_000);
    await until(() => fleet.hasTold("events.resumed", fleet.holders), "a stream is resumed");
    await sleep(3_000);
    await expectKept(fleet, 2 * IN_HAND);
  });

  test("a worker whose clock is wrong by an hour is told, and nothing else comes of it", async () => {
    const fleet = await start();
    const wrong = await fleet.add("wrong", { skewMs: 3_600_000 });
    await until(() => fleet.holder === wrong, "it holds the stream");
    await Promise.all(["b", "c"].map((name) => fleet.add(name)));
    await flow(fleet, 60);
    expect(wrong.told).toContain("fleet.clock_offset");
    await replaceHolder(fleet);
    await sleep(2_000);
    await expectKept(fleet, IN_HAND);
  });

  test("an event that kills whoever handles it is put aside after three, and its partition goes on", async () => {
    const fleet = await start({
      poison: 20,
      channels: 4,
      fleet: { maxDeliveries: 3, partitions: 2, ackWaitMs: 2_000 },
    });
    // As a supervisor would: whoever dies is started again.
    let count = 0;
    const keepThree = async (): Promise<void> => {
      while (fleet.workers.filter(isAlive).length < 3) await fleet.add(`w${(count += 1)}`);
    };
    await keepThree();
    await flow(fleet, 20);
    const endMs = Date.now() + 60_000;
    while (!fleet.hasTold("fleet.dead_letter") && Date.now() < endMs) {
      await keepThree();
      await sleep(100);
    }
    const { lost, outOfOrder, starts } = await fleet.settle();
    expect({ lost, outOfOrder }).toEqual({ lost: [], outOfOrder: [] });
    expect(starts.filter(({ number }) => number === 20)).toHaveLength(3);
    expect(fleet.workers.filter(({ told }) => told.includes("fleet.dead_letter"))).toHaveLength(1);
  });

  test("during a deploy commands of the newer build stand, and no event is lost or done twice", async () => {
    const fleet = await start();
    const old = [await fleet.add("a", { build: "1.9.0" }), await fleet.add("b", { build: "1.9.0" })];
    expect(old.map(({ told }) => told.filter((type) => type.startsWith("commands.")))).toEqual([
      ["commands.registered"],
      ["commands.same"],
    ]);
    await flow(fleet, 60);
    const next = [await fleet.add("c", { build: "1.10.0" }), await fleet.add("d", { build: "1.10.0" })];
    const late = await fleet.add("e", { build: "1.9.0" });
    for (const { child } of [...old, late]) child.kill("SIGTERM");
    await Promise.all([...old, late].map(({ gone }) => gone));
    await until(() => fleet.holder !== undefined, "a worker of the new build reads the stream");
    await sleep(1_500);
    expect(next[0]?.told).toContain("commands.registered");
    expect(next[1]?.told).toContain("commands.same");
    expect(late.told).toContain("commands.newer");
    expect(await fleet.settle()).toMatchObject(clean);
  });

  test("where the service splits events between connections, one of two holders killed loses nothing", async () => {
    const sandbox = { assumptions: { eventFanOut: "split" as const } };
    const fleet = await four(60, { fleet: { standby: "hot" }, isSplit: true, sandbox });
    await sleep(1_500);
    const former = holderOf(fleet);
    former.child.kill("SIGKILL");
    await former.gone;
    await until(() => fleet.holders.length === 2, "both slots are held again", 15_000);
    await sleep(3_000);
    const { lost, gaps, twice } = await fleet.settle(); // order across the two halves is not promised
    expect({ lost, gaps }).toEqual({ lost: [], gaps: 0 });
    expect(twice.length).toBeLessThanOrEqual(IN_HAND);
  });

  test("where ids are the connection's own, messages read by both holders are handled once", async () => {
    const sandbox = { assumptions: { eventIdScope: "connection" as const } };
    const fleet = await four(100, { fleet: { standby: "hot" }, sandbox });
    await sleep(2_000);
    expect(await fleet.settle()).toMatchObject(clean);
  });
});
