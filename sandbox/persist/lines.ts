import type { FeedEntry } from "../gateway/feed.js";
import type { Platform } from "../platform.js";
import type { Change } from "../world/table.js";
import type { World } from "../world/world.js";

/*
 * How a world is written down: one JSON text per line. The first line names the seed; each further line is one change,
 * `[time, table, id, record]`, with null for what was removed. Reading them in order gives the world back. Plain lines
 * were chosen over an embedded database: the records are small and already plain data, a line at the end of a file is
 * whole or visibly torn, anybody can read or diff it, and nothing native has to be installed.
 */

/** What the first line says. */
export interface Header {
  readonly format: "sandbox-world";
  readonly version: 1;
  readonly seed: string;
}

/** A world read back from lines. */
export interface Restored {
  readonly seed: string;
  /** The newest time in the file, milliseconds since the Unix epoch. */
  readonly lastMs: number;
  readonly changes: readonly Change[];
}

export const headerLine = (seed: string): string =>
  `${JSON.stringify({ format: "sandbox-world", version: 1, seed } satisfies Header)}\n`;

export const changeLine = (atMs: number, { table, id, record }: Change): string =>
  `${JSON.stringify([atMs, table, id, record])}\n`;

/** Reads lines. A torn last line, of a process killed while writing it, is left out; any other damage is refused. */
export function readLines(text: string, name: string): Restored {
  const lines = text.split("\n");
  const last = lines.pop();
  const [first = "", ...rest] = lines;
  const header = parse(first) as Partial<Header> | undefined;
  if (header?.format !== "sandbox-world" || header.version !== 1 || typeof header.seed !== "string") {
    throw new Error(`${name} is not a file of a sandbox's world`);
  }
  const read = rest.map((line, at) => changeOf(line, `${name}, line ${at + 2}`));
  const torn = last === undefined || last === "" ? [] : tornChange(last);
  const all = [...read, ...torn];
  const lastMs = all.reduce((latest, { atMs }) => Math.max(latest, atMs), 0);
  return { seed: header.seed, lastMs, changes: all.map(({ change }) => change) };
}

interface TimedChange {
  readonly atMs: number;
  readonly change: Change;
}

function changeOf(line: string, place: string): TimedChange {
  const value = parse(line);
  if (!Array.isArray(value) || value.length !== 4) throw new Error(`${place} cannot be read`);
  const [atMs, table, id, record] = value as readonly unknown[];
  const known = typeof atMs === "number" && typeof table === "string" && typeof id === "string";
  if (!known || typeof record !== "object") throw new Error(`${place} cannot be read`);
  return { atMs, change: { table, id, record } };
}

function tornChange(line: string): readonly TimedChange[] {
  try {
    return [changeOf(line, "")];
  } catch {
    return [];
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is written down of a platform. */
interface Writable extends Pick<Platform, "world"> {
  readonly hub: { readonly feeds: readonly { readonly appId: string; readonly entries: readonly FeedEntry[] }[] };
  readonly clock: { now(): number };
}

/** The whole world of a platform as it stands, as lines. */
export function linesOf({ world, hub, clock }: Writable): string {
  const atMs = clock.now();
  const records = world.tables.flatMap((table) =>
    table.list().map((record) => changeLine(atMs, { table: table.name, id: record.id, record })),
  );
  const events = hub.feeds.flatMap(({ appId, entries }) =>
    entries.map((entry) => changeLine(atMs, { table: "feeds", id: `${appId}/${entry.sequence}`, record: entry })),
  );
  return [headerLine(world.seed), ...records, ...events].join("");
}

/** Puts records back into an empty world; gives what belongs to the feeds. */
export function loadWorld(world: World, changes: readonly Change[]): ReadonlyMap<string, readonly FeedEntry[]> {
  const tables = new Map(world.tables.map((table) => [table.name, table]));
  const feeds = new Map<string, FeedEntry[]>();
  for (const { table, id, record } of changes) {
    if (table === "feeds") {
      // Written by `worldLines` or the journal, from such entries.
      const appId = id.slice(0, id.indexOf("/"));
      feeds.set(appId, [...(feeds.get(appId) ?? []).slice(-keptEntries), record as FeedEntry]);
      continue;
    }
    const target = tables.get(table);
    if (target === undefined) throw new Error(`there is no table ${table}`);
    // The same holds for records: each was written from the table that it names.
    if (record === null) target.unload(id);
    else target.load(record as { readonly id: string });
  }
  world.reindex();
  return feeds;
}

/** More than a stream may miss. */
const keptEntries = 1000;
