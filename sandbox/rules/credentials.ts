import { timingSafeEqual } from "node:crypto";
import type { Platform } from "../platform.js";
import { conflict, missingCredential, notFound } from "../refusal.js";
import { brand, limits, type CloseCode } from "../spec.js";
import type { CredentialRecord } from "../world/records.js";
import { isSanctioned } from "./standing.js";

/** Part of every sandbox secret, so that it cannot be taken for a real one. */
export const secretMarker = "sandbox-";

/** The credential as its holder sends it. */
export const tokenOf = ({ appId, secret }: CredentialRecord): string => `${brand.tokenPrefix}.${appId}.${secret}`;

/** Credentials of an App that still count. */
export function liveCredentials({ world }: Platform, appId: string): readonly CredentialRecord[] {
  return world.credentials.list(appId).filter((credential) => credential.revokedAtMs === undefined);
}

/** Issues a credential into a free slot. */
export function issueCredential(platform: Platform, appId: string): CredentialRecord {
  if (platform.world.apps.get(appId) === undefined) throw notFound("App");
  const taken = liveCredentials(platform, appId).map((credential) => credential.slot);
  const slots = Array.from({ length: limits.credentialsPerApp }, (_, index) => index + 1);
  const slot = slots.find((candidate) => !taken.includes(candidate));
  if (slot === undefined)
    throw conflict("SANDBOX_CREDENTIAL_LIMIT", "Both credential slots are taken; revoke one first.");
  const { world } = platform;
  const id = `${appId}-${world.count("credential")}`;
  return world.credentials.put({ id, appId, slot, secret: secretMarker + world.secret("credential-secret") });
}

/** Kills credentials, and with them the connections that they opened. */
export function revokeCredentials(platform: Platform, credentials: readonly CredentialRecord[], code: CloseCode): void {
  const ids = new Set(credentials.map((credential) => credential.id));
  for (const id of ids) platform.world.credentials.patch(id, { revokedAtMs: platform.clock.now() });
  platform.hub.drop((taken) => ids.has(taken.credentialId), code);
}

/** What a bearer header turned out to be. */
export type Bearer =
  | { readonly kind: "live"; readonly credential: CredentialRecord }
  | { readonly kind: "dead"; readonly credential: CredentialRecord }
  | { readonly kind: "none" };

/** Reads an `Authorization` header. Nothing it refuses can be told apart from outside. */
export function readBearer(platform: Platform, header: string | undefined): Bearer {
  const token = /^Bearer ([\x21-\x7e]+)$/i.exec(header ?? "")?.[1];
  const [prefix, appId, ...rest] = token?.split(".") ?? [];
  if (prefix !== brand.tokenPrefix || appId === undefined) return { kind: "none" };
  const secret = rest.join(".");
  const credential = platform.world.credentials.list(appId).find((candidate) => sameText(candidate.secret, secret));
  if (credential === undefined) return { kind: "none" };
  const dead = credential.revokedAtMs !== undefined || isSanctioned(platform.world, appId, platform.clock.now());
  return { kind: dead ? "dead" : "live", credential };
}

/** The credential of a request, or the one refusal there is. */
export function requireBearer(platform: Platform, header: string | undefined): CredentialRecord {
  const bearer = readBearer(platform, header);
  if (bearer.kind !== "live") throw missingCredential();
  return bearer.credential;
}

function sameText(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}
