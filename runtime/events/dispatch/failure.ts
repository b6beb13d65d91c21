import { files, unlessMissing } from "../../abi/files.js";
import { tryParse } from "../../http/answer.js";
import { ArgumentError } from "../../http/errors/index.js";
import type { Clock } from "../../abi/index.js";
import type { Task } from "./context.js";

/** What is done about a handler that fails: it is run again, and given up on after so many times. */
export interface HandlerRetryPolicy<E> {
  /** How often it is run again. 0: not at all, which makes sense with dead letters alone. */
  readonly retries: number;
  /** Waits before each time: the first, doubling up to the longest. Default 1,000 and 60,000; chance takes up to half. */
  readonly backoff?: { readonly baseMs?: number; readonly capMs?: number };
  /** Takes what was given up on. Default: none; it goes to `onError` like every failure, and is lost. */
  readonly deadLetter?: DeadLetterStore<E>;
}

/** What a failing handler means: its event counts as handled, or is tried again. */
export type OnFailure<E> = "skip" | HandlerRetryPolicy<E>;

/** What retries need of whoever runs handlers. */
export interface RetryParts<E> {
  readonly clock: Clock;
  readonly random: () => number;
  /** Runs the handler once more. */
  readonly run: (task: Task<E>, attempt: number, release: () => void) => void;
  readonly report: (error: unknown, event: E) => void;
}

/** Events whose handler failed, until they are handled or given up on. Their places in the lane stay taken. */
export class Retries<E> {
  readonly #policy: HandlerRetryPolicy<E>;
  readonly #parts: RetryParts<E>;
  readonly #waiting = new Set<() => void>();
  #letters = 0;
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

  /** A handler failed for the `attempt`th time. `release` gives its place in the lane free. */
  failed(task: Task<E>, failure: { readonly error: unknown; readonly attempt: number }, release: () => void): void {
    const { error, attempt } = failure;
    this.#parts.report(error, task.event);
    if (this.#stopped) return;
    if (attempt > this.#policy.retries) return void this.#giveUp(task, failure, release);
    this.#later(attempt, () => this.#parts.run(task, attempt + 1, release));
  }

  /** Tries nothing again. Returns how many were waiting for that. */
  stop(): number {
    this.#stopped = true;
    const abandoned = this.#waiting.size + this.#letters;
    for (const cancel of this.#waiting) cancel();
    this.#waiting.clear();
    return abandoned;
  }

  /** What cannot be written as a dead letter is not handled: it is tried until it is, or until the stop. */
  async #giveUp(
    task: Task<E>,
    { error, attempt }: { readonly error: unknown; readonly attempt: number },
    release: () => void,
    writes = 1,
  ): Promise<void> {
    const { clock, report } = this.#parts;
    const { deadLetter } = this.#policy;
    this.#letters += 1;
    try {
      await deadLetter?.add(deadLetterOf(task, { error, attempts: attempt, failedAtMs: clock.now() }));
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

/** An event that its handler could not handle. Plain data, safe to keep as JSON. */
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
 * Takes events that could not be handled. An event counts as handled once `add` has resolved; while it rejects, it is
 * tried again and again. The same event may come more than once: `identity` tells.
 */
export interface DeadLetterStore<E> {
  add(letter: DeadLetter<E>): Promise<void>;
}

/** What is known when an event is given up on. */
export interface GivenUp {
  readonly error: unknown;
  readonly attempts: number;
  readonly failedAtMs: number;
}

/** The dead letter of an event. */
function deadLetterOf<E>(task: Task<E>, { error, attempts, failedAtMs }: GivenUp): DeadLetter<E> {
  const stack = stackOf(error);
  const shown = { ...wordsOf(error), ...(stack !== undefined && { stack }) };
  return { event: task.event, identity: task.identity, error: shown, attempts, failedAtMs };
}

/** What somebody threw, as an error says it. Not everything that can be thrown can be a text. */
export function wordsOf(thrown: unknown): { readonly name: string; readonly message: string } {
  try {
    if (!(thrown instanceof Error)) return { name: "Error", message: String(thrown) };
    const { name, message } = thrown;
    return { name: `${name}`, message: `${message}` };
  } catch {
    return { name: "Error", message: "something that cannot be put into words" };
  }
}

/** Whoever throws may have changed it, and what prints it may look at the message. */
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
  /** Takes out what is there. */
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

/** Dead letters in a file of JSON lines, readable by nobody but its owner. */
export interface FileDeadLetters<E> extends DeadLetterStore<E> {
  /** All letters in the file; a line cut off by a crash is left out. */
  read(): Promise<DeadLetter<E>[]>;
}

/** @param options.path the file; it is made when it is missing, and its folder is not */
export function fileDeadLetters<E>({ path }: { readonly path: string }): FileDeadLetters<E> {
  // Without a path no letter could ever be written, and be tried for ever.
  if (typeof path !== "string" || path === "") throw new ArgumentError("fileDeadLetters() takes { path }, of a file");
  return {
    add: async (letter) => {
      const file = await files().open(path, "a", 0o600);
      try {
        // A line feed first: what a crash cut off before ends there.
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
  // Written by `add`; what else somebody may have put there is his.
  return letter === undefined ? [] : [letter as DeadLetter<E>];
}
