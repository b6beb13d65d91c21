import { FleetError, type Bucket, memoryEngine, openFleet } from "svc-apps/fleet";
import { expect, test } from "vitest";
import { isVacant, SlotCursor } from "../../runtime/fleet/intake/slot-cursor.js";
import { resolveFleetOptions } from "../../runtime/fleet/resolve-options.js";
import { Setting } from "./setting.js";
import { World } from "./sim/world.js";

// An App loads it when it starts, which takes real time: here it is loaded before the clock moves.
import "../../runtime/app/deliveries.js";
import { cursorsIn } from "../events/kit/cursors.js";

const offline = { events: false, syncCommands: false } as const;

test("closed again with less grace, a fleet waits no longer than that", async () => {
  const setting = await Setting.start();
  const one = await setting.add("one");
  one.app.on("message_create", async () => new Promise(() => {}));
  await setting.run(one);
  const { person, channelId } = setting.sandbox.defaults;
  person.post(channelId, "never done");
  await setting.until(() => one.heard.length === 1);
  const { clock } = setting.sandbox;
  const fromMs = clock.monotonicMs();
  void one.app.stop({ graceMs: 60_000 });
  await clock.advance(100);
  await setting.during(one.app.stop({ graceMs: 500 }));
  expect(clock.monotonicMs() - fromMs).toBeLessThan(1_000);
});

test.each(["ok", "idle"] as const)(
  "an App without events that is %s leaves its fleet when it stops",
  async (status) => {
    const setting = await Setting.start();
    const { app, fleet } = await setting.add("one", {}, (options) => ({ ...options, ...offline }));
    if (status === "ok") await setting.during(app.start({ signals: false }));
    expect(app.api).toBeDefined(); // it was used for calls
    expect(app.health().status).toBe(status);
    await setting.during(app.stop({ graceMs: 0 }));
    expect(() => fleet.lease("report")).toThrow("The fleet is closed.");
  },
);

test("an App that could not enter its fleet leaves it when it stops", async () => {
  const setting = await Setting.start();
  const { app, fleet } = await setting.add("one");
  await fleet.belongsTo("another App");
  await expect(setting.during(app.start({ signals: false }))).rejects.toMatchObject({ reason: "mismatch" });
  await setting.during(app.stop({ graceMs: 0 }));
  expect(() => fleet.lease("report")).toThrow("The fleet is closed.");
});

test("an App that is stopped while it enters its fleet has not started, whenever that is, and handles nothing", async () => {
  for (let afterMs = 0; afterMs < 300; afterMs += 20) {
    const setting = await Setting.start();
    const { clock } = setting.sandbox;
    const engine = memoryEngine({ clock, latencyMs: 30 });
    const opening = openFleet({ engine, clock, partitions: 4 });
    const fleet = await setting.during(opening);
    const { app, heard } = await setting.add("one", {}, (options) => ({ ...options, fleet }));
    const started = app.start({ signals: false }).then(
      () => "started",
      (error: unknown) => error,
    );
    await clock.advance(afterMs);
    await setting.during(app.stop({ graceMs: 0 }));
    expect([afterMs, await setting.during(started)]).toMatchObject([
      afterMs,
      { name: "NoAnswerError", reason: "aborted" },
    ]);
    setting.sandbox.defaults.person.post(setting.sandbox.defaults.channelId, "too late");
    await clock.advance(1_000);
    expect(heard).toEqual([]);
  }
});

test("a reader that leaves in the middle of a burst appends the batch in hand, then hands its slot over at once", async () => {
  const world = new World({ fleet: { partitions: 8 }, latencyMs: 20 });
  for (const name of ["a", "b"]) await world.add(name);
  await world.run(3_000);
  for (let number = 0; number < 300; number += 1) world.platform.emit("one channel");
  await world.run(20);
  const leaving = world.holder();
  const fromMs = world.clock.monotonicMs();
  void leaving?.fleet.close();
  while (world.told("fleet.slot_released").length === 0) await world.run(10);
  expect(world.clock.monotonicMs() - fromMs).toBeLessThan(500);
  await world.settle();
  expect(world.verdict()).toMatchObject({ lost: [], toldLost: 0, twice: [], outOfOrder: [] });
});

test("a slot is marked as given back also where the answer to the write before that was lost", async () => {
  const { state } = await memoryEngine().open(resolveFleetOptions({}).settings);
  let isLost = false;
  const losing: Bucket = {
    ...state,
    put: async (...write) => {
      const revision = await state.put(...write);
      if (isLost) throw new FleetError("unavailable", "lost");
      return revision;
    },
  };
  const cursor = new SlotCursor({ state: losing, slot: 0, member: "me" });
  await cursorsIn(cursor).load("slot-0");
  isLost = true;
  await expect(
    cursorsIn(cursor).save("slot-0", { transport: "gateway", lastEventId: "1", savedAtMs: 0 }),
  ).rejects.toMatchObject({ cause: { message: "lost" } });
  isLost = false;
  await cursor.vacate();
  expect(await isVacant(state, 0)).toBe(true);
});
