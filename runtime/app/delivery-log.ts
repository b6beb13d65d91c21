import type { DeliveryEvent } from "../delivery/handler/events.js";
import type { KeyStoreEvent } from "../delivery/keys/key-store.js";
import type { Logger, LogLevel } from "./logger.js";

/** What somebody should look at. The rest is daily business, or a stranger's doing, of which there is no end. */
const LEVELS: Partial<Record<DeliveryEvent["type"], LogLevel>> = {
  misconfigured: "error",
  "invalid-confirmation": "error",
  "handler-failed": "error",
  "dedupe-failed": "warn",
  "handler-late": "warn",
  "malformed-body": "warn",
  "unknown-type": "warn",
};

/** Writes what happens at the endpoint. */
export function logDeliveryEvent(event: DeliveryEvent, log: Logger): void {
  const { type, ...fields } = event;
  log[LEVELS[type] ?? "debug"](fields, `Deliveries: ${type}`);
}

/** Writes what becomes of the keys: without them every delivery is refused, and that has to be seen. */
export function logKeyEvent(event: KeyStoreEvent, log: Logger): void {
  if (event.type === "keys-fetch-failed") {
    const { error, keptCount } = event;
    log.warn({ error, keptCount }, "The signing keys could not be fetched; the last good ones stay");
  } else if (event.skipped.length > 0) {
    log.warn({ skipped: event.skipped }, "Some published signing keys cannot be used and were left out");
  } else log.debug({ count: event.count }, "Signing keys fetched");
}
