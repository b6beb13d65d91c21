import { type LabelName, labels } from "./wire.js";

/** What the signature covers besides label and body. */
export interface SignedParts {
  /** The configured id, never the value of the header. */
  readonly ownAppId: string;
  /** Text of the delivery header, as received. */
  readonly deliveryId: string;
  /** Text of the timestamp header, as received. */
  readonly timestamp: string;
}

/**
 * Layout of the signed bytes of a probe, which is not documented beyond the label: as for an interaction, or label and
 * body alone. Under the second one the signature covers neither the App nor the time.
 */
export type ProbeLayout = "as-interaction" | "label-and-body";

/** The signed bytes, and the body as a view of them. */
export interface SignedBytes {
  readonly bytes: Uint8Array;
  readonly body: Uint8Array;
}

/**
 * Label, own id, delivery id and timestamp, each followed by a line feed, then the body as received, with nothing after
 * it. The body is copied here, so that what is parsed later are the bytes that were verified.
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

/** `length` bytes that begin with `head`, which has been checked to be ASCII. */
function headed(head: string, length: number): Uint8Array {
  if (typeof Buffer === "function") {
    const bytes = Buffer.allocUnsafe(length); // for speed; every byte is overwritten
    bytes.write(head, "latin1");
    return bytes;
  }
  const bytes = new Uint8Array(length);
  new TextEncoder().encodeInto(head, bytes);
  return bytes;
}
