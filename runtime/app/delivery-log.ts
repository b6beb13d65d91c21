import type { Clock } from "../abi/index.js";
import type { RefusalReason } from "../delivery/core/refusal.js";
import type { DeliveryEvent } from "../delivery/handler/events.js";
import type { KeyStoreEvent } from "../delivery/keys/key-store.js";
import { Seldom, times } from "../http/seldom.js";
import { withErr } from "./logger.js";
import type { Logger, LogLevel } from "./logger.js";

/** What somebody should look at. The rest is daily business. */
const LEVELS: Partial<Record<DeliveryEvent["type"], LogLevel>> = {
  "invalid-confirmation": "error",
  "handler-failed": "error",
  "dedupe-failed": "warn",
  "handler-late": "warn",
  "malformed-body": "warn",
  "unknown-type": "warn",
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

/**
 * Writes what happens at the endpoint. A wrong key, clock or line order has to be seen, and strangers must not fill the
 * log with it: each cause has one line in a minute, with how often it happened since the one before.
 */
export function deliveryLog(log: Logger, clock: Clock): (event: DeliveryEvent) => void {
  const seldom = new Seldom(clock);
  return (event) => {
    const { type, ...fields } = event;
    if (event.type === "refused" && !VISITORS.includes(event.reason)) {
      const { reason } = event;
      const cause = CAUSES[reason];
      const message = `A delivery was refused${cause === undefined ? "" : `: ${cause}`}`;
      seldom.tell(reason, (count) => log.warn({ reason, ...times(count) }, message));
    } else if (event.type === "misconfigured") {
      const message = `No delivery can be taken: ${event.message}`;
      seldom.tell(message, (count) => log.error(times(count), message));
    } else log[LEVELS[type] ?? "debug"](withErr(fields), `Deliveries: ${type}`);
  };
}

/** Writes what becomes of the keys: without them every delivery is refused, and that has to be seen. */
export function logKeyEvent(event: KeyStoreEvent, log: Logger): void {
  if (event.type === "keys-fetch-failed") {
    const { error, keptCount } = event;
    log.warn({ err: error, keptCount }, "The signing keys could not be fetched; the last good ones stay");
  } else if (event.skipped.length > 0) {
    log.warn({ skipped: event.skipped }, "Some published signing keys cannot be used and were left out");
  } else log.debug({ count: event.count }, "Signing keys fetched");
}
