import fc from "fast-check";
import { expect, test } from "vitest";
import { createVirtualClock, startSandbox, type SandboxClock } from "svc-apps/sandbox";
import { call } from "./support.js";

test("SBX-02 timers run in the order they fall due, each at its own instant", async () => {
  const clock = createVirtualClock({ startMs: 1000 });
  const seen: string[] = [];
  clock.schedule(() => seen.push(`b@${clock.monotonicMs()}`), 20);
  clock.schedule(() => seen.push(`a@${clock.monotonicMs()}`), 10);
  clock.schedule(() => seen.push(`c@${clock.now()}`), 20);
  await clock.advance(19);
  expect(seen).toEqual(["a@10"]);
  await clock.advance(1);
  expect(seen).toEqual(["a@10", "b@20", "c@1020"]);
});

test("SBX-02 promises settle between two timers, and what they schedule runs in the same step", async () => {
  const clock = createVirtualClock();
  const seen: number[] = [];
  const sleep = (ms: number): Promise<void> => new Promise((resolve) => void clock.schedule(resolve, ms));
  const loop = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn++) {
      await sleep(1000);
      seen.push(clock.monotonicMs());
    }
  };
  void loop();
  await clock.advance(3000);
  expect(seen).toEqual([1000, 2000, 3000]);
  expect(clock.pendingTimers).toBe(0);
});

test("SBX-02 a cancelled timer never runs", async () => {
  const clock = createVirtualClock();
  let ran = false;
  const cancel = clock.schedule(() => (ran = true), 5);
  cancel();
  cancel();
  await clock.advance(10);
  expect(ran).toBe(false);
});

test("SBX-02 steps taken at once queue up", async () => {
  const clock = createVirtualClock();
  await Promise.all([clock.advance(10), clock.advance(5)]);
  expect(clock.monotonicMs()).toBe(15);
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("SBX-02 a step of %s is refused", async (ms) => {
  await expect(createVirtualClock().advance(ms)).rejects.toThrow("milliseconds, zero or more");
});

test("SBX-02 any set of timers runs sorted by due time, ties in the order of scheduling", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 30 }), async (delays) => {
      const clock = createVirtualClock();
      const seen: [number, number][] = [];
      for (const [at, delay] of delays.entries()) clock.schedule(() => seen.push([delay, at]), delay);
      await clock.advance(50);
      expect(seen).toEqual(
        [...delays.entries()].map(([at, delay]) => [delay, at]).sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0)),
      );
    }),
    { numRuns: 50 },
  );
});

test("SBX-02 an interaction expires also where timers fire a moment before their time", async () => {
  const virtual = createVirtualClock();
  const clock: SandboxClock = {
    now: () => virtual.now(),
    monotonicMs: () => virtual.monotonicMs(),
    schedule: (callback, delayMs) => virtual.schedule(callback, delayMs > 1 ? delayMs - 1 : delayMs),
  };
  const sandbox = await startSandbox({ clock, seed: 1, port: null });
  sandbox.addCommand(sandbox.defaults.appId, { type: "chat", name: "roll", description: "" });
  const rolled = sandbox.defaults.person.run("roll");
  let ended = "";
  void rolled.settled().then(({ state }) => (ended = state));
  await virtual.advance(2999);
  expect(ended).toBe("");
  await virtual.advance(1);
  expect(ended).toBe("expired");
  await sandbox.stop();
});

test("SBX-02 a sandbox that was stopped leaves no timer on a clock that others use on", async () => {
  const clock = createVirtualClock();
  const sandbox = await startSandbox({ port: null, clock });
  await call(sandbox, "createCommand", { command: { type: "chat", name: "roll", description: "" } });
  await call(sandbox, "openMailbox", { intents: "messages" });
  sandbox.defaults.person.run("roll");
  expect(clock.pendingTimers).toBe(2);
  await sandbox.stop();
  expect(clock.pendingTimers).toBe(0);
});
