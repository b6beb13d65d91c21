import type { webcrypto } from "node:crypto";
import type { Ed25519 } from "./edge.js";

const algorithm = { name: "Ed25519" };

/** Ed25519 of the Web Cryptography API. The check runs off the thread wherever the runtime does so. */
export function webCryptoEd25519(subtle: webcrypto.SubtleCrypto): Ed25519 {
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

/** Whether this environment's Web Cryptography knows Ed25519 at all. */
export async function supportsEd25519(subtle: webcrypto.SubtleCrypto): Promise<boolean> {
  try {
    await subtle.importKey("raw", probePoint(), algorithm, false, ["verify"]);
    return true;
  } catch {
    return false;
  }
}

/** The base point: the one point that every implementation must take. */
function probePoint(): Uint8Array {
  return new Uint8Array(32).fill(0x66).with(0, 0x58);
}
