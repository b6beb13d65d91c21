import fc from "fast-check";
import { App, consoleLogger } from "svc-apps";
import { expect, test } from "vitest";
import { startSandbox } from "svc-apps/sandbox";
import { appOn, connected, endpointOf, pass, platform, roll } from "./kit/world.js";

test("INT-02 a wall clock that jumps changes neither the time left nor the outcome", async () => {
  const sandbox = await platform();
  let jumpMs = 0;
  const clock = {
    now: () => sandbox.clock.now() + jumpMs,
    monotonicMs: () => sandbox.clock.monotonicMs(),
    schedule: (callback: () => void, ms: number) => sandbox.clock.schedule(callback, ms),
  };
  const { app, start } = appOn(sandbox, { clock });
  const left: number[] = [];
  app.command(roll, async ({ remainingMs, reply }) => {
    left.push(remainingMs());
    jumpMs = 3_600_000;
    left.push(remainingMs());
    jumpMs = -3_600_000;
    left.push(remainingMs());
    await reply("4");
  });
  const { person } = await start();
  const run = person.run(roll);
  await pass(sandbox, 50);
  expect(run.state).toBe("confirmed");
  expect(new Set(left).size).toBe(1);
});

test.each(["after", "before"] as const)(
  "INT-08 a confirmation whose answer is lost %s it was carried out still ends well",
  async (when) => {
    const sandbox = await platform();
    const { app, start } = appOn(sandbox);
    const results: unknown[] = [];
    app.command(roll, async ({ reply }) => results.push(await reply("4")));
    const { person } = await start();
    sandbox.faults.reset({ operation: "confirmInteraction", when });
    const run = person.run(roll);
    await pass(sandbox, 2_000);
    expect(run.texts.map(({ content }) => content)).toEqual(["4"]);
    expect(results).toMatchObject([{ by: when === "after" ? "unknown" : "us" }]);
  },
);

test("INT-08 a service that cannot be reached for 400 ms loses no confirmation", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  const results: unknown[] = [];
  app.command(roll, async ({ reply }) => results.push(await reply("4")));
  const { person } = await start();
  sandbox.faults.reset({ operation: "confirmInteraction", when: "before", times: Infinity });
  const run = person.run(roll);
  await pass(sandbox, 400);
  expect(run.state).toBe("open");
  sandbox.faults.clear();
  await pass(sandbox, 2_400);
  expect(run.texts.map(({ content }) => content)).toEqual(["4"]);
  expect(results).toMatchObject([{ by: "us" }]);
});

test("INT-08 a confirmation that hangs is overtaken by another one, and the person has one text", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  const results: unknown[] = [];
  app.command(roll, async ({ reply }) => results.push(await reply("4")));
  const { person } = await start();
  sandbox.faults.slow({ operation: "confirmInteraction", ms: 60_000, when: "before" });
  const run = person.run(roll);
  await pass(sandbox, 2_900);
  expect(run.texts.map(({ content }) => content)).toEqual(["4"]);
  expect(results).toMatchObject([{ by: "us" }]);
});

test("INT-05 a confirmation under way when the time runs out is an expiry, whatever code the platform has for it", async () => {
  for (const expiredConfirmCode of ["INTERACTION_EXPIRED", "INVALID_INPUT"] as const) {
    const sandbox = await platform({ assumptions: { expiredConfirmCode } });
    const { app, start } = appOn(sandbox, { autoDefer: false });
    const errors: unknown[] = [];
    app.command(roll, async ({ reply }) => {
      await new Promise<void>((resolve) => void sandbox.clock.schedule(resolve, 2_500));
      await reply("4").catch((error: unknown) => errors.push(error));
    });
    const { person } = await start();
    sandbox.faults.slow({ operation: "confirmInteraction", ms: 600, when: "before", times: Infinity });
    const run = person.run(roll);
    await pass(sandbox, 4_000);
    expect(run.state).toBe("expired");
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ name: expect.stringMatching(/InteractionExpiredError|NoAnswerError/) });
  }
});

test("INT-07 two processes with one credential: the platform lets one win, and the other learns that it lost", async () => {
  const sandbox = await platform();
  const results: unknown[] = [];
  const one = appOn(sandbox);
  const two = appOn(sandbox);
  for (const { app } of [one, two]) {
    app.command(roll, async ({ reply }) => results.push(await reply("4")));
  }
  const { person } = await one.start();
  await two.start();
  const run = person.run(roll);
  await pass(sandbox, 100);
  expect(run.texts).toHaveLength(1);
  expect(results.map((result) => (result as { by: string }).by).toSorted()).toEqual(["other", "us"]);
});

test.each([false, true])(
  "INT-07 the loser of the race says so in its log, and sends more only if asked: %s",
  async (asked) => {
    const sandbox = await platform();
    const lines: string[] = [];
    const logger = consoleLogger({ write: (line) => void lines.push(line) });
    const two = [0, 1].map(() => appOn(sandbox, { logger, sendAfterLostRace: asked }));
    for (const { app } of two) {
      app.command(roll, async ({ reply, followUp }) => {
        await reply("4");
        await followUp("more");
      });
    }
    const [one, other] = two;
    const { person } = (await one?.start()) ?? sandbox.defaults;
    await other?.start();
    const runs = [person.run(roll), person.run(roll)];
    await pass(sandbox, 3_000);
    const texts = asked ? ["4", "more", "more"] : ["4", "more"];
    expect(runs.map((run) => run.texts.map(({ content }) => content))).toEqual([texts, texts]);
    const told = lines.filter((line) => line.includes("Another process had confirmed"));
    expect(told).toEqual([expect.stringContaining("a second instance runs with the same credential")]);
    expect(two.flatMap(({ notices }) => notices.filter(({ type }) => type === "interaction.race_lost"))).toHaveLength(
      2,
    );
  },
);

test("INT-07 races that are lost are a line of the log once a minute, which counts the others", async () => {
  const sandbox = await platform();
  const lines: string[] = [];
  const logger = consoleLogger({ write: (line) => void lines.push(line) });
  const two = [0, 1].map((index) => appOn(sandbox, index === 0 ? {} : { logger }));
  for (const { app } of two) app.command(roll, async ({ reply }) => reply("4"));
  const [one, other] = two;
  const { person } = (await one?.start()) ?? sandbox.defaults;
  await other?.start();
  const told = () => lines.filter((line) => line.includes("Another process had confirmed"));
  const race = async () => {
    person.run(roll);
    await pass(sandbox, 100);
  };
  const lost = () => two.map(({ notices }) => notices.filter(({ type }) => type === "interaction.race_lost").length);
  for (let races = 0; races < 6; races += 1) await race();
  const [, lostBefore = 0] = lost();
  expect(lostBefore).toBeGreaterThan(1);
  expect(told()).toHaveLength(1);
  await pass(sandbox, 60_000);
  while ((lost()[1] ?? 0) === lostBefore) await race();
  expect(told()).toHaveLength(2);
  expect(told()[1]).toContain(`count=${lostBefore}`);
});

test("INT-40 an interaction that a resumed stream repeats is handled once", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  let runs = 0;
  app.command(roll, async ({ reply }) => {
    runs += 1;
    await reply("4");
  });
  const { person } = await start();
  person.run(roll);
  await pass(sandbox, 50);
  sandbox.faults.add({ on: "stream", effect: "duplicate", events: 5 });
  sandbox.faults.streams.cut();
  await pass(sandbox, 3_000);
  expect(runs).toBe(1);
});

test("INT-04 an interaction that a resumed stream brings too late is told and not run", async () => {
  const sandbox = await platform();
  const { app, start, notices } = appOn(sandbox);
  let runs = 0;
  app.command(roll, () => (runs += 1));
  const { person } = await start();
  sandbox.faults.add({ on: "stream", effect: "reset", times: 3 });
  sandbox.faults.streams.cut();
  const run = person.run(roll);
  await pass(sandbox, 10_000);
  expect(run.state).toBe("expired");
  expect(runs).toBe(0);
  expect(notices).toContainEqual(expect.objectContaining({ type: "interaction.expired", interactionId: run.id }));
});

/** One interaction, with a handler, a network and a door of given slowness. What the person saw, and what threw. */
async function race(handlerMs: number, networkMs: number, via: "gateway" | "endpoint", thenMs: number | undefined) {
  const sandbox = await startSandbox({ clock: "virtual", port: null, seed: 1, resolve: async () => ["93.184.216.34"] });
  const failures: unknown[] = [];
  const events = via === "endpoint" ? false : via;
  const app = new App({ ...connected(sandbox), events, handlerTimeoutMs: 0 });
  const wait = async (ms: number) => new Promise<void>((resolve) => void sandbox.clock.schedule(resolve, ms));
  app.command(roll, async ({ reply, followUp }) => {
    await wait(handlerMs);
    await reply("first");
    if (thenMs === undefined) return;
    await wait(thenMs);
    await followUp("second");
  });
  app.onError(({ cause }) => failures.push(cause));
  await app.start({ signals: false });
  if (via === "endpoint") await endpointOf(sandbox, app);
  if (networkMs > 0) {
    for (const operation of ["confirmInteraction", "answerInteraction"]) {
      sandbox.faults.slow({ operation, ms: networkMs, when: "before", times: Infinity });
    }
  }
  const run = sandbox.defaults.person.run(roll);
  await pass(sandbox, handlerMs + (thenMs ?? 0) + 8_000, 100);
  const seen = { state: run.state, texts: run.texts.map(({ content }) => content), failures };
  await app.stop({ graceMs: 0 });
  await sandbox.stop();
  return seen;
}

test("INT-37 INT-38 whatever races with the automatic defer, by either door, the person gets each text exactly once", async () => {
  const slowness = fc.constantFrom(
    0,
    1,
    500,
    2_000,
    2_299,
    2_300,
    2_301,
    2_399,
    2_400,
    2_401,
    2_449,
    2_450,
    2_451,
    2_850,
    3_000,
    20_000,
  );
  const network = fc.constantFrom(0, 1, 50, 200, 349);
  const door = fc.constantFrom("gateway" as const, "endpoint" as const);
  const then = fc.option(fc.constantFrom(0, 1_000), { nil: undefined });
  await fc.assert(
    fc.asyncProperty(slowness, network, door, then, async (handlerMs, networkMs, via, thenMs) => {
      const { state, texts, failures } = await race(handlerMs, networkMs, via, thenMs);
      expect(failures).toEqual([]);
      expect(texts).toEqual(thenMs === undefined ? ["first"] : ["first", "second"]);
      expect(["confirmed", "answered"]).toContain(state);
    }),
    { numRuns: 40, seed: 7 },
  );
}, 30_000);
