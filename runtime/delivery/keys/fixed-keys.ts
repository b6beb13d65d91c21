import { ArgumentError } from "../../base/errors.js";
import type { Ed25519 } from "../ed25519/edge.js";
import { pickEd25519 } from "../ed25519/pick.js";
import { entriesOf, type KeySet, readKeySet, type KeySource } from "./key-set.js";

/**
 * One published key, as on the wire.
 *
 * @see spec/schemas/app.yaml#/SigningKey
 */
export interface PublishedKey {
  /** Begins with `ed25519-`. */
  readonly key_id: string;
  /** 32 bytes as base64url. */
  readonly key: string;
}

/** Options of fixed keys. */
export interface FixedKeysOptions {
  /** Ed25519 implementation. Default: the best one of this runtime. */
  readonly ed25519?: Ed25519;
}

/**
 * A key source that never changes: for tests, and for hosts that cannot reach the key route. Rotations and revocations
 * are then up to you.
 *
 * @throws ArgumentError when it is not given a list of objects
 * @throws ArgumentError (from the first use on) when an entry is malformed
 */
export function fixedKeys(keys: readonly PublishedKey[], options: FixedKeysOptions = {}): KeySource {
  const entries = entriesOf(keys);
  if (entries === undefined) throw new ArgumentError("fixedKeys() takes a list of published keys");
  const odd = entries.findIndex((entry) => typeof entry !== "object");
  if (odd >= 0) throw new ArgumentError(`fixedKeys: entry ${odd} is not a usable key (not-an-entry)`);
  let set: KeySet | undefined;
  // Each caller reads for itself until there is a set: a request must not wait for the promise of another one.
  const read = async (): Promise<void> => {
    const result = await readKeySet(keys, options.ed25519 ?? (await pickEd25519()));
    const wrong = result?.skipped[0];
    if (result === undefined || wrong !== undefined) {
      throw new ArgumentError(
        `fixedKeys: entry ${wrong?.index ?? 0} is not a usable key (${wrong?.reason ?? "not-an-entry"})`,
      );
    }
    set = result.keys;
  };
  return {
    current: () => set,
    beforeUse: () => (set === undefined ? read() : undefined),
    renew: () => undefined,
    prefetch: () => read().catch(() => undefined),
  };
}
