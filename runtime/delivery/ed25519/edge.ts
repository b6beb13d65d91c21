/** A public key ready for use, built once. */
export interface VerifyKey {
  /**
   * Whether `signature` (64 bytes, already found sound) is this key's over `message`. Never throws.
   * Answers at once where that is cheaper than waiting.
   */
  verify(message: Uint8Array, signature: Uint8Array): boolean | Promise<boolean>;
}

/**
 * Ed25519 as one environment offers it. Whatever is behind it, the verdict is the same: the checks of form are made
 * before it is asked, and the equation is the one without cofactor.
 */
export interface Ed25519 {
  /** For logs and benches. */
  readonly name: "node" | "webcrypto" | "noble";
  /** Builds a key from its 32 bytes, already found sound. Rejects when the environment cannot use it. */
  importKey(raw: Uint8Array): VerifyKey | Promise<VerifyKey>;
}
