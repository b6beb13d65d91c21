import { useEffect, useState } from "preact/hooks";
import type { PageDescription, PageEntries, PageEntry, PageNews, PageState } from "../control/page/types.js";
import { get } from "./api.js";

/** Entries of the log that the page keeps: more than the sandbox does. */
const keptEntries = 50_000;
/** The state is read at most once in so many milliseconds. */
const refreshMs = 80;
/** How long a lost line waits before it is tried again, milliseconds. */
const againMs = 500;

/** What was done or refused last, for everybody to see. */
export interface Notice {
  readonly text: string;
  readonly isBad: boolean;
}

export interface Known {
  readonly state: PageState | undefined;
  /** When `state` arrived, on the browser's clock. */
  readonly arrivedMs: number;
  readonly description: PageDescription | undefined;
  /** Oldest first, without a gap. */
  readonly entries: readonly PageEntry[];
  /** Number of the oldest entry that the sandbox has; older ones than those here are being read. */
  readonly oldest: number;
  /** Rises whenever something may have changed. */
  readonly version: number;
  readonly isOnline: boolean;
  readonly notice: Notice;
}

let known: Known = {
  state: undefined,
  arrivedMs: 0,
  description: undefined,
  entries: [],
  oldest: 0,
  version: 0,
  isOnline: false,
  notice: { text: "", isBad: false },
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
export const notify = (text: string, isBad = false): void => update({ notice: { text, isBad } });

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What is said once something was done. */
export type Done<Result> = string | ((result: Result) => string);

/** Does something whose refusal is shown where it was asked for. Gives why it was refused, if it was. */
export async function tryTo<Result>(work: () => Promise<Result>, done: Done<Result> = ""): Promise<string | undefined> {
  try {
    const result = await work();
    notify(typeof done === "string" ? done : done(result));
    return undefined;
  } catch (error) {
    return wordsOf(error);
  }
}

/** Does something; a refusal is shown to everybody. Says whether it was done. */
export async function attempt<Result>(work: () => Promise<Result>, done: Done<Result> = ""): Promise<boolean> {
  const why = await tryTo(work, done);
  if (why !== undefined) notify(why, true);
  return why === undefined;
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

/** Entries with others among them: later ones at the end, and in their place those that say more now. */
export function joined(before: readonly PageEntry[], more: readonly PageEntry[]): readonly PageEntry[] {
  const last = before.at(-1)?.number ?? 0;
  const later = more.filter(({ number }) => number > last);
  const again = new Map(more.filter(({ number }) => number <= last).map((entry) => [entry.number, entry]));
  const kept = again.size === 0 ? before : before.map((entry) => again.get(entry.number) ?? entry);
  return [...kept, ...later].slice(-keptEntries);
}

/** Rises with every line to the sandbox: what was asked over a former one is of no use. */
let line = 0;

/** Reads what came before the entries there are, down to the oldest that the sandbox keeps. */
async function readOlder(mine: number): Promise<void> {
  for (;;) {
    const [first] = known.entries;
    if (first === undefined || first.number <= known.oldest) return;
    const { entries, oldest } = await get<PageEntries>(`/page/log?before=${first.number}`);
    if (mine !== line || entries.length === 0) return;
    update({ entries: [...entries, ...known.entries].slice(-keptEntries), oldest });
  }
}

/** Begins to listen, and goes on for as long as the page is open, over restarts of the sandbox. */
export function listen(): void {
  const source = new EventSource("/page/events");
  const mine = ++line;
  let isFirst = true;
  source.onmessage = ({ data }: MessageEvent<string>) => {
    const { entries, oldest, changed, isAnew } = JSON.parse(data) as PageNews; // of the page's own feed
    // What changed while nobody listened is not told.
    if (isFirst || isAnew) for (const hear of messageListeners) hear(undefined);
    else if (changed.length > 0) for (const hear of messageListeners) hear(changed);
    update({ entries: isFirst ? entries : joined(known.entries, entries), oldest, isOnline: true });
    if (isFirst) readOlder(mine).catch(() => undefined); // the line is lost, and comes back
    isFirst = false;
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
