import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Clock, systemClock } from "../../runtime/abi/index.js";
import { DeadLetterBox } from "../../runtime/events/dispatch/dead-letters.js";
import { isStoreError, type KeyValue, sealed } from "../../runtime/store/index.js";
import { type LeaseRecord, readLease, takeLease } from "../../runtime/store/lease.js";
import { Records } from "../../runtime/store/records.js";
import { startProxy, type TcpProxy } from "../support/tcp-proxy.js";

const sink = { wants: () => false, report: () => undefined };

/** A process that keeps numbers in a store. */
const counts = (store: KeyValue, clock: Clock = systemClock) =>
  new Records<number>(store, {
    use: "count",
    read: (value) => (typeof value === "number" ? value : undefined),
    clock,
    sink,
  });

/** The clock of a process that is wrong by so much. */
const wrongBy = (ms: number): Clock => ({
  now: () => systemClock.now() + ms,
  monotonicMs: () => systemClock.monotonicMs(),
  schedule: (...given) => systemClock.schedule(...given),
});

/** Adds one, however often others are faster. */
async function count(records: Records<number>): Promise<void> {
  for (;;) {
    try {
      await records.update("n", (now = 0) => now + 1);
      return;
    } catch (error) {
      if (!isStoreError(error, "conflict")) throw error;
    }
  }
}

/** A store in a server of its own. */
export interface FaultKit {
  readonly port: () => number;
  /** A store over a new connection to that port, as another process has one. All stores are in one place. */
  readonly open: (port: number) => Promise<KeyValue> | KeyValue;
  /** All that the server holds, in any form. */
  readonly everything: () => Promise<string>;
}

/** What happens to a store in a server, besides what the suite asks of it. */
export function testFaults({ port, open, everything }: FaultKit): void {
  let proxy: TcpProxy;
  let [through, direct]: KeyValue[] = [];
  beforeAll(async () => {
    proxy = await startProxy(port());
    [through, direct] = [await open(proxy.port), await open(port())];
  });
  afterAll(async () => proxy.close());

  test("a process that ends between its write and the answer leaves the write whole, and the next goes on from it", async () => {
    const [killed, next] = [counts(through!), counts(direct!)];
    const first = await killed.put("killed", 0, { expected: null });
    const etag = await killed.put("killed", 1, { expected: first ?? null }); // what a client asks once, it has asked
    proxy.mute();
    const wrote = killed.put("killed", 2, { expected: etag ?? null, timeoutMs: 1_000 });
    await expect(wrote).rejects.toMatchObject({ reason: "timeout", ambiguous: true });
    expect((await next.update("killed", (now = 0) => now + 1))?.value).toBe(3);
    proxy.heal();
    await expect(killed.put("killed", 9, { expected: etag ?? null })).resolves.toBeUndefined();
    expect((await next.get("killed"))?.value).toBe(3);
  });

  test("a connection that hangs costs its limit of time, and works again afterwards", async () => {
    const records = counts(through!);
    await records.put("hangs", 1, { expected: null });
    proxy.cut();
    const beganMs = performance.now();
    await expect(records.get("hangs", { timeoutMs: 300 })).rejects.toMatchObject({ reason: "timeout" });
    expect(performance.now() - beganMs).toBeLessThan(2_000);
    expect((await counts(direct!).get("hangs"))?.value).toBe(1);
    proxy.heal();
    await expect
      .poll(async () => (await records.get("hangs").catch(() => undefined))?.value, { timeout: 10_000 })
      .toBe(1);
  });

  test("two writers of one key lose no write", async () => {
    const writers = [counts(through!), counts(direct!)];
    await Promise.all(
      writers.map(async (writer) => Promise.all(Array.from({ length: 20 }, async () => count(writer)))),
    );
    expect((await counts(direct!).get("n"))?.value).toBe(40);
  });

  test("a clock that jumps ends what has a lifetime for its process alone, and nothing else", async () => {
    const [right, wrong] = [counts(direct!), counts(through!, wrongBy(3_600_000))];
    await right.put("kept", 1, { expected: null });
    await right.put("brief", 1, { expected: null, ttlMs: 60_000 });
    expect([(await wrong.get("kept"))?.value, await wrong.get("brief")]).toEqual([1, undefined]);
    expect((await right.get("brief"))?.value).toBe(1);
    // Back by an hour: what was to end an hour ago is there for it while the server has it.
    const behind = counts(through!, wrongBy(-3_600_000));
    await behind.put("behind", 1, { expected: null, ttlMs: 60_000 });
    expect([(await behind.get("behind"))?.value, await right.get("behind")]).toEqual([1, undefined]);
  });

  test("a clock that jumps neither ends a lease nor takes one over", async () => {
    const leases = (store: KeyValue, clock: Clock) =>
      new Records<LeaseRecord>(store, { use: "lease", read: readLease, clock, sink });
    const wrong = wrongBy(3_600_000);
    const lease = { key: "jump", leaseMs: 2_000, onLost: () => undefined };
    const held = await takeLease({
      ...lease,
      holder: "one",
      records: leases(direct!, systemClock),
      clock: systemClock,
    });
    const asked = takeLease({ ...lease, holder: "two", records: leases(through!, wrong), clock: wrong });
    await expect(asked).rejects.toMatchObject({ reason: "taken", holder: "one" });
    expect(held.isHeld).toBe(true);
    await held.release();
  });

  describe("sealed", () => {
    test("a private message is found nowhere in the server, neither a conversation nor a dead letter", async () => {
      const letter = (text: string) => ({
        event: { message: { content: text } },
        identity: text.slice(0, 5),
        error: { name: "Error", message: text },
        attempts: 1,
        failedAtMs: 0,
      });
      const parts = { clock: systemClock, sink };
      const write = async (store: KeyValue, text: string): Promise<void> => {
        await new DeadLetterBox(store, parts).add(letter(text));
        const read = (value: unknown): unknown => value;
        const conversations = new Records<unknown>(store, { use: "conversation", read, ...parts });
        await conversations.put(text.slice(0, 5), { heard: [text] }, { expected: null });
      };
      const own = sealed(direct!, { keys: [{ id: "k", secret: new Uint8Array(32).fill(7) }] });
      await write(own, "seal1-canary-6b1f");
      await write(direct!, "open1-canary-90cc");
      const held = await everything();
      expect(held).toContain("canary-90cc"); // the witness sees what is not sealed
      expect(held).not.toContain("canary-6b1f");
      expect(held).not.toContain(Buffer.from("canary-6b1f").toString("base64").slice(2, 12));
      expect(await own.get("dead-letter.seal1")).toMatchObject({ value: expect.stringContaining("canary-6b1f") });
    });
  });
}

/** All bytes of the files of a folder, one character each. */
export const bytesIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => readFileSync(join(one.parentPath, one.name), "latin1"))
    .join("\n");
