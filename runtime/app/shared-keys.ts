import { listSigningKeys } from "../../generated/routes.js";
import { type Clock, systemClock } from "../abi/index.js";
import { createKeyStore } from "../delivery/keys/key-store.js";
import type { KeysDiagnostic } from "../diagnostics/index.js";
import type { KeySource } from "../delivery/keys/key-set.js";
import type { Client } from "../http/client.js";

/** An App at a store: the client that can fetch the keys for all, and where it writes what becomes of them. */
interface Follower {
  readonly client: Client;
  readonly listener: (diagnostic: KeysDiagnostic) => void;
}

interface SharedStore {
  readonly keys: KeySource;
  /** Held weakly: an unused App must not stay because others still need the keys. */
  followers: readonly WeakRef<Follower>[];
}

/** By address of the platform. Held weakly: the Apps keep their store, and it goes with the last of them. */
const stores = new Map<string, WeakRef<SharedStore>>();

/** What an App keeps by keeping its keys. */
const keptBy = new WeakMap<KeySource, { readonly store: SharedStore; readonly follower: Follower }>();

/**
 * The published keys for an App. They are the same for all Apps of a platform, so the Apps of a process share one store
 * and its fetches. An App with a transport or a clock of its own does not: its platform may be another one under the
 * same address.
 */
export function keysFor(
  { ownTransport, clock }: { readonly ownTransport: boolean; readonly clock: Clock },
  follower: Follower,
): KeySource {
  if (ownTransport || clock !== systemClock) return follow(clock, () => [follower]);
  const { baseUrl } = follower.client;
  const store = stores.get(baseUrl)?.deref() ?? sharedStore(clock);
  stores.set(baseUrl, new WeakRef(store));
  store.followers = [...store.followers.filter((one) => one.deref()), new WeakRef(follower)];
  const keys: KeySource = { ...store.keys };
  keptBy.set(keys, { store, follower });
  return keys;
}

function sharedStore(clock: Clock): SharedStore {
  const living = () => store.followers.flatMap((one) => one.deref() ?? []);
  const store: SharedStore = { followers: [], keys: follow(clock, living) };
  return store;
}

function follow(clock: Clock, followers: () => readonly Follower[]): KeySource {
  return createKeyStore({
    fetchKeys: async ({ signal }) => {
      const [follower] = followers();
      if (!follower) throw new Error("there is no App left that waits for the keys");
      return listSigningKeys(follower.client, {}, { signal });
    },
    clock,
    onDiagnostic(diagnostic) {
      for (const { listener } of followers()) listener(diagnostic);
    },
  });
}
