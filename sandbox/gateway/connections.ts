import { type StreamEnd, log, type Tx } from "../machine/tx.js";
import { limits, type CloseCode } from "../spec.js";
import type { ConnectionRecord, FeedRecord, Subscriber } from "../world/live.js";
import {
  feedOf,
  renderEntry,
  resume,
  controlFrame,
  eventFrame,
  closeFrame,
  heartbeatFrame,
  requireSlot,
  type Choose,
  openReaders,
  beginChain,
  carriedId,
  placeOf,
  startId,
} from "./feeds.js";
import { isBarred } from "../rules/permissions.js";
import { closeMailbox } from "./mailboxes.js";

/** How a stream is to be opened. The last three are faults. */
export interface StreamOpening {
  readonly lastEventId?: string | undefined;
  readonly outOfWindow?: boolean;
  readonly silent?: boolean;
  /** How many events a resumed stream gets that it had already. */
  readonly repeat?: number;
}

/** Opens a stream: the first frame says whether it starts over or goes on. Gives its id. */
export function openStream(tx: Tx, subscriber: Subscriber, opening: StreamOpening): string {
  const { world } = tx;
  const { appId } = subscriber;
  requireSlot(tx, appId);
  const id = world.uuid("connection");
  const muted = opening.silent === true;
  world.connections.put({ ...subscriber, id, muted, halfOpen: false });
  tx.effects.push({ type: "open", connectionId: id, muted });
  const how = greet(tx, id, opening);
  const feed = feedOf(world, appId);
  world.feeds.put({
    ...feed,
    offlineSinceMs: undefined,
    intents: [...intentsBut(feed, subscriber), intentsOf(subscriber)],
  });
  tx.effects.push({ type: "timer", timer: `heartbeat:${id}`, afterMs: limits.heartbeatMs });
  log(tx, "connection", `App ${appId} ${how}`, { appId, connectionId: id, how, lastEventId: opening.lastEventId });
  return id;
}

/** Writes the first frames: a resumed stream gets exactly what it missed and may still see, any other one starts over. */
function greet(tx: Tx, id: string, { lastEventId, outOfWindow, repeat = 0 }: StreamOpening): string {
  const { world, nowMs, settings } = tx;
  const { appId, families } = connectionOf(tx, id);
  const feed = feedOf(world, appId);
  const place = lastEventId === undefined ? undefined : placeOf(tx, appId, lastEventId);
  const decision = place === undefined ? undefined : resume(feed, place, nowMs);
  const isFresh = outOfWindow === true || asksForOthers(tx, feed, { families });
  if (decision?.inside !== true || lastEventId === undefined || isFresh) {
    const connection = beginChain(tx, id, undefined);
    const start = settings.parameters.openCarriesId ? startId(tx, connection) : undefined;
    const version = settings.assumptions.apiVersion;
    write(tx, id, controlFrame({ type: "connection_open", connectionId: id, version }, start));
    return decision === undefined ? "opened" : `started over after ${lastEventId}`;
  }
  const connection = beginChain(tx, id, lastEventId);
  world.connections.patch(id, { lastId: lastEventId });
  write(tx, id, controlFrame({ type: "connection_resume" }));
  const first = decision.missed[0]?.sequence ?? feed.sequence + 1;
  const again = feed.entries.filter((entry) => entry.sequence < first && entry.sequence >= first - repeat);
  for (const entry of [...again, ...decision.missed]) {
    const isOutOfReach = entry.channelId !== undefined && isBarred(world, appId, entry.channelId);
    if (families.includes(entry.family) && !isOutOfReach)
      write(tx, id, eventFrame(carriedId(tx, connection, entry), renderEntry(tx, entry)));
  }
  return `resumed after ${lastEventId}`;
}

const intentsOf = ({ families }: Pick<Subscriber, "families">): string => [...families].sort().join();

const intentsBut = ({ intents = [] }: FeedRecord, subscriber: Subscriber): readonly string[] =>
  intents.filter((known) => known !== intentsOf(subscriber));

/** Whether no stream before asked for these families, and the service starts over then. */
const asksForOthers = ({ settings }: Tx, { intents = [] }: FeedRecord, asked: Pick<Subscriber, "families">): boolean =>
  settings.assumptions.resumeWithOtherIntents === "started-over" && !intents.includes(intentsOf(asked));

function connectionOf({ world }: Tx, id: string): ConnectionRecord {
  const connection = world.connections.get(id);
  if (connection === undefined) throw new Error(`there is no connection ${id}`);
  return connection;
}

export function write(tx: Tx, connectionId: string, text: string): void {
  const connection = tx.world.connections.get(connectionId);
  if (connection === undefined || connection.muted) return;
  tx.effects.push({ type: "write", connectionId, text });
  if (text.startsWith("id: ") && text.endsWith("\n\n"))
    tx.world.connections.patch(connectionId, { lastId: text.slice(4, text.indexOf("\n")) });
}

/** From now on nothing is written, though the line stays open; `forget` gives its slot back as well. */
export function mute(tx: Tx, connectionId: string, { forget = false }: { readonly forget?: boolean } = {}): void {
  tx.world.connections.patch(connectionId, forget ? { muted: true, halfOpen: true } : { muted: true });
  tx.effects.push({ type: "mute", connectionId });
  if (forget) tx.effects.push({ type: "timer", timer: `heartbeat:${connectionId}`, afterMs: undefined });
}

/** Ends a stream from this side. `severed` makes the end look like a broken line. */
export function endStream(tx: Tx, connectionId: string, end: StreamEnd, severed = false): void {
  tx.effects.push({ type: "end", connectionId, end, severed });
  forgetStream(tx, connectionId, end);
}

/** A stream is over: its slot is free, and its App offline when it was the last. */
export function forgetStream(tx: Tx, connectionId: string, end: StreamEnd): void {
  const { world, nowMs } = tx;
  const connection = world.connections.get(connectionId);
  if (connection === undefined) return;
  const { appId } = connection;
  world.connections.delete(connectionId);
  tx.effects.push({ type: "timer", timer: `heartbeat:${connectionId}`, afterMs: undefined });
  const others = openReaders(world, (other) => other.appId === appId).streams;
  if (others.length === 0) world.feeds.put({ ...feedOf(world, appId), offlineSinceMs: nowMs });
  log(tx, "connection", `App ${appId} ended (${end})`, { appId, connectionId, end });
}

/** Writes a heartbeat and waits for the next. */
export function beat(tx: Tx, connectionId: string): void {
  if (tx.world.connections.get(connectionId) === undefined) return;
  write(tx, connectionId, heartbeatFrame);
  tx.effects.push({ type: "timer", timer: `heartbeat:${connectionId}`, afterMs: limits.heartbeatMs });
}

/** Sends a close frame to the streams chosen, and closes them. Mailboxes of the same choice end without a word. */
export function drop(tx: Tx, choose: Choose, code: CloseCode): void {
  dropStreams(tx, choose, code);
  for (const { id } of openReaders(tx.world, choose).mailboxes) closeMailbox(tx, id, "expired");
}

/** Sends a close frame to the streams chosen, and closes them. */
export function dropStreams(tx: Tx, choose: Choose, code: CloseCode): void {
  for (const { appId, id: connectionId } of openReaders(tx.world, choose).streams) {
    log(tx, "connection", `App ${appId}: close frame ${code}`, { appId, connectionId, code });
    write(tx, connectionId, closeFrame(code));
    endStream(tx, connectionId, "close-frame");
  }
}
