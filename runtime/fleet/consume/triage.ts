import type { LogDelivery } from "../engine/contract.js";
import { decodeEnvelope, type Envelope } from "../envelope.js";
import type { FleetParts } from "../resolve-options.js";
import type { DeadLetters } from "./dead-letters.js";
import { laneOf } from "../../events/index.js";
import { startsOf } from "./starts.js";
import { verdictOn } from "./suspects.js";

/** What a consumer has met so far. */
export interface ConsumerCounters {
  handled: number;
  redelivered: number;
  deadLettered: number;
  claimsLost: number;
  pauses: number;
}

export const noCounts = (): ConsumerCounters => ({
  handled: 0,
  redelivered: 0,
  deadLettered: 0,
  claimsLost: 0,
  pauses: 0,
});

export interface TriageOptions extends Pick<
  FleetParts,
  "session" | "engineClock" | "engineFailed" | "maxDeliveries" | "report"
> {
  readonly deadLetters: DeadLetters;
  readonly counters: ConsumerCounters;
}

/** Milliseconds for which an entry of a newer version is left to others, and how often before it is given up on. */
const NEWER_MS = 2_000;
const NEWER_DELIVERIES = 60;

/** An event that is to be handled. */
export interface Admitted extends Envelope {
  /** It may have killed the worker that had it: see `Suspects`. */
  readonly isSuspect: boolean;
}

/** Decides about a delivery: the event in it, unless it is to be left to others, or put aside. */
export async function triage(delivery: LogDelivery, options: TriageOptions): Promise<Admitted | undefined> {
  const { maxDeliveries, report, counters, session } = options;
  const { deliveries, partition, id } = delivery;
  const decoded = decodeEnvelope(delivery.body);
  if (decoded.type === "newer" && deliveries < NEWER_DELIVERIES) {
    const { version } = decoded;
    report("newer_version", `An event was written by a newer version (${version}) and is left to it.`, { version });
    await delivery.release(NEWER_MS).catch(() => undefined);
    return undefined;
  }
  if (decoded.type !== "event") {
    const why = decoded.type === "newer" ? `its version ${decoded.version} is newer` : decoded.why;
    return giveUp(delivery, { identity: id, reason: `It cannot be read: ${why}.` }, options);
  }
  const { identity, event } = decoded.envelope;
  if (deliveries === 1) return { ...decoded.envelope, isSuspect: false };
  counters.redelivered += 1;
  report("redelivered", `Event redelivered (delivery ${deliveries}).`, { partition, identity, deliveries });
  // An interaction lives for three seconds, which bounds what it can do, and must not wait for others.
  if (laneOf(event) === "interactions") return { ...decoded.envelope, isSuspect: false };
  const starts = await startsOf(session.claims, identity);
  const verdict = verdictOn({ deliveries, starts, maxDeliveries });
  if (verdict !== "guilty") return { ...decoded.envelope, isSuspect: verdict === "suspect" };
  const reason = `Since its second delivery its handler has begun ${starts} times, and never finished.`;
  return giveUp(delivery, { identity, reason }, options);
}

async function giveUp(
  delivery: LogDelivery,
  { identity, reason }: { readonly identity: string; readonly reason: string },
  { deadLetters, engineClock, engineFailed, report, counters }: TriageOptions,
): Promise<undefined> {
  const facts = { identity, reason, deliveries: delivery.deliveries - 1 };
  try {
    await deadLetters.add({ ...facts, atMs: engineClock.nowMs, body: delivery.body });
    await delivery.ack();
    counters.deadLettered += 1;
    report("dead_letter", `An event was put aside. ${reason}`, facts);
  } catch (error) {
    engineFailed(error); // not acknowledged: it comes again
  }
}
