import type { Clock } from "../abi/index.js";
import type { Diagnostic } from "../diagnostics/index.js";
import type { DiagnosticListener } from "../diagnostics/diagnostics.js";
import { countField, LogThrottle } from "../diagnostics/throttle.js";
import { isHandlerError } from "./errors.js";
import { withErr, type Logger } from "./logger.js";

/** What strangers, or people who press and type, can cause as often as they like: one entry a minute for each kind. */
const THROTTLED: ReadonlySet<Diagnostic["type"]> = new Set<Diagnostic["type"]>([
  "app.credential_missing",
  "delivery.dedupe_full",
  "delivery.expiry_assumed",
  "delivery.misconfigured",
  "delivery.refused",
  "interaction.expiry_assumed",
  "interaction.race_lost",
  "interaction.suggestions_late",
  "interaction.unrouted",
]);

/** Writes diagnostics to a logger: the facts as fields, the message as sentence. */
export function logDiagnostics(log: Logger, clock: Clock): DiagnosticListener<Diagnostic> {
  const throttle = new LogThrottle(clock);
  return (diagnostic) => {
    const { type, level, message, ...facts } = diagnostic;
    // What everything going well causes all the time goes out as it is: rounding its figures would cost more than it.
    if (level === "debug" && !("error" in facts)) return log.debug(facts, message);
    const fields = withErr(type === "app.handler_failed" ? causeOf(facts) : facts);
    if (!THROTTLED.has(type)) return log[level](fields, message);
    const kind = `${type} ${"reason" in facts ? String(facts.reason) : message}`;
    throttle.log(kind, (count) => log[level]({ ...fields, ...countField(count) }, message));
  };
}

/** What a handler threw is of interest, not that it threw. */
function causeOf(facts: object): Readonly<Record<string, unknown>> {
  const { error, source: _source, ...rest }: { error?: unknown; source?: unknown } = facts;
  return { ...rest, error: isHandlerError(error) ? error.cause : error };
}
