import { dropStreams } from "../gateway/connections.js";
import { log, type Tx } from "../machine/tx.js";
import { type Assumptions, checkAssumptions } from "../settings.js";

/** What can be switched while the platform runs. */
export class SettingsRules {
  readonly #tx: Tx;

  constructor(tx: Tx) {
    this.#tx = tx;
  }

  /**
   * From now on these points are read in this way. Where ids of events come to count something else, streams are told
   * that the service restarts, and start over. @throws RangeError for what is not an assumption, or none of its values
   */
  assume(assumptions: Partial<Assumptions>): void {
    const { settings } = this.#tx;
    checkAssumptions(assumptions);
    const { eventIdScope = settings.assumptions.eventIdScope } = assumptions;
    if (eventIdScope !== settings.assumptions.eventIdScope) dropStreams(this.#tx, () => true, "SERVER_RESTARTING");
    settings.assumptions = { ...settings.assumptions, ...assumptions };
    settings.pinned = new Set([...settings.pinned, ...Object.keys(assumptions)]);
    const words = Object.entries(assumptions).map(([name, value]) => `${name}=${String(value)}`);
    log(this.#tx, "portal", `assume ${words.join(" ")}`, { action: "assume", ...assumptions });
  }
}
