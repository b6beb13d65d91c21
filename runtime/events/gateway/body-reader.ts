import type { Clock, StreamAnswer } from "../../abi/index.js";
import { bareError } from "../../http/errors/bare.js";
import { NoAnswerError } from "../../http/errors/index.js";
import { toFailure } from "../../http/transport/failure.js";
import type { Ending } from "../reconnect/ending.js";
import { type Patience, Watchdog } from "./watchdog.js";

/** What reading one stream needs. */
export interface BodyReaderOptions {
  readonly clock: Clock;
  readonly patience: Patience;
  /** Ends the reading from this side. */
  readonly signal: AbortSignal;
  /** Takes a chunk. An ending it returns ends the reading. */
  readonly onChunk: (chunk: Uint8Array) => Ending | undefined;
  /** Whether to stop asking for more for now. */
  readonly isFull: () => boolean;
  /** Settles when there is room again. */
  readonly room: () => Promise<void>;
  readonly onPause: () => void;
  readonly onUnpause: () => void;
}

/** What asking for a chunk came to; undefined when it was given up. */
type Step = IteratorResult<Uint8Array, unknown> | { readonly error: unknown } | undefined;

/**
 * Reads an open stream to its end and says how that came; undefined when it was ended from this side.
 *
 * The next chunk is asked for only when the one before has found its place: a slow App is felt by the service through
 * the socket, and memory holds one chunk and no more. Rejects with what taking a chunk throws, and with nothing else:
 * the same chunk again would meet the same fault.
 */
export async function readBody(answer: StreamAnswer, options: BodyReaderOptions): Promise<Ending | undefined> {
  const { clock, patience, signal, onChunk } = options;
  let ending: Ending | undefined;
  let wake: (() => void) | undefined;
  const finish = (how: Ending | undefined) => {
    ending = how;
    answer.close();
    wake?.();
  };
  const onAbort = () => finish(undefined);
  signal.addEventListener("abort", onAbort, { once: true });
  const watchdog = new Watchdog(clock, patience, finish);
  const iterator = answer.body[Symbol.asyncIterator]();
  try {
    while (!signal.aborted && ending === undefined) {
      // A promise of its own per chunk: racing against one that lives as long as the stream would keep every loser.
      const step = await new Promise<Step>((resolve) => {
        wake = () => resolve(undefined);
        iterator.next().then(resolve, (error: unknown) => resolve({ error }));
      });
      if (step === undefined) break;
      if ("error" in step) return signal.aborted ? undefined : (ending ?? brokenOff(step.error));
      if (step.done === true) return signal.aborted ? undefined : (ending ?? { cause: "end" });
      watchdog.heard();
      ending = onChunk(step.value);
      if (ending === undefined && options.isFull()) await pause(options, watchdog);
    }
  } finally {
    watchdog.stop();
    signal.removeEventListener("abort", onAbort);
    answer.close();
  }
  return ending;
}

/** A transport of the App's own may throw what holds the whole request; what is told holds nothing of it. */
function brokenOff(thrown: unknown): Ending {
  const { cause, reason } = toFailure(thrown);
  const error = new NoAnswerError(`openStream: the stream broke off (${reason})`, {
    reason: "connection",
    operation: "openStream",
    cause: bareError(cause),
  });
  return { cause: "dropped", error };
}

async function pause(options: BodyReaderOptions, watchdog: Watchdog): Promise<void> {
  const { signal, room } = options;
  watchdog.suspend();
  options.onPause();
  await roomOrAbort(room, signal);
  options.onUnpause();
  watchdog.resume();
}

async function roomOrAbort(room: () => Promise<void>, signal: AbortSignal): Promise<void> {
  let stopListening = () => {};
  const aborted = new Promise<void>((resolve) => {
    const onAbort = () => resolve();
    signal.addEventListener("abort", onAbort, { once: true });
    stopListening = () => signal.removeEventListener("abort", onAbort);
  });
  await Promise.race([room(), aborted]);
  stopListening();
}
