import type { AppId, DeliveryId } from "../../../generated/types.js";
import { isDeliveryId } from "../../../generated/validators.js";
import type { DeliveryHeaders } from "./headers.js";
import { type Refusal, refuse } from "./refusal.js";
import { parseSignatureHeader, type SignatureEntry } from "./signature-header.js";
import { recipeVersion } from "./wire.js";

/** What the headers are checked against. */
export interface PlanSettings {
  /** Our Apps by id. A `Map`: ids are compared byte for byte, and no inherited name is an App. */
  readonly apps: ReadonlyMap<string, AppId>;
  /** How far a timestamp may lie from our clock, both ways, inclusive, seconds. */
  readonly toleranceS: number;
}

/** Everything that has to hold before a byte of the body is needed; what remains is the signature. */
export interface VerificationPlan {
  readonly ok: true;
  /** Our own configured id, not the header's copy of it. */
  readonly ownAppId: AppId;
  readonly deliveryId: DeliveryId;
  readonly timestamp: string;
  readonly entries: readonly SignatureEntry[];
}

const unixSeconds = /^[0-9]{1,12}$/;

/**
 * The verification up to the point where bytes and keys are needed: recipe, time, destination, then the form of
 * what will be signed and of the signatures. Pure; the first thing that is wrong decides.
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
