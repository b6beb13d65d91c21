import { redact } from "../log.js";
import { log, type Place, type Tx } from "../machine/tx.js";
import { reaches, isSanctioned } from "../rules/permissions.js";
import { limits } from "../spec.js";
import { checkEvent } from "../validation.js";
import type { FeedEntry } from "../world/live.js";
import type { Json } from "../world/records.js";
import { write } from "./connections.js";
import { feedOf, eventFrame, carriedId, openReaders, type Readers } from "./feeds.js";
import { append } from "./mailboxes.js";

export interface EventBody {
  readonly type: string;
  readonly [key: string]: Json;
}

/** Something that happened, before it is known which Apps hear of it. */
export interface Happening extends Place {
  readonly family: string;
  /** Only this App hears of it. */
  readonly appId?: string;
  readonly interactionId?: string;
  readonly body: EventBody;
}

/** Tells every App that can see it, through whatever it has open. Gives how many readers each event had. */
export function publish(tx: Tx, happening: Happening): number {
  checkEvent(happening.body);
  const json = JSON.stringify(happening.body);
  return audience(tx, happening).reduce((readers, appId) => readers + appendTo(tx, appId, happening, json), 0);
}

/** Puts an event of any content into one App's feed. */
export function inject(tx: Tx, appId: string, family: string, body: EventBody): void {
  appendTo(tx, appId, { family, serverId: "", channelId: "", body }, JSON.stringify(body));
}

function audience({ world, nowMs }: Tx, { appId, serverId, channelId }: Happening): readonly string[] {
  const installed = world.installs.list(serverId).map((install) => install.appId);
  const addressed = appId === undefined ? installed : installed.filter((id) => id === appId);
  const channel = world.channels.get(channelId);
  return addressed.filter(
    (id) => channel !== undefined && reaches(world, { kind: "app", id }, channel) && !isSanctioned(world, id, nowMs),
  );
}

function appendTo(tx: Tx, appId: string, happening: Happening, json: string): number {
  const { family, channelId, interactionId, body } = happening;
  const { world, nowMs } = tx;
  const about = interactionId === undefined ? {} : { interactionId };
  const feed = feedOf(world, appId);
  const sequence = feed.sequence + 1;
  const entry: FeedEntry = {
    atMs: nowMs,
    family,
    type: body.type,
    json,
    sequence,
    ...(channelId === "" ? {} : { channelId }),
    ...about,
  };
  feed.entries.push(entry);
  // Trimming in batches keeps the cost per event constant.
  if (feed.entries.length >= limits.resumeEvents * 2) feed.entries.splice(0, feed.entries.length - limits.resumeEvents);
  world.feeds.put({ ...feed, sequence });
  const { streams, mailboxes } = readersOf(tx, appId, entry);
  for (const connection of streams) write(tx, connection.id, eventFrame(carriedId(tx, connection, entry), json));
  for (const mailbox of mailboxes) append(tx, mailbox, entry);
  const readers = streams.length + mailboxes.length;
  const shown = redact(json);
  const isConnected = readers > 0 || hasReaders(tx, appId);
  const detail = { appId, entry: shown === json ? entry : { ...entry, json: shown }, readers, isConnected, ...about };
  log(tx, "event", `${body.type} #${sequence} to App ${appId} (${readersIn(detail, family)})`, detail);
  return readers;
}

const hasReaders = ({ world }: Tx, appId: string): boolean => {
  const { streams, mailboxes } = openReaders(world, (reader) => reader.appId === appId);
  return streams.length + mailboxes.length > 0;
};

/** Who an event went to, in words. */
export function readersIn(
  { readers, isConnected }: { readonly readers: number; readonly isConnected: boolean },
  family: string,
): string {
  if (readers > 0) return readers === 1 ? "1 reader" : `${readers} readers`;
  return isConnected ? `no handler asked for ${family}` : "no stream or mailbox is open";
}

/** Who gets an event: everybody who asked for its family, or, where events are split, one of them in turn. */
function readersOf({ world, settings }: Tx, appId: string, { family, sequence }: FeedEntry): Readers {
  const all = openReaders(world, (reader) => reader.appId === appId && reader.families.includes(family));
  if (settings.assumptions.eventFanOut === "all") return all;
  const { streams, mailboxes } = all;
  const turn = sequence % (streams.length + mailboxes.length);
  const at = turn - streams.length;
  return { streams: streams.slice(turn, turn + 1), mailboxes: at < 0 ? [] : mailboxes.slice(at, at + 1) };
}
