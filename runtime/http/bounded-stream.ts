import type { Clock, StreamTransport } from "../abi/index.js";
import { watch } from "./transport/watch.js";

/**
 * Holds somebody else's stream transport to the rules of ours: it is left when time runs out or the signal fires before
 * the answer begins, whether it notices or not. A stream that it opens all the same is closed.
 */
export function boundedStream(transport: StreamTransport, clock: Clock): StreamTransport {
  return (request) =>
    new Promise((resolve, reject) => {
      let isLeft = false;
      const unwatch = watch(request, clock, (why) => {
        isLeft = true;
        unwatch?.();
        reject(why);
      });
      const open = async () => {
        try {
          const answer = await transport(request);
          if (isLeft) answer.close();
          else resolve(answer);
        } catch (error) {
          reject(error);
        } finally {
          unwatch?.();
        }
      };
      void open();
    });
}
