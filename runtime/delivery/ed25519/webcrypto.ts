import type { Ed25519 } from "./edge.js";

/** The part of the Web Cryptography API's `SubtleCrypto` that is used. */
export interface SubtleEd25519 {
  importKey(
    format: "raw",
    bytes: object,
    algorithm: { name: string },
    extractable: boolean,
    usages: "verify"[],
  ): Promise<object>;
  verify(algorithm: { name: string }, key: object, signature: object, message: object): Promise<boolean>;
}

const algorithm = { name: "Ed25519" };

/** Ed25519 of the Web Cryptography API. */
export function webCryptoEd25519(subtle: SubtleEd25519): Ed25519 {
  return {
    name: "webcrypto",
    async importKey(raw) {
      const key = await subtle.importKey("raw", raw, algorithm, false, ["verify"]);
      return {
        verify: (message, signature) => subtle.verify(algorithm, key, signature, message).catch(() => false),
      };
    },
  };
}

/** Whether the Web Cryptography of this runtime supports Ed25519. */
export async function supportsEd25519(subtle: SubtleEd25519): Promise<boolean> {
  try {
    await subtle.importKey("raw", probePoint(), algorithm, false, ["verify"]);
    return true;
  } catch {
    return false;
  }
}

/** The base point, which every implementation accepts. */
function probePoint(): Uint8Array {
  return new Uint8Array(32).fill(0x66).with(0, 0x58);
}
