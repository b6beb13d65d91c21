import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type Fleet, type Lease, memoryEngine, openFleet } from "svc-apps/fleet";
import { expect, onTestFinished, test } from "vitest";
import { createVirtualClock } from "../support/virtual-clock.js";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void; // what the flag above adds

/** Members of one fleet, on one clock. */
async function members(...names: readonly string[]) {
  const clock = createVirtualClock();
  const engine = memoryEngine({ clock });
  const fleets = new Map<string, Fleet>();
  for (const member of names) fleets.set(member, await openFleet({ engine, clock, member }));
  onTestFinished(async () => void (await Promise.all([...fleets.values()].map(async (fleet) => fleet.close()))));
  const fleet = (name: string): Fleet => fleets.get(name) ?? expect.fail(`no member ${name}`);
  const held = async (lease: Lease): Promise<Lease> => {
    await clock.runUntil(() => lease.isHeld);
    return lease;
  };
  return { clock, engine, fleet, held };
}

test("a lease that was out of touch is there for whoever waits for it, once it is this member's again", async () => {
  const { clock, engine, fleet, held } = await members("one");
  const lease = await held(fleet("one").lease("report"));
  engine.faults.stop();
  await clock.runUntil(() => !lease.isHeld);
  let acquired: boolean | undefined;
  void lease.acquired().then((is) => (acquired = is));
  engine.faults.start();
  await held(lease);
  await clock.settle();
  expect(acquired).toBe(true);
});

test("a lease that lapsed, and was another member's meanwhile, is lost, and comes back with a larger fence", async () => {
  const { clock, engine, fleet, held } = await members("one", "other");
  const lease = await held(fleet("one").lease("report"));
  const [first, lost] = [lease.fence ?? Infinity, lease.lost];
  engine.faults.cut(fleet("one").member);
  await clock.runUntil(() => !lease.isHeld);
  const another = await held(fleet("other").lease("report"));
  expect(lost.aborted).toBe(true); // before the other one acts
  const second = another.fence ?? Infinity;
  await another.release();
  engine.faults.heal(fleet("one").member);
  await held(lease);
  expect([lease.lost.aborted, first < second, second < (lease.fence ?? 0)]).toEqual([false, true, true]);
});

test("a lease is lost to whoever works under it when its fleet is closed or it is released", async () => {
  const { fleet, held } = await members("one", "other");
  const [one, other] = [await held(fleet("one").lease("a")), await held(fleet("other").lease("b"))];
  await Promise.all([one.release(), fleet("other").close()]);
  expect([one.lost.reason, other.lost.reason]).toMatchObject([
    { message: expect.stringContaining("was given back") },
    { message: expect.stringContaining("was given back") },
  ]);
});

test("of two leases of one name in one process one is held at a time", async () => {
  const { clock, fleet, held } = await members("one");
  const [first, second] = [await held(fleet("one").lease("report")), fleet("one").lease("report")];
  await clock.advance(20_000);
  expect([first.isHeld, second.isHeld]).toEqual([true, false]);
  const fence = first.fence ?? Infinity;
  await first.release();
  await held(second);
  expect([first.isHeld, (second.fence ?? 0) > fence]).toEqual([false, true]);
});

test("leases that were released are forgotten", async () => {
  const { fleet, held, clock } = await members("one");
  const released: WeakRef<Lease>[] = [];
  for (let count = 0; count < 20; count += 1) {
    const lease = await held(fleet("one").lease(`job ${count}`));
    await lease.release();
    released.push(new WeakRef(lease));
  }
  await clock.advance(60_000);
  collectGarbage();
  expect(released.filter((lease) => lease.deref() !== undefined).length).toBeLessThan(5);
});
