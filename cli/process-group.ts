import type { ChildProcess } from "node:child_process";

/**
 * Signals a program that was started with `detached: true`, and everything that it started itself. One that has ended is
 * left alone, unless `leftBehind` asks for what it left running: its number belongs to the group for as long as that runs.
 */
export function signalGroup(
  child: ChildProcess,
  signal: NodeJS.Signals,
  { leftBehind = false }: { readonly leftBehind?: boolean } = {},
): void {
  const { pid, exitCode, signalCode } = child;
  if (pid === undefined || (!leftBehind && (exitCode !== null || signalCode !== null))) return;
  try {
    process.kill(-pid, signal);
  } catch {
    child.kill(signal); // it has ended in this very moment, or there are no groups here
  }
}
