import type { Platform } from "../platform.js";
import { brand, limits, recipeVersion } from "../spec.js";
import { signatureEntry, signingKeys } from "./keys.js";

/** A delivery before it is signed. */
export interface Unsigned {
  readonly kind: "interaction" | "probe";
  readonly appId: string;
  readonly deliveryId: string;
  /** Seconds since the Unix epoch, as text. */
  readonly timestamp: string;
  readonly body: string;
}

/** A delivery as it crosses the wire. */
export interface Signed {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const separators = { comma: ",", "comma-space": ", ", semicolon: ";", space: " " } as const;

/** The bytes that a signature covers. */
export function signedBytes(platform: Platform, { kind, appId, deliveryId, timestamp, body }: Unsigned): Uint8Array {
  const label = brand.labels[kind];
  const short = kind === "probe" && platform.settings.readings.probeLayout === "label-and-body";
  const lines = short ? [label, body] : [label, appId, deliveryId, timestamp, body];
  return Buffer.from(lines.join("\n"), "utf8");
}

/** Entries of all keys that sign now. */
export function signatureEntries(platform: Platform, unsigned: Unsigned): readonly string[] {
  const bytes = signedBytes(platform, unsigned);
  const keys = signingKeys(platform.world).slice(0, limits.signatureEntries);
  return keys.map((key) => signatureEntry(platform.world, key, bytes));
}

/** Several entries in one header, separated as the readings say. */
export function joinEntries(platform: Platform, entries: readonly string[]): string {
  return entries.join(separators[platform.settings.readings.signatureSeparator]);
}

/** Signs a delivery properly. */
export function signProperly(platform: Platform, unsigned: Unsigned): Signed {
  return { headers: deliveryHeaders(platform, unsigned, signatureEntries(platform, unsigned)), body: unsigned.body };
}

export function deliveryHeaders(
  platform: Platform,
  { appId, deliveryId, timestamp }: Unsigned,
  entries: readonly string[],
): Record<string, string> {
  const names = brand.deliveryHeaders;
  return {
    "content-type": "application/json",
    [names.app]: appId,
    [names.delivery]: deliveryId,
    [names.timestamp]: timestamp,
    [names.version]: recipeVersion,
    [names.signature]: joinEntries(platform, entries),
  };
}
