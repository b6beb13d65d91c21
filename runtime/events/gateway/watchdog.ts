import type { Clock } from "../../abi/index.js";

/** How long a stream may say nothing. Milliseconds. */
export interface Patience {
  /** From the answer to the first byte. */
  readonly firstByteMs: number;
  /** Between two bytes, heartbeats included. */
  readonly silenceMs: number;
}

/** What the silence was. */
export type Silence = { readonly cause: "silent" | "idle"; readonly silentMs: number };

/**
 * Notices a connection that has gone quiet. Any byte counts as life, and only bytes do. One timer that looks back when
 * it fires, instead of one per chunk.
 */
export class Watchdog {
  readonly #clock: Clock;
  readonly #patience: Patience;
  readonly #onSilence: (silence: Silence) => void;
  #heardMs: number;
  #heardAny = false;
  #suspended = false;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, patience: Patience, onSilence: (silence: Silence) => void) {
    this.#clock = clock;
    this.#patience = patience;
    this.#onSilence = onSilence;
    this.#heardMs = clock.monotonicMs();
    this.#arm();
  }

  /** A byte came. */
  heard(): void {
    this.#heardMs = this.#clock.monotonicMs();
    if (this.#heardAny) return;
    this.#heardAny = true;
    this.#cancel?.();
    this.#arm();
  }

  /** Nobody reads: silence is of our own making until {@link resume}. */
  suspend(): void {
    this.#suspended = true;
    this.#cancel?.();
  }

  resume(): void {
    this.#suspended = false;
    this.#heardMs = this.#clock.monotonicMs();
    this.#arm();
  }

  stop(): void {
    this.#suspended = true;
    this.#cancel?.();
  }

  get #allowedMs(): number {
    return this.#heardAny ? this.#patience.silenceMs : this.#patience.firstByteMs;
  }

  #arm(): void {
    if (this.#suspended) return;
    const leftMs = this.#heardMs + this.#allowedMs - this.#clock.monotonicMs();
    this.#cancel = this.#clock.schedule(() => this.#look(), Math.max(0, leftMs));
  }

  #look(): void {
    const silentMs = this.#clock.monotonicMs() - this.#heardMs;
    if (silentMs < this.#allowedMs) this.#arm();
    else this.#onSilence({ cause: this.#heardAny ? "idle" : "silent", silentMs });
  }
}
