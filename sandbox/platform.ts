import type { SandboxClock } from "./clock/clock.js";
import type { EndpointSender } from "./delivery/sender.js";
import type { FaultBook } from "./faults/book.js";
import type { Hub } from "./gateway/hub.js";
import type { SandboxLog } from "./log.js";
import type { Notices } from "./people/notices.js";
import type { Rates } from "./rules/rates.js";
import type { Witness } from "./rest/wire.js";
import type { Tape } from "./replay/tape.js";
import type { Settings } from "./settings.js";
import type { World } from "./world/world.js";

/** The running platform: its memory, its clock and its organs. Rules take it as their first argument. */
export interface Platform {
  readonly world: World;
  readonly clock: SandboxClock;
  readonly log: SandboxLog;
  readonly settings: Settings;
  readonly hub: Hub;
  readonly notices: Notices;
  readonly rates: Rates;
  readonly faults: FaultBook;
  readonly sender: EndpointSender;
  readonly witness?: Witness | undefined;
  /** Present while everything is being recorded. */
  readonly tape?: Tape | undefined;
}
