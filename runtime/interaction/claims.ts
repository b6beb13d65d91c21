import type { Clock } from "../abi/index.js";

/**
 * Remembers ids for a while. The one operation is atomic, so that of two workers only one wins: with Redis it is
 * `SET key 1 NX PX ttlMs`, with SQL an insert that fails on the second row.
 */
export interface DedupeStore {
  /** True when nobody claimed `key` within the last `ttlMs`; the claim is then ours. */
  claim(key: string, ttlMs: number): boolean | PromiseLike<boolean>;
}

/** Claims ids of one kind. */
export type Claims = (id: string, ttlMs: number) => boolean | PromiseLike<boolean>;

/** A store that need not have its keys joined, which costs more than the claim itself does. */
export interface PrefixStore extends DedupeStore {
  claimsOf(prefix: string): Claims;
}

/** Claims in `store` the key of each id: `prefix` and the id. */
export function claimsOf(store: DedupeStore | PrefixStore, prefix: string): Claims {
  return "claimsOf" in store ? store.claimsOf(prefix) : (id, ttlMs) => store.claim(prefix + id, ttlMs);
}

/** What the keys begin with under which an App's interactions are claimed, whichever way they come in. */
export const interactionPrefix = (appId: string): string => `interaction:${appId}:`;

/** How long something is waited for, and what ends that at once. */
export interface Within {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/**
 * What comes of `work`, if it does in time and before the signal fires; else rejects with what `late` gives. What comes
 * later is dropped.
 */
export function settledWithin<Value>(
  work: PromiseLike<Value>,
  { clock, timeoutMs, signal }: Within,
  late: (why: "timeout" | "aborted") => Error,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const end = (why?: "timeout" | "aborted") => {
      cancel();
      signal?.removeEventListener("abort", onAbort);
      if (why) reject(late(why));
    };
    const onAbort = () => end("aborted");
    const cancel = clock.schedule(() => end("timeout"), timeoutMs);
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted) onAbort();
    work.then(resolve, reject).then(() => end());
  });
}

/**
 * What a store answers to `ask`; or what `failed` makes of an error, or of none within `waitMs`: the service waits for
 * nobody's database.
 */
export function answerOfStore<Value>(
  ask: () => Value | PromiseLike<Value>,
  { clock, waitMs }: { readonly clock: Clock; readonly waitMs: number },
  failed: (error: unknown) => Value,
): Value | Promise<Value> {
  try {
    const answer = ask();
    if (typeof answer !== "object" || answer === null || !("then" in answer)) return answer;
    const late = () => new Error(`the dedupe store did not answer within ${Math.ceil(waitMs)} ms`);
    return settledWithin(answer, { clock, timeoutMs: waitMs }, late).catch(failed);
  } catch (error) {
    return failed(error);
  }
}
