import type { Clock } from "../../abi/index.js";
import type { DeliveryCounts, DeliveryDiagnostic, DeliveryFacts } from "../../diagnostics/delivery.js";
import { reporterOf, type DiagnosticSink, type DiagnosticTexts, type Reporter } from "../../diagnostics/reporter.js";
import { LogThrottle } from "../../diagnostics/throttle.js";
import type { RefusalReason } from "../core/refusal.js";

const texts: DiagnosticTexts<DeliveryFacts> = {
  refused: ["warn", "A delivery was refused"],
  probe_answered: ["debug", "A probe was answered"],
  malformed_body: ["warn", "The body of a signed delivery could not be read"],
  unknown_type: ["warn", "A signed delivery is of a type that this version does not know"],
  duplicate: ["debug", "A delivery came again and was left alone"],
  dedupe_failed: ["warn", "The store of duplicates failed"],
  dedupe_full: [
    "warn",
    "More deliveries came than the memory of duplicates holds: the oldest ids were forgotten early",
  ],
  expiry_assumed: ["warn", "A delivery says no duration in expiresInMs: the whole window of its type is taken"],
  expired: ["debug", "A delivery came too late to be confirmed"],
  answered: ["debug", "A delivery was answered"],
  left_to_rest: ["debug", "The answer to a delivery confirmed nothing"],
  handler_failed: ["error", "A handler threw"],
  handler_late: ["warn", "A handler was not done in time"],
  unconfirmed: ["warn", "A handler gave no confirmation"],
  invalid_confirmation: ["error", "What a handler gave is no confirmation"],
  reply_rerouted: ["debug", "A reply goes by the answer route"],
  late_result: ["debug", "A handler was done after its delivery had been answered"],
  misconfigured: ["error", "No delivery can be taken"],
};

/** What to look at when deliveries are refused for a reason that the setup can cause. */
const CAUSES: Partial<Record<RefusalReason, string>> = {
  "timestamp-window": "the sender's clock and this machine's are too far apart",
  app: "it is meant for another App than those of this endpoint",
  "keys-unavailable": "no signing keys could be had",
  "unknown-key": "it is signed by a key that is not trusted here",
  "bad-signature": "the signature is not right: another key, or a body changed on the way",
};

/** What anybody sends who opens the address in a browser: never a delivery, and nothing that a setup can cause. */
const VISITORS: readonly RefusalReason[] = ["method", "content-type"];

/** Reports what happens at an endpoint, and counts it. */
export interface DeliveryReporter {
  readonly report: Reporter<DeliveryFacts>;
  refused(reason: RefusalReason): void;
  misconfigured(message: string): void;
  counts(): DeliveryCounts;
}

/** Counts, then reports. */
export function deliveryReporter(sink: DiagnosticSink<never>): DeliveryReporter {
  const names = Object.keys(texts) as (keyof DeliveryFacts)[]; // the keys of what is typed by them
  const counted = Object.fromEntries(names.map((name) => [name, 0])) as Record<keyof DeliveryFacts, number>; // so are these
  const tell = reporterOf("delivery", texts, { sink });
  const report: Reporter<DeliveryFacts> = (name, facts, words) => {
    counted[name] += 1;
    tell(name, facts, words);
  };
  return {
    report,
    refused(reason) {
      const cause = CAUSES[reason];
      if (VISITORS.includes(reason)) report("refused", { reason }, { level: "debug" });
      else if (cause === undefined) report("refused", { reason });
      else report("refused", { reason }, { message: `A delivery was refused: ${cause}` });
    },
    misconfigured: (message) => report("misconfigured", {}, { message: `No delivery can be taken: ${message}` }),
    counts: () => ({ ...counted }),
  };
}

/** A sink for one listener. What it throws harms nobody. */
export function sinkOf(listener: (diagnostic: DeliveryDiagnostic) => void): DiagnosticSink<never> {
  return {
    wants: () => true,
    report(diagnostic) {
      try {
        listener(diagnostic);
      } catch {
        // The listener is the App's; what it does wrong must not decide what the service is answered.
      }
    },
  };
}

/** Where nobody listens, what no answer says is still told: that nothing can be taken, or that replays could pass. */
export function consoleSink(clock: Clock): DiagnosticSink<never> {
  const throttle = new LogThrottle(clock);
  return {
    wants: (level) => level === "warn" || level === "error",
    report(diagnostic: DeliveryDiagnostic) {
      const { type, message } = diagnostic;
      if (type !== "delivery.misconfigured" && type !== "delivery.dedupe_full") return;
      throttle.log(message, () => console.error(message));
    },
  };
}
