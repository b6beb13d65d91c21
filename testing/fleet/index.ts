import { appendCases } from "./cases-append.js";
import { deliveryCases } from "./cases-delivery.js";
import { faultCases } from "./cases-faults.js";
import { keyCases } from "./cases-keys.js";
import { otherCases } from "./cases-lane.js";
import { caseSettings, type EngineCase, type EngineKit } from "./kit.js";
import { systemClock } from "../../runtime/abi/index.js";
import type { EngineSession, EngineSettings, FleetEngine } from "../../runtime/fleet/engine/contract.js";

export { CaseFailure, type EngineCase, type EngineKit } from "./kit.js";

/** Everything that an engine must do, one case each: what an adapter passes before it is called one. */
export const engineCases: readonly EngineCase[] = [
  ...keyCases,
  ...appendCases,
  ...deliveryCases,
  ...faultCases,
  ...otherCases,
];

/** A kit and how to close what was opened with it. */
export interface OpenedKit extends EngineKit {
  /** Closes every session that the case opened. */
  close(): Promise<void>;
}

let kits = 0;

/** What a kit is made of besides the engine. */
export type KitOptions = Partial<Pick<EngineSettings, "clock"> & Pick<EngineKit, "wait">> & {
  /** Closes the connections of a member for good, as a client does after refused logins. */
  readonly endConnection?: (member: string) => void | Promise<void>;
};

/**
 * A kit for one case: a fleet of its own on this engine. `wait` defaults to real time; with a virtual clock, hand in
 * the clock and how to move it.
 */
export function engineKit(engine: FleetEngine, options: KitOptions = {}): OpenedKit {
  const { clock = systemClock, wait = (ms) => new Promise<void>((resolve) => void setTimeout(resolve, ms)) } = options;
  const { endConnection } = options;
  const unique = `${Math.random().toString(36).slice(2, 8)}-${(kits += 1)}`;
  const opened = new Map<EngineSession, string>();
  let members = 0;
  return {
    wait,
    ...(endConnection && { endConnection: (session) => endConnection(opened.get(session) ?? "") }),
    async open(settings = {}) {
      const member = `member-${unique}-${(members += 1)}`;
      const session = await engine.open({ ...caseSettings, name: `case-${unique}`, member, clock, ...settings });
      opened.set(session, member);
      return session;
    },
    async close() {
      await Promise.all([...opened.keys()].map((session) => session.close()));
    },
  };
}
