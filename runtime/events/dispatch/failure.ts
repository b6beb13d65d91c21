import { any, group, needed, numeric, type OptionsOf, options, withDefaults } from "../../base/options.js";
import { store } from "../../store/kind.js";
import { ArgumentError } from "../../base/errors.js";
import type { Clock } from "../../abi/index.js";
import type { DiagnosticSink } from "../../diagnostics/reporter.js";
import { isStoreError } from "../../store/errors.js";
import type { HandlerFailure, Task } from "./context.js";
import { DeadLetterBox, deadLetterOf } from "./dead-letters.js";

/** Waits before a handler is run again. */
export interface HandlerBackoff extends OptionsOf<typeof backoffOptions> {}

const backoffOptions = /* @__PURE__ */ options(() => ({
  /** Milliseconds before the first further run; doubles from there. Default 1,000. */
  baseMs: numeric(1_000),
  /** Milliseconds: the longest wait. Default 60,000. */
  capMs: numeric(60_000),
}));

/** How often a failing handler is run again, and what happens to its event after that. */
export interface HandlerRetryPolicy extends OptionsOf<typeof handlerRetryOptions> {}

export const handlerRetryOptions = /* @__PURE__ */ options(() => ({
  /** Number of further runs after the first. 0 is useful only with `deadLetter`. */
  retries: needed(any<number>()), // checked where retries are counted
  /** Wait before each run: `baseMs`, doubling up to `capMs`, less up to half by chance. Default 1,000 and 60,000. */
  backoff: group<HandlerBackoff>(backoffOptions),
  /**
   * Takes events whose retries are used up; `deadLetters()` reads them. A store that fails or does not answer within
   * five seconds is tried again, and the event is not handled until then. Default: none; their last error goes to
   * `onError`, and they are dropped, as is one that is too large for the store.
   */
  deadLetter: store(),
}));

/** What happens when a handler fails: its event counts as handled, or the handler is run again. */
export type OnFailure = "skip" | HandlerRetryPolicy;

/** Option `onFailure` of a dispatcher and of an App. */
export const onFailure = () => group<OnFailure>(handlerRetryOptions, '"skip" or { retries }', "skip");

/** A failure of the `attempt`th run of a handler. */
interface Failure {
  readonly error: unknown;
  readonly attempt: number;
}

/** What {@link Retries} needs of the dispatcher. */
export interface RetryParts<E> {
  readonly clock: Clock;
  readonly random: () => number;
  /** Runs the handler once more. */
  readonly run: (task: Task<E>, attempt: number, release: () => void) => void;
  readonly report: (error: unknown, event: E) => void;
  /** Takes the reports of the store of dead letters. */
  readonly sink: DiagnosticSink<never>;
}

/** Events whose handler failed, until they are handled or dead-lettered. They keep their places in the lane. */
export class Retries<E> {
  readonly #policy: HandlerRetryPolicy;
  readonly #parts: RetryParts<E>;
  readonly #box: DeadLetterBox<E> | undefined;
  readonly #waiting = new Set<() => void>();
  #letters = 0;
  /** Number of events whose handler was aborted and has not ended. */
  #ending = 0;
  #stopped = false;

  /** @throws ArgumentError when `retries` is no whole number of at least 0 */
  constructor(policy: HandlerRetryPolicy, parts: RetryParts<E>) {
    const { retries, deadLetter } = policy;
    if (!Number.isInteger(retries) || retries < 0) {
      throw new ArgumentError(`onFailure.retries must be a whole number of at least 0, got ${retries}`);
    }
    this.#policy = policy;
    this.#parts = parts;
    this.#box = deadLetter && new DeadLetterBox(deadLetter, parts);
  }

  /** Handles the `attempt`th failure of a handler. `release` frees its place in the lane. */
  failed(task: Task<E>, failure: HandlerFailure & { readonly attempt: number }, release: () => void): void {
    this.#parts.report(failure.error, task.event);
    if (this.#stopped) return;
    if (failure.ended === undefined) return this.#next(task, failure, release);
    // Two runs of one event, or of one channel, must not overlap.
    this.#ending += 1;
    void failure.ended.then(() => {
      if (this.#stopped) return;
      this.#ending -= 1;
      this.#next(task, failure, release);
    });
  }

  #next(task: Task<E>, failure: Failure, release: () => void): void {
    const { attempt } = failure;
    if (attempt > this.#policy.retries) return void this.#giveUp(task, failure, release);
    this.#later(attempt, () => this.#parts.run(task, attempt + 1, release));
  }

  /** Cancels all retries. Returns how many events were waiting for one or for their dead letter. */
  stop(): number {
    this.#stopped = true;
    const abandoned = this.#waiting.size + this.#letters + this.#ending;
    for (const cancel of this.#waiting) cancel();
    this.#waiting.clear();
    return abandoned;
  }

  /**
   * Writes the dead letter, again and again until that succeeds or the dispatcher stops; until then nothing is
   * settled.
   */
  async #giveUp(task: Task<E>, { error, attempt }: Failure, release: () => void, writes = 1): Promise<void> {
    const { clock, report } = this.#parts;
    this.#letters += 1;
    try {
      await this.#box?.add(deadLetterOf(task, { error, attempts: attempt, failedAtMs: clock.now() }));
    } catch (failure) {
      report(failure, task.event);
      if (!isStoreError(failure, "too-large")) {
        this.#letters -= 1;
        if (!this.#stopped) this.#later(writes, () => void this.#giveUp(task, { error, attempt }, release, writes + 1));
        return;
      }
    }
    this.#letters -= 1;
    if (this.#stopped) return;
    task.settled();
    release();
  }

  #later(attempt: number, work: () => void): void {
    const { baseMs, capMs } = withDefaults(backoffOptions, this.#policy.backoff ?? {});
    const boundMs = Math.min(capMs, baseMs * 2 ** Math.min(30, attempt - 1));
    const cancel = this.#parts.clock.schedule(
      () => {
        this.#waiting.delete(cancel);
        work();
      },
      boundMs * (1 - this.#parts.random() / 2),
    );
    this.#waiting.add(cancel);
  }
}
