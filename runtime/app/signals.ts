/** The name of a signal; those of Node are among them. */
export type ProcessSignal = `SIG${string}`;

/** The little of a process that signals need; absent where there is none. */
interface ProcessLike {
  once(event: string, listener: () => void): unknown;
  removeListener(event: string, listener: () => void): unknown;
  kill(pid: number, signal: string): unknown;
  listenerCount(event: string): number;
  exit(code: number): unknown;
  readonly pid: number;
  exitCode?: unknown;
}

/**
 * Runs `stop` on the first of the signals, then lets the signal end the process as it would have, and calls `sent`, which
 * only a process that lives on hears. A second signal does not wait. The function returned lets go of the signals.
 */
export function onSignals(
  signals: readonly ProcessSignal[],
  stop: (signal: ProcessSignal) => Promise<void>,
  sent: () => void = () => undefined,
): () => void {
  const owner = processOf();
  if (!owner) return () => {};
  const listeners = signals.map((signal) => {
    const listener = () => {
      release();
      // One more turn of the loop: an answer that was just given is still on its way out.
      const end = () =>
        void setTimeout(() => {
          endBy(owner, signal);
          sent();
        }, 0);
      stop(signal).then(end, end);
    };
    owner.once(signal, listener);
    return [signal, listener] as const;
  });
  const release = () => {
    for (const [signal, listener] of listeners) owner.removeListener(signal, listener);
  };
  return release;
}

/** What a process ended by one exits with is this and 128. */
const NUMBERS: Readonly<Record<string, number>> = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGUSR1: 10, SIGUSR2: 12 };
const SIGTERM = 15;

/** Sends the signal again. Process 1, as in a container, gets only signals that it listens for: it ends by itself. */
function endBy(owner: ProcessLike, signal: ProcessSignal): void {
  owner.kill(owner.pid, signal);
  if (owner.pid === 1 && owner.listenerCount(signal) === 0) owner.exit(128 + (NUMBERS[signal] ?? SIGTERM));
}

/** Lets the process end as one that failed, unless its exit code is set already. */
export function endAsFailed(): void {
  const owner = processOf();
  if (owner) owner.exitCode ??= 1;
}

function processOf(): ProcessLike | undefined {
  const found: unknown = Reflect.get(globalThis, "process");
  const usable = typeof found === "object" && found !== null && "kill" in found && "removeListener" in found;
  return usable ? (found as ProcessLike) : undefined; // other runtimes have less, or nothing, under this name
}
