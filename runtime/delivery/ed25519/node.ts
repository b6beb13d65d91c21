import type * as NodeCrypto from "node:crypto";
import { encodeBase64url } from "../core/base64url.js";
import type { Ed25519, VerifyKey } from "./edge.js";

/**
 * A check costs about 60 µs. One at a time is cheapest done on the spot; many at once are faster in the thread pool,
 * and leave the event loop to others. So: on the spot while nothing else is under way, this many in one turn of the
 * loop; the next one lets the loop turn first, and whoever comes meanwhile goes to the pool.
 */
const onTheSpotPerTurn = 24;

/** Ed25519 of `node:crypto`, with key objects built once. */
export function nodeEd25519(crypto: typeof NodeCrypto): Ed25519 {
  const lane: Lane = { away: 0, done: 0 };
  return {
    name: "node",
    importKey(raw) {
      const jwk = { kty: "OKP", crv: "Ed25519", x: encodeBase64url(raw) };
      return nodeKey(crypto, crypto.createPublicKey({ key: jwk, format: "jwk" }), lane);
    },
  };
}

function nodeKey(crypto: typeof NodeCrypto, key: NodeCrypto.KeyObject, lane: Lane): VerifyKey {
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
