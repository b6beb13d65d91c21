/**
 * Why a delivery was refused. For diagnostics, logs and metrics only: an answer never tells the reason, and a reason
 * holds nothing of the delivery.
 *
 * In the order of the checks:
 * - `method`, `content-type`, `body-too-large`, `body-timeout`, `body-aborted`: the request is no delivery;
 * - `version`: missing, repeated or not implemented here;
 * - `timestamp-format`, `timestamp-window`: not unix seconds in decimal, or too far from the local clock;
 * - `app`: missing, repeated or not one of the own Apps;
 * - `delivery-id`: missing, repeated or not a UUID;
 * - `signature-header`, `signature-entries`: no usable entry, or more than four;
 * - `keys-unavailable`: the keys could not be fetched;
 * - `unknown-key`: no entry names a published key;
 * - `bad-signature`: no entry verifies;
 * - `label-mismatch`: the signature is valid, but its label is for another kind of body.
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

/** A refused delivery. */
export interface Refusal {
  readonly ok: false;
  readonly reason: RefusalReason;
}

/** The refusal for `reason`. */
export const refuse = (reason: RefusalReason): Refusal => ({ ok: false, reason });
