import type { Ed25519, VerifyKey } from "./edge.js";

/**
 * A check costs about 60 µs. One at a time is cheapest done on the spot; many at once are faster in the thread pool,
 * and leave the event loop to others. So: on the spot while nothing else is under way, this many in one turn of the
 * loop; the next one lets the loop turn first, and whoever comes meanwhile goes to the pool.
 */
const onTheSpotPerTurn = 24;

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
  const lane: Lane = { away: 0, done: 0 };
  return {
    name: "node",
    importKey(raw) {
      const base64 = spkiHead + btoa(String.fromCharCode(...raw));
      const pem = `-----BEGIN PUBLIC KEY-----\n${base64}\n-----END PUBLIC KEY-----`;
      return nodeKey(crypto, crypto.createPublicKey(pem), lane);
    },
  };
}

function nodeKey(crypto: CryptoOfNode, key: unknown, lane: Lane): VerifyKey {
  const onTheSpot = (message: Uint8Array, signature: Uint8Array): boolean =>
    crypto.verify(null, message, key, signature);
  const inThePool = (message: Uint8Array, signature: Uint8Array): Promise<boolean> =>
    new Promise((resolve) => {
      lane.away += 1;
      crypto.verify(null, message, key, signature, (error, valid) => {
        lane.away -= 1;
        resolve(error === null && valid);
      });
    });
  return {
    verify(message, signature) {
      if (lane.away > 0) return inThePool(message, signature);
      if (lane.done < onTheSpotPerTurn) {
        countOne(lane);
        return onTheSpot(message, signature);
      }
      return nextTurn(lane).then(() => onTheSpot(message, signature));
    },
  };
}

/** What is under way, shared by all keys of a process. */
interface Lane {
  /** Checks in the pool, or waiting for the loop to turn. */
  away: number;
  /** Checks done on the spot in this turn of the loop. */
  done: number;
}

function countOne(lane: Lane): void {
  if (lane.done === 0) setImmediate(() => (lane.done = 0));
  lane.done += 1;
}

function nextTurn(lane: Lane): Promise<void> {
  lane.away += 1;
  return new Promise((resolve) => {
    setImmediate(() => {
      lane.away -= 1;
      countOne(lane);
      resolve();
    });
  });
}
