import {
  together,
  alone,
  append,
  caseSettings,
  during,
  type EngineCase,
  expectSame,
  expectTrue,
  next,
  some,
  until,
} from "./kit.js";

/** The lane of interactions, broadcast, clock, and opening. */
export const otherCases: readonly EngineCase[] = [
  alone("interactions are out several at a time", async ({ interactions }, kit) => {
    await append(interactions, ["i-1", "i-2", "i-3"]);
    const taken = [await some(kit, interactions), await some(kit, interactions), await some(kit, interactions)];
    expectSame(taken.map(({ id }) => id).toSorted(), ["i-1", "i-2", "i-3"], "interactions");
  }),
  together("an interaction goes to one of those who wait", async ([one, other], kit) => {
    // Answered at once: on a busy machine it would come to the other by its ack wait.
    const pulls = [one, other].map(async ({ interactions }) => {
      const delivery = await next(kit, interactions, { waitMs: 200 });
      await delivery?.ack();
      return delivery;
    });
    await kit.wait(40);
    await append(one.interactions, ["i-1"]);
    const got = (await Promise.all(pulls)).filter((delivery) => delivery !== undefined);
    expectSame(got.length, 1, "deliveries");
  }),
  together("an interaction is appended once, whichever connection it came by", async ([one, other]) => {
    await append(one.interactions, ["i-1"]);
    expectSame(await append(other.interactions, ["i-1"]), ["duplicate"], "second append");
  }),
  together(
    "an interaction that a worker does not answer comes to another within its own ack wait",
    async ([one, other], kit) => {
      await append(one.interactions, ["i-1"]);
      await some(kit, one.interactions);
      const again = await next(kit, other.interactions, { waitMs: caseSettings.interactions.ackWaitMs * 2.5 });
      expectSame([again?.id, again?.deliveries], ["i-1", 2], "delivery");
    },
  ),
  alone("an interaction that no member takes is gone after its life", async ({ interactions }, kit) => {
    await append(interactions, ["i-1"]);
    await kit.wait(caseSettings.interactions.lifeMs * 1.5);
    expectSame(await next(kit, interactions, { waitMs: 100 }), undefined, "pull");
  }),
  {
    name: "in a fleet of one partition, events and interactions wake those who wait for them",
    async run(kit) {
      const { events, interactions } = await kit.open({ partitions: 1 });
      const pulls = [events, interactions].map((log) => next(kit, log));
      await kit.wait(50);
      await append(interactions, ["i-1"]);
      await append(events, ["a"]);
      const got = await Promise.all(pulls);
      expectSame([got[0]?.id, got[1]?.id], ["a", "i-1"], "entries");
    },
  },
  alone("a backlog of events does not hold up interactions", async ({ events, interactions }, kit) => {
    await append(events, ["a", "b", "c"]);
    await append(interactions, ["i-1"]);
    expectSame((await some(kit, interactions)).id, "i-1", "interaction");
  }),
  together("what is published is heard by every member that listens to the topic", async ([one, other], kit) => {
    const heard: string[] = [];
    one.subscribe("pace", (text) => heard.push(`one ${text}`));
    other.subscribe("pace", (text) => heard.push(`other ${text}`));
    other.subscribe("else", (text) => heard.push(`else ${text}`));
    await kit.wait(40);
    await one.publish("pace", "500");
    await until(kit, () => heard.length === 2);
    await kit.wait(40);
    expectSame(heard.toSorted(), ["one 500", "other 500"], "heard");
  }),
  alone("a listener that has left hears nothing", async (session, kit) => {
    const heard: string[] = [];
    const leave = session.subscribe("pace", (text) => heard.push(text));
    session.subscribe("pace", (text) => heard.push(`stays ${text}`));
    await kit.wait(40);
    leave();
    await session.publish("pace", "1");
    await until(kit, () => heard.length > 0);
    expectSame(heard, ["stays 1"], "heard");
  }),
  together("the engine's time goes on, and two members read the same", async ([one, other], kit) => {
    const first = await during(kit, one.time());
    await kit.wait(200);
    const second = await during(kit, other.time());
    const passedMs = second.nowMs - first.nowMs;
    expectTrue(passedMs > 150 - first.errorMs - second.errorMs, `only ${passedMs} ms passed`);
    expectTrue(passedMs < 3_000, `${passedMs} ms passed`);
    expectTrue(first.errorMs >= first.roundTripMs / 2, "the error is below half the round trip");
  }),
  {
    name: "the engine says what it is",
    async run(kit) {
      const info = await (await kit.open()).info();
      expectTrue(info.kind.length > 0 && info.version.length > 0, "kind or version is missing");
      expectTrue(info.replicas >= 1, "there are no replicas");
    },
  },
  alone("a member that is opened later finds what is there", async (one, kit) => {
    await append(one.events, ["a"]);
    await one.state.put("key", "value");
    await one.close();
    const other = await kit.open();
    expectSame((await some(kit, other.events)).id, "a", "entry");
    expectSame((await other.state.get("key"))?.value, "value", "value");
  }),
  {
    name: "many members that are opened at the same moment find one fleet",
    async run(kit) {
      const members = await Promise.all(Array.from({ length: 5 }, () => kit.open()));
      const results = await Promise.all(members.map(({ events }) => append(events, ["a"])));
      expectSame(results.flat().filter((result) => result === "stored").length, 1, "stored");
    },
  },
  {
    name: "a member with another number of partitions is refused in words",
    async run(kit) {
      await kit.open();
      const refused = await kit.open({ partitions: 8, maxLagEvents: 80 }).then(
        () => undefined,
        (error: unknown) => error,
      );
      expectTrue(refused instanceof Error && refused.message.includes("partitions"), `got ${String(refused)}`);
      expectTrue(refused instanceof Error && "reason" in refused && refused.reason === "mismatch", "the reason");
    },
  },
  alone("fleets of different names do not meet", async (one, kit) => {
    const other = await kit.open({ name: `other-${Math.random().toString(36).slice(2)}` });
    await one.state.put("key", "value");
    await append(one.events, ["a"]);
    expectSame(await other.state.get("key"), undefined, "key");
    expectSame(await next(kit, other.events, { waitMs: 100 }), undefined, "entry");
  }),
];
