/**
 * Why a delivery was refused. These words are for hooks, logs and metrics of the App alone: they never leave the
 * process in an answer, and they carry nothing of the delivery itself.
 *
 * In the order in which they are found:
 * - `method`, `content-type`, `body-too-large`, `body-timeout`, `body-aborted`: not the kind of request a delivery is;
 * - `version`: recipe missing, repeated or not the one implemented here;
 * - `timestamp-format`, `timestamp-window`: not unix seconds in decimal, or too far from our clock;
 * - `app`: destination missing, repeated or none of ours;
 * - `delivery-id`: missing, repeated or not a UUID;
 * - `signature-header`, `signature-entries`: no usable entry, or more than four;
 * - `keys-unavailable`: no key set could be had;
 * - `unknown-key`: no entry names a published key;
 * - `bad-signature`: no entry verifies;
 * - `label-mismatch`: the signature is good, but for another kind of body.
 */
export type RefusalReason =
  | "method"
  | "content-type"
  | "body-too-large"
  | "body-timeout"
  | "body-aborted"
  | "version"
  | "timestamp-format"
  | "timestamp-window"
  | "app"
  | "delivery-id"
  | "signature-header"
  | "signature-entries"
  | "keys-unavailable"
  | "unknown-key"
  | "bad-signature"
  | "label-mismatch";

/** A delivery that was not accepted, and why. */
export interface Refusal {
  readonly ok: false;
  readonly reason: RefusalReason;
}

/** The refusal for `reason`. */
export const refuse = (reason: RefusalReason): Refusal => ({ ok: false, reason });
