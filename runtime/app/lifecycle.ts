import type { StopReason } from "./options.js";

/**
 * How an App lives: `idle -> starting -> running -> stopping -> stopped`, and from `stopped` to `starting` again. Pure:
 * from state and input to state and effects.
 *
 * Every start begins a life with a number of its own. What an earlier life opened, failed with or ended with is
 * recognized by its number and leaves the present one alone.
 */
export interface Lifecycle {
  readonly phase: "idle" | "starting" | "running" | "stopping" | "stopped";
  /** How many times it was started. */
  readonly life: number;
  /** Whether how the process ends is this App's business. */
  readonly mindsProcess: boolean;
  /** Why it is stopping, or has stopped. */
  readonly reason: StopReason;
  /** Whether a test has put its own world in place of the real one. */
  readonly isRewired: boolean;
}

export const idle: Lifecycle = {
  phase: "idle",
  life: 0,
  mindsProcess: false,
  reason: { why: "asked" },
  isRewired: false,
};

export type LifecycleInput =
  | { readonly type: "start"; readonly mindsProcess: boolean }
  /** The sources of a life are open. */
  | { readonly type: "opened"; readonly life: number }
  /** A source could not be opened. */
  | { readonly type: "failed"; readonly life: number }
  /** A source that was open ended for good. */
  | { readonly type: "ended"; readonly life: number; readonly error: unknown }
  | { readonly type: "stop"; readonly reason: StopReason; readonly graceMs: number }
  /** After `close`: everything of that life has ended. */
  | { readonly type: "closed" }
  /** A test puts its world in place of the real one, or takes it away. */
  | { readonly type: "rewire"; readonly isOn: boolean };

export type LifecycleEffect =
  | { readonly type: "refuse"; readonly why: "started" | "under-test" | "alive" }
  /** Start again once the stop under way has ended. */
  | { readonly type: "wait" }
  /** Open the sources. `isAgain`: the end that others wait for was that of an earlier life. */
  | { readonly type: "open"; readonly life: number; readonly isAgain: boolean }
  /** The start is done: watch how the sources end. */
  | { readonly type: "watch"; readonly life: number }
  /** The App was stopped meanwhile: close what was opened, and reject the start. */
  | { readonly type: "discard"; readonly life: number }
  /** Let go of signals, and reject the start with what it failed with. */
  | { readonly type: "reject"; readonly life: number }
  /** Report what ended the App, and let the process end as one that failed if `mindsProcess`. */
  | { readonly type: "report-end"; readonly error: unknown; readonly mindsProcess: boolean }
  /** Break off the opening, let go of signals, and end what is under way within the grace time; then `closed`. */
  | { readonly type: "close"; readonly graceMs: number }
  /** The same for what is under way without a life, or in one that is being closed: wait no longer than this. */
  | { readonly type: "hurry"; readonly graceMs: number }
  /** Resolve `stopped`. */
  | { readonly type: "stopped"; readonly reason: StopReason };

type Step = readonly [Lifecycle, readonly LifecycleEffect[]];

const nothing: readonly LifecycleEffect[] = [];

export function stepLifecycle(state: Lifecycle, input: LifecycleInput): Step {
  switch (input.type) {
    case "start":
      return start(state, input.mindsProcess);
    case "opened":
      if (!isOpening(state, input.life)) return [state, [{ type: "discard", life: input.life }]];
      return [{ ...state, phase: "running" }, [{ type: "watch", life: input.life }]];
    case "failed":
      if (!isOpening(state, input.life)) return [state, [{ type: "discard", life: input.life }]];
      return [{ ...state, phase: "idle" }, [{ type: "reject", life: input.life }]];
    case "ended":
      return ended(state, input);
    case "stop":
      return stop(state, input);
    case "closed":
      if (state.phase !== "stopping") return [state, nothing];
      return [{ ...state, phase: "stopped" }, [{ type: "stopped", reason: state.reason }]];
    case "rewire":
      return rewire(state, input.isOn);
  }
}

const isOpening = ({ phase, life }: Lifecycle, ofLife: number): boolean => phase === "starting" && life === ofLife;

function start(state: Lifecycle, mindsProcess: boolean): Step {
  const { phase } = state;
  if (phase === "starting" || phase === "running") return [state, [{ type: "refuse", why: "started" }]];
  if (phase === "stopping") return [state, [{ type: "wait" }]];
  const life = state.life + 1;
  return [{ ...state, phase: "starting", life, mindsProcess }, [{ type: "open", life, isAgain: phase === "stopped" }]];
}

function ended(state: Lifecycle, { life, error }: { readonly life: number; readonly error: unknown }): Step {
  const { phase, mindsProcess } = state;
  if (phase !== "running" || state.life !== life || error === undefined) return [state, nothing];
  const [next, effects] = stop(state, { reason: { why: "ended", error }, graceMs: GRACE_MS });
  return [next, [{ type: "report-end", error, mindsProcess }, ...effects]];
}

/** Milliseconds that handlers under way have by default. */
export const GRACE_MS = 10_000;

function stop(state: Lifecycle, asked: { readonly reason: StopReason; readonly graceMs: number }): Step {
  const { reason, graceMs } = asked;
  if (state.phase !== "starting" && state.phase !== "running") return [state, [{ type: "hurry", graceMs }]];
  return [{ ...state, phase: "stopping", reason }, [{ type: "close", graceMs }]];
}

/** A world is not changed under an App that lives in it: what runs there would be lost sight of, and never closed. */
function rewire(state: Lifecycle, isOn: boolean): Step {
  if (isOn && state.isRewired) return [state, [{ type: "refuse", why: "under-test" }]];
  if (state.phase !== "idle" && state.phase !== "stopped") return [state, [{ type: "refuse", why: "alive" }]];
  return [{ ...state, isRewired: isOn }, nothing];
}
