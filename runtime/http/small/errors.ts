import type { Revision } from "../../../generated/types.js";
import { readRefusal } from "../answer.js";
import type { AppsError, ErrorDetails } from "../errors/base.js";
import { HttpError, ProtocolError } from "../errors/kinds.js";
import { NoAnswerError } from "../errors/no-answer.js";
import { MissingCredentialError, RateLimitedError, RefusalError, StaleRevisionError } from "../errors/refusal.js";
import type { Answered, Lost } from "./attempt.js";

/** The error for a call that ended so; the same classes, by the same rules, as the large client's. */
export function errorOf(
  result: Answered | Lost,
  known: ErrorDetails & { readonly operation: string },
  redact: (text: string) => string,
  baseUrl: string,
): AppsError {
  const doubt = known.ambiguous ? "; it may have been carried out: read again before repeating it" : "";
  const say = (what: string) => `${known.operation}: ${redact(what)}${doubt}`;
  const { reason, status, body: text } = result;
  if (reason) {
    // Whoever did not answer is named: by origin, since what follows it is nobody's business.
    const why = say(`no answer (${reason}) from ${new URL(baseUrl).origin}: ${result.what}`);
    return reason === "too-large" ? new ProtocolError(why, known) : new NoAnswerError(why, { ...known, reason });
  }
  const { code, extras, body } = readRefusal(redact(text));
  const details = { ...known, status, body };
  if (status < 400) {
    return new ProtocolError(
      say(`answered ${status}: ` + (status > 199 && status < 300 ? "no JSON object" : "redirect, never followed")),
      details,
    );
  }
  if (!code && status !== 429) return new HttpError(say(`answered ${status} without a code`), details);
  const refusal = { ...details, code, extras };
  const message = say(`refused: ${code?.slice(0, 100).replace(/[^ -~]/g, "?") ?? "too many requests"} (${status})`);
  if (code === "MISSING_CREDENTIAL") return new MissingCredentialError(message, refusal);
  if (code === "STALE_REVISION") {
    const currentRevision = extras["currentRevision"] as Revision | undefined; // opaque; goes back as it came
    return new StaleRevisionError(message, { ...refusal, currentRevision });
  }
  return new (status === 429 ? RateLimitedError : RefusalError)(message, refusal);
}
