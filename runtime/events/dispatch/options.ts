import {
  clock,
  func,
  group,
  numeric,
  oneOf,
  type OptionsOf,
  options,
  type WithDefaults,
  usually,
  whole,
} from "../../base/options.js";
import { systemClock } from "../../abi/index.js";
import type { StoreDiagnostic } from "../../diagnostics/store.js";
import type { DispatchContext, LaneName } from "./context.js";
import { onFailure } from "./failure.js";

/** Limits of one lane. */
export interface LaneLimits extends OptionsOf<typeof laneOptions> {}

const laneOptions = /* @__PURE__ */ options(() => ({
  /** Most handlers at work at the same time. */
  concurrency: whole(1, Infinity),
  /** Most events waiting. */
  queueLimit: whole(1, Infinity),
}));

/** Those that do not depend on the kind of event. */
const plainOptions = /* @__PURE__ */ options(() => ({
  /** Most handlers of events at work at the same time. Default 16. */
  concurrency: whole(1, Infinity, 16),
  /** Most events waiting; when full, the source is not read. Default 1,000. */
  queueLimit: whole(1, Infinity, 1_000),
  /**
   * `none` (default): events are started in order and may overtake each other while at work. `channel`: one after the
   * other within a channel; events that name no channel, within their server.
   */
  order: usually(oneOf("none", "channel"), "none"),
  /** Interactions have a lane of their own, which other events cannot fill. Defaults: as above, each. */
  interactions: group<LaneLimits>(laneOptions),
  /**
   * The signal of a handler that takes longer is aborted, and the handler is no longer waited for. A handler of an
   * interaction is not aborted and may go on; its event counts as handled, and its place is free. Default 60,000; 0:
   * never.
   */
  handlerTimeoutMs: numeric(60_000),
  /**
   * What happens when a handler fails or takes too long. `skip` (default): its event counts as handled, and a handler
   * that takes too long is no longer waited for. Otherwise the handler is run again, and its event counts as handled
   * once a run succeeds, or once its retries are used up and its dead letter, if there is a store for it, is written.
   * Meanwhile the event keeps its place in the lane, and under `order: "channel"` later events of the channel wait. A
   * handler that was aborted by `handlerTimeoutMs` is run again only once it has ended, or has gone on for ten times
   * that time and at least a minute.
   */
  onFailure: onFailure(),
  /** Chance, from 0 (included) to 1. Default: `Math.random`. */
  random: usually(func<() => number>(), Math.random),
  /** Default: the system's. */
  clock: usually(clock(), systemClock),
  /** Called when the store of dead letters is slow, fails or does not answer. */
  onDiagnostic: func<(diagnostic: StoreDiagnostic) => void>(),
}));

/** Functions of the caller's own kind of event. */
interface EventFunctions<E> {
  /** Called for each event. What it throws or rejects with goes to `onError`, then `onFailure` decides. */
  readonly handle: (event: E, context: DispatchContext) => void | Promise<void>;
  /** Called with errors of handlers, timeouts included, and of the two functions below. Default: `console.error`. */
  readonly onError?: (error: unknown, event: E) => void;
  /** Lane of an event. Default, and when it throws: `events`. */
  readonly laneOf?: (event: E) => LaneName;
  /** Events with the same key keep their order under `order: "channel"`. When it throws, the event is not ordered. */
  readonly orderKeyOf?: (event: E) => string | undefined;
  /** What the handler of an event is called in the error when it takes too long. Must not throw. */
  readonly nameOf?: (event: E) => string | undefined;
}

/** How handlers are run. */
export interface DispatcherOptions<E> extends OptionsOf<typeof plainOptions>, EventFunctions<E> {}

export const dispatcherOptions = /* @__PURE__ */ options(() => ({
  ...plainOptions,
  handle: func(),
  onError: func(),
  laneOf: func(),
  orderKeyOf: func(),
  nameOf: func(),
}));

/** The options with all defaults. */
export type SettledOptions<E> = WithDefaults<typeof plainOptions> & EventFunctions<E>;
