import { decodeBase64url } from "../core/base64url.js";

/** The text as UTF-8. */
export function bytesOf(text: string): Uint8Array {
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
