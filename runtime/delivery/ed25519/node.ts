import type { Ed25519 } from "./edge.js";

/**
 * A check costs about 60 µs. One at a time is cheapest done on the spot; many at once are faster in the thread pool,
 * and leave the event loop to others. So: on the spot while nothing else is under way, this many in one turn of the
 * loop; the next one lets the loop turn first, and whoever comes meanwhile goes to the pool.
 */
const onTheSpotPerTurn = 24;

/**
 * With this many in the pool, twice its threads, this thread would only wait for them: it does as many itself in one
 * turn of the loop. With 32 in flight that brings a tenth more deliveries a second on two cores (`bench/delivery`).
 */
const poolIsBusy = 8;

/** What stands before the 32 bytes in the SubjectPublicKeyInfo of an Ed25519 key, in base64. */
const spkiHead = "MCowBQYDK2VwAyEA";

/** What is used of `node:crypto`; the types of Node are not needed. */
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

/** Ed25519 of `node:crypto`, with key objects built once. */
export function nodeEd25519(crypto: CryptoOfNode): Ed25519 {
  /** Checks in the pool, or waiting for the loop to turn. */
  let away = 0;
  /** Checks done on the spot in this turn of the loop. */
  let done = 0;

  const countOne = (): void => {
    if (done === 0) setImmediate(() => (done = 0));
    done += 1;
  };
  const mostOnTheSpot = (): number => (away === 0 ? onTheSpotPerTurn : away < poolIsBusy ? 0 : poolIsBusy);

  const nextTurn = (): Promise<void> => {
    away += 1;
    return new Promise((resolve) => {
      setImmediate(() => {
        away -= 1;
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

      const onTheSpot = (message: Uint8Array, signature: Uint8Array): boolean =>
        crypto.verify(null, message, key, signature);

      const inThePool = (message: Uint8Array, signature: Uint8Array): Promise<boolean> =>
        new Promise((resolve) => {
          away += 1;
          crypto.verify(null, message, key, signature, (error, valid) => {
            away -= 1;
            resolve(error === null && valid);
          });
        });

      return {
        verify(message, signature) {
          if (done < mostOnTheSpot()) {
            countOne();
            return onTheSpot(message, signature);
          }
          if (away > 0) return inThePool(message, signature);
          return nextTurn().then(() => onTheSpot(message, signature));
        },
      };
    },
  };
}
