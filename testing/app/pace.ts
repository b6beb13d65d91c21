import type { Diagnostic } from "../../runtime/diagnostics/index.js";
import type { PersonInteraction, Sandbox, VirtualClock } from "../../sandbox/index.js";

/** Turns of the event loop without anything happening after which an App counts as having nothing to do. */
const QUIET_TURNS = 3;
/** Step of the clock, in milliseconds, where an App asks for its events in turns. */
const READING_MS = 250;
/** Longest time, in milliseconds, for an App to read its mailbox: after it, the mailbox is gone. */
const READING_LIMIT_MS = 45_000;

/** Knows when an App has done what it can do at one moment, and what its handlers threw. */
export class Pace {
  readonly diagnostics: Diagnostic[] = [];
  readonly #sandbox: Sandbox<VirtualClock>;
  readonly #patienceMs: number;
  readonly #polls: boolean;
  #failures: unknown[] = [];
  #activity = 0;
  #reads = 0;

  /** `polls`: events are asked for in turns, so that time must pass for one to arrive. */
  constructor(sandbox: Sandbox<VirtualClock>, patienceMs: number, polls: boolean) {
    this.#sandbox = sandbox;
    this.#patienceMs = patienceMs;
    this.#polls = polls;
    sandbox.log.subscribe(({ detail }) => {
      this.#activity += 1;
      if (detail["operation"] === "readMailbox") this.#reads += 1;
    });
  }

  note(diagnostic: Diagnostic): void {
    this.#activity += 1;
    this.diagnostics.push(diagnostic);
    // An App that has registered `onError()` deals with it by itself, and is told at level debug.
    if (diagnostic.type === "app.handler_failed" && diagnostic.level !== "debug") this.#failures.push(diagnostic.error);
  }

  /** Waits until nothing happens any more without time moving on. Rejects with what a handler threw. */
  async settle(): Promise<void> {
    if (this.#polls) await this.#untilRead();
    await this.#untilQuiet();
    this.#complain();
  }

  /** Waits until an interaction is dealt with, or nothing happens any more that could deal with it now. */
  async settled(interaction: PersonInteraction): Promise<void> {
    const startedMs = performance.now();
    for (;;) {
      await this.#untilQuiet();
      this.#complain();
      if (interaction.state !== "open") return;
      if (this.#polls) {
        await this.#sandbox.clock.advance(READING_MS);
        continue;
      }
      if (performance.now() - startedMs > this.#patienceMs) return;
      await new Promise((resolve) => setTimeout(resolve, 1)); // real time: for what a handler does outside the clock
    }
  }

  async #untilRead(): Promise<void> {
    const before = this.#reads;
    for (let ms = 0; this.#reads === before && ms < READING_LIMIT_MS; ms += READING_MS) {
      await this.#sandbox.clock.advance(READING_MS);
    }
  }

  async #untilQuiet(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
      const before = this.#activity;
      await this.#sandbox.clock.settle();
      if (!(await this.#delivered())) return;
      if (this.#activity !== before) quiet = -1;
    }
  }

  /** Whether no delivery is under way any more. One that is after all patience waits for time to move on. */
  async #delivered(): Promise<boolean> {
    let cancel = (): void => {};
    const late = new Promise<false>((resolve) => {
      const timer = setTimeout(() => resolve(false), this.#patienceMs); // real time: signatures are checked in it
      cancel = () => clearTimeout(timer);
    });
    const idle = await Promise.race([this.#sandbox.idle().then(() => true), late]);
    cancel();
    return idle;
  }

  #complain(): void {
    if (this.#failures.length === 0) return;
    const [failure] = this.#failures;
    this.#failures = [];
    throw failure;
  }
}
