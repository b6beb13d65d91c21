import type { Clock, Transport, TransportAnswer } from "../../abi/index.js";
import { toFailure, TransportFailure } from "./failure.js";
import { watch } from "./watch.js";

/** Transports of ours, and the clock by which they keep the rules themselves. */
const kept = new WeakMap<Transport, Clock>();

/** Notes that a transport ends by this clock and by the signal, and refuses what is too large. */
export function keepsRules(transport: Transport, clock: Clock): Transport {
  kept.set(transport, clock);
  return transport;
}

/**
 * Holds somebody else's transport to the rules of ours: it is left when time runs out or the signal fires, whether it
 * notices or not, and an answer above the size limit is refused.
 */
export function bounded(transport: Transport, clock: Clock): Transport {
  if (kept.get(transport) === clock) return transport;
  return (request) =>
    new Promise((resolve, reject) => {
      const unwatch = watch(request, clock, reject);
      const carry = async () => {
        try {
          resolve(sized(await transport(request), request.maxBodyBytes ?? Infinity));
        } catch (error) {
          reject(toFailure(error));
        } finally {
          unwatch?.();
        }
      };
      void carry();
    });
}

/** A character is at least one byte; that is as near as text lets us count without encoding it again. */
function sized(answer: TransportAnswer, maxBytes: number): TransportAnswer {
  if (answer.body.length <= maxBytes) return answer;
  throw new TransportFailure("too-large", `the answer has more than ${maxBytes} bytes`);
}
