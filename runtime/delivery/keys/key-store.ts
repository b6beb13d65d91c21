import { type Clock, systemClock } from "../../abi/index.js";
import type { Ed25519 } from "../ed25519/edge.js";
import { pickEd25519 } from "../ed25519/pick.js";
import { type KeySet, readKeySet, type SkippedKey } from "./key-set.js";
import type { KeySource } from "./source.js";

/** Something that happened to the key set; `error` is what the fetch gave, for logs. */
export type KeyStoreEvent =
  | { readonly type: "keys-replaced"; readonly count: number; readonly skipped: readonly SkippedKey[] }
  | { readonly type: "keys-fetch-failed"; readonly error: unknown; readonly keptCount: number };

/** Where the keys come from, and how often. */
export interface KeyStoreOptions {
  /**
   * Fetches the public key route and gives its body. With a client: `({ signal }) => listSigningKeys(client, {}, { signal })`.
   * It must send no credential.
   */
  readonly fetchKeys: (options: { readonly signal: AbortSignal }) => Promise<unknown>;
  /** Age from which a delivery sets off a refresh behind its back. Default 5 minutes. */
  readonly refreshAfterMs?: number;
  /** Age from which a delivery waits for the refresh, so that a revoked key is not honoured after an idle hour. Default 10 minutes. */
  readonly maxAgeMs?: number;
  /** Shortest time between two fetches that unknown key ids can cause. Default 30 seconds. */
  readonly cooldownMs?: number;
  /** Longest a fetch may take. Default 5 seconds. */
  readonly fetchTimeoutMs?: number;
  /** Longest a delivery waits for a fetch; the fetch itself goes on. Default 400 ms, within the window of an autocomplete. */
  readonly waitMs?: number;
  readonly clock?: Clock;
  /** Implementation to use. Default: the best one of this environment. */
  readonly ed25519?: Ed25519;
  readonly onEvent?: (event: KeyStoreEvent) => void;
}

/** A key source that follows the public route. One per process is enough: the platform's keys are the same for all Apps. */
export interface KeyStore extends KeySource {
  /** Fetches that have been started. */
  readonly fetchCount: number;
}

const settings = {
  refreshAfterMs: 300_000,
  maxAgeMs: 600_000,
  cooldownMs: 30_000,
  fetchTimeoutMs: 5_000,
  waitMs: 400,
  /** While there is no set at all, every delivery is lost: ask again sooner. */
  emptyCooldownMs: 1_000,
};

/**
 * Keeps the published keys: fetched once at the start, refreshed when a delivery finds them old, asked for again when
 * a delivery names an unknown id. At most one fetch is under way at any time, and forged ids cause no more than one
 * per cool-down. A set that arrives replaces the old one whole, for removal is how a key is revoked; when the fetch
 * fails, the last good set stays. There is no timer: an idle process asks for nothing.
 *
 * @see spec/rules/signatures.yaml SIG-14 to SIG-21
 */
export function createKeyStore(options: KeyStoreOptions): KeyStore {
  const { clock = systemClock } = options;
  const { refreshAfterMs, maxAgeMs, cooldownMs, fetchTimeoutMs, waitMs, emptyCooldownMs } = {
    ...settings,
    ...given(options),
  };
  let keys: KeySet | undefined;
  let readAtMs = 0;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  let fetchCount = 0;
  let underWay: Promise<void> | undefined;

  const tell = (event: KeyStoreEvent): void => {
    try {
      options.onEvent?.(event);
    } catch {
      // The hook is the App's; what it does wrong must not decide which keys are known.
    }
  };
  const load = async (): Promise<void> => {
    try {
      const body = await bounded(options.fetchKeys, clock, fetchTimeoutMs);
      const read = await readKeySet(body, options.ed25519 ?? (await pickEd25519()));
      if (read === undefined) throw new TypeError("the answer of the key route is no list of keys");
      keys = read.keys;
      readAtMs = clock.monotonicMs();
      tell({ type: "keys-replaced", count: keys.size, skipped: read.skipped });
    } catch (error) {
      tell({ type: "keys-fetch-failed", error, keptCount: keys?.size ?? 0 });
    } finally {
      underWay = undefined;
    }
  };
  const fetchNow = (): Promise<void> => {
    if (underWay !== undefined) return underWay;
    triedAtMs = clock.monotonicMs();
    fetchCount += 1;
    underWay = load();
    return underWay;
  };
  const rested = (): boolean =>
    underWay !== undefined || clock.monotonicMs() - triedAtMs >= (keys === undefined ? emptyCooldownMs : cooldownMs);
  const fetchAndWait = (): Promise<void> | undefined => (rested() ? patience(fetchNow(), clock, waitMs) : undefined);

  return {
    get fetchCount() {
      return fetchCount;
    },
    current: () => keys,
    beforeUse() {
      if (keys === undefined) return fetchAndWait();
      const ageMs = clock.monotonicMs() - readAtMs;
      if (ageMs < refreshAfterMs) return undefined;
      if (ageMs >= maxAgeMs) return fetchAndWait();
      if (rested()) void fetchNow();
      return undefined;
    },
    renew: fetchAndWait,
    prefetch: fetchNow,
  };
}

/** Options that were really given: an explicit `undefined` must not hide a default. */
function given(options: KeyStoreOptions): Partial<typeof settings> {
  return Object.fromEntries(
    Object.keys(settings).flatMap((name) => {
      const value: unknown = Reflect.get(options, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

async function bounded(fetchKeys: KeyStoreOptions["fetchKeys"], clock: Clock, timeoutMs: number): Promise<unknown> {
  const controller = new AbortController();
  let cancel = (): void => undefined;
  const late = new Promise<never>((_, reject) => {
    cancel = clock.schedule(() => {
      const error = new Error(`the key route did not answer within ${timeoutMs} ms`);
      controller.abort(error);
      reject(error);
    }, timeoutMs);
  });
  try {
    return await Promise.race([fetchKeys({ signal: controller.signal }), late]);
  } finally {
    cancel();
  }
}

/** Waits for `work`, but no longer than `waitMs`. */
async function patience(work: Promise<void>, clock: Clock, waitMs: number): Promise<void> {
  let cancel = (): void => undefined;
  const enough = new Promise<void>((resolve) => {
    cancel = clock.schedule(resolve, waitMs);
  });
  await Promise.race([work, enough]);
  cancel();
}
