import type { Clock } from "../abi/index.js";
import { within } from "../base/time.js";
import { reporterOf, type DiagnosticSink, type DiagnosticTexts, type Reporter } from "../diagnostics/reporter.js";
import type { StoreFacts, StoreOperation } from "../diagnostics/store.js";
import { LogThrottle } from "../diagnostics/throttle.js";
import { isStoreError, StoreError } from "./errors.js";

/** Milliseconds that an operation may take where its caller does not say. */
const TIMEOUT_MS = 5_000;

/** An operation that takes longer is reported. */
const SLOW_MS = 1_000;

/** Most operations that are over their limit and still open; further ones fail at once, so that memory stays bounded. */
const MAX_PENDING = 64;

const texts: DiagnosticTexts<StoreFacts> = {
  slow: ["warn", "The store is slow"],
  failed: ["warn", "The store failed"],
  no_answer: ["warn", "The store did not answer in time"],
};

/** How long an operation may take, and what ends the wait for it. */
export interface Patience {
  /** Default 5,000. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The limit of time in front of every store, and the reports of a store that is slow, fails or hangs. */
export class Guard {
  readonly #clock: Clock;
  readonly #use: string;
  readonly #report: Reporter<StoreFacts>;
  #pending = 0;

  constructor(use: string, { clock, sink }: { readonly clock: Clock; readonly sink: DiagnosticSink<never> }) {
    this.#clock = clock;
    this.#use = use;
    const report = reporterOf("store", texts, { sink, common: { use } });
    const throttle = new LogThrottle(clock);
    this.#report = (name, facts, words) => throttle.log(`${name} ${facts.operation}`, () => report(name, facts, words));
  }

  /** @throws StoreError whatever the store rejected with */
  async run<Value>(
    operation: StoreOperation,
    work: () => Promise<Value>,
    { timeoutMs = TIMEOUT_MS, signal }: Patience,
  ): Promise<Value> {
    if (this.#pending >= MAX_PENDING) throw this.#noAnswer(operation, timeoutMs);
    const beganMs = this.#clock.monotonicMs();
    try {
      const running = work();
      const result = await within(running, { clock: this.#clock, timeoutMs, ...(signal && { signal }) }, (why) => {
        this.#awaitLate(running);
        if (why === "timeout") return this.#noAnswer(operation, timeoutMs);
        return new StoreError("aborted", `The wait for the ${this.#use} store was aborted.`);
      });
      const tookMs = this.#clock.monotonicMs() - beganMs;
      if (tookMs > SLOW_MS) this.#report("slow", { operation, tookMs });
      return result;
    } catch (error) {
      if (isStoreError(error)) throw error;
      this.#report("failed", { operation, error });
      throw new StoreError("failed", `The ${this.#use} store failed: ${operation}() rejected.`, { cause: error });
    }
  }

  #noAnswer(operation: StoreOperation, timeoutMs: number): StoreError {
    this.#report("no_answer", { operation, timeoutMs, pending: this.#pending });
    return new StoreError("timeout", `The ${this.#use} store did not answer ${operation}() within ${timeoutMs} ms.`);
  }

  #awaitLate(running: Promise<unknown>): void {
    this.#pending += 1;
    const settled = (): void => void (this.#pending -= 1);
    running.then(settled, settled);
  }
}
