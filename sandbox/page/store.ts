import { useEffect, useState } from "preact/hooks";
import type { PageDescription, PageEntry, PageNews, PageState } from "../control/page/types.js";
import { get } from "./api.js";

/** Lines of the log that the page keeps. */
const keptEntries = 5000;
/** The state is read at most once in so many milliseconds. */
const refreshMs = 80;
/** How long a lost line waits before it is tried again, milliseconds. */
const againMs = 500;

export interface Known {
  readonly state: PageState | undefined;
  /** When `state` arrived, on the browser's clock. */
  readonly arrivedMs: number;
  readonly description: PageDescription | undefined;
  readonly entries: readonly PageEntry[];
  /** Rises whenever something may have changed. */
  readonly version: number;
  readonly isOnline: boolean;
  /** What went wrong last, or was done, for everybody to see. */
  readonly notice: string;
}

let known: Known = {
  state: undefined,
  arrivedMs: 0,
  description: undefined,
  entries: [],
  version: 0,
  isOnline: false,
  notice: "",
};
const listeners = new Set<() => void>();

function update(more: Partial<Known>): void {
  known = { ...known, ...more };
  for (const listener of listeners) listener();
}

/** A part of what is known; renders again when that part is another. */
export function useKnown<T>(select: (known: Known) => T): T {
  const [, setPart] = useState<{ readonly part: T }>({ part: select(known) });
  useEffect(() => {
    const look = (): void =>
      setPart((before) => {
        const part = select(known);
        return Object.is(before.part, part) ? before : { part };
      });
    listeners.add(look);
    look();
    return () => void listeners.delete(look);
  }, []);
  return select(known);
}

const messageListeners = new Set<(changed: readonly string[] | undefined) => void>();

/** Hears of messages that changed or are gone, by their ids, and of `undefined` where all may have. */
export function onMessages(listener: (changed: readonly string[] | undefined) => void): () => void {
  messageListeners.add(listener);
  return () => void messageListeners.delete(listener);
}

/** Shows a sentence to everybody. */
export const notify = (notice: string): void => update({ notice });

/** Does something; a refusal is shown. Says whether it was done. */
export async function attempt(work: () => Promise<unknown>, done = ""): Promise<boolean> {
  try {
    await work();
    notify(done);
    return true;
  } catch (error) {
    notify(error instanceof Error ? error.message : String(error));
    return false;
  }
}

let isReading = false;
/** Something happened since the state was asked for. */
let isOutdated = false;

/** Reads the state, again when something happened meanwhile, and no more often than is good. */
async function refresh(): Promise<void> {
  isOutdated = true;
  if (isReading) return;
  isReading = true;
  while (isOutdated) {
    isOutdated = false;
    try {
      const state = await get<PageState>("/page/state");
      update({ state, arrivedMs: Date.now(), version: known.version + 1, isOnline: true });
    } catch {
      update({ isOnline: false });
    }
    await new Promise((resolve) => setTimeout(resolve, refreshMs));
  }
  isReading = false;
}

/** Begins to listen, and goes on for as long as the page is open, over restarts of the sandbox. */
export function listen(): void {
  const source = new EventSource("/page/events");
  let isFirst = true;
  source.onmessage = ({ data }: MessageEvent<string>) => {
    const { entries, changed, isAnew } = JSON.parse(data) as PageNews; // of the page's own feed
    const all = isFirst ? entries : [...known.entries, ...entries];
    // What changed while nobody listened is not told.
    if (isFirst || isAnew) for (const hear of messageListeners) hear(undefined);
    else if (changed.length > 0) for (const hear of messageListeners) hear(changed);
    isFirst = false;
    update({ entries: all.slice(-keptEntries), isOnline: true });
    void refresh();
  };
  source.onerror = () => {
    source.close();
    update({ isOnline: false });
    setTimeout(listen, againMs);
  };
  if (known.description === undefined) {
    get<PageDescription>("/page/description").then(
      (description) => update({ description }),
      () => undefined, // it is asked for again with the next line
    );
  }
}

/** The sandbox's time now, as far as the browser can tell. */
export function nowOf({ state, arrivedMs }: Known): number {
  if (state === undefined) return 0;
  return state.clock === "virtual" ? state.nowMs : state.nowMs + Date.now() - arrivedMs;
}

/** The sandbox's time, told anew ten times a second while `isNeeded`. */
export function useNow(isNeeded: boolean): number {
  const [, tick] = useState(0);
  useKnown(({ arrivedMs }) => arrivedMs);
  useEffect(() => {
    if (!isNeeded) return undefined;
    const ticking = setInterval(() => tick((count) => count + 1), 100);
    return () => clearInterval(ticking);
  }, [isNeeded]);
  return nowOf(known);
}
