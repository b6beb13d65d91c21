import type { SandboxClock } from "../clock/clock.js";
import type { SandboxLog } from "../log.js";
import { SandboxRefusal } from "../refusal.js";
import { reaches } from "../rules/permissions.js";
import { isSanctioned } from "../rules/standing.js";
import type { Settings } from "../settings.js";
import { limits, type CloseCode } from "../spec.js";
import type { Json } from "../world/records.js";
import type { World } from "../world/world.js";
import { Connection, type StreamEnd } from "./connection.js";
import { Feed, type FeedEntry } from "./feed.js";
import { eventFrame, farewellFrame, heartbeatFrame } from "./frames.js";
import { Mailbox } from "./mailbox.js";

/** Something that happened, before it is known which Apps hear of it. */
export interface Happening {
  readonly family: string;
  readonly serverId: string;
  readonly channelId: string;
  /** Only this App hears of it. */
  readonly appId?: string;
  readonly interactionId?: string;
  readonly body: { readonly type: string; readonly [key: string]: Json };
}

/** Who opens a stream or a mailbox, for what. */
export interface Subscriber {
  readonly appId: string;
  readonly credentialId: string;
  readonly families: ReadonlySet<string>;
}

/** How a stream is to be opened. The last three are faults. */
export interface StreamOpening {
  /** What `connection_open` names as the version in use. */
  readonly version: string;
  readonly lastEventId?: string | undefined;
  readonly outOfWindow?: boolean;
  readonly silent?: boolean;
  /** How many events a resumed stream gets that it had already. */
  readonly repeat?: number;
}

/** What the hub is built on. */
export interface HubContext {
  readonly world: World;
  readonly clock: SandboxClock;
  readonly log: SandboxLog;
  readonly settings: Settings;
}

/** Fan-out: feeds by App, streams and mailboxes over them, and the slots both take. */
export class Hub {
  readonly #context: HubContext;
  readonly #feeds = new Map<string, Feed>();
  readonly #connections = new Set<Connection>();
  readonly #mailboxes = new Map<string, Mailbox>();
  readonly #goneMailboxes = new Map<string, string>();
  readonly #heartbeats = new Map<Connection, () => void>();
  /** The first sequence of new feeds; raised at every restart, so that an id is never given out twice. */
  readonly #firstSequence: number;

  constructor(context: HubContext) {
    this.#context = context;
    const restarts = context.world.count("hub-starts") - 1;
    this.#firstSequence = restarts * 1_000_000_000;
  }

  get connections(): readonly Connection[] {
    return [...this.#connections];
  }

  get mailboxes(): readonly Mailbox[] {
    return [...this.#mailboxes.values()];
  }

  feedOf(appId: string): Feed {
    let feed = this.#feeds.get(appId);
    if (feed === undefined) this.#feeds.set(appId, (feed = new Feed(appId, this.#firstSequence)));
    return feed;
  }

  /** Tells every App that can see it, through whatever it has open. */
  publish(happening: Happening): void {
    const json = JSON.stringify(happening.body);
    for (const appId of this.#audience(happening)) this.#append(appId, happening, json);
  }

  /** Puts an event of any content into one App's feed. */
  inject(appId: string, family: string, body: { readonly type: string; readonly [key: string]: Json }): void {
    this.#append(appId, { family, serverId: "", channelId: "", body }, JSON.stringify(body));
  }

  /** Gives a connection's slot back while its line stays open. */
  forget(connection: Connection): void {
    this.#heartbeats.get(connection)?.();
    this.#heartbeats.delete(connection);
    this.#connections.delete(connection);
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
    const frame = eventFrame(entry.sequence, json);
    let readers = 0;
    for (const connection of this.#connections) {
      if (connection.appId !== appId || !connection.families.has(family)) continue;
      connection.write(frame);
      readers++;
    }
    for (const mailbox of this.#mailboxes.values()) {
      if (mailbox.appId !== appId || !mailbox.families.has(family)) continue;
      mailbox.append(entry);
      if (mailbox.state === "lost") this.closeMailbox(mailbox.id, "lost");
    }
    log.add("event", `${body.type} #${entry.sequence} to App ${appId} (${readers} streams)`, { appId, entry });
  }

  /** JSON of an entry as it is sent now: an interaction carries the time that is left. */
  renderEntry(entry: FeedEntry, mailbox?: Mailbox): string {
    if (entry.interactionId === undefined) return entry.json;
    if (mailbox !== undefined && this.#context.settings.readings.mailboxExpiryClock === "at-arrival") return entry.json;
    const record = this.#context.world.interactions.get(entry.interactionId);
    const leftMs = record === undefined ? 0 : record.openedAtMs + record.windowMs - this.#context.clock.now();
    // The text was made by `publish` from such an object.
    const body = JSON.parse(entry.json) as { readonly interaction: object };
    return JSON.stringify({
      ...body,
      interaction: { ...body.interaction, expiresInMs: Math.max(0, Math.ceil(leftMs)) },
    });
  }

  /** Refuses unless the App, and the gateway as a whole, have a connection to spare. */
  #requireSlot(appId: string): void {
    const open = [...this.#connections, ...this.#mailboxes.values()];
    const mine = open.filter((taken) => taken.appId === appId).length;
    if (mine < limits.gatewayConnectionsPerApp && open.length < limits.gatewayConnectionsTotal) return;
    const seconds = this.#context.settings.parameters.slotRetryAfterS;
    throw new SandboxRefusal(
      429,
      "SANDBOX_TOO_MANY_CONNECTIONS",
      "No connection is free.",
      {},
      { "retry-after": String(seconds) },
    );
  }

  /** Opens a stream: the first frame says whether it starts over or goes on. */
  openStream(subscriber: Subscriber, opening: StreamOpening): Connection {
    const { log, settings, world } = this.#context;
    this.#requireSlot(subscriber.appId);
    const connection: Connection = new Connection({
      ...subscriber,
      id: world.uuid("connection"),
      bufferBytes: settings.parameters.streamBufferBytes,
      onEnd: (end) => this.#ended(connection, end),
    });
    this.#connections.add(connection);
    if (opening.silent === true) connection.mute();
    const how = this.#greet(connection, opening);
    this.feedOf(subscriber.appId).markOffline(undefined);
    this.#heartbeat(connection);
    const { appId } = subscriber;
    log.add("connection", `App ${appId} ${how}`, {
      appId,
      connectionId: connection.id,
      how,
      lastEventId: opening.lastEventId,
    });
    return connection;
  }

  /** Writes the first frames: a resumed stream gets exactly what it missed, any other one starts over. */
  #greet(connection: Connection, { version, lastEventId, outOfWindow, repeat = 0 }: StreamOpening): string {
    const { clock, settings } = this.#context;
    const feed = this.feedOf(connection.appId);
    const decision = lastEventId === undefined ? undefined : feed.resume(lastEventId, clock.now());
    if (decision?.inside !== true || outOfWindow === true) {
      const id = settings.parameters.openCarriesId ? feed.sequence : undefined;
      connection.write(
        eventFrame(id, JSON.stringify({ type: "connection_open", connectionId: connection.id, version })),
      );
      return decision === undefined ? "opened" : `started over after ${lastEventId}`;
    }
    connection.write(eventFrame(undefined, JSON.stringify({ type: "connection_resume" })));
    const first = decision.missed[0]?.sequence ?? feed.sequence + 1;
    const again = feed.entries.filter((entry) => entry.sequence < first && entry.sequence >= first - repeat);
    for (const entry of [...again, ...decision.missed]) {
      if (connection.families.has(entry.family)) connection.write(eventFrame(entry.sequence, this.renderEntry(entry)));
    }
    return `resumed after ${lastEventId}`;
  }

  #heartbeat(connection: Connection): void {
    const { clock } = this.#context;
    const beat = (): void => {
      if (connection.ended !== undefined) return;
      connection.write(heartbeatFrame);
      this.#heartbeats.set(connection, clock.schedule(beat, limits.heartbeatMs));
    };
    this.#heartbeats.set(connection, clock.schedule(beat, limits.heartbeatMs));
  }
  #ended(connection: Connection, end: StreamEnd): void {
    const { clock, log } = this.#context;
    this.#heartbeats.get(connection)?.();
    this.#heartbeats.delete(connection);
    this.#connections.delete(connection);
    const left = this.connections.some((other) => other.appId === connection.appId);
    if (!left) this.feedOf(connection.appId).markOffline(clock.now());
    log.add("connection", `App ${connection.appId} ended (${end})`, {
      appId: connection.appId,
      connectionId: connection.id,
      end,
    });
  }

  /** Says farewell to the streams chosen, and closes them. Mailboxes of the same choice end without a word. */
  drop(choose: (taken: { readonly appId: string; readonly credentialId: string }) => boolean, code: CloseCode): void {
    for (const connection of this.connections.filter(choose)) {
      this.#context.log.add("connection", `App ${connection.appId}: farewell ${code}`, {
        appId: connection.appId,
        connectionId: connection.id,
        code,
      });
      connection.write(farewellFrame(code));
      connection.end("farewell");
    }
    for (const mailbox of this.mailboxes.filter(choose)) this.closeMailbox(mailbox.id, "expired");
  }

  openMailbox(subscriber: Subscriber): Mailbox {
    const { clock, log, world } = this.#context;
    this.#requireSlot(subscriber.appId);
    const sequence = this.feedOf(subscriber.appId).sequence;
    const forgetsAtRead = this.#context.settings.readings.mailboxReread === "empty";
    const mailbox = new Mailbox({
      ...subscriber,
      id: `mb-${world.uuid("mailbox")}`,
      openedAtMs: clock.now(),
      sequence,
      forgetsAtRead,
    });
    this.#mailboxes.set(mailbox.id, mailbox);
    this.#watchIdle(mailbox);
    log.add("mailbox", `App ${subscriber.appId} opened a mailbox`, { appId: subscriber.appId, mailboxId: mailbox.id });
    return mailbox;
  }

  #watchIdle(mailbox: Mailbox): void {
    const { clock } = this.#context;
    clock.schedule(() => {
      if (mailbox.state !== "open") return;
      if (mailbox.idleLeftMs(clock.now()) <= 0) this.closeMailbox(mailbox.id, "expired");
      else this.#watchIdle(mailbox);
    }, mailbox.idleLeftMs(clock.now()));
  }

  mailbox(id: string): Mailbox | undefined {
    return this.#mailboxes.get(id);
  }

  /** Ends a mailbox and frees its slot. Unknown ones are already gone. */
  closeMailbox(id: string, state: "expired" | "lost" | "closed"): void {
    const mailbox = this.#mailboxes.get(id);
    if (mailbox === undefined) return;
    mailbox.close(state);
    this.#mailboxes.delete(id);
    this.#goneMailboxes.set(id, mailbox.appId);
    if (this.#goneMailboxes.size > rememberedMailboxes) this.#forgetMailbox();
    this.#context.log.add("mailbox", `mailbox of App ${mailbox.appId}: ${state}`, {
      appId: mailbox.appId,
      mailboxId: id,
      state,
    });
  }

  /** Whether this mailbox is gone and was that App's. */
  wasMailboxOf(appId: string, id: string): boolean {
    return this.#goneMailboxes.get(id) === appId;
  }

  #forgetMailbox(): void {
    const [oldest] = this.#goneMailboxes.keys();
    if (oldest !== undefined) this.#goneMailboxes.delete(oldest);
  }

  /** What a mailbox holds from the start: nothing, or, where such events appear in mailboxes, its opening. */
  openingEvents(mailbox: Mailbox): readonly Json[] {
    const { readings } = this.#context.settings;
    if (readings.mailboxControlEvents === "absent") return [];
    return [{ type: "connection_open", connectionId: mailbox.id, version: readings.apiVersion }];
  }
}

/** How many mailboxes that are gone are still recognized. */
const rememberedMailboxes = 1000;
