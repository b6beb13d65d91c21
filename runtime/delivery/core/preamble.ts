import { type LabelName, labels } from "./wire.js";

/** What the signature covers besides the body. `appId` is the verifier's own: a header never gets here as one. */
export interface SignedParts {
  readonly ownAppId: string;
  /** Text of the delivery header, as received. */
  readonly deliveryId: string;
  /** Text of the timestamp header, as received: never a number printed again. */
  readonly timestamp: string;
}

/**
 * How the bytes of a probe are laid out beyond its label, which the platform leaves open: as for an interaction, or
 * label and body alone. With the second one a probe says nothing of whom it is for or when it was made.
 */
export type ProbeLayout = "as-interaction" | "label-and-body";

/** The signed bytes, and the body as a view into them. */
export interface SignedBytes {
  readonly bytes: Uint8Array;
  readonly body: Uint8Array;
}

/**
 * Label, own id, delivery id and timestamp, each closed by a line feed, then the body untouched: nothing after it,
 * no length before it. The body is copied once, here; what is parsed later is a view of the bytes that were verified.
 */
export function buildSignedBytes(
  label: LabelName,
  parts: SignedParts,
  body: Uint8Array,
  probeLayout: ProbeLayout = "as-interaction",
): SignedBytes {
  const lines = `${parts.ownAppId}\n${parts.deliveryId}\n${parts.timestamp}\n`;
  const head = `${labels[label]}\n${label === "probe" && probeLayout === "label-and-body" ? "" : lines}`;
  const bytes = headed(head, head.length + body.length);
  bytes.set(body, head.length);
  return { bytes, body: bytes.subarray(head.length) };
}

/** `length` bytes that begin with `head`, whose parts have been checked to be ASCII: one byte a character. */
function headed(head: string, length: number): Uint8Array {
  if (typeof Buffer === "function") {
    const bytes = Buffer.allocUnsafe(length); // from Node's pool, unfilled: every byte of it is written below
    bytes.write(head, "latin1");
    return bytes;
  }
  const bytes = new Uint8Array(length);
  new TextEncoder().encodeInto(head, bytes);
  return bytes;
}
