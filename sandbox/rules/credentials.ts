import { timingSafeEqual } from "node:crypto";
import { drop } from "../gateway/connections.js";
import type { Tx } from "../machine/tx.js";
import { conflict, missingCredential, tooFast } from "../refusal.js";
import { brand, limits, type CloseCode } from "../spec.js";
import type { CredentialRecord } from "../world/records.js";
import { deriveSecret, type World } from "../world/world.js";
import { isSanctioned } from "./permissions.js";

/** Part of every sandbox secret, so that it cannot be taken for a real one. */
export const secretMarker = "sandbox-";

export const tokenOf = (world: World, credential: CredentialRecord): string =>
  `${brand.tokenPrefix}.${credential.appId}.${secretOf(world, credential)}`;

const secrets = new WeakMap<CredentialRecord, string>();

function secretOf({ seed }: World, credential: CredentialRecord): string {
  let secret = secrets.get(credential);
  if (secret === undefined) {
    secret = secretMarker + deriveSecret(seed, "credential-secret", credential.derivation);
    secrets.set(credential, secret);
  }
  return secret;
}

export function liveCredentials(world: World, appId: string): readonly CredentialRecord[] {
  return world.credentials.list(appId).filter((credential) => credential.revokedAtMs === undefined);
}

export function issueCredential(tx: Tx, appId: string): CredentialRecord {
  tx.world.apps.require(appId, "App");
  const taken = liveCredentials(tx.world, appId).map((credential) => credential.slot);
  const slots = Array.from({ length: limits.credentialsPerApp }, (_, index) => index + 1);
  const slot = slots.find((candidate) => !taken.includes(candidate));
  if (slot === undefined)
    throw conflict("SANDBOX_CREDENTIAL_LIMIT", "Both credential slots are taken; revoke one first.");
  const { world } = tx;
  const id = `${appId}-${world.count("credential")}`;
  return world.credentials.put({ id, appId, slot, derivation: world.count("credential-secret") });
}

/** Kills credentials, and with them the connections that they opened. */
export function revokeCredentials(tx: Tx, credentials: readonly CredentialRecord[], code: CloseCode): void {
  const ids = new Set(credentials.map((credential) => credential.id));
  for (const id of ids) tx.world.credentials.patch(id, { revokedAtMs: tx.nowMs });
  drop(tx, (taken) => ids.has(taken.credentialId), code);
}

export type Bearer =
  | { readonly kind: "live"; readonly credential: CredentialRecord }
  | { readonly kind: "dead"; readonly credential: CredentialRecord }
  | { readonly kind: "none" };

/** Reads an `Authorization` header. Nothing it refuses can be told apart from outside. */
export function readBearer({ world, nowMs }: Pick<Tx, "world" | "nowMs">, header: string | undefined): Bearer {
  const token = /^Bearer ([\x21-\x7e]+)$/i.exec(header ?? "")?.[1];
  const [prefix, appId, ...rest] = token?.split(".") ?? [];
  if (prefix !== brand.tokenPrefix || appId === undefined) return { kind: "none" };
  const secret = rest.join(".");
  const credential = world.credentials.list(appId).find((candidate) => sameText(secretOf(world, candidate), secret));
  if (credential === undefined) return { kind: "none" };
  const dead = credential.revokedAtMs !== undefined || isSanctioned(world, appId, nowMs);
  return { kind: dead ? "dead" : "live", credential };
}

/** The credential of a request, or the one refusal there is. */
export function requireBearer(tx: Tx, header: string | undefined): CredentialRecord {
  const bearer = readBearer(tx, header);
  if (bearer.kind !== "live") throw missingCredential();
  return bearer.credential;
}

function sameText(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Counts a call of an App in the running second, or refuses it with 429. The platform's buckets are not documented. */
export function spendCall({ world, settings, monotonicMs }: Tx, appId: string | undefined): void {
  const perSecond = settings.parameters.requestsPerSecond;
  if (appId === undefined || perSecond === Number.MAX_VALUE) return;
  const second = Math.floor(monotonicMs / 1000);
  const before = world.rates.get(appId);
  const calls = before?.second === second ? before.calls + 1 : 1;
  world.rates.put({ id: appId, second, calls });
  if (calls <= perSecond) return;
  throw tooFast("Too many calls in this second.", 1);
}
