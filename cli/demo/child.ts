import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { signalGroup } from "../process-group.js";

/** A program of our own making, watched until it ends. */
export interface Child {
  readonly process: ChildProcess;
  /** Everything it has written to its error output, in lines. */
  readonly errors: readonly string[];
  /** Resolves with its exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Asks it to end, then makes it. */
  stop(): Promise<void>;
  /** Makes it end now. */
  kill(): void;
}

/** Milliseconds a program has to end when it is asked to. */
const PATIENCE_MS = 5_000;

/**
 * Starts `node` with the given arguments, in a process group of its own, so that stopping it also stops what it starts.
 * `onLine` hears of its standard output.
 */
export function startNode(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  onLine: (line: string) => void,
): Child {
  const child = spawn(process.execPath, [...args], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const errors: string[] = [];
  createInterface({ input: child.stdout }).on("line", onLine);
  createInterface({ input: child.stderr }).on("line", (line) => errors.push(line));
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", resolve);
    child.once("error", (error) => {
      errors.push(error.message);
      resolve(1);
    });
  });
  return {
    process: child,
    errors,
    ended,
    kill: () => signalGroup(child, "SIGKILL"),
    async stop() {
      signalGroup(child, "SIGTERM");
      const force = setTimeout(() => signalGroup(child, "SIGKILL"), PATIENCE_MS);
      await ended;
      clearTimeout(force);
    },
  };
}
