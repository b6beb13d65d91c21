/**
 * Holding a lease: who may act for the fleet, and when not. Pure: from state and input to state and effects.
 *
 * - A lost lease closes nothing; a taken one does. Whoever loses touch with the engine, or lets a lease lapse, is
 *   suspended: it does nothing in the fleet's name, keeps what it has open, and goes on once the lease is its own again.
 * - Whoever has been out of touch with the engine lets the former holder come back first: before it takes a free lease,
 *   it waits for the time of one lease.
 *
 * Without either, an outage of the engine makes all members close and open in turn, and what came meanwhile is lost.
 */
export type HoldState = Standby | Holding | Leaving | { readonly type: "ended" };

interface Standby {
  readonly type: "standby";
  /** Since when the engine has answered every request; undefined while it is out of reach. */
  readonly contactSinceMs: number | undefined;
}

interface Holding {
  readonly type: "holding";
  /** Revision of the last write of the lease. */
  readonly revision: number;
  /** When that write was sent. The engine counts the lease from its arrival, which is later. */
  readonly renewedAtMs: number;
  readonly isSuspended: boolean;
}

/** Asked to stop: finishes what was begun, renews no more, and gives the lease back once it has finished. */
interface Leaving extends Omit<Holding, "type"> {
  readonly type: "leaving";
}

/** What happens to a holder or stand-by. All times are monotonic, on one clock. */
export type HoldInput =
  /** Time has passed: renew, or look whether the lease is free. */
  | { readonly type: "tick" }
  /** The lease was written by us, by a question sent at that time. */
  | { readonly type: "written"; readonly revision: number; readonly sentAtMs: number }
  /** Our write was refused: another came first, or the lease has lapsed. */
  | { readonly type: "refused" }
  | { readonly type: "free" }
  /** The lease is ours by name, written at this revision: the answer to our own write was lost. */
  | { readonly type: "own"; readonly revision: number }
  | { readonly type: "taken" }
  | { readonly type: "unreachable" }
  /** Nobody is to be let wait for: there was no holder before, or it gave the lease back. */
  | { readonly type: "vacant" }
  /** Finish, give the lease back and take no other. */
  | { readonly type: "stop" }
  /** What was begun has finished, after a stop. */
  | { readonly type: "finished" };

/** What is to be done. At most one question to the engine at a time. */
export type HoldEffect =
  | { readonly type: "create" }
  | { readonly type: "renew"; readonly revision: number }
  | { readonly type: "look" }
  | { readonly type: "release"; readonly revision: number }
  | { readonly type: "begin"; readonly revision: number }
  /** Do nothing in the fleet's name until `go-on`. */
  | { readonly type: "suspend" }
  | { readonly type: "go-on"; readonly revision: number }
  /** End what was begun: another holder has begun, or this one is stopping. */
  | { readonly type: "end"; readonly why: "taken" | "stopped" };

export interface HoldRules {
  readonly leaseMs: number;
}

/** Part of a lease's time within which its holder may act: the rest is for what is on its way. */
const SAFE = 0.8;

export const RENEWALS = 5;

/** A member that holds nothing and knows nothing. */
export const standby: HoldState = { type: "standby", contactSinceMs: undefined };

/** Whether the holder may act at this moment. Ask before each act: a machine that was paused learns of it here. */
export function mayAct(state: HoldState, nowMs: number, { leaseMs }: HoldRules): boolean {
  if (state.type !== "holding" && state.type !== "leaving") return false;
  return !state.isSuspended && nowMs - state.renewedAtMs < SAFE * leaseMs;
}

export function stepHold(
  state: HoldState,
  input: HoldInput,
  at: HoldRules & { readonly nowMs: number },
): readonly [HoldState, readonly HoldEffect[]] {
  if (state.type === "leaving" && input.type === "finished") {
    return [ended, [{ type: "release", revision: state.revision }]];
  }
  if (state.type === "ended" || state.type === "leaving" || input.type === "finished") return [state, []];
  if (input.type === "stop") return stop(state);
  return state.type === "standby" ? stepStandby(state, input, at) : stepHolding(state, input, at);
}

type Step = readonly [HoldState, readonly HoldEffect[]];
type Happening = Exclude<HoldInput, { type: "stop" | "finished" }>;

const ended: HoldState = { type: "ended" };

function stop(state: Standby | Holding): Step {
  if (state.type === "standby") return [ended, []];
  return [{ ...state, type: "leaving" }, [{ type: "end", why: "stopped" }]];
}

function stepStandby(state: Standby, input: Happening, at: HoldRules & { nowMs: number }): Step {
  const { nowMs, leaseMs } = at;
  const contactSinceMs = state.contactSinceMs ?? nowMs;
  const inTouch: Standby = { type: "standby", contactSinceMs };
  switch (input.type) {
    case "tick":
      return [state, [{ type: "look" }]];
    case "vacant":
      return [inTouch, [{ type: "create" }]];
    case "free":
      if (nowMs - contactSinceMs < leaseMs) return [inTouch, []];
      return [inTouch, [{ type: "create" }]];
    case "own":
      // Created by us before, with the answer lost: taken up by a write, which also says when it was last renewed.
      return [inTouch, [{ type: "renew", revision: input.revision }]];
    case "written": {
      const { revision, sentAtMs } = input;
      const held: Holding = { type: "holding", revision, renewedAtMs: sentAtMs, isSuspended: false };
      return [held, [{ type: "begin", revision }]];
    }
    case "refused":
    case "taken":
      return [inTouch, []];
    case "unreachable":
      return [standby, []];
  }
}

function stepHolding(state: Holding, input: Happening, at: HoldRules & { nowMs: number }): Step {
  const lapses: readonly HoldEffect[] = state.isSuspended ? [] : [{ type: "suspend" }];
  const suspended: Holding = { ...state, isSuspended: true };
  switch (input.type) {
    case "tick": {
      const renew: HoldEffect = { type: "renew", revision: state.revision };
      return mayAct(state, at.nowMs, at) ? [state, [renew]] : [suspended, [...lapses, renew]];
    }
    case "written": {
      const { revision, sentAtMs } = input;
      const held: Holding = { type: "holding", revision, renewedAtMs: sentAtMs, isSuspended: false };
      // An answer that took so long that it says nothing about now.
      if (!mayAct(held, at.nowMs, at)) return [{ ...held, isSuspended: true }, lapses];
      return [held, state.isSuspended ? [{ type: "go-on", revision }] : []];
    }
    case "refused":
      return [suspended, [...lapses, { type: "look" }]];
    case "free":
    case "vacant":
      return [suspended, [...lapses, { type: "create" }]];
    case "own":
      return [suspended, [...lapses, { type: "renew", revision: input.revision }]];
    case "taken":
      return [{ type: "standby", contactSinceMs: at.nowMs }, [{ type: "end", why: "taken" }]];
    case "unreachable":
      return mayAct(state, at.nowMs, at) ? [state, []] : [suspended, lapses];
  }
}
