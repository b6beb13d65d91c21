import { listSigningKeys } from "../../generated/routes.js";
import { type Clock, systemClock } from "../abi/index.js";
import { createKeyStore, type KeyStoreEvent } from "../delivery/keys/key-store.js";
import type { KeySource } from "../delivery/keys/source.js";
import type { Client } from "../http/client.js";

type Listener = (event: KeyStoreEvent) => void;

/** By address of the platform. Held weakly: the Apps keep their store, and it goes with the last of them. */
const stores = new Map<string, WeakRef<KeySource>>();
const listenersOf = new WeakMap<KeySource, Set<Listener>>();

/**
 * The published keys for an App. They are the same for all Apps of a platform, so the Apps of a process share one store
 * and its fetches. An App with a transport or a clock of its own does not: its platform may be another one under the
 * same address.
 */
export function keysFor(
  client: Client,
  {
    ownTransport,
    clock,
    listener,
  }: { readonly ownTransport: boolean; readonly clock: Clock; readonly listener: Listener },
): KeySource {
  if (ownTransport || clock !== systemClock) return follow(client, clock, new Set([listener]));
  const known = stores.get(client.baseUrl)?.deref();
  if (known) {
    listenersOf.get(known)?.add(listener);
    return known;
  }
  const listeners = new Set([listener]);
  const made = follow(client, clock, listeners);
  stores.set(client.baseUrl, new WeakRef(made));
  listenersOf.set(made, listeners);
  return made;
}

function follow(client: Client, clock: Clock, listeners: ReadonlySet<Listener>): KeySource {
  return createKeyStore({
    fetchKeys: async ({ signal }) => listSigningKeys(client, {}, { signal }),
    clock,
    onEvent(event) {
      for (const listen of listeners) listen(event);
    },
  });
}
