import { type EngineStatus, type FleetEngine, isFleetError, memoryEngine, openFleet } from "svc-apps/fleet";
import { describe, expect, test } from "vitest";
import { ReconnectingSession } from "../../runtime/fleet/engine/reconnecting.js";
import { resolveFleetOptions } from "../../runtime/fleet/resolve-options.js";
import { createVirtualClock } from "../support/virtual-clock.js";
import { Setting } from "./setting.js";
import { World } from "./sim/world.js";

/** A session over the engine in memory, whose connection a test can end. */
async function reconnecting({ reconnects = true } = {}) {
  const clock = createVirtualClock();
  const memory = memoryEngine({ clock });
  const engine: FleetEngine = {
    ...memory,
    reconnects,
    open: (given) => memory.open(given),
    settingsOf: () => Promise.resolve(undefined),
  };
  const { settings } = resolveFleetOptions({ clock, engine });
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => void failures.push(error);
  const session = new ReconnectingSession(await engine.open(settings), { engine, settings, onFailure });
  const heard: EngineStatus[] = [];
  session.onStatus((status) => heard.push(status));
  return { clock, session, heard, failures, faults: memory.faults, end: () => memory.faults.end(settings.member) };
}

describe("a connection that is over for good", () => {
  test("is made again, and everything goes on over the new one", async () => {
    const { clock, session, heard, end } = await reconnecting();
    const told: string[] = [];
    const leave = session.subscribe("pace", (text) => told.push(text));
    await session.state.put("key", "value");
    end();
    expect(heard).toEqual(["disconnected"]);
    await clock.advance(500);
    expect(heard).toEqual(["disconnected", "connected"]);
    expect((await session.state.get("key"))?.value).toBe("value");
    expect(await session.events.append({ partition: 0, id: "a", body: "a" })).toBe("stored");
    await session.publish("pace", "1");
    leave();
    await session.publish("pace", "2");
    expect(told).toEqual(["1"]);
    end();
    await clock.advance(500);
    expect(heard).toEqual(["disconnected", "connected", "disconnected", "connected"]);
  });

  test("is tried for again and again, at most five seconds apart, for as long as it takes", async () => {
    const { clock, heard, failures, faults, end } = await reconnecting();
    faults.stop();
    end();
    await clock.advance(500 + 1_000 + 2_000 + 4_000 + 5_000 + 5_000);
    expect(failures).toHaveLength(6);
    expect(failures[0]).toMatchObject({ reason: "unavailable" });
    faults.start();
    await clock.advance(5_000);
    expect(heard).toEqual(["disconnected", "connected"]);
  });

  test("is told as a lost log when the engine has another one by then", async () => {
    const { clock, heard, faults, end } = await reconnecting();
    end();
    faults.stop();
    faults.start({ withoutDisk: true });
    await clock.advance(500);
    expect(heard).toEqual(["disconnected", "connected", "lost"]);
  });

  test("ends the session where the engine makes none", async () => {
    const { clock, session, heard, end } = await reconnecting({ reconnects: false });
    end();
    await clock.advance(60_000);
    expect(heard).toEqual(["disconnected", "ended"]);
    await session.close();
    expect(clock.pending).toBe(0);
  });

  test("is left alone once the session is closed", async () => {
    const { clock, session, heard, end } = await reconnecting();
    end();
    await session.close();
    await clock.advance(60_000);
    expect(heard).toEqual(["disconnected"]);
    expect(clock.pending).toBe(0);
  });
});

test("for how long the engine has been away is reported every ten seconds, and is in the state", async () => {
  const clock = createVirtualClock();
  const engine = memoryEngine({ clock });
  const told: string[] = [];
  const fleet = await openFleet({
    engine,
    clock,
    onDiagnostic: ({ type, message }) => told.push(`${type} ${message}`),
  });
  expect(fleet.state).toMatchObject({ isConnected: true, engineAwayMs: 0 });
  engine.faults.stop();
  await clock.advance(25_000);
  expect(fleet.state).toMatchObject({ isConnected: false, engineAwayMs: 25_000 });
  engine.faults.start();
  await clock.advance(20_000);
  expect(fleet.state).toMatchObject({ isConnected: true, engineAwayMs: 0 });
  expect(told).toEqual([
    "fleet.disconnected The engine is out of reach: events that are read wait in this process.",
    "fleet.engine_away The engine has been out of reach for 10.0 s.",
    "fleet.engine_away The engine has been out of reach for 20.0 s.",
    "fleet.connected The engine is in reach again after 25.0 s.",
  ]);
  await fleet.close();
  expect(clock.pending).toBe(0);
});

test("a fleet whose connections are closed for good one after the other loses nothing", async () => {
  const world = new World({ fleet: { partitions: 8, ackWaitMs: 4_000, leaseMs: 4_000 } });
  for (const name of ["a", "b", "c"]) await world.add(name);
  world.load(60, 20);
  for (let round = 0; round < 6; round += 1) {
    await world.run(2_000);
    const machine = world.machines[round % 3];
    if (machine !== undefined) world.engine.faults.end(machine.fleet.member);
  }
  await world.run(8_000);
  await world.settle();
  expect(world.verdict()).toMatchObject({ lost: [], toldLost: 0, outOfOrder: [] });
});

test("an App whose engine is over for good ends with an error, and reads the stream no more", async () => {
  const setting = await Setting.start();
  const engine: FleetEngine = {
    kind: "memory",
    open: (given) => setting.engine.open(given),
    settingsOf: () => Promise.resolve(undefined),
  };
  const { app, fleet, diagnostics } = await setting.add("one", { engine });
  await setting.run({ app, fleet, heard: [], diagnostics });
  const stopped = app.stopped;
  setting.engine.faults.end(fleet.member);
  const reason = await setting.during(stopped);
  expect(reason).toMatchObject({ why: "ended" });
  const error = reason.why === "ended" ? reason.error : undefined;
  expect(isFleetError(error, "ended")).toBe(true);
  expect(error).toMatchObject({ message: expect.stringContaining("Pass memoryEngine() a function") as unknown });
  expect(diagnostics.map(({ type }) => type)).toContain("fleet.engine_ended");
  expect(app.health().events).toBeUndefined();
});
