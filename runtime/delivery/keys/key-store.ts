import { type Clock, systemClock } from "../../abi/index.js";
import { ArgumentError } from "../../http/errors/index.js";
import { settledWithin } from "../../interaction/claims.js";
import { given } from "../core/maybe.js";
import type { Ed25519 } from "../ed25519/edge.js";
import { pickEd25519 } from "../ed25519/pick.js";
import type { KeysDiagnostic } from "../../diagnostics/delivery.js";
import { type KeySet, readKeySet, type KeySource, type KeyUse } from "./key-set.js";
import { planRefresh, type RefreshCause, type RefreshLimits } from "./refresh-plan.js";

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
  /** Shortest time between two fetches of one cause: unknown key ids have a budget of their own. Default 30 seconds. */
  readonly cooldownMs?: number;
  /** Longest a fetch may take. Default 5 seconds. */
  readonly fetchTimeoutMs?: number;
  /** Longest a delivery waits for a fetch. Default: what its own window allows, 2 s for a command, 450 ms for an autocomplete. */
  readonly waitMs?: number;
  readonly clock?: Clock;
  /** Implementation to use. Default: the best one of this environment. */
  readonly ed25519?: Ed25519;
  /** What happens to the keys, as it happens. What it throws is ignored. */
  readonly onDiagnostic?: (diagnostic: KeysDiagnostic) => void;
}

/** A key source that follows the public route. One per process is enough: the platform's keys are the same for all Apps. */
export interface KeyStore extends KeySource {
  /** Fetches that have been started. */
  readonly fetchCount: number;
}

/** See {@link KeyStoreOptions}; the last two have no option. */
interface Limits extends RefreshLimits {
  readonly fetchTimeoutMs: number;
  readonly waitMs: number;
  readonly overtakeAfterMs: number;
}

const settings: Limits = {
  refreshAfterMs: 300_000,
  maxAgeMs: 600_000,
  cooldownMs: 30_000,
  fetchTimeoutMs: 5_000,
  waitMs: Infinity,
  /** While there is no set at all, every delivery is lost: ask again sooner. */
  emptyCooldownMs: 1_000,
  /** Who waits for a fetch that is older than this begins another: the first may hang, or its request may be gone. */
  overtakeAfterMs: 500,
};

/** Longest that a delivery waits which says nothing about itself. */
const defaultPatienceMs = 2_000;

/** Longest that one waits for a new set while an old one can serve. */
const oldSetPatienceMs = 400;

/** Between two looks at a fetch of another request, milliseconds; the last one stays. */
const lookAfterMs = [5, 10, 20, 40] as const;

/** One fetch of the key route. */
interface Attempt {
  readonly startedAtMs: number;
  readonly done: Promise<void>;
}

/**
 * Keeps the published keys: fetched once at the start, refreshed when a delivery finds them old, asked for again when
 * a delivery names an unknown id (see `refresh-plan.ts`). A set that arrives replaces the old one whole, for removal is
 * how a key is revoked; when the fetch fails, the last good set stays. There is no timer: an idle process asks for
 * nothing.
 *
 * Some runtimes (Workers) end whatever a request began together with that request. So a delivery that comes with
 * `waitUntil` never awaits another's fetch: it looks, on timers of its own, whether the set has come. Everywhere, who
 * waits for a fetch that takes too long begins one of its own, and a fetch is handed to `waitUntil` of its request.
 *
 * @see spec/rules/signatures.yaml SIG-14 to SIG-21
 *
 * @throws ArgumentError without `fetchKeys`
 */
export function createKeyStore(options: KeyStoreOptions): KeyStore {
  const { clock = systemClock, fetchKeys } = Object(options) as Partial<KeyStoreOptions>; // programs without types leave them out
  if (typeof fetchKeys !== "function") throw new ArgumentError("createKeyStore() needs fetchKeys, a function");
  const limits: Limits = { ...settings, ...given(options) };
  const triedAtMs: Partial<Record<RefreshCause, number>> = {};
  let keys: KeySet | undefined;
  let readAtMs: number | undefined;
  /** Number of the attempt whose set is in force: an older answer that comes later must not bring a revoked key back. */
  let readNumber = 0;
  let fetchCount = 0;
  /** Fetches under way, the oldest first. Those of requests that are gone stay in it until they are too old to count. */
  const running = new Set<Attempt>();

  const report = (diagnostic: KeysDiagnostic): void => {
    try {
      options.onDiagnostic?.(diagnostic);
    } catch {
      // What a listener does wrong must not decide which keys are known.
    }
  };
  /** `number` counts fetches from the start. */
  const load = async (number: number): Promise<void> => {
    try {
      const body = await bounded(fetchKeys, clock, limits.fetchTimeoutMs);
      const read = await readKeySet(body, options.ed25519 ?? (await pickEd25519()));
      if (read === undefined) throw new TypeError("the answer of the key route is no list of keys");
      if (number < readNumber) return;
      keys = read.keys;
      readAtMs = clock.monotonicMs();
      readNumber = number;
      const { skipped } = read;
      const isPartial = skipped.length > 0;
      report({
        type: "keys.replaced",
        level: isPartial ? "warn" : "debug",
        message: isPartial
          ? "Some published signing keys cannot be used and were left out"
          : "The signing keys were fetched",
        count: keys.size,
        skipped,
      });
    } catch (error) {
      const message = "The signing keys could not be fetched; the last good ones stay";
      report({ type: "keys.fetch_failed", level: "warn", message, error, keptCount: keys?.size ?? 0 });
    }
  };
  const begin = (use: KeyUse | undefined): Attempt => {
    const done = load((fetchCount += 1));
    const attempt: Attempt = { startedAtMs: clock.monotonicMs(), done };
    running.add(attempt);
    void done.then(() => running.delete(attempt));
    use?.waitUntil?.(done);
    return attempt;
  };

  /** Waits until a set comes or the fetches for it end, at most as long as the delivery can. */
  const wait = async (cause: RefreshCause, mine: Attempt[], use: KeyUse | undefined): Promise<void> => {
    const before = readNumber;
    const canServe = keys !== undefined && cause === "scheduled";
    const patienceMs = Math.min(limits.waitMs, use?.patienceMs() ?? defaultPatienceMs);
    const endMs = clock.monotonicMs() + (canServe ? Math.min(patienceMs, oldSetPatienceMs) : patienceMs);
    const isBound = use?.waitUntil !== undefined;
    for (let look = 0; readNumber === before && running.size > 0; look += 1) {
      const nowMs = clock.monotonicMs();
      if (nowMs >= endMs) return;
      const newestAtMs = [...running].at(-1)?.startedAtMs ?? nowMs;
      const overtakeInMs = keys === undefined ? newestAtMs + limits.overtakeAfterMs - nowMs : Infinity;
      if (overtakeInMs > 0) {
        const lookInMs = isBound ? (lookAfterMs[look] ?? 40) : Infinity;
        const awaited = isBound ? mine.filter((attempt) => running.has(attempt)) : [...running];
        await pause(Math.min(lookInMs, overtakeInMs, endMs - nowMs), clock, awaited);
      } else mine.push(begin(use));
    }
  };
  const refresh = (wanted: RefreshCause, use: KeyUse | undefined): Promise<void> | undefined => {
    const cause = keys === undefined ? "scheduled" : wanted; // without a set, every id is unknown
    const nowMs = clock.monotonicMs();
    for (const attempt of running) if (nowMs - attempt.startedAtMs >= limits.fetchTimeoutMs) running.delete(attempt);
    const state = { readAtMs, triedAtMs, isRunning: running.size > 0 };
    const decision = planRefresh(cause, state, { nowMs, limits });
    if (decision.action === "none") return undefined;
    if (decision.action === "fetch") triedAtMs[cause] = nowMs;
    const mine = decision.action === "fetch" ? [begin(use)] : [];
    return decision.wait ? wait(cause, mine, use) : undefined;
  };

  return {
    get fetchCount() {
      return fetchCount;
    },
    current: () => keys,
    beforeUse: (use) => refresh("scheduled", use),
    renew: (use) => refresh("unknown-id", use),
    renewInBackground: (use) => void refresh("announced-id", use),
    prefetch() {
      triedAtMs.scheduled = clock.monotonicMs();
      return ([...running].at(-1) ?? begin(undefined)).done;
    },
  };
}

async function bounded(fetchKeys: KeyStoreOptions["fetchKeys"], clock: Clock, timeoutMs: number): Promise<unknown> {
  const controller = new AbortController();
  return settledWithin(fetchKeys({ signal: controller.signal }), { clock, timeoutMs }, () => {
    const error = new Error(`the key route did not answer within ${timeoutMs} ms`);
    controller.abort(error);
    return error;
  });
}

/** Resolves after `waitMs`, or when one of the attempts ends before. */
async function pause(waitMs: number, clock: Clock, attempts: readonly Attempt[]): Promise<void> {
  let cancel = (): void => undefined;
  const enough = new Promise<void>((resolve) => {
    cancel = clock.schedule(resolve, waitMs);
  });
  await Promise.race([...attempts.map(({ done }) => done), enough]);
  cancel();
}
