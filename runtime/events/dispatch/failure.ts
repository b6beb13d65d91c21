import { files, unlessMissing } from "../../abi/files.js";
import { tryParse } from "../../http/answer.js";
import { ArgumentError, NoAnswerError } from "../../http/errors/index.js";
import type { Clock } from "../../abi/index.js";
import { settledWithin } from "../../abi/within.js";
import { SAVE_MS } from "../time.js";
import type { HandlerFailure, Task } from "./context.js";

/** How often a failing handler is run again, and what happens to its event after that. */
export interface HandlerRetryPolicy<E> {
  /** Number of further runs after the first. 0 makes sense with `deadLetter` only. */
  readonly retries: number;
  /** Wait before each run: `baseMs`, doubling up to `capMs`, less up to half by chance. Default 1,000 and 60,000. */
  readonly backoff?: { readonly baseMs?: number; readonly capMs?: number };
  /**
   * Takes events whose retries are used up. Default: none; their last error goes to `onError`, and they are dropped.
   */
  readonly deadLetter?: DeadLetterStore<E>;
}

/** What happens when a handler fails: its event counts as handled, or the handler is run again. */
export type OnFailure<E> = "skip" | HandlerRetryPolicy<E>;

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
}

/** Events whose handler failed, until they are handled or dead-lettered. They keep their places in the lane. */
export class Retries<E> {
  readonly #policy: HandlerRetryPolicy<E>;
  readonly #parts: RetryParts<E>;
  readonly #waiting = new Set<() => void>();
  #letters = 0;
  /** Number of events whose handler was aborted and has not ended. */
  #ending = 0;
  #stopped = false;

  /** @throws ArgumentError when `retries` is no whole number of at least 0 */
  constructor(policy: HandlerRetryPolicy<E>, parts: RetryParts<E>) {
    const { retries } = policy;
    if (!Number.isInteger(retries) || retries < 0) {
      throw new ArgumentError(`onFailure.retries must be a whole number of at least 0, got ${retries}`);
    }
    this.#policy = policy;
    this.#parts = parts;
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
    const { deadLetter } = this.#policy;
    this.#letters += 1;
    try {
      const letter = deadLetterOf(task, { error, attempts: attempt, failedAtMs: clock.now() });
      await settledWithin(Promise.resolve(deadLetter?.add(letter)), { clock, timeoutMs: SAVE_MS }, tookTooLong);
    } catch (failure) {
      this.#letters -= 1;
      report(failure, task.event);
      if (!this.#stopped) this.#later(writes, () => void this.#giveUp(task, { error, attempt }, release, writes + 1));
      return;
    }
    this.#letters -= 1;
    if (this.#stopped) return;
    task.settled();
    release();
  }

  #later(attempt: number, work: () => void): void {
    const { baseMs = 1000, capMs = 60_000 } = this.#policy.backoff ?? {};
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

const tookTooLong = (): NoAnswerError =>
  new NoAnswerError(`The store of dead letters took longer than ${SAVE_MS} ms.`, { reason: "timeout" });

/** An event whose handler failed in every run. Plain data, safe to keep as JSON. */
export interface DeadLetter<E> {
  readonly event: E;
  /** The same for every delivery of the event. */
  readonly identity: string;
  /** What the last attempt failed with. */
  readonly error: { readonly name: string; readonly message: string; readonly stack?: string };
  /** How often its handler was run. */
  readonly attempts: number;
  /** Wall-clock time of the last attempt, milliseconds since the epoch. */
  readonly failedAtMs: number;
}

/**
 * Takes events that could not be handled. An event counts as handled once `add` has resolved; when it rejects or takes
 * longer than five seconds, it is called again after a wait. The same event may be added more than once: compare `identity`.
 */
export interface DeadLetterStore<E> {
  add(letter: DeadLetter<E>): Promise<void>;
}

/** The last failure of an event. */
export interface GivenUp {
  readonly error: unknown;
  readonly attempts: number;
  readonly failedAtMs: number;
}

function deadLetterOf<E>(task: Task<E>, { error, attempts, failedAtMs }: GivenUp): DeadLetter<E> {
  const stack = stackOf(error);
  const shown = { ...wordsOf(error), ...(stack !== undefined && { stack }) };
  return { event: task.event, identity: task.identity, error: shown, attempts, failedAtMs };
}

/** Name and message of anything that was thrown, also of values that cannot be converted to a string. */
export function wordsOf(thrown: unknown): { readonly name: string; readonly message: string } {
  try {
    if (!(thrown instanceof Error)) return { name: "Error", message: String(thrown) };
    const { name, message } = thrown;
    return { name: `${name}`, message: `${message}` };
  } catch {
    return { name: "Error", message: "something that cannot be put into words" };
  }
}

/** The stack, if it can be read: reading it may run code of the thrown value. */
function stackOf(error: unknown): string | undefined {
  try {
    const { stack } = error instanceof Error ? error : new Error(String(error));
    return typeof stack === "string" ? stack : undefined;
  } catch {
    return undefined;
  }
}

/** Dead letters in memory, the newest last: for tests, and for Apps that look at them while they run. */
export interface MemoryDeadLetters<E> extends DeadLetterStore<E> {
  readonly letters: readonly DeadLetter<E>[];
  /** Removes and returns all letters. */
  drain(): DeadLetter<E>[];
}

/** @param options.limit most letters kept; the oldest go first. Default 1,000. */
export function memoryDeadLetters<E>({ limit = 1000 }: { readonly limit?: number } = {}): MemoryDeadLetters<E> {
  const letters: DeadLetter<E>[] = [];
  return {
    letters,
    add: (letter) => {
      letters.push(letter);
      if (letters.length > limit) letters.shift();
      return Promise.resolve();
    },
    drain: () => letters.splice(0),
  };
}

/** Dead letters in a file of JSON lines with mode 0600. */
export interface FileDeadLetters<E> extends DeadLetterStore<E> {
  /** All letters in the file; a line that was cut off by a crash is skipped. */
  read(): Promise<DeadLetter<E>[]>;
}

/** @param options.path the file; it is created when missing, but its folder is not */
export function fileDeadLetters<E>({ path }: { readonly path: string }): FileDeadLetters<E> {
  // Refused here: without a path every write would fail and be repeated for ever.
  if (typeof path !== "string" || path === "") throw new ArgumentError("fileDeadLetters() takes { path }, of a file");
  return {
    add: async (letter) => {
      const file = await files().open(path, "a", 0o600);
      try {
        // A line feed first, to end a line that a crash has cut off.
        await file.writeFile(`\n${JSON.stringify(letter)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    read: async () => {
      const text = (await unlessMissing(files().readFile(path, "utf8"))) ?? "";
      return text.split("\n").flatMap((line) => letterIn<E>(line));
    },
  };
}

function letterIn<E>(line: string): DeadLetter<E>[] {
  const letter = tryParse(line);
  // Written by `add`; other JSON lines in the file are not checked.
  return letter === undefined ? [] : [letter as DeadLetter<E>];
}
