import { encodeBase64url, decodeBase64url } from "../../runtime/delivery/core/base64url.js";
import { buildSignedBytes } from "../../runtime/delivery/core/preamble.js";
import type { RefusalReason } from "../../runtime/delivery/core/refusal.js";
import { deliveryHeaders, type LabelName } from "../../runtime/delivery/core/wire.js";
import { signatureEntry, signDelivery, type SigningPair } from "../../runtime/delivery/sign.js";

/** What cases are built from: keys, Apps, a clock and ids. The same kit gives the same requests. */
export interface LabKit {
  /** The App of the endpoint, and another App. */
  readonly appId: string;
  readonly otherAppId: string;
  /** Published. */
  readonly key: SigningPair;
  /** Published as well, as during a rotation. */
  readonly second: SigningPair;
  /** Never published. */
  readonly stranger: SigningPair;
  /** Unix seconds; called for each delivery. */
  readonly nowS: () => number;
  /** A new UUID at each call. */
  readonly uuid: () => string;
  /** Distance from the edges of the time window in seconds, for endpoints with another clock. */
  readonly slackS: number;
}

/** A request, byte for byte as on the wire. */
export interface LabRequest {
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/**
 * What an endpoint must do: `confirm` in the body or by REST, `echo` the challenge, `pass-over` with a 2xx that confirms
 * nothing, or `refuse` with anything but a 2xx.
 */
export type LabExpectation = "confirm" | "echo" | "pass-over" | "refuse";

/** One test case for an endpoint. */
export interface LabCase {
  readonly id: string;
  /** What the sender does. */
  readonly says: string;
  readonly expect: LabExpectation;
  /** The reason that this package's verifier gives. */
  readonly reason?: RefusalReason;
  /** The requests, to be sent in this order; the last one is judged. */
  make(kit: LabKit): Promise<readonly LabRequest[]>;
}

/** How a request differs from a valid one. */
export interface Variation {
  readonly body?: unknown;
  readonly keys?: readonly SigningPair[];
  /** The App in the signed bytes. The header names the kit's App. */
  readonly signedFor?: string;
  readonly label?: LabelName;
  readonly deliveryId?: string;
  /** Text of the timestamp, signed as it is. */
  readonly timestamp?: string;
  /** Seconds from now, when `timestamp` is not given. */
  readonly apartS?: number;
  /** Replaces headers; `undefined` omits one, a list repeats it. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Changes the body after it was signed. */
  readonly tamper?: (body: Uint8Array) => Uint8Array;
  /** Rewrites the signature header. */
  readonly resign?: (header: string) => string | readonly string[];
  /** Signs these bytes in place of the right ones. */
  readonly signedBytes?: (right: Uint8Array, body: Uint8Array) => Uint8Array;
  readonly method?: string;
}

/** Makes one request, valid except for its variation. */
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

/** The 64 bytes of a valid entry. */
export function fromEntry(entry: string): Uint8Array {
  return decodeBase64url(entry.slice(entry.indexOf("=") + 1), 64) ?? new Uint8Array(64);
}

/** A copy with the lowest bit of one byte flipped. */
export function flipLast(bytes: Uint8Array, at: number): Uint8Array {
  return bytes.with(at, (bytes[at] ?? 0) ^ 1);
}

const groupOrder = 2n ** 252n + 27742317777372353535851937790883648493n;

/** The same signature with the group order added to S: equal in the group, and therefore forbidden. */
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
