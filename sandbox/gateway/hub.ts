import { SandboxRefusal } from "../refusal.js";
import { reaches } from "../rules/permissions.js";
import { isSanctioned } from "../rules/standing.js";
import { limits, type CloseCode } from "../spec.js";
import { checkEvent } from "../validation.js";
import { Connection, type StreamEnd } from "./connection.js";
import { Feed, type FeedEntry } from "./feed.js";
import { controlFrame, eventFrame, farewellFrame, heartbeatFrame } from "./frames.js";
import type { Mailbox } from "./mailbox.js";
import { Mailboxes } from "./mailboxes.js";
import { byApp, ByConnection, type Positions } from "./positions.js";
import type { EventBody, Happening, HubContext, StreamOpening, Subscriber } from "./types.js";

/** Fan-out: feeds by App, streams and mailboxes over them, and the slots both take. */
export class Hub {
  readonly mailboxes: Mailboxes;
  readonly #context: HubContext;
  readonly #feeds = new Map<string, Feed>();
  readonly #connections = new Set<Connection>();
  readonly #heartbeats = new Map<Connection, () => void>();
  readonly #positions: Positions;

  constructor(context: HubContext) {
    this.#context = context;
    this.mailboxes = new Mailboxes(context);
    this.#positions = context.settings.readings.eventIdScope === "app" ? byApp : new ByConnection();
  }

  get connections(): readonly Connection[] {
    return [...this.#connections];
  }

  feedOf(appId: string): Feed {
    let feed = this.#feeds.get(appId);
    if (feed === undefined) this.#feeds.set(appId, (feed = new Feed(appId)));
    return feed;
  }

  /** All feeds, to be written down. */
  get feeds(): readonly Feed[] {
    return [...this.#feeds.values()];
  }

  /** Puts back what was written down. The Apps have been offline since `sinceMs`. */
  restore(entries: ReadonlyMap<string, readonly FeedEntry[]>, sinceMs: number): void {
    for (const [appId, list] of entries) {
      const feed = this.feedOf(appId);
      for (const entry of list) feed.restore(entry);
      feed.markOffline(sinceMs);
    }
  }

  /** Tells every App that can see it, through whatever it has open. */
  publish(happening: Happening): void {
    checkEvent(happening.body);
    const json = JSON.stringify(happening.body);
    for (const appId of this.#audience(happening)) this.#append(appId, happening, json);
  }

  /** Puts an event of any content into one App's feed. */
  inject(appId: string, family: string, body: EventBody): void {
    this.#append(appId, { family, serverId: "", channelId: "", body }, JSON.stringify(body));
  }

  #audience({ appId, serverId, channelId }: Happening): readonly string[] {
    const { world, clock } = this.#context;
    const nowMs = clock.now();
    const installed = world.installs.list(serverId).map((install) => install.appId);
    const addressed = appId === undefined ? installed : installed.filter((id) => id === appId);
    const channel = world.channels.get(channelId);
    return addressed.filter(
      (id) => channel !== undefined && reaches(world, { kind: "app", id }, channel) && !isSanctioned(world, id, nowMs),
    );
  }

  #append(appId: string, { family, interactionId, body }: Happening, json: string): void {
    const { clock, log, world } = this.#context;
    const base = { atMs: clock.now(), family, type: body.type, json };
    const entry = this.feedOf(appId).append(interactionId === undefined ? base : { ...base, interactionId });
    world.tell({ table: "feeds", id: `${appId}/${entry.sequence}`, record: entry });
    const readers = this.#readersOf(appId, entry);
    for (const reader of readers) {
      if (reader instanceof Connection) this.#carry(reader, entry, json);
      else this.mailboxes.append(reader, entry);
    }
    log.add("event", `${body.type} #${entry.sequence} to App ${appId} (${readers.length} readers)`, {
      appId,
      entry,
      readers: readers.length,
      ...(interactionId === undefined ? {} : { interactionId }),
    });
  }

  /** Who gets an event: everybody who asked for its family, or, where events are split, one of them in turn. */
  #readersOf(appId: string, { family, sequence }: FeedEntry): readonly (Connection | Mailbox)[] {
    const all = [...this.#connections, ...this.mailboxes.list()];
    const readers = all.filter((reader) => reader.appId === appId && reader.families.has(family));
    if (this.#context.settings.readings.eventFanOut === "all") return readers;
    return readers.slice(sequence % readers.length, (sequence % readers.length) + 1);
  }

  #carry(connection: Connection, entry: FeedEntry, json: string): void {
    connection.write(eventFrame(this.#positions.idOf(connection, entry), json));
  }

  /** JSON of an entry as it is sent now: an interaction carries the time that is left. */
  renderEntry(entry: FeedEntry, mailbox?: Mailbox): string {
    if (entry.interactionId === undefined) return entry.json;
    if (mailbox !== undefined && this.#context.settings.readings.mailboxExpiryClock === "at-arrival") return entry.json;
    const record = this.#context.world.interactions.get(entry.interactionId);
    const leftMs = record === undefined ? 0 : record.openedAtMs + record.windowMs - this.#context.clock.now();
    // The text was made by `publish` from such an object.
    const body = JSON.parse(entry.json) as { readonly interaction: object };
    const interaction = { ...body.interaction, expiresInMs: Math.max(0, Math.ceil(leftMs)) };
    return JSON.stringify({ ...body, interaction });
  }

  /** Refuses unless the App, and the gateway as a whole, have a connection to spare. */
  #requireSlot(appId: string): void {
    const taken = [...this.#connections, ...this.mailboxes.list()];
    const mine = taken.filter((reader) => reader.appId === appId).length;
    if (mine < limits.gatewayConnectionsPerApp && taken.length < limits.gatewayConnectionsTotal) return;
    const wait = { "retry-after": String(this.#context.settings.parameters.slotRetryAfterS) };
    throw new SandboxRefusal(429, "SANDBOX_TOO_MANY_CONNECTIONS", "No connection is free.", {}, wait);
  }

  /** Opens a stream: the first frame says whether it starts over or goes on. */
  openStream(subscriber: Subscriber, opening: StreamOpening): Connection {
    const { log, settings, tape, world } = this.#context;
    const { appId } = subscriber;
    this.#requireSlot(appId);
    const id = world.uuid("connection");
    const connection: Connection = new Connection({
      ...subscriber,
      id,
      onFrame: tape === undefined ? undefined : (text) => tape.frame(id, text),
      bufferBytes: settings.parameters.streamBufferBytes,
      onEnd: (end) => this.#ended(connection, end),
    });
    this.#connections.add(connection);
    if (opening.silent === true) connection.mute();
    const how = this.#greet(connection, opening);
    this.feedOf(appId).markOffline(undefined);
    this.#heartbeat(connection);
    const detail = { appId, connectionId: connection.id, how, lastEventId: opening.lastEventId };
    log.add("connection", `App ${appId} ${how}`, detail);
    return connection;
  }

  /** Writes the first frames: a resumed stream gets exactly what it missed, any other one starts over. */
  #greet(connection: Connection, { version, lastEventId, outOfWindow, repeat = 0 }: StreamOpening): string {
    const { clock, settings } = this.#context;
    const feed = this.feedOf(connection.appId);
    const place = lastEventId === undefined ? undefined : this.#positions.placeOf(connection.appId, lastEventId);
    const decision = place === undefined ? undefined : feed.resume(place, clock.now());
    if (decision?.inside !== true || outOfWindow === true) {
      this.#positions.begin(connection, feed, undefined);
      const id = settings.parameters.openCarriesId ? this.#positions.startId(connection, feed) : undefined;
      connection.write(controlFrame({ type: "connection_open", connectionId: connection.id, version }, id));
      return decision === undefined ? "opened" : `started over after ${lastEventId}`;
    }
    this.#positions.begin(connection, feed, lastEventId);
    connection.write(controlFrame({ type: "connection_resume" }));
    const first = decision.missed[0]?.sequence ?? feed.sequence + 1;
    const again = feed.entries.filter((entry) => entry.sequence < first && entry.sequence >= first - repeat);
    for (const entry of [...again, ...decision.missed]) {
      if (connection.families.has(entry.family)) this.#carry(connection, entry, this.renderEntry(entry));
    }
    return `resumed after ${lastEventId}`;
  }

  #heartbeat(connection: Connection): void {
    const beat = (): void => {
      connection.write(heartbeatFrame);
      this.#heartbeat(connection);
    };
    this.#heartbeats.set(connection, this.#context.clock.schedule(beat, limits.heartbeatMs));
  }

  #ended(connection: Connection, end: StreamEnd): void {
    const { clock, log } = this.#context;
    this.forget(connection);
    if (end === "client") this.#context.tape?.input("close", { connectionId: connection.id });
    const { appId, id: connectionId } = connection;
    const others = this.connections.some((other) => other.appId === appId);
    if (!others) this.feedOf(appId).markOffline(clock.now());
    log.add("connection", `App ${appId} ended (${end})`, { appId, connectionId, end });
  }

  /** Gives a connection's slot back, whether its line is still open or not. */
  forget(connection: Connection): void {
    this.#heartbeats.get(connection)?.();
    this.#heartbeats.delete(connection);
    this.#connections.delete(connection);
  }

  openMailbox(subscriber: Subscriber): Mailbox {
    this.#requireSlot(subscriber.appId);
    return this.mailboxes.open(subscriber, this.feedOf(subscriber.appId).sequence);
  }

  /** Says farewell to the streams chosen, and closes them. Mailboxes of the same choice end without a word. */
  drop(choose: (taken: { readonly appId: string; readonly credentialId: string }) => boolean, code: CloseCode): void {
    for (const connection of this.connections.filter(choose)) {
      const { appId, id: connectionId } = connection;
      this.#context.log.add("connection", `App ${appId}: farewell ${code}`, { appId, connectionId, code });
      connection.write(farewellFrame(code));
      connection.end("farewell");
    }
    for (const mailbox of this.mailboxes.list().filter(choose)) this.mailboxes.close(mailbox.id, "expired");
  }
}
