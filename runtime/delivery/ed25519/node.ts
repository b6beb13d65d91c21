import type { Ed25519 } from "./edge.js";

/**
 * A check takes about 60 µs. A single one is cheapest synchronously; many at once are faster in the thread pool, and do
 * not block the event loop. So while the pool is idle, this many checks are synchronous in one turn of the loop. The next
 * one waits for the next turn, and those that come meanwhile go to the pool.
 */
const syncPerTurn = 24;

/**
 * With this many checks in the pool, twice its threads, this thread would only wait, so it does as many itself in one turn
 * of the loop. With 32 in flight that is a tenth more deliveries a second on two cores (`bench/delivery`).
 */
const poolIsBusy = 8;

/** The SubjectPublicKeyInfo of an Ed25519 key before its 32 bytes, in base64. */
const spkiHead = "MCowBQYDK2VwAyEA";

/** The part of `node:crypto` that is used, so that Node's types are not needed. */
export interface CryptoOfNode {
  createPublicKey(pem: string): object;
  verify(algorithm: null, message: Uint8Array, key: unknown, signature: Uint8Array): boolean;
  verify(
    algorithm: null,
    message: Uint8Array,
    key: unknown,
    signature: Uint8Array,
    callback: (error: Error | null, valid: boolean) => void,
  ): void;
}

/** Ed25519 of `node:crypto`. */
export function nodeEd25519(crypto: CryptoOfNode): Ed25519 {
  /** Checks in the pool, or waiting for the next turn. */
  let pending = 0;
  /** Synchronous checks in this turn. */
  let done = 0;

  const countOne = (): void => {
    if (done === 0) setImmediate(() => (done = 0));
    done += 1;
  };
  const mostSync = (): number => (pending === 0 ? syncPerTurn : pending < poolIsBusy ? 0 : poolIsBusy);

  const nextTurn = (): Promise<void> => {
    pending += 1;
    return new Promise((resolve) => {
      setImmediate(() => {
        pending -= 1;
        countOne();
        resolve();
      });
    });
  };

  return {
    name: "node",
    importKey(raw) {
      const base64 = spkiHead + btoa(String.fromCharCode(...raw));
      const key = crypto.createPublicKey(`-----BEGIN PUBLIC KEY-----\n${base64}\n-----END PUBLIC KEY-----`);

      const verifySync = (message: Uint8Array, signature: Uint8Array): boolean =>
        crypto.verify(null, message, key, signature);

      const verifyInPool = (message: Uint8Array, signature: Uint8Array): Promise<boolean> =>
        new Promise((resolve) => {
          pending += 1;
          crypto.verify(null, message, key, signature, (error, valid) => {
            pending -= 1;
            resolve(error === null && valid);
          });
        });

      return {
        verify(message, signature) {
          if (done < mostSync()) {
            countOne();
            return verifySync(message, signature);
          }
          if (pending > 0) return verifyInPool(message, signature);
          return nextTurn().then(() => verifySync(message, signature));
        },
      };
    },
  };
}
