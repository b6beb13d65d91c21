import { createHash } from "node:crypto";
import type { DeliveryEffect } from "../faults/faults.js";
import type { Platform } from "../platform.js";
import { brand, limits } from "../spec.js";
import { deliveryHeaders, signatureEntries, signProperly, type Signed, type Unsigned } from "./sign.js";

type Maker = (platform: Platform, unsigned: Unsigned) => Signed;

/** Signs one thing and sends another. */
const signedAs =
  (signedFor: (unsigned: Unsigned) => Unsigned, sentAs: (unsigned: Unsigned) => Unsigned = (same) => same): Maker =>
  (platform, unsigned) => {
    const sent = sentAs(unsigned);
    return {
      headers: deliveryHeaders(platform, sent, signatureEntries(platform, signedFor(unsigned))),
      body: sent.body,
    };
  };

/** Changes a delivery first and then signs it properly. */
const made =
  (change: (unsigned: Unsigned) => Unsigned): Maker =>
  (platform, unsigned) =>
    signProperly(platform, change(unsigned));

/** Sends other entries than the proper ones. */
const entries =
  (change: (proper: readonly string[]) => readonly string[]): Maker =>
  (platform, unsigned) => ({
    headers: deliveryHeaders(platform, unsigned, change(signatureEntries(platform, unsigned))),
    body: unsigned.body,
  });

const unknownEntry = `${brand.signingKeyPrefix}sandbox-unknown=${"A".repeat(86)}`;

/** A signature of the right shape by nobody. */
function forge(entry: string): string {
  const [keyId = ""] = entry.split("=", 1);
  const noise = createHash("sha512").update(entry).digest("base64url");
  return `${keyId}=${noise}`;
}

const shift = (unsigned: Unsigned, seconds: number): Unsigned => ({
  ...unsigned,
  timestamp: String(Number(unsigned.timestamp) + seconds),
});

const otherId = (id: string): string => id.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));

const outside = limits.timestampToleranceS + 1;

/** How each kind of bad delivery is made. Replays and unknown types are made elsewhere: their signature is good. */
export const missigned: { readonly [Effect in Exclude<DeliveryEffect, "replay" | "unknown-type">]: Maker } = {
  "wrong-label": signedAs((unsigned) => ({ ...unsigned, kind: unsigned.kind === "probe" ? "interaction" : "probe" })),
  "other-app": signedAs((unsigned) => ({ ...unsigned, appId: otherId(unsigned.appId) })),
  "unknown-app": made((unsigned) => ({ ...unsigned, appId: otherId(unsigned.appId) })),
  milliseconds: made((unsigned) => ({ ...unsigned, timestamp: `${unsigned.timestamp}000` })),
  "too-old": made((unsigned) => shift(unsigned, -outside)),
  "too-new": made((unsigned) => shift(unsigned, outside)),
  "five-entries": entries((proper) =>
    Array.from({ length: limits.signatureEntries + 1 }, (_, at) => proper[at] ?? unknownEntry),
  ),
  "unknown-key": entries(() => [unknownEntry]),
  "no-signature": entries(() => []),
  "forged-signature": entries((proper) => proper.map(forge)),
  "altered-body": signedAs(
    (unsigned) => unsigned,
    (unsigned) => ({ ...unsigned, body: unsigned.body.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)) }),
  ),
  "reserialized-body": signedAs(
    (unsigned) => unsigned,
    (unsigned) => ({ ...unsigned, body: JSON.stringify(JSON.parse(unsigned.body), null, 1) }),
  ),
  // A raw line feed cannot travel in a header; a tab splices no line, and is no part of an id either.
  "spliced-delivery-id": made((unsigned) => ({
    ...unsigned,
    deliveryId: `${unsigned.deliveryId}\t${unsigned.timestamp}`,
  })),
  "wrong-recipe": (platform, unsigned) => {
    const signed = signProperly(platform, unsigned);
    return { ...signed, headers: { ...signed.headers, [brand.deliveryHeaders.version]: "2" } };
  },
  "missing-headers": (platform, unsigned) => {
    const { headers, body } = signProperly(platform, unsigned);
    const { [brand.deliveryHeaders.timestamp]: _timestamp, ...others } = headers;
    return { headers: others, body };
  },
  "unknown-key-beside": entries((proper) => [unknownEntry, ...proper].slice(0, limits.signatureEntries)),
};
