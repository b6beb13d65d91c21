import {
  together,
  alone,
  append,
  caseSettings,
  drain,
  during,
  type EngineCase,
  expectSame,
  expectTrue,
  next,
  some,
  until,
} from "./kit.js";

/** How entries come out: one at a time, again when unanswered. */
export const deliveryCases: readonly EngineCase[] = [
  alone("a pull of an empty partition ends with nothing after its time", async ({ events }, kit) => {
    expectSame(await next(kit, events, { waitMs: 150 }), undefined, "pull");
  }),
  together("a pull that waits gets what is appended meanwhile", async ([one, other], kit) => {
    const pulled = next(kit, one.events);
    await kit.wait(50);
    await append(other.events, ["a"]);
    expectSame((await pulled)?.id, "a", "pull");
  }),
  together("one entry of a partition is out at a time", async ([one, other], kit) => {
    await append(one.events, ["a", "b"]);
    const first = await some(kit, one.events);
    expectSame(await next(kit, other.events, { waitMs: 120 }), undefined, "a second pull");
    await first.ack();
    expectSame((await some(kit, other.events)).id, "b", "after the acknowledgement");
  }),
  alone("entries of different partitions are out at the same time", async ({ events }, kit) => {
    await append(events, ["a"], 0);
    await append(events, ["b"], 1);
    const [first, second] = [await some(kit, events, 0), await some(kit, events, 1)];
    expectSame([first.id, second.id], ["a", "b"], "entries");
  }),
  together(
    "an entry that is not answered comes again to another, before those behind it",
    async ([one, other], kit) => {
      await append(one.events, ["a", "b"]);
      const first = await some(kit, one.events);
      const again = await some(kit, other.events);
      expectSame([first.id, first.deliveries, again.id, again.deliveries], ["a", 1, "a", 2], "deliveries");
      await again.ack();
      expectSame((await some(kit, other.events)).id, "b", "the next");
    },
  ),
  alone("an entry is not delivered again before its ack wait", async ({ events }, kit) => {
    await append(events, ["a"]);
    await some(kit, events);
    expectSame(await next(kit, events, { waitMs: caseSettings.ackWaitMs * 0.5 }), undefined, "an early pull");
  }),
  alone("an entry that is extended stays in hand", async ({ events }, kit) => {
    await append(events, ["a"]);
    const delivery = await some(kit, events);
    for (let round = 0; round < 5; round += 1) {
      await kit.wait(caseSettings.ackWaitMs * 0.4);
      await delivery.extend();
      expectSame(await next(kit, events, { waitMs: 20 }), undefined, `pull ${round}`);
    }
    await delivery.ack();
    expectSame(await drain(kit, events), [], "rest");
  }),
  alone("an entry that is given back comes at once to a waiting member", async ({ events }, kit) => {
    await append(events, ["a", "b"]);
    const first = await some(kit, events);
    await first.release();
    const again = await next(kit, events, { waitMs: caseSettings.ackWaitMs * 0.6 });
    expectSame([again?.id, again?.deliveries], ["a", 2], "delivery");
  }),
  alone("an entry that is given back with a delay comes after it", async ({ events }, kit) => {
    await append(events, ["a"]);
    const first = await some(kit, events);
    await first.release(250);
    expectSame(await next(kit, events, { waitMs: 100 }), undefined, "an early pull");
    expectSame((await some(kit, events)).id, "a", "delivery");
  }),
  alone("an acknowledged entry never comes again", async ({ events }, kit) => {
    await append(events, ["a"]);
    await (await some(kit, events)).ack();
    expectSame(await next(kit, events, { waitMs: caseSettings.ackWaitMs * 1.5 }), undefined, "pull");
  }),
  together(
    "a pull whose signal fires ends at once, and what comes for it is not lost to others",
    async ([one, other], kit) => {
      const abort = new AbortController();
      const pulled = one.events.pull(0, { waitMs: 60_000, signal: abort.signal });
      await kit.wait(50);
      abort.abort();
      expectSame(await during(kit, pulled, 2_000), undefined, "the pull");
      await append(one.events, ["a"]);
      const delivery = await next(kit, other.events, { waitMs: caseSettings.ackWaitMs * 0.6 });
      expectSame(delivery?.id, "a", "the other's pull");
    },
  ),
  together("what a closed member had in hand comes to another", async ([one, other], kit) => {
    await append(one.events, ["a"]);
    await some(kit, one.events);
    await one.close();
    expectSame((await some(kit, other.events)).id, "a", "delivery");
  }),
  alone("an entry knows when it was stored, on the engine's clock", async (session, kit) => {
    const before = await during(kit, session.time());
    await append(session.events, ["a"]);
    const delivery = await some(kit, session.events);
    const after = await during(kit, session.time());
    const slackMs = before.errorMs + after.errorMs + 2;
    const isBetween = delivery.storedAtMs >= before.nowMs - slackMs && delivery.storedAtMs <= after.nowMs + slackMs;
    expectTrue(isBetween, `${delivery.storedAtMs} is not within ${before.nowMs} and ${after.nowMs}`);
  }),
  alone("the lag counts what waits and what is in hand, and says how old it is", async ({ events }, kit) => {
    await append(events, ["a", "b", "c"], 2);
    await some(kit, events, 2);
    let lag = await events.lag();
    await until(kit, async () => ((lag = await events.lag()), lag[2]?.inHand === 1));
    const counts = lag.map(({ waiting, inHand }) => [waiting, inHand]);
    expectSame(
      counts,
      [
        [0, 0],
        [0, 0],
        [2, 1],
        [0, 0],
      ],
      "lag",
    );
    expectTrue(lag[2]?.oldestAtMs !== undefined && lag[0]?.oldestAtMs === undefined, "the age of the oldest");
  }),
];
