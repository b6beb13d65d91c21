import { type Clock, systemClock } from "../../abi/index.js";
import { ArgumentError } from "../../base/errors.js";
import { within, sleep } from "../../base/time.js";
import { defined } from "../../base/values.js";
import type { Ed25519 } from "../ed25519/edge.js";
import { pickEd25519 } from "../ed25519/pick.js";
import type { KeysDiagnostic } from "../../diagnostics/delivery.js";
import { type KeySet, readKeySet, type KeySource, type KeyUse } from "./key-set.js";
import { planRefresh, type RefreshCause, type RefreshLimits } from "./refresh-plan.js";

/** How keys are fetched, and how often. */
export interface KeyStoreOptions {
  /**
   * Fetches the public key route and returns its body. It must send no credential. With a client:
   * `({ signal }) => listSigningKeys(client, {}, { signal })`.
   */
  readonly fetchKeys: (options: { readonly signal: AbortSignal }) => Promise<unknown>;
  /** Age from which a delivery starts a refresh in the background. Default 5 minutes. */
  readonly refreshAfterMs?: number;
  /** Age from which a delivery waits for the refresh, so that no revoked key is accepted after an idle time. Default 10 minutes. */
  readonly maxAgeMs?: number;
  /** Shortest time between two fetches of one cause. Unknown key ids are a cause of their own. Default 30 seconds. */
  readonly cooldownMs?: number;
  /** Timeout of a fetch. Default 5 seconds. */
  readonly fetchTimeoutMs?: number;
  /** Longest wait of a delivery for a fetch. Default: what its window allows, 2 s for a command, 450 ms for an autocomplete. */
  readonly waitMs?: number;
  readonly clock?: Clock;
  /** Ed25519 implementation. Default: the best one of this runtime. */
  readonly ed25519?: Ed25519;
  /** Receives diagnostics of the keys. Its exceptions are ignored. */
  readonly onDiagnostic?: (diagnostic: KeysDiagnostic) => void;
}

/** A key source that follows the public route. One per process is enough: all Apps have the same platform keys. */
export interface KeyStore extends KeySource {
  /** How many fetches have been started. */
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
  /** Without a set every delivery is lost: fetch again sooner. */
  emptyCooldownMs: 1_000,
  /** A delivery without a set starts another fetch after this time: the first may hang, or have ended with its request. */
  overtakeAfterMs: 500,
};

/** Longest wait for a fetch where nothing is known of the delivery. */
const defaultPatienceMs = 2_000;

/** Longest wait for a new set while an old one can serve. */
const oldSetPatienceMs = 400;

/** Polling intervals for the fetch of another request, in milliseconds; the last one repeats. */
const pollAfterMs = [5, 10, 20, 40] as const;

/** One fetch of the key route. */
interface Attempt {
  readonly startedAtMs: number;
  readonly done: Promise<void>;
}

/**
 * Keeps the published keys: fetched at the start, when a delivery finds the set old, and when a delivery names an unknown
 * id (see `refresh-plan.ts`). A new set replaces the old one as a whole, because a key is revoked by its removal. After a
 * failed fetch the last good set stays. There is no timer: an idle process fetches nothing.
 *
 * Some runtimes (Workers) end the work of a request together with that request. So a delivery with a `waitUntil` never
 * awaits the fetch of another one: it polls for the set with timers of its own, and hands its own fetch to `waitUntil`.
 *
 * @see spec/rules/signatures.yaml SIG-14 to SIG-21
 *
 * @throws ArgumentError without `fetchKeys`
 */
export function createKeyStore(options: KeyStoreOptions): KeyStore {
  const { clock = systemClock, fetchKeys } = Object(options) as Partial<KeyStoreOptions>; // programs without types leave them out
  if (typeof fetchKeys !== "function") throw new ArgumentError("createKeyStore() needs fetchKeys, a function");
  const limits: Limits = { ...settings, ...defined(options) };
  const triedAtMs: Partial<Record<RefreshCause, number>> = {};
  let keys: KeySet | undefined;
  let readAtMs: number | undefined;
  /** Number of the fetch that brought the current set: the late answer of an older one must not restore a revoked key. */
  let readNumber = 0;
  let fetchCount = 0;
  /** Pending fetches, oldest first. One whose request has ended stays until its timeout. */
  const running = new Set<Attempt>();

  const report = (diagnostic: KeysDiagnostic): void => {
    try {
      options.onDiagnostic?.(diagnostic);
    } catch {
      // A listener that throws must not affect the keys.
    }
  };
  /** `number`: how many fetches there were, this one included. */
  const load = async (number: number): Promise<void> => {
    try {
      const body = await bounded(fetchKeys, clock, limits.fetchTimeoutMs);
      const read = await readKeySet(body, options.ed25519 ?? (await pickEd25519()));
      if (read === undefined) throw new TypeError("the key route answered without a list of keys");
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
          ? "Some published signing keys cannot be used and were skipped"
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

  /** Waits for a new set, until all fetches have ended or the delivery can wait no longer. */
  const wait = async (cause: RefreshCause, own: Attempt[], use: KeyUse | undefined): Promise<void> => {
    const before = readNumber;
    const canServe = keys !== undefined && cause === "scheduled";
    const patienceMs = Math.min(limits.waitMs, use?.patienceMs() ?? defaultPatienceMs);
    const endMs = clock.monotonicMs() + (canServe ? Math.min(patienceMs, oldSetPatienceMs) : patienceMs);
    const isBound = use?.waitUntil !== undefined;
    for (let polls = 0; readNumber === before && running.size > 0; polls += 1) {
      const nowMs = clock.monotonicMs();
      if (nowMs >= endMs) return;
      const newestAtMs = [...running].at(-1)?.startedAtMs ?? nowMs;
      const overtakeInMs = keys === undefined ? newestAtMs + limits.overtakeAfterMs - nowMs : Infinity;
      if (overtakeInMs > 0) {
        const pollInMs = isBound ? (pollAfterMs[polls] ?? 40) : Infinity;
        const awaited = isBound ? own.filter((attempt) => running.has(attempt)) : [...running];
        await pause(Math.min(pollInMs, overtakeInMs, endMs - nowMs), clock, awaited);
      } else own.push(begin(use));
    }
  };
  const refresh = (wanted: RefreshCause, use?: KeyUse, mayWait = true): Promise<void> | undefined => {
    const cause = keys === undefined ? "scheduled" : wanted; // without a set, every id is unknown
    const nowMs = clock.monotonicMs();
    for (const attempt of running) if (nowMs - attempt.startedAtMs >= limits.fetchTimeoutMs) running.delete(attempt);
    const state = { readAtMs, triedAtMs, isRunning: running.size > 0 };
    const decision = planRefresh(cause, state, { nowMs, limits });
    if (decision.action === "fetch") triedAtMs[cause] = nowMs;
    const own = decision.action === "fetch" ? [begin(use)] : [];
    return decision.wait && mayWait ? wait(cause, own, use) : undefined;
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
      void refresh("scheduled", undefined, false);
      return [...running].at(-1)?.done ?? Promise.resolve();
    },
  };
}

async function bounded(fetchKeys: KeyStoreOptions["fetchKeys"], clock: Clock, timeoutMs: number): Promise<unknown> {
  const controller = new AbortController();
  return within(fetchKeys({ signal: controller.signal }), { clock, timeoutMs }, () => {
    const error = new Error(`the key route did not answer within ${timeoutMs} ms`);
    controller.abort(error);
    return error;
  });
}

/** Resolves after `waitMs`, or when the first of the attempts ends. */
async function pause(waitMs: number, clock: Clock, attempts: readonly Attempt[]): Promise<void> {
  await sleep(clock, waitMs, undefined, Promise.race(attempts.map(({ done }) => done)));
}
