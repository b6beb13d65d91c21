import { encodeBase64url } from "../../runtime/delivery/core/base64url.js";
import {
  deliveryHeaders,
  labels,
  maxSignatureEntries,
  maxToleranceS,
  recipeVersion,
} from "../../runtime/delivery/core/wire.js";
import { refusedCases } from "./cases-refused.js";
import { takenCases } from "./cases-taken.js";
import type { LabCase, LabKit } from "./kit.js";
import { createSigningPair } from "../../runtime/delivery/sign.js";

/** All cases: those that must be accepted, then those that must be refused. */
export const labCases: readonly LabCase[] = [...takenCases, ...refusedCases];

const nowS = 1_800_000_000;

/** A kit that gives the same bytes every time. */
export async function vectorKit(): Promise<LabKit> {
  let count = 0;
  const pair = (keyId: string, fill: number) => createSigningPair(keyId, new Uint8Array(32).fill(fill));
  return {
    appId: "7301000000000000001",
    otherAppId: "7301000000000000002",
    key: await pair("ed25519-vector-a", 0xa1),
    second: await pair("ed25519-vector-b", 0xb2),
    stranger: await pair("ed25519-vector-stranger", 0xc3),
    nowS: () => nowS,
    slackS: 0,
    uuid() {
      count += 1;
      return `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`;
    },
  };
}

/**
 * The cases as JSON, for implementations in any language: the settings, then for each case its requests and what must
 * become of the last one. Bodies are base64url, header values text. Made from fixed keys and a fixed clock.
 */
export async function deliveryVectors(): Promise<string> {
  const kit = await vectorKit();
  const cases: object[] = [];
  for (const { id, says, expect, reason, make } of labCases) {
    const requests = (await make(kit)).map(({ method, headers, body }) => ({
      method,
      headers,
      body: encodeBase64url(body),
    }));
    const verdict = expect === "refuse" ? { verdict: "refuse", reason } : { verdict: "accept", outcome: expect };
    cases.push({ id, says, ...verdict, requests });
  }
  const settings = {
    nowS,
    toleranceS: maxToleranceS,
    appIds: [kit.appId],
    keys: [kit.key.published, kit.second.published],
    recipe: recipeVersion,
    labels,
    headers: deliveryHeaders,
    maxSignatureEntries,
  };
  const about =
    "Signed deliveries, good and bad. Check the last request of each case with the settings as they stand here. " +
    "`outcome` says what follows an accepted one: confirm, echo the challenge, or pass over without confirming. " +
    "`reason` is a name of ours and must never be sent to the sender. " +
    "Everybody has the private halves of these keys: trust them in tests only.";
  return `${JSON.stringify({ about, settings, cases }, null, 2)}\n`;
}
