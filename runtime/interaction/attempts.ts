import type { Clock } from "../abi/index.js";
import type { ConfirmResult } from "./channel.js";
import type { SessionTimer } from "./timers.js";

/** What the attempts of one confirmation share. */
export interface AttemptSettings {
  readonly clock: Clock;
  /** From 0 to 1, drawn anew for each pause. */
  readonly random: () => number;
  /** Monotonic milliseconds; no attempt begins at or after this instant. */
  readonly deadlineMs: number;
  /** A timer to share. Default: a timer of the clock for each wait. */
  readonly timer?: Pick<SessionTimer, "schedule"> | undefined;
}

/** Shortest time before the next attempt overtakes one that hangs. */
const SHORTEST_ATTEMPT_MS = 250;
const FIRST_PAUSE_MS = 150;
/** The most attempts of one confirmation: in an outage all Apps repeat theirs. */
const MOST_ATTEMPTS = 6;

/** How long an attempt may hang before the next one overtakes it: a third of the time left, at least 250 ms. */
export function attemptShareMs(leftMs: number): number {
  return Math.max(SHORTEST_ATTEMPT_MS, leftMs / 3);
}

/** Back-off after the `failures`-th failed attempt: 150 ms, doubled each time, with half of it as jitter. */
export function pauseMs(failures: number, random: number): number {
  return FIRST_PAUSE_MS * 2 ** (failures - 1) * (0.5 + random / 2);
}

/**
 * Repeats one confirmation until the service has decided or the deadline has passed. Repeating is safe, because the
 * service takes only the first confirmation to arrive. A failed attempt is repeated after a growing pause. An attempt that
 * hangs is overtaken by another one on another connection, while its own answer still counts.
 *
 * Resolves with the first decisive answer, or else with the last failure; never rejects.
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

/** The attempts of one confirmation. A class for speed: every interaction makes one. */
class Attempts {
  #pending = 0;
  #sent = 0;
  #failures = 0;
  #isAmbiguous = false;
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
    if (leftMs <= 0) return this.#again(0, nowMs); // the timer fired late
    this.#pending += 1;
    this.#sent += 1;
    this.#again(attemptShareMs(leftMs), nowMs);
    const result = this.#send(leftMs);
    void ("then" in result ? result : Promise.resolve(result)).then(this.#take);
  }

  #again(ms: number, nowMs: number): void {
    const { clock, deadlineMs, timer = clock } = this.#settings;
    this.#cancel?.();
    if (nowMs + ms < deadlineMs && this.#sent < MOST_ATTEMPTS) {
      this.#cancel = timer.schedule(() => this.begin(clock.monotonicMs()), ms, nowMs);
    } else if (this.#last && this.#pending === 0) this.#finish(this.#last);
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
      return this.#finish({ ...result, ambiguous: result.ambiguous || this.#isAmbiguous || this.#pending > 0 });
    }
    const { clock, random, deadlineMs } = this.#settings;
    const nowMs = clock.monotonicMs();
    this.#failures += 1;
    this.#isAmbiguous ||= result.was === "ambiguous";
    const againMs = result.was === "ambiguous" ? 0 : (result.repeatAfterMs ?? Infinity);
    // The last ones are spread over the rest of the window.
    const waitMs = Math.max(againMs, Math.min(pauseMs(this.#failures, random()), (deadlineMs - nowMs) / 2));
    this.#last = this.#isAmbiguous ? { was: "ambiguous", error: result.error } : result;
    // A refusal is not repeated, but an earlier attempt that is still pending may have been accepted.
    this.#again(waitMs, nowMs);
  }
}
