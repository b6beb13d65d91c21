import { createPrivateKey, createPublicKey, sign, type KeyObject, createHash } from "node:crypto";
import type { DeliveryEffect } from "../faults/shapes.js";
import { given } from "../json.js";
import type { Tx } from "../machine/tx.js";
import type { Signed } from "../wire.js";
import { brand, limits, recipeVersion } from "../spec.js";
import { deriveBytes, type World } from "../world/world.js";
import type { Json, SigningKeyRecord } from "../world/records.js";

/** Part of every `key_id`, so that a sandbox key cannot be taken for the platform's. */
const keyMarker = "sandbox-";

/** Header of a PKCS #8 structure around the 32 bytes of an Ed25519 private key. */
const pkcs8Header = Buffer.from("302e020100300506032b657004220420", "hex");

const pairs = new WeakMap<World, Map<number, KeyObject>>();

function privateKeyOf(world: World, derivation: number): KeyObject {
  let made = pairs.get(world);
  if (made === undefined) pairs.set(world, (made = new Map()));
  let key = made.get(derivation);
  if (key === undefined) {
    const der = Buffer.concat([pkcs8Header, deriveBytes(world.seed, "signing-key", derivation)]);
    made.set(derivation, (key = createPrivateKey({ key: der, format: "der", type: "pkcs8" })));
  }
  return key;
}

/** The 32 raw bytes of the public key, base64url. */
function publicKeyText(world: World, derivation: number): string {
  const { x } = createPublicKey(privateKeyOf(world, derivation)).export({ format: "jwk" });
  if (x === undefined) throw new Error("an Ed25519 key exports its x coordinate");
  return x;
}

/** Puts a new key into the set, as the current one. */
export function addKey(world: World, nowMs: number): SigningKeyRecord {
  const derivation = world.count("signing-key");
  const id = `${brand.signingKeyPrefix}${keyMarker}${derivation}`;
  return world.keys.put({ id, state: "current", sinceMs: nowMs, derivation });
}

/** Starts a rotation: the new key signs, and so does the old one until the rotation is finished. */
export function rotateKeys({ world, nowMs }: Tx): SigningKeyRecord {
  for (const key of world.keys.list()) {
    if (key.state === "current") world.keys.patch(key.id, { state: "previous", untilMs: nowMs + weekMs });
  }
  return addKey(world, nowMs);
}

/** How far ahead the informational end of a previous key lies. */
const weekMs = 604_800_000;

/** Ends a rotation: previous keys leave the set, and nothing they signed verifies any more. */
export function finishRotation({ world }: Tx): void {
  for (const key of world.keys.list()) if (key.state === "previous") world.keys.delete(key.id);
}

/**
 * Replaces the set at once, for a key that got out. Receivers that have not refreshed refuse everything, so for a
 * while failures of endpoints are recorded without counting.
 */
export function rotateInEmergency({ world, nowMs, settings }: Tx): SigningKeyRecord {
  for (const key of world.keys.list()) world.keys.delete(key.id);
  world.counters.put({ id: graceCounter, value: nowMs + settings.assumptions.emergencyGraceMs });
  return addKey(world, nowMs);
}

const graceCounter = "grace-until-ms";

/** Whether failures are being forgiven after an emergency rotation. */
export function inGrace({ world, nowMs }: Tx): boolean {
  return nowMs < (world.counters.get(graceCounter)?.value ?? 0);
}

/** The set as the public route shows it. */
export function publishedKeys({ world }: Tx): readonly Json[] {
  return world.keys.list().map(({ id, state, sinceMs, untilMs, derivation }) => ({
    key_id: id,
    key: publicKeyText(world, derivation),
    state,
    since: new Date(sinceMs).toISOString(),
    ...given({ until: untilMs === undefined ? undefined : new Date(untilMs).toISOString() }),
  }));
}

function signatureEntry(world: World, key: SigningKeyRecord, bytes: Uint8Array): string {
  return `${key.id}=${sign(null, bytes, privateKeyOf(world, key.derivation)).toString("base64url")}`;
}

/** Keys that sign now: the current one first, then those still in rotation. */
function signingKeys(world: World): readonly SigningKeyRecord[] {
  const keys = world.keys.list();
  return [...keys.filter((key) => key.state === "current"), ...keys.filter((key) => key.state === "previous")];
}

export interface Unsigned {
  readonly kind: "interaction" | "probe";
  readonly appId: string;
  readonly deliveryId: string;
  /** Seconds since the Unix epoch, as text. */
  readonly timestamp: string;
  readonly body: string;
}

const separators = { comma: ",", "comma-space": ", ", semicolon: ";", space: " " } as const;

function signedBytes(tx: Tx, { kind, appId, deliveryId, timestamp, body }: Unsigned): Uint8Array {
  const label = brand.labels[kind];
  const short = kind === "probe" && tx.settings.assumptions.probeLayout === "label-and-body";
  const lines = short ? [label, body] : [label, appId, deliveryId, timestamp, body];
  return Buffer.from(lines.join("\n"), "utf8");
}

function signatureEntries(tx: Tx, unsigned: Unsigned): readonly string[] {
  const bytes = signedBytes(tx, unsigned);
  const keys = signingKeys(tx.world).slice(0, limits.signatureEntries);
  return keys.map((key) => signatureEntry(tx.world, key, bytes));
}

/** How a bad delivery departs from a good one; what is not named is as it should be. */
interface Departure {
  readonly made?: (unsigned: Unsigned) => Unsigned;
  /** What is signed in place of what is sent. */
  readonly signed?: (unsigned: Unsigned) => Unsigned;
  readonly entries?: (proper: readonly string[]) => readonly string[];
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Changes the body after it was signed. */
  readonly body?: (body: string) => string;
}

/** Signs a delivery: properly, or badly in one way. */
export function signDelivery(tx: Tx, proper: Unsigned, effect?: MissignedEffect): Signed {
  const departure: Departure = effect === undefined ? {} : missigned[effect];
  const unsigned = departure.made?.(proper) ?? proper;
  const right = signatureEntries(tx, departure.signed?.(unsigned) ?? unsigned);
  const names = brand.deliveryHeaders;
  const headers = given({
    "content-type": "application/json",
    [names.app]: unsigned.appId,
    [names.delivery]: unsigned.deliveryId,
    [names.timestamp]: unsigned.timestamp,
    [names.version]: recipeVersion,
    [names.signature]: (departure.entries?.(right) ?? right).join(
      separators[tx.settings.assumptions.signatureSeparator],
    ),
    ...departure.headers,
  });
  return { headers, body: departure.body?.(unsigned.body) ?? unsigned.body };
}

const unknownEntry = `${brand.signingKeyPrefix}sandbox-unknown=${"A".repeat(86)}`;

function forge(entry: string): string {
  const [keyId = ""] = entry.split("=", 1);
  const noise = createHash("sha512").update(entry).digest("base64url");
  return `${keyId}=${noise}`;
}

const shift = (unsigned: Unsigned, seconds: number): Unsigned => ({
  ...unsigned,
  timestamp: String(Number(unsigned.timestamp) + seconds),
});

const nextDigit = (digit: string): string => String((Number(digit) + 1) % 10);

const otherId = (id: string): string => id.replace(/\d$/, nextDigit);

/** Seconds off: one that is too new by less than it takes to arrive is within the window when it does. */
const outside = limits.timestampToleranceS + 10;

/** Replays and unknown types are made elsewhere: their signature is good. */
export type MissignedEffect = Exclude<DeliveryEffect, "replay" | "unknown-type">;

export const missigned: { readonly [Effect in MissignedEffect]: Departure } = {
  "wrong-label": { signed: ({ kind, ...rest }) => ({ ...rest, kind: kind === "probe" ? "interaction" : "probe" }) },
  "other-app": { signed: (unsigned) => ({ ...unsigned, appId: otherId(unsigned.appId) }) },
  "unknown-app": { made: (unsigned) => ({ ...unsigned, appId: otherId(unsigned.appId) }) },
  milliseconds: { made: (unsigned) => ({ ...unsigned, timestamp: `${unsigned.timestamp}000` }) },
  "too-old": { made: (unsigned) => shift(unsigned, -outside) },
  "too-new": { made: (unsigned) => shift(unsigned, outside) },
  "five-entries": {
    entries: (proper) => Array.from({ length: limits.signatureEntries + 1 }, (_, at) => proper[at] ?? unknownEntry),
  },
  "unknown-key": { entries: () => [unknownEntry] },
  "no-signature": { entries: () => [] },
  "forged-signature": { entries: (proper) => proper.map(forge) },
  "altered-body": { body: (body) => body.replace(/\d/, nextDigit) },
  "reserialized-body": { body: (body) => JSON.stringify(JSON.parse(body), null, 1) },
  // A raw line feed cannot travel in a header; a tab splices no line, and is not part of an id either.
  "spliced-delivery-id": {
    made: (unsigned) => ({ ...unsigned, deliveryId: `${unsigned.deliveryId}\t${unsigned.timestamp}` }),
  },
  "wrong-recipe": { headers: { [brand.deliveryHeaders.version]: "2" } },
  "missing-headers": { headers: { [brand.deliveryHeaders.timestamp]: undefined } },
  "unknown-key-beside": { entries: (proper) => [unknownEntry, ...proper].slice(0, limits.signatureEntries) },
};
