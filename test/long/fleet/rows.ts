import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { type EngineName, hasEngine } from "../../support/engines.js";
import { startProxy } from "../../support/tcp-proxy.js";
import { isAlive, ProcessFleet, type ProcessFleetOptions, removeProgram, until, type Worker } from "./kit.js";

/** Most events that may be in hand at one worker: one per partition. */
export const IN_HAND = 16;

/** Nothing lost, channels in order, and no gap. */
export const kept = { lost: [], outOfOrder: [], gaps: 0 };
/** And nothing done twice. */
export const clean = { ...kept, twice: [] };

const running: (() => Promise<void>)[] = [];

/** Ends what a row started, in the file that calls it. */
export function endAfterEach(): void {
  afterEach(async () => {
    for (const end of running.splice(0).toReversed()) await end();
  });
  afterAll(removeProgram);
}

/** A sandbox and an engine, without workers. */
export async function start(options: ProcessFleetOptions = {}): Promise<ProcessFleet> {
  const fleet = await ProcessFleet.start(options);
  running.push(() => fleet.stop());
  return fleet;
}

/** Lets events flow once somebody reads them. */
export async function flow(fleet: ProcessFleet, perSecond: number): Promise<void> {
  await until(() => fleet.holder !== undefined, "somebody holds the stream");
  await until(() => fleet.hasTold("events.opened"), "the stream is open");
  fleet.load(perSecond);
  await sleep(2_500);
}

/** Four workers with events flowing at a rate. */
export async function four(perSecond: number, options: ProcessFleetOptions = {}): Promise<ProcessFleet> {
  const fleet = await start(options);
  await Promise.all(["a", "b", "c", "d"].map((name) => fleet.add(name)));
  // The order of two readers that begin at different places in the stream is not promised.
  if (options.fleet?.standby === "hot") await untilHot(fleet);
  await flow(fleet, perSecond);
  return fleet;
}

/** Until both slots are held, and both streams are read. */
async function untilHot(fleet: ProcessFleet): Promise<void> {
  await until(() => fleet.holders.length === 2, "both slots are held");
  await until(() => fleet.holders.every(({ told }) => told.includes("events.opened")), "both streams are open");
}

/** Whoever holds the stream, which must be. */
export function holderOf(fleet: ProcessFleet): Worker {
  const { holder } = fleet;
  if (holder === undefined) throw new Error("nobody holds the stream");
  return holder;
}

/** Kills the holder and waits until another has taken its place. */
export async function replaceHolder(fleet: ProcessFleet): Promise<void> {
  const former = holderOf(fleet);
  former.child.kill("SIGKILL");
  await former.gone;
  await until(() => fleet.holder !== undefined, "another holds the stream", 12_000);
}

/** Everything handled, nothing out of order, and at most so many events done twice. */
export async function expectKept(fleet: ProcessFleet, mostTwice: number): Promise<void> {
  const { twice, ...rest } = await fleet.settle();
  expect(rest).toMatchObject(kept);
  expect(twice.length).toBeLessThanOrEqual(mostTwice);
}

/** The rows of the failure matrix that depend on the engine: the same on each. */
export function engineRows(engine: EngineName, options: ProcessFleetOptions = {}): void {
  const on = (more: ProcessFleetOptions = {}): ProcessFleetOptions => ({ engine, ...options, ...more });
  describe.skipIf(!hasEngine(engine))(`processes over ${engine}`, () => {
    test("without faults handle every event once and in order", async () => {
      const fleet = await four(200, on());
      await sleep(2_000);
      expect(await fleet.settle()).toMatchObject(clean);
    });

    test("a worker that is killed leaves at most what it had in hand to be done twice", async () => {
      const fleet = await four(200, on());
      fleet.others[0]?.child.kill("SIGKILL");
      await sleep(5_000);
      await expectKept(fleet, IN_HAND);
    });

    test("a worker that is stopped for longer than the ack wait does nothing twice but what was at work", async () => {
      const fleet = await four(200, on({ handlerMs: 20 }));
      const worker = fleet.others[0];
      worker?.child.kill("SIGSTOP");
      await sleep(8_000);
      worker?.child.kill("SIGCONT");
      await until(() => worker?.told.includes("fleet.pause") === true, "it has noticed");
      await sleep(2_000);
      await expectKept(fleet, IN_HAND);
    });

    test("workers that come and leave make nobody wait for an ack timeout", async () => {
      const fleet = await four(150, on());
      const added = [await fleet.add("e"), await fleet.add("f")];
      await sleep(1_500);
      for (const { child } of added) child.kill("SIGTERM");
      await Promise.all(added.map(({ gone }) => gone));
      await sleep(1_000);
      const verdict = await fleet.settle();
      expect(verdict).toMatchObject(clean);
      expect(verdict.longestMs).toBeLessThan(3_500);
    });

    test("the holder killed when warm, below the safe rate, loses nothing", async () => {
      const fleet = await four(60, on());
      await replaceHolder(fleet);
      await until(() => fleet.hasTold("events.resumed"), "the stream is resumed");
      await sleep(2_000);
      await expectKept(fleet, IN_HAND);
    });

    test("a holder killed when hot loses nothing above that rate", async () => {
      const fleet = await four(250, on({ fleet: { standby: "hot" } }));
      holderOf(fleet).child.kill("SIGKILL");
      await sleep(7_000);
      const { twice, gaps: _gaps, ...rest } = await fleet.settle(); // the slot's own stream may have one: the other has not
      expect(rest).toMatchObject({ lost: [], outOfOrder: [] });
      expect(twice.length).toBeLessThanOrEqual(IN_HAND);
    });

    test("the holder stopped when warm is replaced, wakes, and writes nothing more", async () => {
      const fleet = await four(40, on());
      const former = holderOf(fleet);
      former.child.kill("SIGSTOP");
      const others = fleet.workers.filter((worker) => worker !== former);
      await until(() => fleet.hasTold("fleet.slot_taken", others), "another holds the stream", 12_000);
      former.child.kill("SIGCONT");
      await until(() => former.told.includes("fleet.slot_lost"), "the former holder is told");
      await sleep(2_000);
      await expectKept(fleet, IN_HAND);
    });

    test("a holder that is cut off is suspended and replaced, and is told once the network is whole", async () => {
      const fleet = await start(on());
      const way = await startProxy(fleet.engine.port);
      running.push(() => way.close());
      const former = await fleet.add("cut", { port: way.port });
      await until(() => fleet.holder === former, "it holds the stream");
      await Promise.all(["b", "c"].map((name) => fleet.add(name)));
      await flow(fleet, 40);
      way.cut();
      await until(() => former.told.includes("fleet.suspended"), "it is out of touch");
      const others = fleet.workers.filter((worker) => worker !== former);
      await until(() => fleet.hasTold("fleet.slot_taken", others), "another holds the stream", 15_000);
      await sleep(2_000);
      way.heal();
      await until(() => former.told.includes("fleet.slot_lost"), "the former holder is told");
      await sleep(2_000);
      await expectKept(fleet, IN_HAND);
    });

    test("an engine that is killed and started again loses nothing", async () => {
      const fleet = await four(150, on());
      await fleet.engine.restart();
      await sleep(4_000);
      await expectKept(fleet, IN_HAND + 64);
    });

    test.each(["warm", "hot"] as const)("an engine that is away for ten seconds loses nothing: %s", async (standby) => {
      const fleet = await four(150, on({ fleet: { standby } }));
      await fleet.engine.kill();
      await sleep(10_000);
      await fleet.engine.restart();
      await until(() => fleet.hasTold("fleet.resumed"), "the holder goes on");
      await sleep(3_000);
      // Hot: what one of the two readers was behind the other comes again too, since the server has forgotten the ids.
      await expectKept(fleet, IN_HAND + (standby === "hot" ? 300 : 64));
      expect(fleet.hasTold("fleet.slot_lost")).toBe(false);
    });

    test("an engine that loses its disk is set up anew, told as lost, and events go on", async () => {
      const fleet = await four(60, on());
      await fleet.engine.restart({ withoutDisk: true });
      await until(() => fleet.workers.every(({ told }) => told.includes("fleet.log_lost")), "all are told", 60_000);
      await sleep(5_000);
      const { lost, outOfOrder, posted } = await fleet.settle(5_000);
      expect(outOfOrder).toEqual([]);
      expect(lost.length).toBeLessThan(posted / 10);
    });

    test("a log that is full holds events back in order", async () => {
      const fleet = await four(250, on({ handlerMs: 120, fleet: { maxLagEvents: 64 } }));
      await sleep(1_500);
      fleet.stopLoad();
      expect(await fleet.settle()).toMatchObject(clean);
      expect(fleet.hasTold("fleet.log_full")).toBe(true);
    });

    test.each(["warm", "hot"] as const)("a full partition holds up its own channels alone: %s", async (standby) => {
      // Slow enough that 400 events, as far as the reader may go past the first one that waits, take longer than this.
      const fleet = await four(60, on({ slowMs: 5_000, fleet: { standby, maxLagEvents: 16 * 8 } }));
      await sleep(4_000);
      fleet.stopLoad();
      expect(fleet.hasTold("fleet.log_full")).toBe(true);
      await sleep(1_000);
      const { posted, starts, outOfOrder } = fleet.verdict();
      const handled = new Set(starts.map(({ number }) => number));
      // Of 30 channels in 16 partitions, some share the one of the slow channel.
      const posts = Array.from({ length: posted }, (_, number) => number);
      const behind = new Set(posts.filter((number) => !handled.has(number)).map((number) => number % 30));
      expect(behind.size).toBeGreaterThan(0);
      expect(behind.size).toBeLessThan(10);
      expect(outOfOrder).toEqual([]);
    });

    test("of all events in hand when workers die, only the one that kills them is put aside", async () => {
      const fleet = await start(
        on({ poison: 40, handlerMs: 200, channels: 24, fleet: { maxDeliveries: 3, ackWaitMs: 2_000, leaseMs: 2_000 } }),
      );
      let count = 0;
      const keepTwo = async (): Promise<void> => {
        while (fleet.workers.filter(isAlive).length < 2) await fleet.add(`w${(count += 1)}`);
      };
      await keepTwo();
      await flow(fleet, 40);
      const endMs = Date.now() + 60_000;
      while (!fleet.hasTold("fleet.dead_letter") && Date.now() < endMs) {
        await keepTwo();
        await sleep(100);
      }
      const { lost, outOfOrder, starts } = await fleet.settle();
      expect({ lost, outOfOrder }).toEqual({ lost: [], outOfOrder: [] });
      const putAside = fleet.workers.flatMap(({ told }) => told.filter((type) => type === "fleet.dead_letter"));
      expect(putAside).toHaveLength(1);
      expect(starts.filter(({ number }) => number === 40)).toHaveLength(3);
    });

    test("a password that is refused for a while costs nothing, also where the client gives up over it", async () => {
      const fleet = await four(60, on({ password: "first", fleet: { standby: "hot" } }));
      await fleet.engine.restart({ password: "second" });
      await sleep(4_000);
      await fleet.engine.restart({ password: "first" });
      await until(() => fleet.workers.every(({ told }) => told.includes("fleet.connected")), "all are back", 30_000);
      await sleep(2_000);
      await expectKept(fleet, IN_HAND + 300);
    });

    test("a connection that was passed itself and is closed for good ends the process as failed", async () => {
      const fleet = await start(on({ connects: false, givesUp: true }));
      const worker = await fleet.add("a");
      await flow(fleet, 40);
      await fleet.engine.kill();
      await until(() => !isAlive(worker), "it has ended", 20_000);
      expect(worker.child.exitCode).toBe(1);
      expect(worker.told).toEqual(expect.arrayContaining(["fleet.engine_ended", "ended"]));
    });
  });
}
