import type { Clock } from "../../abi/index.js";
import { FleetError } from "../errors.js";

/** Whether and how a member reaches the engine at this moment. */
export interface Reach {
  /** False while the engine is down, or this member is cut off. */
  readonly reachable: boolean;
  /** Milliseconds from the member to the engine and back. */
  readonly latencyMs: number;
  /** Milliseconds between two requests of one member that were made at once. */
  readonly spacingMs: number;
}

/** What a wire connects. Two clocks, because a machine that is paused hears nothing until it goes on. */
export interface WireOptions {
  readonly reach: () => Reach;
  readonly engineClock: Clock;
  readonly memberClock: Clock;
  readonly timeoutMs: number;
}

/** Requests of one member, carried out in the order in which they were made. */
export class Wire {
  readonly #options: WireOptions;
  #lastArrivalMs = -Infinity;

  constructor(options: WireOptions) {
    this.#options = options;
  }

  /** Carries out `apply` at the engine. When no answer comes back, nobody knows whether it was. */
  request<Result>(apply: () => Result): Promise<Result> {
    const { reach, memberClock, timeoutMs } = this.#options;
    const { reachable, latencyMs } = reach();
    if (reachable && latencyMs === 0) return Promise.resolve(apply());
    return new Promise((resolve, reject) => {
      const message = `The engine did not answer within ${timeoutMs} ms.`;
      const cancel = memberClock.schedule(() => reject(new FleetError("unavailable", message)), timeoutMs);
      this.toEngine(() => {
        const result = apply();
        this.toMember(() => {
          cancel();
          resolve(result);
        });
      });
    });
  }

  /** Runs `arrive` at the engine, if the way there holds. */
  toEngine(arrive: () => void): void {
    const { engineClock, reach } = this.#options;
    const { spacingMs, latencyMs } = reach();
    const nowMs = engineClock.monotonicMs();
    // Also when the way becomes shorter: nothing overtakes what was sent before it.
    const waitMs = Math.max(0, this.#lastArrivalMs + spacingMs - nowMs - latencyMs / 2);
    this.#lastArrivalMs = nowMs + latencyMs / 2 + waitMs;
    this.#travel(arrive, engineClock, waitMs);
  }

  /** Runs `arrive` at the member, if the way back holds. */
  toMember(arrive: () => void): void {
    this.#travel(arrive, this.#options.memberClock);
  }

  #travel(arrive: () => void, clock: Clock, waitMs = 0): void {
    const { reach } = this.#options;
    const { reachable, latencyMs } = reach();
    if (!reachable) return;
    if (latencyMs === 0 && waitMs === 0) return arrive();
    clock.schedule(
      () => {
        if (reach().reachable) arrive();
      },
      latencyMs / 2 + waitMs,
    );
  }
}
