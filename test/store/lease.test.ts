import { describe, expect, test } from "vitest";
import type { KeyValue } from "../../runtime/store/contract.js";
import { type Lease, type LeaseRecord, readLease, takeLease } from "../../runtime/store/lease.js";
import { memoryStore } from "../../runtime/store/memory.js";
import { Records } from "../../runtime/store/records.js";
import { createVirtualClock, type VirtualClock } from "../support/virtual-clock.js";

const sink = { wants: () => false, report: () => undefined };

function member(store: KeyValue, clock: VirtualClock, holder: string) {
  const lost: string[] = [];
  const records = new Records<LeaseRecord>(store, { use: "lease", read: readLease, clock, sink });
  const take = async (): Promise<Lease> =>
    takeLease({ records, key: "cursor", holder, clock, onLost: (by) => void lost.push(by) });
  return { take, lost };
}

describe("a lease", () => {
  test("is taken at once when it is free or was given back, and its fence grows", async () => {
    const clock = createVirtualClock();
    const store = memoryStore({ clock });
    const first = await member(store, clock, "one").take();
    expect([first.fence, first.takenFrom, first.isHeld]).toEqual([1, undefined, true]);
    await first.release();
    const second = await member(store, clock, "two").take();
    expect([second.fence, second.takenFrom]).toEqual([2, undefined]);
    await second.release();
    expect(clock.pending).toBe(0);
  });

  test("is refused while its holder lives, by the first heartbeat that is seen", async () => {
    const clock = createVirtualClock();
    const store = memoryStore({ clock });
    await member(store, clock, "one").take();
    const refused = member(store, clock, "two")
      .take()
      .catch((error: unknown) => error);
    await clock.advance(3_749);
    await clock.advance(1);
    expect(await refused).toMatchObject({ reason: "taken", holder: "one", message: '"cursor" is in use by one.' });
  });

  test("of a holder that was killed is taken over after its ten seconds, not before", async () => {
    const clock = createVirtualClock();
    const store = memoryStore({ clock });
    const dead = createVirtualClock();
    await member(store, dead, "one").take(); // its clock never moves again: no heartbeat
    let taken: Lease | undefined;
    void member(store, clock, "two")
      .take()
      .then((lease) => (taken = lease));
    await clock.advance(9_999);
    expect(taken).toBeUndefined();
    await clock.advance(1);
    expect([taken?.takenFrom, taken?.fence]).toEqual(["one", 2]);
  });

  test("a holder that was paused learns from its next heartbeat that it lost the lease", async () => {
    const store = memoryStore();
    const [paused, clock] = [createVirtualClock(), createVirtualClock()];
    const one = member(store, paused, "one");
    const lease = await one.take();
    const taking = member(store, clock, "two").take();
    await clock.advance(10_000);
    await taking;
    expect(lease.isHeld).toBe(true); // it cannot know yet: what it writes is refused by the fence of the data itself
    await paused.advance(2_500);
    expect([lease.isHeld, one.lost]).toEqual([false, ["two"]]);
    expect(paused.pending).toBe(0);
  });

  test("is not held while the store hangs for longer than the lease, and is held again when it answers", async () => {
    const clock = createVirtualClock();
    const kept = memoryStore({ clock });
    let hangs = false;
    const put: KeyValue["put"] = async (...given) => (hangs ? new Promise(() => undefined) : kept.put(...given));
    const lease = await member({ ...kept, put }, clock, "one").take();
    hangs = true;
    await clock.advance(9_999);
    expect(lease.isHeld).toBe(true);
    await clock.advance(2_501);
    expect(lease.isHeld).toBe(false);
    hangs = false;
    await clock.advance(5_000);
    expect(lease.isHeld).toBe(true);
  });

  test("a heartbeat whose answer was lost does not cost the lease", async () => {
    const clock = createVirtualClock();
    const kept = memoryStore({ clock });
    let fails = false;
    const put: KeyValue["put"] = async (...given) => {
      const etag = await kept.put(...given);
      if (fails) throw new Error("connection lost");
      return etag;
    };
    const one = member({ ...kept, put }, clock, "one");
    const lease = await one.take();
    fails = true;
    await clock.advance(2_500);
    fails = false;
    await clock.advance(60_000);
    expect([lease.isHeld, one.lost]).toEqual([true, []]);
  });
});
