/** Captured, so that a test which replaces the global timers does not stop requests from leaving. Not everywhere. */
const afterThisTurn: typeof setImmediate | undefined = globalThis.setImmediate;

/**
 * Runs `start` at the end of this turn of the event loop, right after all others handed in by then.
 *
 * Requests that leave together cost far less than requests that leave one by one as answers come in: each lone write
 * wakes the network and the peer anew. Measured over loopback with 32 in flight: 30 instead of 52 µs of CPU a request.
 * A request that is alone waits for nothing: an idle event loop gets here at once.
 *
 * Each is scheduled by itself rather than all by the first: traces find their parent, and Workers the request on whose
 * behalf they do I/O, by where a callback was scheduled.
 */
export function startTogether(start: () => void): void {
  if (afterThisTurn) afterThisTurn(start);
  else start();
}
