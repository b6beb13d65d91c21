import { describe, expect, test } from "vitest";
import type { AckableEvent, StreamEvent } from "../../runtime/events/index.js";
import { IntakeFlow } from "../../runtime/fleet/intake/flow.js";
import type { Waiting } from "../../runtime/fleet/intake/appender.js";
import { createVirtualClock } from "../support/virtual-clock.js";
import { Setting } from "./setting.js";
import { World } from "./sim/world.js";

/** A flow of events that a test gives and lets into the log one by one. */
function flowing() {
  const clock = createVirtualClock();
  const adding = new Map<string, Waiting>();
  const lane: string[] = [];
  const acked: string[] = [];
  const told: string[] = [];
  const entryOf = ({ identity }: { readonly identity: string }) => ({ partition: 0, id: identity, body: "" });
  const flow = new IntakeFlow({
    slot: 0,
    clock,
    report: (name, message) => void told.push(`${name}: ${message}`),
    interactionLifeMs: 3_000,
    partitionOf: ({ identity }) => (identity.startsWith("none") ? undefined : 0),
    entryOf,
    appender: {
      add: (waiting) => void adding.set(waiting.write()?.id ?? "", waiting),
      addInteraction: (waiting) => {
        lane.push(waiting.write()?.id ?? "");
        waiting.done();
      },
    },
  });
  const take = (identity: string, type = "message_create") => {
    const event = { type } as unknown as StreamEvent; // all that the flow looks at
    const ack = () => void acked.push(identity);
    const received: Partial<AckableEvent> = { event, identity, receivedAtMs: clock.monotonicMs(), ack };
    flow.take(received as AckableEvent);
  };
  const takeMany = (count: number, from = 0) => {
    for (let number = from; number < from + count; number += 1) take(`m-${number}`);
  };
  return { flow, clock, take, takeMany, adding, lane, acked, told };
}

describe("the way of events into the log", () => {
  test("lets interactions past everything that waits, also past what may not be appended yet", () => {
    const { take, takeMany, adding, lane, acked } = flowing();
    takeMany(600);
    take("i-1", "interaction_create");
    expect([adding.size, lane, acked]).toEqual([400, ["i-1"], ["i-1"]]);
  });

  test("goes on where the first event that waited is in", () => {
    const { takeMany, adding, acked } = flowing();
    takeMany(600);
    adding.get("m-1")?.done();
    expect(adding.size).toBe(400);
    adding.get("m-0")?.done();
    expect([adding.size, acked]).toEqual([402, ["m-1", "m-0"]]);
  });

  test("says when the stream is to be read no further, and when again", async () => {
    const { flow, takeMany, adding } = flowing();
    takeMany(1_399);
    let hasRoom = 0;
    const ask = () => void flow.room().then(() => (hasRoom += 1));
    ask();
    await Promise.resolve();
    expect(hasRoom).toBe(1);
    takeMany(1, 1_399);
    ask();
    await Promise.resolve();
    expect(hasRoom).toBe(1);
    for (let number = 0; number < 500; number += 1) adding.get(`m-${number}`)?.done();
    await Promise.resolve();
    await Promise.resolve();
    expect(hasRoom).toBe(2);
  });

  test("holds back all but interactions for a while when told to", async () => {
    const { flow, clock, take, adding, lane } = flowing();
    flow.hold(1_000);
    take("m-1");
    take("i-1", "interaction_create");
    await clock.advance(999);
    expect([adding.size, lane]).toEqual([0, ["i-1"]]);
    await clock.advance(1);
    expect([...adding.keys()]).toEqual(["m-1"]);
    flow.close();
    expect(clock.pending).toBe(0);
  });

  test("passes over what is not to be appended", async () => {
    const { take, adding, acked } = flowing();
    take("none-1");
    await Promise.resolve();
    expect([adding.size, acked]).toEqual([0, ["none-1"]]);
  });

  test("reports with its rates a log that takes less than comes, before a successor could not resume", async () => {
    const { clock, takeMany, adding, told } = flowing();
    for (let second = 0; second < 9; second += 1) {
      takeMany(40, 40 * second);
      for (let number = 0; number < 8; number += 1) adding.get(`m-${8 * second + number}`)?.done();
      await clock.advance(1_000);
    }
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(
      /^reader_behind: .* events a second of .* that come; 288 events wait, the oldest for 8.0 s/,
    );
    for (let number = 0; number < 360; number += 1) adding.get(`m-${number}`)?.done();
    await clock.advance(1_000);
    expect(told.at(-1)).toBe("reader_caught_up: The log has taken what waited at slot 0.");
  });
});

describe("a full partition", () => {
  /** One channel whose handlers stand still until the test lets them go on, in a log of a few entries each. */
  async function blocked(standby: "warm" | "hot") {
    let isBlocked = true;
    const fleet = { partitions: 4, maxLagEvents: 40, standby };
    const world = new World({ fleet, handlerMs: (number) => (isBlocked && number % 2 === 0 ? 1e9 : 2) });
    for (const name of ["a", "b"]) await world.add(name);
    return { world, go: () => (isBlocked = false) };
  }

  test.each(["warm", "hot"] as const)("holds up its own channels alone: %s", async (standby) => {
    const { world } = await blocked(standby);
    await world.run(3_000);
    for (let round = 0; round < 100; round += 1) {
      world.platform.emit("busy"); // even numbers: its handler never ends
      world.platform.emit("calm");
      await world.run(5);
    }
    await world.run(1_000);
    const calm = world.starts.filter(({ channel }) => channel === "calm");
    expect(calm.map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, index) => 2 * index + 1));
    expect(world.told("fleet.log_full")).not.toEqual([]);
    expect(world.verdict().outOfOrder).toEqual([]);
  });

  test("lets an interaction of another channel through at once, and a message", async () => {
    const setting = await Setting.start();
    const options = { maxLagEvents: 40, partitions: 4 };
    const one = await setting.add("one", options);
    const busy = setting.sandbox.portal.createChannel({ serverId: setting.sandbox.defaults.serverId, name: "busy" });
    one.app.on("message_create", async ({ message }) => {
      if (message.channelId === busy.channelId) await new Promise(() => {});
    });
    await setting.run(one);
    const { person, channelId } = setting.sandbox.defaults;
    for (let number = 0; number < 100; number += 1) person.post(busy.channelId, `busy ${number}`);
    await setting.until(() => one.diagnostics.some(({ type }) => type === "fleet.log_full"));
    const { clock } = setting.sandbox;
    const fromMs = clock.monotonicMs();
    person.post(channelId, "calm");
    person.run("who");
    await setting.until(() => one.heard.includes("calm"));
    await setting.until(() => person.read(channelId).some(({ content }) => content === "one"));
    expect(clock.monotonicMs() - fromMs).toBeLessThan(500);
  });
});
