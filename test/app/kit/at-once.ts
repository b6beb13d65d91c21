import { expect } from "vitest";
import { appOn, platform, roll } from "./world.js";

/** Lets handlers of that many commands run at once, and expects an answer to each. */
export async function expectAnswers(count: number): Promise<void> {
  const sandbox = await platform({ parameters: { interactionsKept: 2 * count, logEntries: 1_000 } });
  const { app, start } = appOn(sandbox, {
    interactionConcurrency: count,
    handlerTimeoutMs: 0,
    concurrency: { maxConcurrent: 512 },
  });
  let open = 0;
  let most = 0;
  app.command(roll, async ({ defer, answer, args }) => {
    open += 1;
    most = Math.max(most, open);
    await defer();
    await new Promise<void>((resolve) => void sandbox.clock.schedule(resolve, 30_000));
    await answer({ content: String(args.sides), private: true });
    open -= 1;
  });
  const { person } = await start();
  const runs = Array.from({ length: count }, () => person.run(roll, { sides: 6 }));
  for (let turn = 0; turn < 200 && most < count; turn += 1) await sandbox.clock.settle();
  expect(most).toBe(count);
  expect(app.health().interactionsRunning).toBe(count);
  await sandbox.clock.advance(30_000);
  for (let turn = 0; turn < 400 && open > 0; turn += 1) await sandbox.clock.settle();
  expect(open).toBe(0);
  expect(runs.every(({ state }) => state === "answered")).toBe(true);
}
