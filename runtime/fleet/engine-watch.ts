import type { Clock } from "../abi/index.js";
import type { FleetReport } from "../diagnostics/fleet.js";
import type { EngineSession } from "./engine/contract.js";

/** Milliseconds between two reports of an engine that stays out of reach. */
const EVERY_MS = 10_000;

export interface EngineWatchOptions {
  readonly session: Pick<EngineSession, "onStatus">;
  readonly clock: Clock;
  readonly report: FleetReport;
  /** The connection is over for good, and the engine makes no new one. */
  readonly onEnded: (cause: unknown) => void;
}

/** Whether the engine is in reach: reports each change, and again and again for how long it has been away. */
export class EngineWatch {
  readonly #options: EngineWatchOptions;
  readonly #leave: () => void;
  #awaySinceMs: number | undefined;
  #cancel = () => {};

  constructor(options: EngineWatchOptions) {
    this.#options = options;
    const { report, session, onEnded } = options;
    this.#leave = session.onStatus((status, cause) => {
      if (status === "connected") this.#isBack();
      if (status === "disconnected") this.#isAway();
      if (status === "ended") onEnded(cause);
      if (status !== "lost") return;
      report("log_lost", "The engine lost what it had stored: events in the log, claims and positions are gone.", {});
    });
  }

  get isConnected(): boolean {
    return this.#awaySinceMs === undefined;
  }

  /** Milliseconds for which the engine has been out of reach; 0 while it is in reach. */
  get awayMs(): number {
    return this.#awaySinceMs === undefined ? 0 : this.#options.clock.monotonicMs() - this.#awaySinceMs;
  }

  close(): void {
    this.#leave();
    this.#cancel();
  }

  #isBack(): void {
    const { report } = this.#options;
    const { awayMs } = this;
    this.#cancel();
    this.#awaySinceMs = undefined;
    report("connected", `The engine is in reach again after ${seconds(awayMs)}.`, { awayMs });
  }

  #isAway(): void {
    const { clock, report } = this.#options;
    if (this.#awaySinceMs !== undefined) return;
    this.#awaySinceMs = clock.monotonicMs();
    report("disconnected", "The engine is out of reach: events that are read wait in this process.", {});
    this.#again();
  }

  #again(): void {
    const { clock, report } = this.#options;
    this.#cancel = clock.schedule(() => {
      const { awayMs } = this;
      report("engine_away", `The engine has been out of reach for ${seconds(awayMs)}.`, { awayMs });
      this.#again();
    }, EVERY_MS);
  }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
