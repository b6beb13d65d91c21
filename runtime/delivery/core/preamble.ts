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
  const bytes = new Uint8Array(head.length + body.length);
  for (let at = 0; at < head.length; at += 1) bytes[at] = head.charCodeAt(at); // the parts are checked to be ASCII
  bytes.set(body, head.length);
  return { bytes, body: bytes.subarray(head.length) };
}
