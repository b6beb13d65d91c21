import type { VirtualClock } from "../../support/virtual-clock.js";

/** Turns of the event loop in which promises, streams and the HTTP parser of Node come to rest. */
const TURNS = 12;

/** Lets everything that waits for no timer come to rest. */
export async function rest(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Moves from timer to timer until it is done. */
export async function whileTimePasses<Result>(clock: VirtualClock, work: Promise<Result>): Promise<Result> {
  let done = false;
  const end = (): void => void (done = true);
  work.then(end, end);
  for (;;) {
    await rest();
    if (done) return work;
    const nextMs = clock.nextInMs;
    if (nextMs === undefined) throw new Error("the scenario waits for something that no timer brings");
    await clock.advance(nextMs);
  }
}

/** Moves time on, at each timer letting everything come to rest. */
export async function pass(clock: VirtualClock, ms: number): Promise<void> {
  const endMs = clock.monotonicMs() + ms;
  for (;;) {
    await rest();
    const nextMs = clock.nextInMs;
    const leftMs = endMs - clock.monotonicMs();
    if (nextMs === undefined || nextMs > leftMs) {
      await clock.advance(leftMs);
      return rest();
    }
    await clock.advance(nextMs);
  }
}
