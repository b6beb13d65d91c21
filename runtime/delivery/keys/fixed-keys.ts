import { ArgumentError } from "../../http/errors/index.js";
import type { Ed25519 } from "../ed25519/edge.js";
import { pickEd25519 } from "../ed25519/pick.js";
import { entriesOf, type KeySet, readKeySet, type KeySource } from "./key-set.js";

/**
 * One published key, in the wire's own form.
 *
 * @see spec/schemas/app.yaml#/SigningKey
 */
export interface PublishedKey {
  /** Begins with `ed25519-`. */
  readonly key_id: string;
  /** 32 bytes as base64url. */
  readonly key: string;
}

/** How fixed keys are built. */
export interface FixedKeysOptions {
  /** Implementation to use. Default: the best one of this environment. */
  readonly ed25519?: Ed25519;
}

/**
 * Keys that never change while the process lives: for tests, and where no way out to the key route exists. A rotation
 * or an emergency revocation is then yours to follow.
 *
 * @throws ArgumentError when it is given no list, or a list of something else
 * @throws ArgumentError (from the first use on) when an entry is malformed: a typing error here must not pass silently
 */
export function fixedKeys(keys: readonly PublishedKey[], options: FixedKeysOptions = {}): KeySource {
  const entries = entriesOf(keys);
  if (entries === undefined) throw new ArgumentError("fixedKeys() takes a list of published keys");
  const odd = entries.findIndex((entry) => typeof entry !== "object");
  if (odd >= 0) throw new ArgumentError(`fixedKeys: entry ${odd} is not a usable key (not-an-entry)`);
  let set: KeySet | undefined;
  // Each caller reads for itself until there is a set: none may wait on the promise of another's request.
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
