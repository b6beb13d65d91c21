import type { AppId, DeliveryId } from "../../../generated/types.js";
import { isDeliveryId } from "../../../generated/validators.js";
import type { DeliveryHeaders } from "./headers.js";
import { type Refusal, refuse } from "./refusal.js";
import { parseSignatureHeader, type SignatureEntry } from "./signature-header.js";
import { recipeVersion } from "./wire.js";

/** What the headers are checked against. */
export interface PlanSettings {
  /** The own Apps by id. A `Map`, so that no inherited property name is an App. */
  readonly apps: ReadonlyMap<string, AppId>;
  /** Tolerance of the timestamp in both directions, inclusive, in seconds. */
  readonly toleranceS: number;
}

/** Headers that passed every check. What remains is the signature. */
export interface VerificationPlan {
  readonly ok: true;
  /** The configured id, not the value of the header. */
  readonly ownAppId: AppId;
  readonly deliveryId: DeliveryId;
  readonly timestamp: string;
  readonly entries: readonly SignatureEntry[];
}

const unixSeconds = /^[0-9]{1,12}$/;

/**
 * The part of the verification that needs neither body nor keys: version, timestamp, App, then the syntax of delivery id
 * and signatures. Pure; the first failed check decides.
 *
 * @param nowMs wall-clock time, milliseconds since the Unix epoch
 */
export function planVerification(
  headers: DeliveryHeaders,
  settings: PlanSettings,
  nowMs: number,
): VerificationPlan | Refusal {
  if (headers.version !== recipeVersion) return refuse("version");

  const timestamp = headers.timestamp;
  if (timestamp === undefined || !unixSeconds.test(timestamp)) return refuse("timestamp-format");
  const apartS = Math.abs(Math.floor(nowMs / 1_000) - Number(timestamp));
  if (!(apartS <= settings.toleranceS)) return refuse("timestamp-window");

  const ownAppId = settings.apps.get(headers.app ?? "");
  if (ownAppId === undefined) return refuse("app");

  const deliveryId = headers.delivery;
  if (!isDeliveryId(deliveryId)) return refuse("delivery-id");

  if (headers.signature === undefined) return refuse("signature-header");
  const entries = parseSignatureHeader(headers.signature);
  if ("ok" in entries) return entries;
  return { ok: true, ownAppId, deliveryId, timestamp, entries };
}
