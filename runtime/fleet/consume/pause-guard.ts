import type { Clock } from "../../abi/index.js";

export interface PauseGuardOptions {
  readonly clock: Clock;
  /** The ack wait of events. That of interactions is shorter than many a pause, and the platform takes one confirmation. */
  readonly ackWaitMs: number;
  /** This machine was paused for so long: what was in hand may be another's by now. */
  readonly onPause: (pausedMs: number) => void;
}

/** Milliseconds between two marks. */
const MARK_MS = 100;

/** Milliseconds after a pause for which whatever arrives is let go: it may be what was sent before it. */
const DISTRUST_MS = 500;

/**
 * Notices that this machine stood still: stopped, swapped out, or busy with one long computation. After it, sockets are
 * read before timers run, so that both the time since the last mark and the mark itself are looked at.
 */
export function pauseGuard({ clock, ackWaitMs, onPause }: PauseGuardOptions) {
  let lastMs = clock.monotonicMs();
  let distrustUntilMs = -Infinity;
  let cancel = () => {};
  const look = (): number => {
    const nowMs = clock.monotonicMs();
    const passedMs = nowMs - lastMs;
    lastMs = nowMs;
    if (passedMs > ackWaitMs / 2) {
      distrustUntilMs = nowMs + DISTRUST_MS;
      onPause(passedMs);
    }
    return nowMs;
  };
  const mark = (): void => {
    look();
    cancel = clock.schedule(mark, MARK_MS);
  };
  return {
    start() {
      lastMs = clock.monotonicMs();
      mark();
    },
    stop: () => cancel(),
    /** Whether what arrives or ends at this moment is not to be trusted. */
    get isPaused() {
      const nowMs = look();
      return nowMs < distrustUntilMs;
    },
    /** Milliseconds until what is asked for can be told from what was sent before a pause; 0 or less: it can be. */
    get distrustMs() {
      return distrustUntilMs - look();
    },
  };
}
