import { renameSync, writeFileSync } from "node:fs";
import type { Clock } from "../../abi/index.js";

/** Milliseconds between two writes. */
const PAUSE_MS = 1_000;

/** Writes that wait for their second, of all recorders of the process. */
const waiting = new Set<() => void>();
let isListening = false;

function atExit(): void {
  if (isListening) return;
  isListening = true;
  process.on("exit", () => {
    for (const write of waiting) write();
  });
}

/**
 * Saves a text soon after it has changed, in one step, and when the process exits. Never fails the App: the first failure
 * is a warning of the process. Throws at once where the file cannot be written at all.
 */
export function saving(file: string, text: () => string, clock: Clock): () => void {
  let hasWarned = false;
  const write = (): void => {
    waiting.delete(quietly);
    // In one step: a reader never finds half of it.
    writeFileSync(`${file}.part`, text(), { mode: 0o600 });
    renameSync(`${file}.part`, file);
  };
  const quietly = (): void => {
    try {
      write();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!hasWarned) process.emitWarning(`Interactions are not recorded: ${reason}`, "WhyWarning");
      hasWarned = true;
    }
  };
  write();
  atExit();
  return () => {
    if (waiting.has(quietly)) return;
    waiting.add(quietly);
    clock.schedule(quietly, PAUSE_MS);
  };
}
