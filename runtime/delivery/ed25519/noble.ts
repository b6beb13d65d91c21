import type * as NobleModule from "@noble/ed25519";
import type { Ed25519, VerifyKey } from "./edge.js";

type Noble = typeof NobleModule;

/** Ed25519 in JavaScript, loaded only where the runtime has none. About fourteen times slower. */
export async function nobleEd25519(): Promise<Ed25519> {
  const noble = await import("@noble/ed25519");
  return { name: "noble", importKey: (raw) => nobleKey(noble, raw) };
}

function nobleKey(noble: Noble, raw: Uint8Array): VerifyKey {
  const point = noble.Point.fromBytes(raw, false);
  return {
    async verify(message, signature) {
      if (!(await noble.verifyAsync(signature, message, raw, { zip215: false }))) return false;
      return holdsWithoutCofactor(noble, point, raw, message, signature);
    },
  };
}

/**
 * Noble's strict mode multiplies the equation by the cofactor, and so accepts signatures that OpenSSL, BoringSSL and the
 * Web Cryptography standard refuse. This check refuses them: R must equal S·B − k·A, byte for byte.
 */
async function holdsWithoutCofactor(
  noble: Noble,
  key: InstanceType<Noble["Point"]>,
  raw: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  const { Point, etc, hashes } = noble;
  const groupOrder = Point.CURVE().n;
  const r = signature.subarray(0, 32);
  const s = littleEndian(signature.subarray(32));
  const k = etc.mod(littleEndian(await hashes.sha512Async(etc.concatBytes(r, raw, message))), groupOrder);
  const expected = Point.BASE.multiply(s, false).subtract(key.multiply(k, false)).toBytes();
  return expected.every((byte, index) => byte === r[index]);
}

function littleEndian(bytes: Uint8Array): bigint {
  let value = 0n;
  for (let index = bytes.length - 1; index >= 0; index -= 1) value = (value << 8n) | BigInt(bytes[index] ?? 0);
  return value;
}
