import { redact, type LogEntry } from "../../log.js";
import { given } from "../../json.js";
import type { Sandbox } from "../../sandbox.js";
import {
  type LiveAnswer,
  ControlError,
  type ControlAnswer,
  json,
  text,
  type ControlCall,
  overview,
  type ControlRoute,
} from "../routes.js";
import type { PageEntry, PageNews } from "./types.js";
import { readFile } from "node:fs/promises";
import { notFound } from "../../refusal.js";
import { pageChannel, pageDescription, pageInteraction, pageMessages, pageState } from "./state.js";

/** What happens within so many milliseconds goes to the page together. */
const gatherMs = 25;
/** How much of the log a page gets when it opens. */
const atOpening = 2000;

export interface PageFeed {
  /** Tells every page that something may have changed, whether or not the log says what. */
  changed(): void;
  /** A line of events that begins behind entry `after`. */
  open(after: number): LiveAnswer;
}

/** Tells open pages what is new: lines of the log, and that something may have changed. */
export function pageFeed(sandbox: Sandbox): PageFeed {
  const pages = new Set<() => void>();
  const live: (after: number) => LiveAnswer["live"] = (after) => (write) => {
    const kept = sandbox.log.entries().filter(({ number }) => number > after);
    let waiting: LogEntry[] = kept.slice(-atOpening);
    let changed = new Set<string>();
    let isAnew = false;
    let timer: NodeJS.Timeout | undefined;
    const flush = (): void => {
      timer = undefined;
      const news: PageNews = { entries: waiting.map(shortOf), changed: [...changed], isAnew };
      [waiting, changed, isAnew] = [[], new Set(), false];
      write(`data: ${JSON.stringify(news)}\n\n`);
    };
    const soon = (): void => {
      timer ??= setTimeout(flush, gatherMs);
    };
    flush();
    pages.add(soon);
    const stop = sandbox.log.subscribe((entry) => {
      waiting.push(entry);
      if (waiting.length > atOpening) waiting.shift();
      soon();
    });
    const stopMessages = sandbox.watchMessages((messageId) => {
      if (messageId === undefined) isAnew = true;
      else changed.add(messageId);
      soon();
    });
    return () => {
      clearTimeout(timer);
      pages.delete(soon);
      stop();
      stopMessages();
    };
  };
  return { changed: () => pages.forEach((tell) => tell()), open: (after) => ({ live: live(after) }) };
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The interaction that a line is about: named, or the one in the path of a request. */
function interactionOf({ detail, kind }: LogEntry): string | undefined {
  if (kind === "interaction") return textOf(detail["id"]);
  const named = textOf(detail["interactionId"]);
  return named ?? /\/interacoes\/([0-9a-f-]{36})/.exec(textOf(detail["path"]) ?? "")?.[1];
}

/** A line of the log without its bodies. */
export function shortOf(entry: LogEntry): PageEntry {
  const { detail, ...line } = entry;
  const { status, operation, code, appId } = detail;
  const named = { appId: textOf(appId), operation: textOf(operation), code: textOf(code) };
  return {
    ...line,
    ...given({
      ...named,
      interactionId: interactionOf(entry),
      status: typeof status === "number" ? status : undefined,
    }),
  };
}

/** A line with everything in it, as JSON text; whatever looks like a credential is shortened. */
export const wholeOf = (entry: LogEntry): string => redact(JSON.stringify(entry));

/** Where the built page may lie, seen from here: beside this folder, or where the compiler left the package's one copy. */
const folders = ["../../page/static/", "../../../../sandbox/page/static/"];

const types = {
  "index.html": "text/html; charset=utf-8",
  "app.js": "text/javascript; charset=utf-8",
  "app.css": "text/css; charset=utf-8",
} as const;

export type PageFile = keyof typeof types;

/** A file of the built page as an answer. @throws ControlError 404 when the page was not built, as in a fresh checkout */
export async function pageFile(name: PageFile): Promise<ControlAnswer> {
  for (const folder of folders) {
    const body = await readFile(new URL(folder + name, import.meta.url)).catch(() => undefined);
    if (body === undefined) continue;
    return { status: 200, headers: { "content-type": types[name], "cache-control": "no-cache" }, body };
  }
  throw new ControlError(404, "the page is not built: npm run build:page makes it");
}

const file = (on: string, name: PageFile): ControlRoute => ({ on, answer: async () => pageFile(name) });

export function pageRoutes(sandbox: Sandbox, feed: PageFeed): readonly ControlRoute[] {
  return [
    {
      on: "GET /",
      answer: async ({ wantsPage }) => (wantsPage ? pageFile("index.html") : json(overview(sandbox))),
    },
    file("GET /page/app.js", "app.js"),
    file("GET /page/app.css", "app.css"),
    { on: "GET /page/description", answer: () => json(pageDescription()) },
    { on: "GET /page/state", answer: () => json(pageState(sandbox)) },
    { on: "GET /page/events", answer: ({ query }) => feed.open(Number(query.get("after") ?? 0)) },
    { on: "GET /page/channel", answer: ({ query }) => json(pageChannel(sandbox, query)) },
    {
      on: "GET /page/messages",
      answer: ({ query }) =>
        json(pageMessages(sandbox, query.get("person") ?? "", (query.get("ids") ?? "").split(","))),
    },
    {
      on: "GET /page/interactions/:id",
      answer: ({ path }) => json(pageInteraction(sandbox, path["id"] ?? "")),
    },
    { on: "GET /page/log/:number", answer: (call) => entry(sandbox, call) },
  ];
}

function entry(sandbox: Sandbox, { path }: ControlCall): ReturnType<typeof text> {
  const number = Number(path["number"]);
  const found = sandbox.log.entries().find((one) => one.number === number);
  if (found === undefined) throw notFound("line of the log");
  return text(wholeOf(found), "application/json");
}
