import {
  type Fleet,
  type FleetEngine,
  FleetError,
  type Bucket,
  memoryEngine,
  type MemoryEngineOptions,
  openFleet,
  type WaitJudge,
} from "svc-apps/fleet";
import { describe, expect, onTestFinished, test } from "vitest";
import { resolveFleetOptions } from "../../runtime/fleet/resolve-options.js";
import { createVirtualClock } from "../support/virtual-clock.js";

const WHAT = { id: "501" };

const judgedBy = (take: WaitJudge["take"]): WaitJudge => ({ take, waitedMs: async () => Promise.resolve(undefined) });

async function members(count: number, options: MemoryEngineOptions = {}) {
  const clock = createVirtualClock();
  const engine = memoryEngine({ clock, ...options });
  const during = async <Value>(work: Promise<Value>): Promise<Value> => {
    let isOver = false;
    const watched = work.finally(() => (isOver = true));
    while (!isOver) await clock.advance(10);
    return watched;
  };
  const names = Array.from({ length: count }, (_, index) => `m${index}`);
  const fleets = await during(Promise.all(names.map(async (member) => openFleet({ engine, clock, member }))));
  onTestFinished(async () => void (await during(Promise.all(fleets.map(async (fleet) => fleet.close())))));
  const session = await during(engine.open({ ...resolveFleetOptions({ clock, member: "looker" }).settings }));
  /** How members stand in the channel. */
  const standings = async () => {
    const entry = await during(session.claims.get("waits:5"));
    const found = JSON.parse(entry?.value ?? "{}") as Record<string, { readonly is: string }>;
    return Object.fromEntries(Object.entries(found).map(([member, { is }]) => [member.split("-")[0], is]));
  };
  const offer = async (fleet: Fleet | undefined, leftMs = 3_000) =>
    during(fleet?.waits.offer("5", { what: WHAT, leftMs }) ?? expect.fail("no member"));
  return { clock, engine, fleets, during, session, standings, offer };
}

describe("who waits in a channel, over all members", () => {
  test("all are written down who begin at the same moment, and each is asked", async () => {
    const { clock, fleets, standings, offer } = await members(10);
    const asked: unknown[] = [];
    for (const { waits, member } of fleets) {
      waits.begin("5");
      const take: WaitJudge["take"] = async ({ what }) => {
        asked.push(what);
        return Promise.resolve(member.startsWith("m7") ? "taken" : "others");
      };
      waits.onOffer(judgedBy(take));
    }
    await clock.advance(50);
    expect(Object.values(await standings())).toEqual(Array.from({ length: 10 }, () => "waiting"));
    expect(await offer(fleets[0])).toBe("taken");
    expect(asked).toEqual(Array.from({ length: 9 }, () => WHAT));
    expect(await offer(fleets[7])).toBe("others");
  });

  test("of several that could take it one does: the one whose wait is the youngest, else the next", async () => {
    const { clock, fleets, offer } = await members(4);
    const took: string[] = [];
    let isOver = false;
    for (const [index, waited] of [300, 100, 200].entries()) {
      fleets[index]?.waits.begin("5");
      fleets[index]?.waits.onOffer({
        waitedMs: async () => Promise.resolve(waited),
        take: async () => Promise.resolve((took.push(`m${index}`), index === 1 && isOver ? "over" : "taken")),
      });
    }
    await clock.advance(50);
    expect([await offer(fleets[3]), took]).toEqual(["taken", ["m1"]]);
    fleets[0]?.waits.onOffer({
      waitedMs: async () => new Promise(() => {}),
      take: async () => Promise.resolve("over"),
    });
    const fromMs = clock.monotonicMs();
    expect(await offer(fleets[3])).toBe("taken");
    expect(clock.monotonicMs() - fromMs).toBeLessThan(100); // one that does not answer holds it up for a moment
    took.pop();
    isOver = true; // what it waited for came in between
    expect([await offer(fleets[3]), took]).toEqual(["taken", ["m1", "m1", "m2"]]);
  });

  test("who does not answer just after the engine came back is not taken for dead, also where another one is", async () => {
    const { clock, engine, fleets, standings, offer } = await members(3);
    fleets[0]?.waits.begin("5");
    fleets[2]?.waits.begin("5");
    await clock.advance(50);
    fleets[2]?.waits.leave();
    fleets[0]?.waits.onOffer(judgedBy(async () => new Promise(() => {})));
    await clock.advance(50);
    engine.faults.stop();
    await clock.advance(1_000);
    engine.faults.start();
    await clock.advance(1_000);
    expect([await offer(fleets[1]), await standings()]).toEqual([undefined, { m0: "waiting", m2: "stopped" }]);
    await clock.advance(5_000);
    expect(await offer(fleets[1])).toBe("gone");
  });

  test("who does not answer because the engine goes away meanwhile is not taken for dead", async () => {
    const { clock, engine, fleets, during, standings } = await members(2);
    fleets[0]?.waits.begin("5");
    fleets[0]?.waits.onOffer(judgedBy(async () => new Promise(() => {})));
    await clock.advance(10_000);
    const offered = fleets[1]?.waits.offer("5", { what: WHAT, leftMs: 3_000 });
    await clock.advance(100);
    engine.faults.stop();
    expect(await during(offered ?? expect.fail("no member"))).toBeUndefined();
    engine.faults.start();
    await clock.advance(1_000);
    expect(await standings()).toEqual({ m0: "waiting" });
  });

  test("an interaction that one took before it was given to anybody is given to nobody", async () => {
    const { clock, fleets, offer } = await members(3);
    const took: string[] = [];
    for (const [index, waited] of [undefined, 100].entries()) {
      fleets[index]?.waits.begin("5");
      fleets[index]?.waits.onOffer({
        waitedMs: async () => Promise.resolve(waited), // the first one begins to wait just after it was asked
        take: async () => Promise.resolve((took.push(`m${index}`), "taken")),
      });
    }
    await clock.advance(50);
    expect([await offer(fleets[2]), took]).toEqual(["taken", ["m0"]]);
  });

  test("who could not be written down is written down again, once a second, until the engine takes it", async () => {
    const { clock, engine, fleets, standings, offer } = await members(1);
    let refused = 0;
    const refusing: FleetEngine = {
      kind: "refusing",
      settingsOf: async (name) => engine.settingsOf(name),
      async open(settings) {
        const session = await engine.open(settings);
        const { claims } = session;
        const put: Bucket["put"] = async (...write) => {
          if (refused === 3) return claims.put(...write);
          refused += 1;
          throw new FleetError("unavailable", "no leader");
        };
        return Object.assign(session, { claims: { ...claims, put } });
      },
    };
    const other = await openFleet({ engine: refusing, clock, member: "m1" });
    other.waits.begin("5");
    other.waits.onOffer(judgedBy(async () => Promise.resolve("others")));
    await clock.advance(2_500);
    expect([refused, await standings()]).toEqual([3, {}]);
    await clock.advance(1_000);
    expect([await standings(), await offer(fleets[0])]).toEqual([{ m1: "waiting" }, "others"]);
    await other.close();
  });

  test("an offer says how long it lasts, and the most telling answer counts", async () => {
    const { clock, fleets, offer } = await members(3);
    const leftMs: number[] = [];
    const answers = ["over", "late"] as const;
    for (const [index, answer] of answers.entries()) {
      fleets[index]?.waits.begin("5");
      fleets[index]?.waits.onOffer(judgedBy(async (given) => Promise.resolve((leftMs.push(given.leftMs), answer))));
    }
    await clock.advance(50);
    expect(await offer(fleets[2], 1_234)).toBe("late");
    expect(leftMs).toEqual([1_234, 1_234]);
  });

  test("one that begins and ends is `over` until that is forgotten, after a quarter of an hour", async () => {
    const { clock, fleets, standings, offer } = await members(2);
    const [one, other] = fleets;
    one?.waits.onOffer(judgedBy(async () => Promise.resolve("over")));
    const ends = [one?.waits.begin("5"), one?.waits.begin("5")];
    ends[0]?.();
    ends[0]?.(); // a second time, which changes nothing
    await clock.advance(50);
    expect(await standings()).toEqual({ m0: "waiting" });
    ends[1]?.();
    await clock.advance(50);
    expect([await standings(), await offer(other)]).toEqual([{ m0: "over" }, "over"]);
    await clock.advance(15 * 60_000);
    expect([await standings(), await offer(other)]).toEqual([{}, undefined]);
  });

  test("who does not answer within half a second is taken for dead, and asked no more", async () => {
    const { clock, fleets, standings, offer } = await members(2);
    const [one, other] = fleets;
    let asked = 0;
    one?.waits.begin("5");
    one?.waits.onOffer(judgedBy(async () => new Promise(() => (asked += 1))));
    await clock.advance(50);
    const fromMs = clock.monotonicMs();
    expect(await offer(other)).toBe("gone");
    expect(clock.monotonicMs() - fromMs).toBe(500);
    expect(await standings()).toEqual({ m0: "stopped" });
    expect(await offer(other)).toBe("gone");
    expect([asked, clock.monotonicMs() - fromMs < 600]).toEqual([1, true]);
  });

  test("an interaction that has little time left is not held up for longer than a third of that", async () => {
    const { clock, fleets, offer } = await members(2);
    fleets[0]?.waits.begin("5");
    fleets[0]?.waits.onOffer(judgedBy(async () => new Promise(() => {})));
    await clock.advance(50);
    const fromMs = clock.monotonicMs();
    expect(await offer(fleets[1], 600)).toBe("gone");
    expect(clock.monotonicMs() - fromMs).toBe(200);
  });

  test("who hears of an offer when its time is up leaves it, and says that it is alive", async () => {
    const { clock, fleets, standings, offer } = await members(2, { latencyMs: 150 });
    const [one, other] = fleets;
    let asked = 0;
    one?.waits.begin("5");
    one?.waits.onOffer(judgedBy(async () => Promise.resolve(((asked += 1), "taken"))));
    await clock.advance(2_000);
    expect(await offer(other, 900)).toBe("gone"); // 300 ms: as long as the question who waits takes
    await clock.advance(5_000);
    expect([await standings(), asked]).toEqual([{ m0: "waiting" }, 0]);
  });

  test("who answers too late is taken for dead, and says that it is alive", async () => {
    const { clock, fleets, standings, offer } = await members(2);
    const [one, other] = fleets;
    let judgingMs = 700;
    one?.waits.begin("5");
    const take: WaitJudge["take"] = async () => {
      await new Promise<void>((resolve) => void clock.schedule(resolve, judgingMs));
      return "others";
    };
    one?.waits.onOffer(judgedBy(take));
    await clock.advance(50);
    expect([await offer(other), await standings()]).toEqual(["gone", { m0: "stopped" }]);
    await clock.advance(1_000);
    judgingMs = 100;
    expect([await standings(), await offer(other)]).toEqual([{ m0: "waiting" }, "others"]);
  });

  test.each([0, -5])(
    "an interaction that has %i ms left is offered to nobody, and nobody taken for dead",
    async (leftMs) => {
      const { clock, fleets, standings, offer } = await members(2);
      let asked = 0;
      fleets[0]?.waits.begin("5");
      fleets[0]?.waits.onOffer(judgedBy(async () => Promise.resolve(((asked += 1), "taken"))));
      await clock.advance(50);
      expect(await offer(fleets[1], leftMs)).toBeUndefined();
      expect([asked, await standings()]).toEqual([0, { m0: "waiting" }]);
    },
  );

  test("what is no list of members, and what is no offer, is passed over", async () => {
    const { clock, fleets, during, session, standings, offer } = await members(2);
    for (const text of ["{", "[]", "7", '{"m9":7,"m8":{"is":"there","atMs":1}}']) {
      const entry = await during(session.claims.get("waits:5"));
      expect(await during(session.claims.put("waits:5", text, entry?.revision))).toBeTypeOf("number");
      expect(await offer(fleets[1])).toBeUndefined();
    }
    const judged: unknown[] = [];
    fleets[0]?.waits.onOffer(judgedBy(async (given) => Promise.resolve((judged.push(given), undefined))));
    for (const text of ["{", "7", '{"offer":1}', '{"offer":"1"}', '{"answer":"none"}']) {
      await during(session.publish(`answers-${fleets[0]?.member ?? ""}`, text));
    }
    fleets[0]?.waits.begin("5");
    await clock.advance(50);
    expect([await standings(), judged]).toEqual([{ m0: "waiting" }, []]);
  });
});
