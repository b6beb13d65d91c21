import { monitorEventLoopDelay } from "node:perf_hooks";
import type { EngineSettings, FleetEngine } from "../../runtime/fleet/engine/contract.js";
import { type EngineCase, engineKit, type KitOptions } from "../../testing/fleet/index.js";

/** A machine that stood still for longer has no say on what is due within some hundred milliseconds. */
const STALL_MS = 100;
const TRIES = 8;

/**
 * What must be true against a server of its own, on real clocks. Where it is not, and this process stood still meanwhile,
 * it is looked at again: what is late by the clock then was not late by its own doing.
 */
async function unlessStalled(check: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    try {
      await check();
      return;
    } catch (error) {
      if (tries === TRIES || delay.max / 1e6 < STALL_MS) throw error;
    } finally {
      delay.disable();
    }
  }
}

/** Holds a case of the contract against an engine that runs on a real clock. */
export const holds = (
  each: EngineCase,
  engine: FleetEngine,
  { endConnection, ...settings }: Partial<EngineSettings> & Pick<KitOptions, "endConnection"> = {},
): Promise<void> =>
  unlessStalled(async () => {
    const kit = engineKit(engine, endConnection && { endConnection });
    try {
      await each.run({ ...kit, open: (given) => kit.open({ ...settings, ...given }) });
    } finally {
      await kit.close();
    }
  });
