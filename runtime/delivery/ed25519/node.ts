import type * as NodeCrypto from "node:crypto";
import { encodeBase64url } from "../core/base64url.js";
import type { Ed25519, VerifyKey } from "./edge.js";

/**
 * A check costs about 60 µs. Alone, it is cheapest done on the spot; in a burst, the thread pool is faster and leaves
 * the event loop to others. So: on the spot while nothing else is under way, and no more than this many in one turn
 * of the loop.
 */
const onTheSpotPerTurn = 8;

/** Ed25519 of `node:crypto`, with key objects built once. */
export function nodeEd25519(crypto: typeof NodeCrypto): Ed25519 {
  const lane = createLane();
  return {
    name: "node",
    importKey(raw) {
      const jwk = { kty: "OKP", crv: "Ed25519", x: encodeBase64url(raw) };
      return nodeKey(crypto, crypto.createPublicKey({ key: jwk, format: "jwk" }), lane);
    },
  };
}

function nodeKey(crypto: typeof NodeCrypto, key: NodeCrypto.KeyObject, lane: Lane): VerifyKey {
  return {
    verify(message, signature) {
      if (lane.mayStay()) return crypto.verify(null, message, key, signature);
      return new Promise((resolve) => {
        lane.leave();
        crypto.verify(null, message, key, signature, (error, valid) => {
          lane.arrive();
          resolve(error === null && valid);
        });
      });
    },
  };
}

interface Lane {
  /** Whether the next check may run on the spot; a yes is counted. */
  mayStay(): boolean;
  leave(): void;
  arrive(): void;
}

function createLane(): Lane {
  let away = 0;
  let stayed = 0;
  return {
    mayStay() {
      if (away > 0 || stayed >= onTheSpotPerTurn) return false;
      if (stayed === 0) setImmediate(() => (stayed = 0));
      stayed += 1;
      return true;
    },
    leave: () => void (away += 1),
    arrive: () => void (away -= 1),
  };
}
