import { expect, test } from "vitest";
import { type Member, Setting } from "./setting.js";

/** Two members with `standby: "hot"`, by the slot that each holds, and the reactions that were handled. */
async function pair() {
  const setting = await Setting.start();
  const killed = new Set<string>();
  const add = async (name: string) =>
    setting.add(name, { standby: "hot" }, (options) => ({
      ...options,
      streamTransport: async (request) => {
        if (killed.has(name)) throw new Error("killed");
        return setting.sandbox.openStream(request);
      },
    }));
  const members = [await add("one"), await add("other")];
  const kill = ({ fleet: { member } }: Member): void => {
    killed.add(member.split("-")[0] ?? "");
    setting.engine.faults.cut(member);
    setting.sandbox.faults.streams.cut();
  };
  const reactions: string[] = [];
  for (const { app } of members) app.on("reaction_update", ({ emoji }) => void reactions.push(emoji));
  await setting.run(...members);
  await setting.until(() => members.every(({ app }) => app.health().events?.phase === "open"));
  const holder = (slot: number): Member =>
    members.find(({ fleet }) => fleet.state.slots[slot]?.isMine) ?? expect.fail(`nobody holds slot ${slot}`);
  return { setting, kill, reactions, first: holder(0), second: holder(1) };
}

const slotsOf = ({ fleet }: Member) => fleet.state.slots.map(({ isMine }) => isMine);

test.each(["stopped", "killed"] as const)(
  "a member left alone in a hot fleet takes over slot 0, whose reader was %s, and handles every event once",
  async (how) => {
    const { setting, kill, reactions, first, second } = await pair();
    const { clock, defaults } = setting.sandbox;
    const { person, channelId } = defaults;
    const { id } = person.post(channelId, "react to this");
    await setting.until(() => setting.heard.length === 1);
    if (how === "stopped") await setting.during(first.app.stop({ graceMs: 0 }));
    else kill(first);
    person.react(id, "👍");
    await clock.advance(10_000);
    person.react(id, "👎");
    person.post(channelId, "alone");
    await clock.advance(10_000);
    expect([reactions, setting.heard]).toEqual([
      ["👍", "👎"],
      ["react to this", "alone"],
    ]);
    expect(slotsOf(second)).toEqual([true, false]);
  },
);

test("a member that comes to one that took over slot 0 reads as the second one", async () => {
  const { setting, first, second } = await pair();
  const { person, channelId } = setting.sandbox.defaults;
  await setting.during(first.app.stop({ graceMs: 0 }));
  await setting.sandbox.clock.advance(5_000);
  person.post(channelId, "alone");
  await setting.sandbox.clock.advance(5_000);
  const third = await setting.add("third", { standby: "hot" });
  await setting.during(third.app.start({ signals: false }));
  await setting.until(() => slotsOf(third)[1] === true);
  person.post(channelId, "two again");
  await setting.sandbox.clock.advance(5_000);
  expect([slotsOf(second), slotsOf(third)]).toEqual([
    [true, false],
    [false, true],
  ]);
  expect(setting.heard).toEqual(["alone", "two again"]);
});

test("a member that comes while no event does reads as the second one, too", async () => {
  const { setting, first, second } = await pair();
  await setting.during(first.app.stop({ graceMs: 0 }));
  await setting.sandbox.clock.advance(5_000);
  const third = await setting.add("third", { standby: "hot" });
  await setting.during(third.app.start({ signals: false }));
  await setting.sandbox.clock.advance(10_000);
  expect([slotsOf(second), slotsOf(third)]).toEqual([
    [true, false],
    [false, true],
  ]);
});

test("slot 1 is kept for as long as the stream of slot 0 carries nothing", async () => {
  const { setting, first, second } = await pair();
  setting.sandbox.faults.add({ on: "stream", effect: "silent" });
  await setting.during(first.app.stop({ graceMs: 0 }));
  await setting.sandbox.clock.advance(20_000);
  expect(slotsOf(second)).toEqual([true, true]);
  await setting.sandbox.clock.advance(60_000);
  expect(slotsOf(second)).toEqual([true, false]);
});
