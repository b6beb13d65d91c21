import { beforePrinting } from "../codegen/printable.js";

/** The part of a terminal that a line of progress needs. */
export interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Goes to the beginning of the line, and empties it. */
const EMPTY = "\r\u001b[K";
const EVERY_MS = 1000;

/**
 * Says once a second on a terminal for how long a command has been working, from the first second on. The line goes away
 * before anything is printed, and at the end, which the returned function is. Elsewhere, as in a log, it says nothing.
 */
export function showProgress(name: string, terminal: Terminal): () => void {
  if (terminal.isTTY !== true) return () => undefined;
  let seconds = 0;
  let isShown = false;
  const clear = (): void => {
    if (isShown) terminal.write(EMPTY);
    isShown = false;
  };
  const timer = setInterval(() => {
    seconds += 1;
    terminal.write(`${EMPTY}${name}: working, ${seconds} s`);
    isShown = true;
  }, EVERY_MS);
  timer.unref();
  beforePrinting(clear);
  return () => {
    clearInterval(timer);
    clear();
    beforePrinting(undefined);
  };
}
