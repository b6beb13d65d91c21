import type { LogEntry } from "../../log.js";
import type { Sandbox } from "../../sandbox.js";
import type { LiveAnswer } from "../routes.js";
import { failureOf, shortOf } from "./entries.js";
import type { PageFailure, PageNews } from "./types.js";

/** What happens within so many milliseconds goes to the page together. */
const gatherMs = 25;
/** Entries that go to the page at once: when it opens, and when it asks for older ones. */
export const atOnce = 2000;

export interface PageFeed {
  /** Tells every page that something may have changed, whether or not the log says what. */
  changed(): void;
  /** A line of events that begins behind entry `after`. */
  open(after: number): LiveAnswer;
  /** Why the endpoint of each App failed last, by App. */
  readonly failures: ReadonlyMap<string, PageFailure>;
}

/** Tells open pages what is new: entries of the log, and that something may have changed. */
export function pageFeed(sandbox: Sandbox): PageFeed {
  const { log } = sandbox;
  const pages = new Set<() => void>();
  const failures = new Map<string, PageFailure>();
  log.subscribe((entry) => {
    const why = failureOf(entry);
    if (why !== undefined) failures.set(String(entry.detail["appId"]), { number: entry.number, atMs: entry.atMs, why });
  });
  const live: (after: number) => LiveAnswer["live"] = (after) => (write) => {
    let waiting = new Map<number, LogEntry>();
    for (const entry of log.before(Number.POSITIVE_INFINITY, atOnce))
      if (entry.number > after) waiting.set(entry.number, entry);
    let changed = new Set<string>();
    let isAnew = false;
    let timer: NodeJS.Timeout | undefined;
    const flush = (): void => {
      timer = undefined;
      const entries = [...waiting.values()].slice(-atOnce).map((entry) => shortOf(sandbox, entry));
      const news: PageNews = { entries, oldest: log.oldest, changed: [...changed], isAnew };
      [waiting, changed, isAnew] = [new Map(), new Set(), false];
      write(`data: ${JSON.stringify(news)}\n\n`);
    };
    const soon = (): void => {
      timer ??= setTimeout(flush, gatherMs);
    };
    flush();
    pages.add(soon);
    const hear = (entry: LogEntry): void => {
      waiting.set(entry.number, entry);
      soon();
    };
    const [stop, stopTimes] = [log.subscribe(hear), log.subscribeTimes(hear)];
    const stopMessages = sandbox.watchMessages((messageId) => {
      if (messageId === undefined) isAnew = true;
      else changed.add(messageId);
      soon();
    });
    return () => {
      clearTimeout(timer);
      pages.delete(soon);
      stop();
      stopTimes();
      stopMessages();
    };
  };
  return { changed: () => pages.forEach((tell) => tell()), open: (after) => ({ live: live(after) }), failures };
}
