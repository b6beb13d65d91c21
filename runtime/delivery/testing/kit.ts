import { encodeBase64url, decodeBase64url } from "../core/base64url.js";
import { buildSignedBytes } from "../core/preamble.js";
import type { RefusalReason } from "../core/refusal.js";
import { deliveryHeaders, type LabelName } from "../core/wire.js";
import { signatureEntry, signDelivery, type SigningPair } from "./sign.js";

/** What cases are made with: keys, Apps and a clock, so that they come out the same when these do. */
export interface LabKit {
  /** The App that the endpoint is for, and one that it is not for. */
  readonly appId: string;
  readonly otherAppId: string;
  /** Published. */
  readonly key: SigningPair;
  /** Published as well: the other one of a rotation. */
  readonly second: SigningPair;
  /** Never published. */
  readonly stranger: SigningPair;
  /** Unix seconds, asked for each delivery. */
  readonly nowS: () => number;
  /** A new UUID at each call. */
  readonly uuid: () => string;
  /** Seconds to stay away from the edges of the time window, for endpoints with a clock of their own. */
  readonly slackS: number;
}

/** A request to the byte: names and values as they go over the wire, some of them as no sender should write them. */
export interface LabRequest {
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/**
 * What an endpoint must make of a case: `confirm` with a confirmation in the body (or by REST), `echo` the challenge,
 * `pass-over` with a 2xx that confirms nothing, `refuse` with anything but a 2xx.
 */
export type LabExpectation = "confirm" | "echo" | "pass-over" | "refuse";

/** One thing to try on an endpoint. */
export interface LabCase {
  readonly id: string;
  /** What the sender did. */
  readonly says: string;
  readonly expect: LabExpectation;
  /** Why our own verifier refuses it. */
  readonly reason?: RefusalReason;
  /** The requests, to be sent in this order; the last one is judged. */
  make(kit: LabKit): Promise<readonly LabRequest[]>;
}

/** How a request departs from a good one. */
export interface Variation {
  readonly body?: unknown;
  readonly keys?: readonly SigningPair[];
  /** App that the bytes are signed for; the header always names the kit's. */
  readonly signedFor?: string;
  readonly label?: LabelName;
  readonly deliveryId?: string;
  /** Text of the timestamp, signed as it stands. */
  readonly timestamp?: string;
  /** Seconds from now, when `timestamp` is not given. */
  readonly apartS?: number;
  /** Headers to replace; `undefined` leaves one out, a list sends it several times. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Changes the body behind the signature's back. */
  readonly tamper?: (body: Uint8Array) => Uint8Array;
  /** Rewrites the signature header. */
  readonly resign?: (header: string) => string | readonly string[];
  /** Signs these bytes in place of the right ones. */
  readonly signedBytes?: (right: Uint8Array, body: Uint8Array) => Uint8Array;
  readonly method?: string;
}

/** Makes one request, good but for its variation. */
export async function makeRequest(kit: LabKit, variation: Variation): Promise<LabRequest> {
  const { keys = [kit.key], signedFor = kit.appId, apartS = 0, deliveryId = kit.uuid() } = variation;
  const body = variation.body ?? { type: "interaction" };
  const timestamp = variation.timestamp ?? String(kit.nowS() + apartS);
  const options = { keys, appId: signedFor, body, deliveryId, timestampS: Number(timestamp) };
  const signed = await signDelivery(variation.label === undefined ? options : { ...options, label: variation.label });
  const right = signed.headers[deliveryHeaders.signature] ?? "";
  const { bytes } = buildSignedBytes("interaction", { ownAppId: signedFor, deliveryId, timestamp }, signed.body);
  // The right signature, unless the text of the timestamp or the bytes are special.
  const special =
    variation.signedBytes?.(bytes, signed.body) ?? (variation.timestamp === undefined ? undefined : bytes);
  const entries = special && (await Promise.all(keys.map((key) => signatureEntry(key, special))));
  const header = entries?.join(", ") ?? right;
  const headers: Record<string, string | readonly string[] | undefined> = {
    ...signed.headers,
    [deliveryHeaders.app]: kit.appId,
    [deliveryHeaders.timestamp]: timestamp,
    [deliveryHeaders.signature]: variation.resign?.(header) ?? header,
    ...variation.headers,
  };
  return {
    method: variation.method ?? "POST",
    headers: Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one) => [name, one] as const),
    ),
    body: variation.tamper?.(signed.body) ?? signed.body,
  };
}

/** An entry with other bytes in place of its signature. */
export function entryOf(keyId: string, bytes: Uint8Array): string {
  return `${keyId}=${encodeBase64url(bytes)}`;
}

/** The text as UTF-8. */
export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The 64 bytes of a good entry. */
export function fromEntry(entry: string): Uint8Array {
  return decodeBase64url(entry.slice(entry.indexOf("=") + 1), 64) ?? new Uint8Array(64);
}

/** A copy with the lowest bit of one byte turned. */
export function flipLast(bytes: Uint8Array, at: number): Uint8Array {
  return bytes.with(at, (bytes[at] ?? 0) ^ 1);
}

const groupOrder = 2n ** 252n + 27742317777372353535851937790883648493n;

/** The same signature with the group order added to S: equal in the group, and forbidden for it. */
export function plusGroupOrder(signature: Uint8Array): Uint8Array {
  const s = signature.subarray(32);
  let sum = s.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n) + groupOrder;
  const result = Uint8Array.from(signature);
  for (let at = 32; at < 64; at += 1) {
    result[at] = Number(sum & 0xffn);
    sum >>= 8n;
  }
  return result;
}
