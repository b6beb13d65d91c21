import type { Clock } from "../../abi/index.js";
import type { DeliveryCounts, DeliveryDiagnostic, DeliveryFacts, DeliveryRef } from "../../diagnostics/delivery.js";
import { reporterOf, type DiagnosticSink, type DiagnosticTexts, type Reporter } from "../../diagnostics/reporter.js";
import { countField, LogThrottle } from "../../diagnostics/throttle.js";
import type { RefusalReason } from "../core/refusal.js";

const texts: DiagnosticTexts<DeliveryFacts> = {
  refused: ["warn", "A delivery was refused"],
  probe_answered: ["debug", "A probe was answered"],
  malformed_body: ["warn", "The body of a signed delivery is malformed"],
  unknown_type: ["warn", "A signed delivery has an unknown type"],
  duplicate: ["debug", "A duplicate delivery was ignored"],
  dedupe_failed: ["warn", "The dedupe store failed"],
  dedupe_full: ["warn", "The dedupe store is full: the oldest ids were dropped before their time"],
  expiry_assumed: ["warn", "A delivery has no valid expiresInMs: the whole window of its type is assumed"],
  expired: ["debug", "A delivery arrived too late to be confirmed"],
  answered: ["debug", "A delivery was answered"],
  left_to_rest: ["debug", "The answer to a delivery confirmed nothing"],
  handler_failed: ["error", "A handler threw"],
  handler_late: ["warn", "A handler missed its deadline"],
  unconfirmed: ["warn", "A handler returned no confirmation"],
  invalid_confirmation: ["error", "A handler returned an invalid confirmation"],
  reply_rerouted: ["debug", "A reply is sent by the answer route"],
  late_result: ["debug", "A handler ended after its delivery was answered"],
  work_frozen: ["warn", "A handler was not done in time, and this host freezes: pass waitUntil, or use a queue"],
  misconfigured: ["error", "No delivery can be taken"],
};

/** Explains the reasons that a wrong setup can cause. */
const CAUSES: Partial<Record<RefusalReason, string>> = {
  "timestamp-window": "the sender's clock and this machine's are too far apart",
  app: "it is addressed to another App",
  "keys-unavailable": "no signing keys could be had",
  "unknown-key": "it is signed by a key that is not trusted here",
  "bad-signature": "the signature is not right: another key, or a body changed on the way",
};

/** Refusals of requests that are no deliveries, such as those of a browser. A wrong setup causes none of them. */
const VISITORS: readonly RefusalReason[] = ["method", "content-type"];

/** Reports and counts what happens at an endpoint. */
export interface DeliveryReporter {
  readonly report: Reporter<DeliveryFacts>;
  refused(reason: RefusalReason): void;
  /** Reported once for each endpoint. */
  frozen(ref: DeliveryRef): void;
  misconfigured(message: string): void;
  counts(): DeliveryCounts;
}

/** Counts each diagnostic before it is reported. */
export function deliveryReporter(sink: DiagnosticSink<never>, clock: Clock): DeliveryReporter {
  const names = Object.keys(texts) as (keyof DeliveryFacts)[]; // the keys of what is typed by them
  const counted = Object.fromEntries(names.map((name) => [name, 0])) as Record<keyof DeliveryFacts, number>; // so are these
  const uncounted = reporterOf("delivery", texts, { sink });
  const throttle = new LogThrottle(clock);
  const report: Reporter<DeliveryFacts> = (name, facts, words) => {
    counted[name] += 1;
    uncounted(name, facts, words);
  };
  return {
    report,
    refused(reason) {
      const cause = CAUSES[reason];
      if (VISITORS.includes(reason)) report("refused", { reason }, { level: "debug" });
      else if (cause === undefined) report("refused", { reason });
      else report("refused", { reason }, { message: `A delivery was refused: ${cause}` });
    },
    frozen: (ref) => void (counted.work_frozen === 0 && report("work_frozen", ref)),
    misconfigured(told) {
      counted.misconfigured += 1;
      // Anybody can send what shows that the setup is wrong, as often as they like.
      const message = `No delivery can be taken: ${told}`;
      throttle.log(message, (count) => uncounted("misconfigured", countField(count), { message }));
    },
    counts: () => ({ ...counted }),
  };
}

/** A sink for one listener, whose exceptions are swallowed. */
export function sinkOf(listener: (diagnostic: DeliveryDiagnostic) => void): DiagnosticSink<never> {
  return {
    wants: () => true,
    report(diagnostic) {
      try {
        listener(diagnostic);
      } catch {
        // A listener that throws must not change the answer.
      }
    },
  };
}

/** That no delivery can be taken, that replays can pass, and that work is lost. */
const PRINTED: readonly string[] = ["delivery.misconfigured", "delivery.dedupe_full", "delivery.work_frozen"];

/** The sink without a listener: writes the worst to standard error. */
export function consoleSink(clock: Clock): DiagnosticSink<never> {
  const throttle = new LogThrottle(clock);
  return {
    wants: (level) => level === "warn" || level === "error",
    report(diagnostic: DeliveryDiagnostic) {
      const { type, message } = diagnostic;
      if (!PRINTED.includes(type)) return;
      throttle.log(message, () => console.error(message));
    },
  };
}
