import type { Clock } from "../../abi/index.js";
import { limits } from "../../../generated/tables.js";
import type { TransportName } from "./notices.js";
import type { Reporter } from "./reporter.js";

/**
 * Watches the times in which nothing is read because the queue is full. The service's window runs on meanwhile: once a
 * pause outlasts it, in time or by the events that probably came, losing the connection means losing events.
 */
export class Pauses {
  readonly #clock: Clock;
  readonly #reporter: Reporter;
  readonly #ratePerMs: () => number;
  #cancel: (() => void) | undefined;

  constructor(parts: { readonly clock: Clock; readonly reporter: Reporter; readonly ratePerMs: () => number }) {
    this.#clock = parts.clock;
    this.#reporter = parts.reporter;
    this.#ratePerMs = parts.ratePerMs;
  }

  start(transport: TransportName): void {
    const { live } = this.#reporter;
    if (live.pausedSinceMs !== undefined) return;
    live.pausedSinceMs = this.#clock.monotonicMs();
    this.#reporter.tell({ type: "paused", transport });
    const ratePerMs = this.#ratePerMs();
    const riskInMs = Math.min(limits.resumeWindowMs, ratePerMs > 0 ? limits.resumeEvents / ratePerMs : Infinity);
    this.#cancel = this.#clock.schedule(() => this.#atRisk(ratePerMs), riskInMs);
  }

  end(): void {
    const { live } = this.#reporter;
    if (live.pausedSinceMs === undefined) return;
    this.#cancel?.();
    const pausedMs = this.#clock.monotonicMs() - live.pausedSinceMs;
    live.pausedSinceMs = undefined;
    live.gapRisk = false;
    this.#reporter.tell({ type: "unpaused", pausedMs });
  }

  #atRisk(ratePerMs: number): void {
    const { live } = this.#reporter;
    if (live.pausedSinceMs === undefined) return;
    live.gapRisk = true;
    const pausedMs = this.#clock.monotonicMs() - live.pausedSinceMs;
    this.#reporter.tell({ type: "gap-risk", pausedMs, estimatedEvents: Math.round(ratePerMs * pausedMs) });
  }
}
