import type { EventsNotice } from "../events/stream/notices.js";
import type { ConfirmKind } from "./interaction/machine.js";
import type { Source } from "./interaction/types.js";

/** Which interaction a notice is about. No text, no argument, no person. */
export interface InteractionRef {
  readonly id: string;
  /** Wire type. */
  readonly type: string;
  readonly source: Source;
  /** Name of the command, or id of the component or form. */
  readonly name?: string;
}

/** What an App tells about itself while it runs, for logs and metrics. Never a token, a text or an argument. */
export type AppNotice =
  | ({ readonly kind: "interaction_received"; readonly remainingMs: number } & InteractionRef)
  /** Came too late to be confirmed: its handler was not run. */
  | ({ readonly kind: "interaction_expired" } & InteractionRef)
  /** Seen before, through a resumed stream or another door: its handler was not run again. */
  | ({ readonly kind: "interaction_duplicate" } & InteractionRef)
  /** No handler for it: the fallback ran. `message`, for people, says which handlers there are. */
  | ({ readonly kind: "interaction_unrouted"; readonly message: string } & InteractionRef)
  /** Of a type, or with a content, that this version does not know. */
  | { readonly kind: "interaction_unknown"; readonly wireType: string; readonly source: Source }
  | ({
      readonly kind: "confirmed";
      readonly confirmation: ConfirmKind;
      readonly auto: boolean;
      readonly via: "rest" | "body";
      readonly tookMs: number;
    } & InteractionRef)
  /** The handler ended without a confirmation. What it left running may still confirm. */
  | ({ readonly kind: "unconfirmed" } & InteractionRef)
  /** The answer that a defer promised is still missing. */
  | ({ readonly kind: "answer_due"; readonly leftMs: number } & InteractionRef)
  | { readonly kind: "handled"; readonly handler: string; readonly source: Source; readonly tookMs: number }
  | { readonly kind: "handler_failed"; readonly handler: string; readonly source: Source; readonly error: Error }
  /** Something happened to the stream of events itself: connected, resumed, a gap, waiting for a slot. */
  | { readonly kind: "events"; readonly notice: EventsNotice }
  /** Autocomplete by mailbox is asked for although its second is shorter than reading can promise. */
  | { readonly kind: "autocomplete_undependable" };

/** One piece of work, wrapped for tracing. */
export interface Work {
  readonly name: "event" | "delivery" | "handler" | "confirm";
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}

/** Runs around a piece of work. */
export type Around = <Result>(work: Work, run: () => Promise<Result>) => Promise<Result>;

export interface AppHooks {
  /** Called with everything worth knowing. What it throws is logged and otherwise ignored. */
  readonly onNotice?: (notice: AppNotice) => void;
  /**
   * Runs around events, deliveries, handlers and confirmations; calls `run` and hands on what it gives. What it throws
   * itself is logged and otherwise ignored, and the work is done once, whatever the hook does.
   */
  readonly around?: Around;
}

/** Tells a notice and survives whoever listens. */
export type Tell = (notice: AppNotice) => void;

/** Undefined when nobody listens, so that no notice is even made. */
export function teller(hooks: AppHooks, onThrow: (error: unknown) => void): Tell | undefined {
  const { onNotice } = hooks;
  if (!onNotice) return undefined;
  return (notice) => {
    try {
      onNotice(notice);
    } catch (error) {
      onThrow(error);
    }
  };
}

/** An `around` that can neither lose the work, nor do it twice, nor change how it ends. */
export function guarded(around: Around, onThrow: (error: unknown) => void): Around {
  return async <Result>(work: Work, run: () => Promise<Result>): Promise<Result> => {
    let done: Promise<Result> | undefined;
    let failure: { readonly error: unknown } | undefined;
    const once = (): Promise<Result> =>
      (done ??= run().catch((error: unknown) => {
        failure = { error };
        throw error;
      }));
    try {
      await around(work, once);
    } catch (error) {
      if (failure?.error !== error) onThrow(error);
    }
    return once();
  };
}
