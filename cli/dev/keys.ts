import type { ReadStream } from "node:tty";

/** What the keys do. */
export interface Keys {
  readonly open: () => void;
  readonly restart: () => void;
  readonly clear: () => void;
  readonly quit: () => void;
}

export const keysHelp = "keys: o open the page, r restart the App, c clear, q quit";

/** A terminal sends it for Ctrl-C when it passes on every key. */
const CTRL_C = "\u0003";

/** Listens for single keys on a terminal. The returned function ends that and restores the terminal. */
export function listenForKeys(terminal: ReadStream, { open, restart, clear, quit }: Keys): () => void {
  const actions = new Map([
    ["o", open],
    ["r", restart],
    ["c", clear],
    ["q", quit],
    [CTRL_C, quit],
  ]);
  const onKey = (key: Buffer): void => actions.get(key.toString())?.();
  terminal.setRawMode(true);
  terminal.on("data", onKey);
  return () => {
    terminal.off("data", onKey);
    terminal.setRawMode(false);
    terminal.pause();
  };
}
