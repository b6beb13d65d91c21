import { pino } from "pino";
import { App } from "svc-apps";
import { expect, onTestFinished, test } from "vitest";
import { pass, platform, roll } from "./kit/world.js";

/** pino, and what it has written. */
function journal() {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>); // what pino printed
  return { lines, logger: pino({ level: "debug" }, { write }) };
}

test("pino as logger writes what went wrong with its stack, by level, and no secret", async () => {
  const sandbox = await platform();
  const { lines, logger } = journal();
  const { token, person } = sandbox.defaults;
  const app = new App({
    baseUrl: sandbox.baseUrl,
    token,
    transport: sandbox.request,
    streamTransport: sandbox.openStream,
    clock: sandbox.clock,
    syncCommands: true,
    logger,
  });
  onTestFinished(async () => {
    const stopping = app.stop({ graceMs: 0 });
    await sandbox.clock.settle();
    await stopping;
  });
  app.command(roll, async () => {
    throw new Error("no dice");
  });
  await app.start({ signals: false });
  person.run(roll);
  await pass(sandbox, 50);
  const failed = lines.filter(({ level }) => level === pino.levels.values["error"]);
  expect(failed).toEqual([
    expect.objectContaining({
      msg: "A handler threw",
      handler: "command roll",
      err: expect.objectContaining({
        type: "Error",
        message: "no dice",
        stack: expect.stringContaining("pino.test.ts"),
      }),
    }),
  ]);
  expect(lines.some(({ level }) => level === pino.levels.values["info"])).toBe(true);
  expect(JSON.stringify(lines)).not.toContain(token.split(".")[2]);
  expect(token.split(".")[2]?.length).toBeGreaterThan(8);
});
