import { createPrivateKey, createPublicKey, sign, type KeyObject } from "node:crypto";
import type { Platform } from "../platform.js";
import { brand } from "../spec.js";
import { deriveBytes } from "../world/derive.js";
import type { Json, SigningKeyRecord } from "../world/records.js";
import type { World } from "../world/world.js";

/** Part of every `key_id`, so that a sandbox key cannot be taken for the platform's. */
const keyMarker = "sandbox-";

/** Header of a PKCS #8 structure around the 32 bytes of an Ed25519 private key. */
const pkcs8Header = Buffer.from("302e020100300506032b657004220420", "hex");

const pairs = new WeakMap<World, Map<number, KeyObject>>();

/** The private key of a derivation, made once. */
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
export function rotateKeys({ world, clock }: Platform): SigningKeyRecord {
  for (const key of world.keys.list()) {
    if (key.state === "current") world.keys.patch(key.id, { state: "previous", untilMs: clock.now() + weekMs });
  }
  return addKey(world, clock.now());
}

/** How far ahead the informational end of a previous key lies. */
const weekMs = 604_800_000;

/** Ends a rotation: previous keys leave the set, and nothing they signed verifies any more. */
export function finishRotation({ world }: Platform): void {
  for (const key of world.keys.list()) if (key.state === "previous") world.keys.delete(key.id);
}

/**
 * Replaces the set at once, for a key that got out. Receivers that have not refreshed refuse everything, so for a
 * while failures of endpoints are recorded without counting.
 */
export function rotateInEmergency({ world, clock, settings }: Platform): SigningKeyRecord {
  for (const key of world.keys.list()) world.keys.delete(key.id);
  world.counters.put({ id: graceCounter, value: clock.now() + settings.readings.emergencyGraceMs });
  return addKey(world, clock.now());
}

const graceCounter = "grace-until-ms";

/** Whether failures are being forgiven after an emergency rotation. */
export function inGrace({ world, clock }: Platform): boolean {
  return clock.now() < (world.counters.get(graceCounter)?.value ?? 0);
}

/** The set as the public route shows it. */
export function publishedKeys({ world }: Platform): readonly Json[] {
  return world.keys.list().map(({ id, state, sinceMs, untilMs, derivation }) => ({
    key_id: id,
    key: publicKeyText(world, derivation),
    state,
    since: new Date(sinceMs).toISOString(),
    ...(untilMs === undefined ? {} : { until: new Date(untilMs).toISOString() }),
  }));
}

/** One entry of the signature header for these bytes. */
export function signatureEntry(world: World, key: SigningKeyRecord, bytes: Uint8Array): string {
  return `${key.id}=${sign(null, bytes, privateKeyOf(world, key.derivation)).toString("base64url")}`;
}

/** Keys that sign now: the current one first, then those still in rotation. */
export function signingKeys(world: World): readonly SigningKeyRecord[] {
  const keys = world.keys.list();
  return [...keys.filter((key) => key.state === "current"), ...keys.filter((key) => key.state === "previous")];
}
