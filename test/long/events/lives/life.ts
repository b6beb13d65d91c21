import {
  createDispatcher,
  type EventsDiagnostic,
  type EventStream,
  laneOf,
  openEvents,
  orderKeyOf,
  type StreamEvent,
} from "svc-apps/events";
import { createClient } from "../../../../runtime/http/index.js";
import { message, reaction } from "../../../events/kit/fake-service.js";
import { Ledger } from "../../../events/kit/ledger.js";
import { randomFrom } from "../../../events/kit/random.js";
import { fastClock, pass } from "./clock.js";
import { HEARTBEAT_MS, LifeService, type Trouble } from "./service.js";
import { memoryCursors } from "../../../events/kit/cursors.js";

export type LifeTransport = "auto" | "gateway" | "mailbox";

/** Most milliseconds for which an event that has come is not handled or not saved. */
const LAG_MS = 6_000;

/** Milliseconds of its own time after which a life that has not come to rest counts as lost. */
const REST_MS = 1_000_000;

/** One App and its service, from the first event to the last. Same seed, same troubles; sockets and timers are real. */
export class Life {
  readonly service = new LifeService();
  readonly ledger = new Ledger();
  error: unknown;
  readonly #transport: LifeTransport;
  readonly #chance: () => number;
  readonly #client: ReturnType<typeof createClient>;
  readonly #store = memoryCursors();
  #stream: EventStream | undefined;
  readonly #isCalm: boolean;
  /** Counts processes: what one that was killed still does has no effect. */
  #process = 0;
  #isHeard = false;
  /** Whether a record is saved from which a process can go on. */
  #isSaved = false;
  #reactions = { sent: 0, handled: 0, repeats: 0 };

  /** @param isCalm nothing happens that can lose an event: then no gap may be reported */
  constructor(baseUrl: string, seed: number, transport: LifeTransport, isCalm: boolean) {
    this.#transport = transport;
    this.#isCalm = isCalm;
    this.#chance = randomFrom(seed);
    const token = `svc_app.${seed}.s3cret`;
    this.#client = createClient({ baseUrl, token, clock: fastClock, random: this.#chance });
    const size = this.#below(3);
    this.service.pageSize = size === 0 ? () => Infinity : () => 1 + this.#below(size * 4);
    this.service.repeats = this.#chance() < 0.7;
  }

  async run(steps: number): Promise<void> {
    this.#begin();
    // Before it is heard for the first time there is nothing to lose.
    await this.#until(() => this.#isHeard);
    // Without an id there is nothing to resume from.
    if (this.#isCalm) {
      this.#post(5);
      await this.#until(() => this.#isSaved);
    }
    for (let step = 0; step < steps && this.error === undefined; step += 1) {
      await this.#act();
      this.#post(this.#below(6));
      await pass(this.#chance() * 3000);
    }
    Object.assign(this.service.trouble, {
      isSilent: false,
      isDown: false,
      cutAfter: undefined,
    } satisfies Partial<Trouble>);
    this.service.trouble.refusals.length = 0;
    this.service.trouble.reads.length = 0;
    await this.#rest();
    await this.#stream?.close({ graceMs: 0 });
  }

  /** Rules that were broken, in words. */
  get broken(): readonly string[] {
    const { broken, lostSilently, gaps } = this.ledger;
    const { sent, handled, repeats } = this.#reactions;
    const all = [...broken];
    if (this.#isCalm && gaps.length > 0) all.push(`gaps where nothing can be lost: ${gaps.join(" ")}`);
    if (lostSilently.length > 0) all.push(`lost untold: ${lostSilently.join(" ")}`);
    if (this.error !== undefined) all.push(`ended: ${String(this.error)}`);
    // They all look alike: counted, and only where nothing excuses another count.
    const isWhole = gaps.length === 0 && this.#process === 1;
    if (isWhole && (handled < sent || handled > sent + repeats)) {
      all.push(`${handled} reactions handled of ${sent}, ${repeats} told as possible repeats`);
    }
    return all;
  }

  #below(limit: number): number {
    return Math.floor(this.#chance() * limit);
  }

  #post(count: number): void {
    for (let made = 0; made < count; made += 1) {
      if (this.#chance() < 0.3) {
        this.#reactions.sent += 1;
        this.service.put(reaction(this.#below(2)));
        continue;
      }
      const channel = this.#below(4);
      const number = this.#posted(channel);
      this.service.put(message(number, channel));
    }
  }

  #posted(channel: number): number {
    const id = this.service.last + 1;
    return this.ledger.posted({ channel: String(channel), atMs: fastClock.monotonicMs(), id });
  }

  #begin(): void {
    const me = (this.#process += 1);
    const isMe = () => this.#process === me;
    this.ledger.begin();
    const stream = openEvents(this.#client, {
      intents: ["messages"],
      transport: this.#transport,
      cursorKey: "life",
      cursorStore: {
        ...this.#store,
        put: async (...given) => {
          if (!isMe()) return "lost with its process";
          const etag = await this.#store.put(...given);
          this.#isSaved ||= /lastEventId|since/.test(JSON.stringify(given));
          return etag;
        },
      },
      saveIntervalMs: 500,
      returnAfterMs: 10_000,
      onDiagnostic: (diagnostic) => {
        if (isMe()) this.#hear(diagnostic);
      },
    });
    this.#stream = stream;
    const dispatcher = createDispatcher<StreamEvent>({
      concurrency: 3,
      queueLimit: 20,
      order: "channel",
      laneOf,
      orderKeyOf,
      clock: fastClock,
      handlerTimeoutMs: 0,
      handle: async (event) => {
        if (!isMe()) return;
        const number = event.type === "message_create" ? Number(event.message.content.slice("message ".length)) : 0;
        if (event.type === "message_create") this.ledger.started(number, event.message.channelId);
        if (this.#chance() < 0.2) await pass(this.#chance() * 400);
        if (!isMe()) return;
        if (number > 0) this.ledger.handled(number);
        else this.#reactions.handled += 1;
      },
    });
    stream.run(dispatcher).catch((error: unknown) => {
      if (isMe()) this.error = error;
    });
  }

  #hear(diagnostic: EventsDiagnostic): void {
    if (diagnostic.type === "events.gap") this.#hearGap(diagnostic);
    // Of a stream, the answer alone says nothing yet: it may stay silent.
    const isOnMailbox = diagnostic.type === "events.connected" && diagnostic.transport === "mailbox";
    if (isOnMailbox || diagnostic.type === "events.opened" || diagnostic.type === "events.resumed") {
      this.#isHeard = true;
    }
    if (diagnostic.type === "events.possible_repeats") this.#reactions.repeats += diagnostic.count;
  }

  #hearGap({ reason, offlineMs, lastEventId }: EventsDiagnostic & { readonly type: "events.gap" }): void {
    const untilMs = fastClock.monotonicMs();
    const sinceMs = untilMs - offlineMs;
    this.ledger.gap({ reason, sinceMs, untilMs, afterId: Number(lastEventId ?? 0) });
    const wholeMs = this.service.wholeMs - HEARTBEAT_MS - LAG_MS;
    if (this.#transport === "gateway" && sinceMs < wholeMs)
      this.ledger.broken.push(`a gap of ${offlineMs} ms, ${wholeMs - sinceMs} ms more than events were missed`);
  }

  /** As by `kill -9`. Of a service that does not repeat what was read, nobody can know what that process had read. */
  #restart(): void {
    if (!this.service.repeats && this.#transport !== "gateway") return;
    const before = this.#stream;
    this.#begin();
    void before?.close({ graceMs: 0 });
  }

  async #act(): Promise<void> {
    const { service } = this;
    const { trouble } = service;
    const calm: readonly (() => void | Promise<void>)[] = [
      () => service.breakStreams(),
      () => service.breakStreams("TRANSIENT_FAILURE"),
      () => void trouble.refusals.push(503),
      () => void trouble.reads.push("503", "html"),
      () => void trouble.reads.push("429"),
      () => (this.#chance() < 0.4 ? this.#restart() : undefined),
    ];
    const all: readonly (() => void | Promise<void>)[] = [
      () => this.#post(15),
      () => this.#post(this.#chance() < 0.2 ? 120 : 5),
      () => service.breakStreams(),
      () => service.breakStreams("TRANSIENT_FAILURE"),
      () => void (trouble.cutAfter = 10 + this.#below(60)),
      () => void trouble.refusals.push(503),
      () => void trouble.refusals.push(429, 503),
      () => void trouble.reads.push("503", "html"),
      () => void trouble.reads.push("429"),
      () => void trouble.reads.push("reset", "lost"),
      () => void trouble.reads.push("truncated", "slow"),
      () => (this.#chance() < 0.3 ? service.expireMailbox() : undefined),
      () => (this.#chance() < 0.4 ? this.#restart() : undefined),
      () => this.#silence(),
      () => this.#outage(),
    ];
    const acts = this.#isCalm ? calm : all;
    await acts[this.#below(acts.length)]?.();
  }

  /** Streams carry nothing for so long that an App on `auto` takes a mailbox. */
  async #silence(): Promise<void> {
    this.service.trouble.isSilent = true;
    this.service.breakStreams();
    await pass(20_000 + this.#chance() * 25_000);
    this.service.trouble.isSilent = false;
    this.#post(this.#below(8));
    if (this.#chance() < 0.7) await pass(12_000);
  }

  async #outage(): Promise<void> {
    this.service.trouble.isDown = true;
    this.service.breakStreams();
    this.#post(this.#below(20));
    await pass(this.#chance() * 10_000);
    this.service.trouble.isDown = false;
  }

  async #until(isTrue: () => boolean): Promise<void> {
    while (!isTrue() && this.error === undefined) await pass(100);
  }

  /** Until everything sent is handled or told to be missing, the last events of all included. */
  async #rest(): Promise<void> {
    const startedMs = fastClock.monotonicMs();
    const isOver = () => this.error !== undefined || fastClock.monotonicMs() - startedMs > REST_MS;
    const isAtRest = () => this.ledger.lostSilently.length === 0 && this.#stream?.state.unhandled === 0;
    while (!isOver()) {
      const last = this.#posted(0);
      this.service.put(message(last, 0));
      for (let look = 0; look < 20 && !isOver(); look += 1) {
        await pass(500);
        if (isAtRest() && this.ledger.lost.at(-1) !== last) return;
      }
    }
  }
}
