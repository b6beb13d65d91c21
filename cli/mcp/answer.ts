import { redact } from "../../sandbox/log.js";

/** No answer is longer, in bytes of UTF-8. */
const MOST_BYTES = 4_000;

const CUT = "\n… cut: ask for less";

/** An answer as text: JSON without line breaks, no credential in it, and cut where it is too long. */
export function answerText(value: unknown): string {
  const text = redact(typeof value === "string" ? value : JSON.stringify(value));
  const bytes = Buffer.from(text);
  if (bytes.length <= MOST_BYTES) return text;
  // A character that is cut in two becomes U+FFFD, which is left out.
  const head = bytes.subarray(0, MOST_BYTES - Buffer.byteLength(CUT)).toString();
  return head.replace(/\uFFFD$/, "") + CUT;
}
