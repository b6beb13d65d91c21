import type { EngineStatus } from "../../runtime/fleet/engine/contract.js";
import { alone, append, during, type EngineCase, expectSame, expectTrue, next, some, together, until } from "./kit.js";

/** What a fault of one part must not do to the others. */
export const faultCases: readonly EngineCase[] = [
  together("a partition that is full refuses its own entries alone", async ([one, other], kit) => {
    const results: string[] = [];
    for (let index = 0; results.at(-1) !== "full" && index < 100; index += 1)
      results.push(...(await append(one.events, [`busy-${index}`], 0)));
    expectSame(results.at(-1), "full", "the last entry of a partition beyond its bound");
    for (const partition of [1, 2, 3])
      expectSame(await append(other.events, [`calm-${partition}`], partition), ["stored"], `partition ${partition}`);
    expectSame(await append(one.interactions, ["i-1"]), ["stored"], "the interaction");
    expectSame((await some(kit, other.interactions)).id, "i-1", "the interaction");
    expectSame((await some(kit, one.events, 1)).id, "calm-1", "the entry of another partition");
  }),
  together("a partition that was full takes the refused entry once one of its own is done", async ([one], kit) => {
    let count = 0;
    while ((await append(one.events, [`e-${count}`]))[0] === "stored") count += 1;
    const first = await some(kit, one.events);
    await first.ack();
    await until(kit, async () => (await append(one.events, [`e-${count}`]))[0] !== "full");
    const pulled = await some(kit, one.events);
    expectSame([first.id, pulled.id], ["e-0", "e-1"], "entries");
  }),
  together(
    "what a member that is gone had in hand comes again, and nothing else counts as begun",
    async ([one, other], kit) => {
      await append(one.events, ["a", "b"], 0);
      await append(one.events, ["c"], 1);
      const held = [await some(kit, other.events, 0), await some(kit, other.events, 1)];
      expectSame(
        held.map(({ deliveries }) => deliveries),
        [1, 1],
        "first deliveries",
      );
      await other.close();
      const again = [await some(kit, one.events, 0), await some(kit, one.events, 1)];
      expectSame(
        again.map(({ id, deliveries }) => [id, deliveries]),
        [
          ["a", 2],
          ["c", 2],
        ],
        "deliveries",
      );
      await again[0]?.ack();
      const behind = await some(kit, one.events, 0);
      expectSame([behind.id, behind.deliveries], ["b", 1], "the entry behind it");
    },
  ),
  {
    name: "a connection that is closed for good is reported as ended, and the next session finds what is there",
    async run(kit) {
      if (kit.endConnection === undefined) return;
      const session = await kit.open();
      const heard: EngineStatus[] = [];
      session.onStatus((status) => heard.push(status));
      await session.state.put("key", "value");
      await append(session.events, ["a"]);
      await kit.endConnection(session);
      await until(kit, () => heard.includes("ended"));
      expectSame(heard.filter((status) => status === "ended").length, 1, "reports of the end");
      const failed = await during(
        kit,
        session.state.get("key").catch((error: unknown) => error),
        10_000,
      );
      expectTrue(failed instanceof Error && "reason" in failed, "a session that has ended does not reject");
      expectSame(await next(kit, session.events, { waitMs: 50 }).catch(() => undefined), undefined, "its pull");
      await session.close();
      const another = await kit.open();
      expectSame(another.logId, session.logId, "the log's name");
      expectSame((await another.state.get("key"))?.value, "value", "value");
      expectSame((await some(kit, another.events)).id, "a", "entry");
    },
  },
  alone("what a person should know is there as soon as the engine is open", async (session, kit) => {
    const { warnings } = await during(kit, session.info());
    expectTrue(
      warnings.every((warning) => warning.length > 0),
      "an empty warning",
    );
    expectTrue(session.logId.length > 0, "the log has no name");
  }),
];
