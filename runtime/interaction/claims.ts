import type { Clock } from "../abi/index.js";
import { within } from "../base/time.js";

/** Remembers ids for a while, such as `memoryDedupe()` and `fleet.dedupe`. Other data goes into a store. */
export interface ClaimMemory {
  /** True when `key` is not claimed; it is then claimed for `ttlMs`. Atomic. */
  claim(key: string, ttlMs: number): boolean | PromiseLike<boolean>;
}

/** Claims ids of one kind. */
export type Claims = (id: string, ttlMs: number) => boolean | PromiseLike<boolean>;

/** A store that takes prefix and id apart: joining the two costs more than the claim itself. */
export interface PrefixStore extends ClaimMemory {
  claimsOf(prefix: string): Claims;
}

/** Claims in `store`, under `prefix` followed by the id. */
export function claimsOf(store: ClaimMemory | PrefixStore, prefix: string): Claims {
  return "claimsOf" in store ? store.claimsOf(prefix) : (id, ttlMs) => store.claim(prefix + id, ttlMs);
}

/** The key prefix of an App's interactions, whichever way they come in. */
export const interactionPrefix = (appId: string): string => `interaction:${appId}:`;

/**
 * The store's answer to `ask`. An error of the store, or no answer within half of the time left, becomes what `failed`
 * returns: the other half is for the handler.
 */
export function answerOfStore<Value>(
  ask: () => Value | PromiseLike<Value>,
  { clock, deadlineMs }: { readonly clock: Clock; readonly deadlineMs: number },
  failed: (error: unknown) => Value,
): Value | Promise<Value> {
  try {
    const answer = ask();
    if (typeof answer !== "object" || answer === null || !("then" in answer)) return answer;
    const timeoutMs = Math.max(0, (deadlineMs - clock.monotonicMs()) / 2);
    const late = () => new Error(`the dedupe store did not answer within ${Math.ceil(timeoutMs) || 1} ms`);
    return within(answer, { clock, timeoutMs }, late).catch(failed);
  } catch (error) {
    return failed(error);
  }
}
