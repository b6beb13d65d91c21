import type { Clock } from "../../abi/index.js";
import { chain, type Maybe } from "../core/maybe.js";
import type { DedupeStore } from "../dedupe/store.js";
import type { DeliveryRef, EventSink } from "./events.js";

/** `first`: nobody had it before us. `unknown`: there is no store, or it failed. `duplicate`: leave it alone. */
export type Claim = "first" | "unknown" | "duplicate";

/** What claiming needs, settled once per endpoint. */
export interface ClaimSettings {
  readonly dedupe: DedupeStore | undefined;
  readonly claimTtlMs: number;
  readonly skipOnDedupeFailure: boolean;
  readonly events: EventSink;
  readonly clock: Clock;
}

/**
 * Claims the delivery and its interaction, each for itself: one id says nothing about the other. Called for verified
 * deliveries alone, so that no stranger can fill the store or spend somebody's id. A store that has not answered after
 * `waitMs` has failed: the service waits for nobody's database.
 */
export function claim(ref: Required<DeliveryRef>, settings: ClaimSettings, waitMs: number): Maybe<Claim> {
  const { dedupe, claimTtlMs } = settings;
  if (dedupe === undefined) return "unknown";
  const failed = (error: unknown): Claim => fail(error, ref, settings);
  try {
    const outcome = chain(one(dedupe.claim(`delivery:${ref.appId}:${ref.deliveryId}`, claimTtlMs)), (first) => {
      if (!first) return duplicate("delivery", ref, settings);
      const second = one(dedupe.claim(`interaction:${ref.appId}:${ref.interactionId}`, claimTtlMs));
      return chain(second, (won) => (won ? ("first" as const) : duplicate("interaction", ref, settings)));
    });
    return outcome instanceof Promise ? inTime(outcome, waitMs, settings.clock).catch(failed) : outcome;
  } catch (error) {
    return failed(error);
  }
}

/** Rejects when `work` takes longer; what comes of it afterwards is nobody's business any more. */
function inTime<Value>(work: Promise<Value>, waitMs: number, clock: Clock): Promise<Value> {
  return new Promise((resolve, reject) => {
    const late = new Error(`the dedupe store did not answer within ${waitMs} ms`);
    const cancel = clock.schedule(() => reject(late), waitMs);
    work.then(resolve, reject).finally(cancel);
  });
}

/** A store's answer, whichever kind of promise it is made of. */
function one(answer: boolean | Promise<boolean>): Maybe<boolean> {
  return typeof answer === "boolean" ? answer : Promise.resolve(answer);
}

function duplicate(of: "delivery" | "interaction", ref: DeliveryRef, { events }: ClaimSettings): Claim {
  events.emit({ type: "duplicate", of, ...ref });
  return "duplicate";
}

function fail(error: unknown, ref: DeliveryRef, { events, skipOnDedupeFailure }: ClaimSettings): Claim {
  events.emit({ type: "dedupe-failed", error, ...ref });
  return skipOnDedupeFailure ? "duplicate" : "unknown";
}
