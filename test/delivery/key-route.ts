import {
  createKeyStore,
  createVerifier,
  type KeysDiagnostic,
  type KeyStoreOptions,
  type PublishedKey,
} from "svc-apps/delivery";
import { appId, keyA, sign, steppedClock } from "./support.js";

/** A key route whose answer, delay and failures can be set. */
export function route(first: unknown) {
  const clock = steppedClock();
  const state: { body: unknown; delayMs: number; error?: Error } = { body: first, delayMs: 0 };
  const signals: AbortSignal[] = [];
  const events: KeysDiagnostic[] = [];
  const fetchKeys: KeyStoreOptions["fetchKeys"] = async ({ signal }) => {
    signals.push(signal);
    if (state.delayMs > 0) await new Promise<void>((resolve) => clock.schedule(resolve, state.delayMs));
    if (state.error !== undefined) throw state.error;
    return state.body;
  };
  const open = (options: Partial<KeyStoreOptions> = {}) => {
    const store = createKeyStore({ fetchKeys, clock, onDiagnostic: (event) => events.push(event), ...options });
    const verifier = createVerifier({ apps: appId, keys: store, clock });
    return { store, verifier };
  };
  /** Signs at the present moment of the stepped clock. */
  const fresh = (key = keyA) =>
    sign({ keys: key, timestampS: Math.floor(clock.now() / 1_000), deliveryId: crypto.randomUUID() });
  return { clock, state, signals, events, open, fresh };
}

/** The body of the key route. */
export const published = (...keys: readonly PublishedKey[]) => ({
  keys: keys.map((key) => ({ ...key, state: "current" })),
});

/** Reason of the refusal, or what stands in its place. */
export async function outcome(verdict: Promise<{ ok: boolean | "malformed"; reason?: string }>) {
  const { ok, reason } = await verdict;
  return reason ?? ok;
}
