import { pino } from "pino";
import { expect, test } from "vitest";
import { appOn, pass, platform, roll } from "./kit/world.js";

/** pino, and what it has written. */
function journal() {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>); // what pino printed
  return { lines, logger: pino({ level: "debug" }, { write }) };
}

test("pino as logger writes what went wrong with its stack, by level, and no secret", async () => {
  const sandbox = await platform();
  const { lines, logger } = journal();
  const { app, start } = appOn(sandbox, { logger });
  app.command(roll, async () => {
    throw new Error("no dice");
  });
  const { token, person } = await start();
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
