import type { Tx } from "../machine/tx.js";
import { limits, closeCodes, type CloseCode } from "../spec.js";
import type { FeedEntry, FeedRecord, ChainRecord, ConnectionRecord, MailboxRecord, Subscriber } from "../world/live.js";
import type { World } from "../world/world.js";
import { checkControlEvent } from "../validation.js";
import type { Json } from "../world/records.js";
import { SandboxRefusal } from "../refusal.js";

/** The events of an App, made when first asked for. */
export const feedOf = (world: World, appId: string): FeedRecord =>
  world.feeds.get(appId) ?? world.feeds.put({ id: appId, sequence: 0, entries: [] });

/** What a stream that comes back gets. */
export type ResumeDecision =
  { readonly inside: true; readonly missed: readonly FeedEntry[] } | { readonly inside: false };

/**
 * Decides about a stream that asks to go on after `lastEventId`. Inside the window means: the id was really given out,
 * no more events were missed than are kept, none of them is too old, and the App was not away for longer than the
 * window, even if nothing happened meanwhile.
 */
export function resume(feed: FeedRecord, lastEventId: string, nowMs: number): ResumeDecision {
  const last = /^(0|[1-9][0-9]{0,15})$/.test(lastEventId) ? Number(lastEventId) : Number.NaN;
  if (!(last <= feed.sequence) || feed.sequence - last > limits.resumeEvents) return { inside: false };
  if (feed.offlineSinceMs !== undefined && nowMs - feed.offlineSinceMs > limits.resumeWindowMs)
    return { inside: false };
  const missed = feed.entries.filter((entry) => entry.sequence > last);
  const complete = missed.length === feed.sequence - last;
  const oldest = missed[0];
  if (!complete || (oldest !== undefined && nowMs - oldest.atMs > limits.resumeWindowMs)) return { inside: false };
  return { inside: true, missed };
}

/** JSON of an entry as it is sent now: an interaction carries the time that is left. */
export function renderEntry({ world, nowMs }: Tx, entry: FeedEntry): string {
  if (entry.interactionId === undefined) return entry.json;
  const record = world.interactions.get(entry.interactionId);
  const leftMs = record === undefined ? 0 : record.openedAtMs + record.windowMs - nowMs;
  // The text was made by `publish` from such an object.
  const body = JSON.parse(entry.json) as { readonly interaction: object };
  const interaction = { ...body.interaction, expiresInMs: Math.max(0, Math.ceil(leftMs)) };
  return JSON.stringify({ ...body, interaction });
}

/** The comment that says the stream is alive. */
export const heartbeatFrame = ": batimento\n\n";

export const eventFrame = (id: string | undefined, json: string): string =>
  id === undefined ? `data: ${json}\n\n` : `id: ${id}\ndata: ${json}\n\n`;

/** A frame about the connection itself. It has a position only where the stream starts. */
export function controlFrame(body: { readonly type: string; readonly [key: string]: Json }, id?: string): string {
  checkControlEvent(body);
  return eventFrame(id, JSON.stringify(body));
}

const closeMessages: { readonly [Code in CloseCode]: string } = {
  TRANSIENT_FAILURE: "A passing problem; come back.",
  SERVER_RESTARTING: "The service is restarting; come back shortly.",
  AUTHORIZATION_LOST: "What this App may see has changed; come back for the new view.",
  CONNECTION_LIMIT_EXCEEDED: "This App has too many connections; wait before opening another.",
  CREDENTIAL_REVOKED: "The credential that opened this stream is no longer valid.",
  APP_DELETED: "The App was deleted.",
  OWNER_SANCTIONED: "The account that owns the App is sanctioned.",
  APP_SANCTIONED: "The App is sanctioned.",
  FATAL_ERROR: "Trying again will not help.",
};

/** The last frame before a stream is closed. */
export function closeFrame(code: CloseCode): string {
  const { reconnect } = closeCodes[code];
  return controlFrame({ type: "connection_close", code, message: closeMessages[code], reconnect });
}

/** The streams and mailboxes that hold a slot, all or those chosen. */
export function openReaders(world: World, choose: Choose = () => true): Readers {
  return {
    streams: world.connections.list().filter((one) => !one.halfOpen && choose(one)),
    mailboxes: world.mailboxes.list().filter((one) => one.state === "open" && choose(one)),
  };
}

export interface Readers {
  readonly streams: readonly ConnectionRecord[];
  readonly mailboxes: readonly MailboxRecord[];
}

/** Which of the streams and mailboxes that are open are meant. */
export type Choose = (taken: Subscriber) => boolean;

/** Refuses unless the App, and the gateway as a whole, have a connection to spare. */
export function requireSlot({ world, settings }: Tx, appId: string): void {
  const { streams, mailboxes } = openReaders(world);
  const taken = [...streams, ...mailboxes];
  const mine = taken.filter((reader) => reader.appId === appId).length;
  if (mine < limits.gatewayConnectionsPerApp && taken.length < limits.gatewayConnectionsTotal) return;
  const wait = { "retry-after": String(settings.parameters.slotRetryAfterS) };
  throw new SandboxRefusal(429, "SANDBOX_TOO_MANY_CONNECTIONS", "No connection is free.", {}, wait);
}

/*
 * What the `id:` of a frame counts: the events of an App, so that the same event has the same id on every stream; or,
 * by another assumption, the events of one stream and of the streams that resume it, its chain.
 */

/** How many events of a chain of streams can be found again; more than any resume may miss. */
const rememberedPerChain = 1000;
const rememberedChains = 200;

const countsByApp = ({ settings }: Tx): boolean => settings.assumptions.eventIdScope === "app";

/** Begins to count for a new stream, or goes on where the stream it resumes left off. */
export function beginChain(tx: Tx, connectionId: string, resumedId: string | undefined): ConnectionRecord {
  const { world } = tx;
  if (countsByApp(tx)) return world.connections.patch(connectionId, {});
  const { appId } = world.connections.patch(connectionId, {});
  const resumed = resumedId === undefined ? undefined : world.chains.get(nameIn(resumedId));
  const chain = resumed ?? newChain(tx, appId);
  if (resumed !== undefined && resumedId !== undefined) {
    // What came after the id was never received: those numbers are given out again.
    const surplus = chain.count - countIn(resumedId);
    const carried = chain.carried.slice(0, Math.max(0, chain.carried.length - surplus));
    world.chains.put({ ...chain, carried, count: chain.count - surplus });
  }
  return world.connections.patch(connectionId, { chain: chain.id });
}

function newChain({ world }: Tx, appId: string): ChainRecord {
  const { sequence } = feedOf(world, appId);
  const chain = world.chains.put({
    id: `c${world.count("chain")}`,
    appId,
    carried: [],
    count: 0,
    start: sequence,
  });
  const [oldest] = world.chains.all();
  if (world.chains.size > rememberedChains && oldest !== undefined) world.chains.delete(oldest.id);
  return chain;
}

/** The id of the position at which a new stream starts. */
export function startId(tx: Tx, { appId, chain }: ConnectionRecord): string {
  if (chain === undefined) return String(feedOf(tx.world, appId).sequence);
  return `${chain}-${tx.world.chains.get(chain)?.count ?? 0}`;
}

/** The id under which a stream carries an event. */
export function carriedId({ world }: Tx, { chain: name }: ConnectionRecord, entry: FeedEntry): string {
  if (name === undefined) return String(entry.sequence);
  const chain = world.chains.get(name);
  if (chain === undefined) throw new Error("a stream counts from its beginning");
  const carried = [...chain.carried, entry.sequence].slice(-rememberedPerChain);
  const { count } = world.chains.put({ ...chain, carried, count: chain.count + 1 });
  return `${name}-${count}`;
}

/** The place in the feed that an id means, as the feed writes it; text that is no place when it means none. */
export function placeOf(tx: Tx, appId: string, id: string): string {
  if (countsByApp(tx)) return id;
  const chain = tx.world.chains.get(nameIn(id));
  const count = countIn(id);
  if (chain === undefined || chain.appId !== appId || !(count <= chain.count)) return "unknown";
  if (count === 0) return String(chain.start);
  const sequence = chain.carried[chain.carried.length - 1 - (chain.count - count)];
  return sequence === undefined ? "unknown" : String(sequence);
}

const nameIn = (id: string): string => id.slice(0, Math.max(0, id.lastIndexOf("-")));

const countIn = (id: string): number =>
  /-[0-9]{1,15}$/.test(id) ? Number(id.slice(id.lastIndexOf("-") + 1)) : Number.NaN;
