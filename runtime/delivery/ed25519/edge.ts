/** An imported public key. */
export interface VerifyKey {
  /**
   * Whether `signature` (64 bytes, of a checked encoding) is valid for `message`. Never throws. Synchronous where that is
   * cheaper.
   */
  verify(message: Uint8Array, signature: Uint8Array): boolean | Promise<boolean>;
}

/**
 * An implementation of Ed25519. All of them give the same verdict: encodings are checked before it is called, and the
 * equation is the one without cofactor.
 */
export interface Ed25519 {
  /** For logs and benches. */
  readonly name: "node" | "webcrypto" | "noble";
  /** Imports a key from its 32 bytes, of a checked encoding. Rejects when it cannot be used. */
  importKey(raw: Uint8Array): VerifyKey | Promise<VerifyKey>;
}
