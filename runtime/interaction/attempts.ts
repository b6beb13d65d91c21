import type { Clock } from "../abi/index.js";
import type { ConfirmResult } from "./channel.js";
import type { SessionTimer } from "./timers.js";

/** What repeating a confirmation needs to know. */
export interface AttemptSettings {
  readonly clock: Clock;
  /** From 0 to 1, drawn anew for each pause. */
  readonly random: () => number;
  /** Monotonic; nothing is sent at or after it. */
  readonly deadlineMs: number;
  /** A timer to share. Default: one of the clock for each wait. */
  readonly timer?: Pick<SessionTimer, "schedule"> | undefined;
}

/** Shortest time that an attempt has for itself. */
const SHORTEST_ATTEMPT_MS = 250;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 400;

/** How long an attempt has for itself before the next one overtakes it: a third of what is left, at least 250 ms. */
export function attemptShareMs(leftMs: number): number {
  return Math.max(SHORTEST_ATTEMPT_MS, leftMs / 3);
}

/** The pause after the `failures`-th attempt that failed at once: from 50 to 400 ms, half of it by chance. */
export function pauseMs(failures: number, random: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS) * (0.5 + random / 2);
}

/**
 * Sends one confirmation until the service has decided, or the deadline is here. The service takes the first to arrive,
 * so that repeating does no harm: an attempt that fails is repeated after a pause that grows, and one that hangs is
 * overtaken by another, which needs another connection, while its own answer still counts.
 *
 * Resolves with the first answer that decides, else with the last failure; never rejects.
 */
export function confirmInTime(
  send: Send,
  settings: AttemptSettings,
  nowMs = settings.clock.monotonicMs(),
): Promise<ConfirmResult> {
  return new Promise((resolve) => new Attempts(send, settings, resolve).begin(nowMs));
}

/** One attempt. Never rejects. */
type Send = (leftMs: number) => ConfirmResult | Promise<ConfirmResult>;

/** The attempts of one confirmation. A class, because there is one for every interaction. */
class Attempts {
  #pending = 0;
  #failures = 0;
  #isDoubtful = false;
  #isOver = false;
  #last: ConfirmResult | undefined;
  #cancel: (() => void) | undefined;
  readonly #send: Send;
  readonly #settings: AttemptSettings;
  readonly #resolve: (result: ConfirmResult) => void;
  readonly #take = (result: ConfirmResult): void => this.#taken(result);

  constructor(send: Send, settings: AttemptSettings, resolve: (result: ConfirmResult) => void) {
    this.#send = send;
    this.#settings = settings;
    this.#resolve = resolve;
  }

  begin(nowMs: number): void {
    const { deadlineMs } = this.#settings;
    const leftMs = deadlineMs - nowMs;
    // A timer can wake late: what is on its way still decides, and nothing more is sent.
    if (leftMs <= 0) return this.#last && this.#pending === 0 ? this.#finish(this.#last) : undefined;
    this.#pending += 1;
    this.#again(attemptShareMs(leftMs), nowMs);
    const result = this.#send(leftMs);
    void ("then" in result ? result : Promise.resolve(result)).then(this.#take);
  }

  #again(ms: number, nowMs: number): void {
    const { clock, deadlineMs, timer = clock } = this.#settings;
    this.#cancel?.();
    const next = (): void => this.begin(clock.monotonicMs());
    this.#cancel = nowMs + ms < deadlineMs ? timer.schedule(next, ms, nowMs) : undefined;
  }

  #finish(result: ConfirmResult): void {
    this.#isOver = true;
    this.#cancel?.();
    this.#resolve(result);
  }

  #taken(result: ConfirmResult): void {
    this.#pending -= 1;
    if (this.#isOver) return;
    if (result.was === "accepted") return this.#finish(result);
    if (result.was === "already") {
      return this.#finish({ ...result, ambiguous: result.ambiguous || this.#isDoubtful || this.#pending > 0 });
    }
    const { clock, random, deadlineMs } = this.#settings;
    this.#failures += 1;
    this.#isDoubtful ||= result.was === "ambiguous";
    const again = result.was === "ambiguous" ? 0 : result.repeatAfterMs;
    const waitMs = again === undefined ? Infinity : Math.max(again, pauseMs(this.#failures, random()));
    const nowMs = clock.monotonicMs();
    this.#again(waitMs, nowMs); // a plain no is not asked twice, but an attempt before it may still have been heard
    const isUnknown = result.was === "refused" && this.#isDoubtful;
    this.#last = isUnknown ? { was: "ambiguous", error: result.error } : result;
    if (this.#pending === 0 && nowMs + waitMs >= deadlineMs) this.#finish(this.#last);
  }
}
