import { expect, test } from "vitest";
import { DeadLetters } from "../../runtime/fleet/consume/dead-letters.js";
import { noCounts, triage } from "../../runtime/fleet/consume/triage.js";
import { startEngineClock } from "../../runtime/fleet/engine-clock.js";
import { FleetError, type LogDelivery, memoryEngine } from "../../runtime/fleet/index.js";
import { resolveFleetOptions } from "../../runtime/fleet/resolve-options.js";
import { createVirtualClock } from "../support/virtual-clock.js";
import { type Machine, World } from "./sim/world.js";

/** What comes of a request while the world's time passes. */
async function asked<Result>(world: World, { fleet }: Machine, ask: (letters: DeadLetters) => Promise<Result>) {
  const results: { readonly result?: Result; readonly error?: unknown }[] = [];
  ask(fleet.deadLetters).then(
    (result) => results.push({ result }),
    (error: unknown) => results.push({ error }),
  );
  await world.run(50);
  return results[0];
}

/** A fleet that gave up on event 5, whose handler never ended. */
async function afterGivingUp() {
  let isMended = false;
  const world = new World({
    fleet: { partitions: 1, ackWaitMs: 2_000, leaseMs: 2_000, maxDeliveries: 3 },
    handlerMs: (n) => (n === 5 && !isMended ? 1e9 : 1),
  });
  for (let n = 0; n < 8; n += 1) await world.add(`m${n}`);
  world.load(4, 3);
  const starts = () => world.starts.filter(({ number }) => number === 5);
  const killWhoBegan = () => {
    const machine = world.machines.find(({ name }) => name === starts().at(-1)?.member);
    if (machine !== undefined && !machine.isDead) world.kill(machine);
  };
  for (let n = 0; n < 400 && world.told("fleet.dead_letter").length === 0; n += 1) {
    await world.run(100);
    killWhoBegan();
  }
  world.stopLoad();
  await world.run(5_000);
  const alive = world.machines.find(({ isDead }) => !isDead);
  if (alive === undefined) throw new Error("nobody is left");
  return { world, alive, starts, killWhoBegan, mend: () => (isMended = true) };
}

test("an event that was put aside is handled when it is replayed, and is put aside no more", async () => {
  const { world, alive, starts, mend } = await afterGivingUp();
  const before = starts().length;
  mend();
  expect(await asked(world, alive, (letters) => letters.replay("m-5"))).toEqual({ result: true });
  expect(await asked(world, alive, (letters) => letters.list())).toEqual({ result: [] });
  expect(starts().length).toBe(before + 1);
  expect(await asked(world, alive, (letters) => letters.replay("m-5"))).toEqual({ result: false });
});

test("a replayed event may be begun as often as a new one before it is put aside again", async () => {
  const { world, alive, starts, killWhoBegan, mend } = await afterGivingUp();
  const before = starts().length;
  await asked(world, alive, (letters) => letters.replay("m-5"));
  killWhoBegan();
  mend();
  await world.run(10_000);
  expect(starts().length).toBe(before + 2);
  expect(world.told("fleet.dead_letter").length).toBe(1);
});

const body = (event: object, v = 1) => JSON.stringify({ v, i: "e-1", h: 0, s: "gateway", e: event });

test.each([
  ["is not JSON", "{", /^It cannot be read: it is not JSON/],
  ["was written by a newer version", body({ type: "unknown" }, 2), /^It was written by a newer version \(2\)/],
  ["is an interaction", body({ type: "interaction_create", interaction: {} }), /^It is an interaction/],
])("what %s is not replayed, and stays", async (_what, text, message) => {
  const world = new World();
  const machine = await world.add("m");
  const letter = { identity: "e-1", reason: "", deliveries: 5, atMs: 0, body: text };
  await asked(world, machine, (letters) => letters.add(letter));
  const refused = { error: { name: "FleetError", reason: "argument", message: expect.stringMatching(message) } };
  expect(await asked(world, machine, (letters) => letters.replay("e-1"))).toMatchObject(refused);
  expect(await asked(world, machine, (letters) => letters.list())).toEqual({ result: [letter] });
});

test("an event is not replayed into a log that is full, and stays", async () => {
  const world = new World({ fleet: { partitions: 1, maxLagEvents: 1, roles: [] } });
  const machine = await world.add("m");
  const event = body({ type: "unknown", wireType: "x", reason: "type", payload: {} });
  const letter = { identity: "e-1", reason: "", deliveries: 5, atMs: 0, body: event };
  await world.append("e-0", event);
  await asked(world, machine, (letters) => letters.add(letter));
  const refused = {
    error: { reason: "unavailable", message: expect.stringContaining("Partition 0 of the log is full") },
  };
  expect(await asked(world, machine, (letters) => letters.replay("e-1"))).toMatchObject(refused);
  expect(await asked(world, machine, (letters) => letters.list())).toEqual({ result: [letter] });
});

test("an event that cannot be put aside is left to come again, and the engine's failure is reported", async () => {
  const clock = createVirtualClock();
  const session = await memoryEngine({ clock }).open(resolveFleetOptions({ clock }).settings);
  const refusal = new FleetError("forbidden", "no permission");
  const refusing = { ...session.deadLetters, put: async () => Promise.reject(refusal) };
  const [failures, acknowledged]: unknown[][] = [[], []];
  const delivery: LogDelivery = {
    partition: 0,
    id: "e-1",
    body: "{",
    deliveries: 1,
    storedAtMs: 0,
    ack: async () => Promise.resolve(void acknowledged?.push("e-1")),
    release: async () => Promise.resolve(),
    extend: async () => Promise.resolve(),
  };
  const taken = await triage(delivery, {
    session,
    engineClock: await startEngineClock(session, clock, () => {}),
    engineFailed: (error) => void failures?.push(error),
    report: () => {},
    maxDeliveries: 5,
    deadLetters: new DeadLetters({ claims: session.claims, events: session.events, deadLetters: refusing }),
    counters: noCounts(),
  });
  expect([taken, failures, acknowledged]).toEqual([undefined, [refusal], []]);
});

test("letters of long identities that begin alike are kept apart, found and replayed", async () => {
  const { settings } = resolveFleetOptions({ partitions: 1 });
  const session = await memoryEngine().open({ ...settings, name: "long", member: "one", clock: createVirtualClock() });
  const letters = new DeadLetters(session);
  const [one, other] = ["a", "b"].map((end) => "x".repeat(5_000) + end);
  if (one === undefined || other === undefined) throw new Error("two were made");
  const facts = { reason: "", deliveries: 1, atMs: 0, body: "" };
  await letters.add({ ...facts, identity: one });
  await letters.add({ ...facts, identity: other });
  expect((await letters.list()).map(({ identity }) => identity)).toEqual([one, other]);
  expect(await letters.remove(one)).toBe(true);
  expect((await letters.list()).map(({ identity }) => identity)).toEqual([other]);
  await session.close();
});
