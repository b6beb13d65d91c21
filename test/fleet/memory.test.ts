import { describe, expect, test } from "vitest";
import { memoryEngine } from "../../runtime/fleet/memory/engine.js";
import { engineCases, engineKit } from "../../testing/fleet/index.js";
import { createVirtualClock } from "../support/virtual-clock.js";

describe.each([
  ["beside the engine", 0],
  ["with a way to it", 4],
])("the engine in memory, %s", (_, latencyMs) => {
  test.each(engineCases.map((each) => [each.name, each] as const))("%s", async (_name, each) => {
    const clock = createVirtualClock();
    const wait = (ms: number) => new Promise<void>((resolve) => void clock.schedule(resolve, ms));
    const engine = memoryEngine({ clock, latencyMs });
    const kit = engineKit(engine, { clock, wait, endConnection: (member) => engine.faults.end(member) });
    let isOver = false;
    const run = each.run(kit).finally(() => (isOver = true));
    run.catch(() => undefined);
    while (!isOver) await clock.advance(clock.nextInMs ?? 1);
    await expect(run).resolves.toBeUndefined();
    await kit.close();
  });
});
