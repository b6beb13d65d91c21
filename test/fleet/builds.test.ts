import { expect, test } from "vitest";
import { memoryEngine, openFleet } from "svc-apps/fleet";

/** The builds in order, each older than the one behind it. */
const ORDER = [
  "",
  "1.9.0",
  "1.10.0-beta.3",
  "1.10.0-rc.1",
  "1.10.0-rc.12",
  "1.10.0",
  "1.10.0-5-gab12cd",
  "1.10.1",
  "2.0.0-next.1",
  "2.0.0",
];

const pairs = ORDER.slice(1).map((newer, index) => [ORDER[index]!, newer] as const);

test.each(pairs)("commands of build %j give way to those of %j, and never the other way", async (older, newer) => {
  const fleet = await openFleet();
  const registered: string[] = [];
  const start = (build: string) =>
    fleet.commands({ hash: build, build }, () => Promise.resolve(void registered.push(build)));
  expect([await start(older), await start(newer), await start(older)]).toEqual(["registered", "registered", "newer"]);
  expect(registered).toEqual([older, newer]);
  await fleet.close();
});

test("a lease of the user's own that is called commands keeps nobody from registering", async () => {
  const engine = memoryEngine();
  const [fleet, other] = [await openFleet({ engine }), await openFleet({ engine })];
  expect(await fleet.lease("commands").acquired()).toBe(true);
  expect(await other.commands({ hash: "1" }, () => Promise.resolve(), AbortSignal.timeout(1_000))).toBe("registered");
  await Promise.all([fleet.close(), other.close()]);
});

test.each([undefined, "", 5])("a lease is not called %j", async (name) => {
  const fleet = await openFleet();
  expect(() => fleet.lease(name as never)).toThrow(expect.objectContaining({ reason: "argument" }));
  await fleet.close();
});

test.each([2, -1, 0.5, "0"])("there is no slot %j", async (slot) => {
  const fleet = await openFleet();
  expect(() => fleet.cursorStore(slot as never)).toThrow(expect.objectContaining({ reason: "argument" }));
  await fleet.close();
});
