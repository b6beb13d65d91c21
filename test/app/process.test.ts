import { consoleLogger } from "svc-apps";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { gate } from "./kit/clock.js";
import { appOn, pass, platform, roll } from "./kit/world.js";

const SIGNAL = "SIGUSR2";
const kill = vi.spyOn(process, "kill");
let exitCode: typeof process.exitCode;

beforeEach(() => {
  exitCode = process.exitCode;
  process.exitCode = undefined;
  kill.mockReset();
  kill.mockReturnValue(true);
});
afterEach(() => {
  process.exitCode = exitCode;
});

const untilKilled = async () => vi.waitUntil(() => kill.mock.calls.length > 0, { timeout: 10_000 });

test.each<readonly [string, readonly NodeJS.Signals[] | false, number | undefined, number | undefined]>([
  ["an App that minds the process", [SIGNAL], undefined, 1],
  ["an App that leaves it alone", false, undefined, undefined],
  ["an App whose program has said how it ends", [SIGNAL], 3, 3],
])("AUTH-16 of %s, an end by the service is this exit code", async (_whose, signals, before, after) => {
  const sandbox = await platform();
  const { app } = appOn(sandbox);
  app.on("message_create", () => {});
  await app.start({ signals });
  process.exitCode = before;
  sandbox.portal.revokeByPlatform({ appId: sandbox.defaults.appId });
  await pass(sandbox, 2_000);
  expect(await app.stopped).toMatchObject({ why: "ended" });
  expect(process.exitCode).toBe(after);
  expect(kill).not.toHaveBeenCalled();
});

test("an end that was asked for is no failure", async () => {
  const sandbox = await platform();
  const { app } = appOn(sandbox);
  app.on("message_create", () => {});
  await app.start({ signals: [SIGNAL] });
  await app.stop();
  expect(process.exitCode).toBeUndefined();
});

test("a signal during the start ends the process once, and the start rejects only after that", async () => {
  const sandbox = await platform();
  const { app } = appOn(sandbox, { events: "gateway" });
  app.on("message_create", () => {});
  sandbox.faults.add({ on: "stream", effect: "reset", times: Infinity });
  let settled = "never";
  app.start({ signals: [SIGNAL] }).then(
    () => (settled = "resolved"),
    (error: Error) => (settled = `${error.message} (killed ${kill.mock.calls.length} times before)`),
  );
  await pass(sandbox, 500);
  process.emit(SIGNAL);
  await pass(sandbox, 500);
  await untilKilled();
  expect(kill.mock.calls).toEqual([[process.pid, SIGNAL]]);
  expect(await app.stopped).toEqual({ why: "signal", signal: SIGNAL });
  await pass(sandbox, 60_000, 1_000);
  expect(settled).toBe("The App was stopped by SIGUSR2 while it started (killed 1 times before)");
  expect(kill.mock.calls).toHaveLength(1);
  expect(app.health().status).toBe("stopped");
});

test("a start that fails by itself rejects, and a later stop by hand rejects the next one", async () => {
  const sandbox = await platform();
  const { app } = appOn(sandbox, { events: "gateway" });
  app.on("message_create", () => {});
  sandbox.faults.add({ on: "rest", effect: "answer", status: 401, body: { code: "MISSING_CREDENTIAL" } });
  await expect(app.start({ signals: [SIGNAL] })).rejects.toMatchObject({ name: "MissingCredentialError" });
  sandbox.faults.add({ on: "stream", effect: "reset", times: Infinity });
  const starting = app.start({ signals: [SIGNAL] }).catch((error: unknown) => error);
  await pass(sandbox, 500);
  await app.stop({ graceMs: 0 });
  expect(await starting).toMatchObject({ reason: "aborted" });
  expect(process.listenerCount(SIGNAL)).toBe(0);
});

test.each([
  [0, []],
  [
    1,
    ["info  Stopping: waits for 1 handler, at most 10 s; the signal once more ends it now  signal=SIGUSR2  running=1"],
  ],
  [
    2,
    ["info  Stopping: waits for 2 handlers, at most 10 s; the signal once more ends it now  signal=SIGUSR2  running=2"],
  ],
])("a signal tells which handlers it waits for: %d", async (atWork, said) => {
  const sandbox = await platform();
  const lines: string[] = [];
  const logger = consoleLogger({ write: (line) => void lines.push(line.slice(13)) });
  const { app } = appOn(sandbox, { logger });
  const working = gate();
  app.on("message_create", async () => working.promise);
  app.command(roll, async ({ reply }) => {
    await working.promise;
    await reply("4");
  });
  await app.start({ signals: [SIGNAL] });
  const { person, channelId } = sandbox.defaults;
  if (atWork > 0) person.post(channelId, "x");
  if (atWork > 1) person.run(roll);
  await pass(sandbox, 50);
  process.emit(SIGNAL);
  expect(lines.filter((line) => line.includes("Stopping"))).toEqual(said);
  expect(process.listenerCount(SIGNAL)).toBe(0);
  working.open();
  await pass(sandbox, 500);
  await untilKilled();
});
