import type { CursorRecord } from "../../../runtime/events/cursor/record.js";
import type { TransportName } from "svc-apps/events";
import type { PositionAction, PositionInput } from "../../../runtime/events/position-inputs.js";
import { QueuedEvent } from "../../../runtime/events/queue/queued-event.js";
import { eventOf, PositionLedger, PositionProcess } from "./position-ledger.js";
import {
  MAILBOX_EVENTS,
  openStream,
  pageOf,
  type ServiceAnswer,
  type ServiceMailbox,
  type ServiceStream,
  WINDOW,
} from "./position-service.js";
import { randomFrom } from "./random.js";
import { SentEvents } from "./sent-events.js";

/** One random history of the service and of a position that is fed by it. Same seed, same history. */
export class PositionModel {
  readonly ledger = new PositionLedger();
  readonly trace: string[] = [];
  readonly #chance: () => number;
  readonly #mode: "gateway" | "mailbox" | "auto";
  readonly #checksPurity: boolean;
  readonly #repeats: boolean;
  readonly #pageSize: number;
  readonly #sent = new SentEvents();
  #position!: PositionProcess;
  #wasThere = false;
  #stream: ServiceStream | undefined;
  #mailbox: ServiceMailbox | undefined;
  #answer: ServiceAnswer | undefined;
  #record: CursorRecord | undefined;
  #connections = 0;
  #lineages = 0;
  #nowMs = 1000;
  #lastReceived: string | undefined;

  /** @param checksPurity makes each step twice and compares */
  constructor(seed: number, checksPurity = false) {
    this.#checksPurity = checksPurity;
    this.#chance = randomFrom(seed);
    this.#mode = (["gateway", "mailbox", "auto", "auto"] as const)[this.#below(4)] ?? "auto";
    this.#repeats = this.#chance() < 0.6;
    this.#pageSize = this.#chance() < 0.4 ? Infinity : this.#below(5);
    this.#begin();
  }

  /** Plays the history and everything that is needed for it to come to rest. */
  play(steps: number): void {
    for (let step = 0; step < steps && this.ledger.broken.length === 0; step += 1) this.#act();
    for (let round = 0; round < 400 && !this.#isAtRest; round += 1) this.#settle();
    this.ledger.checkAll(this.#sent.last);
  }

  #below(limit: number): number {
    return Math.floor(this.#chance() * limit);
  }

  #begin(): void {
    const restored = this.#record;
    const fits = restored?.transport === "mailbox" ? this.#mode !== "gateway" : this.#mode !== "mailbox";
    const resumeId = (restored?.transport === "mailbox" ? restored.since : restored?.lastEventId) ?? "";
    this.ledger.begin();
    this.#answer = undefined;
    this.#stream = undefined;
    this.#lastReceived = restored?.transport === "gateway" && fits ? restored.lastEventId : undefined;
    const fresh: TransportName = this.#mode === "mailbox" ? "mailbox" : "gateway";
    this.#position = new PositionProcess(restored, fits ? resumeId : "", {
      fresh,
      writer: `w${(this.#lineages += 1)}`,
      checksPurity: this.#checksPurity,
    });
    this.#record ??= this.#position.record(0, () => 0);
    const { mailboxId } = restored ?? {};
    const isTheirs = fits && mailboxId !== undefined && restored?.since !== undefined;
    if (isTheirs) this.#step({ type: "mailbox_restored", mailboxId });
    if (!isTheirs) this.#mailbox = undefined;
    else if (mailboxId !== this.#mailbox?.id) {
      this.#mailbox = { id: mailboxId, first: 0, taken: 0, sinceRead: 0, gone: true };
    }
  }

  get #isAtRest(): boolean {
    if (this.ledger.open.length > 0 || this.#answer !== undefined) return false;
    const box = this.#mailbox;
    if (box === undefined) return this.#stream?.pending.length === 0 && this.#stream.greeting === undefined;
    const since = this.#position.acks.handledId || String(box.first);
    return !box.gone && since === String(this.#sent.last);
  }

  #act(): void {
    this.#nowMs += 1;
    const acts = [
      () => this.#make(1 + this.#below(3)),
      () => this.#make(this.#below(2)),
      () => this.#make(this.#chance() < 0.1 ? WINDOW + 3 : 2),
      () => this.#readStream(1 + this.#below(4)),
      () => this.#dropStream(),
      () => this.#connect(),
      () => this.ledger.finishSome(this.#below(4), (count) => this.#below(count)),
      () => void (this.#record = this.#recordNow()),
      () => (this.#chance() < 0.15 ? this.#restart() : undefined),
      () => this.#startRead(),
      () => this.#endRead(this.#chance() < 0.7),
      () => this.#startRead(),
      () => this.#endRead(true),
      () => this.#beside(),
      () => (this.#chance() < 0.1 && this.#mailbox !== undefined ? void (this.#mailbox.gone = true) : undefined),
    ];
    acts[this.#below(acts.length)]?.();
  }

  /** What happens once nothing fails any more. */
  #settle(): void {
    this.#nowMs += 1;
    this.#connect();
    this.#readStream(50);
    for (const event of this.ledger.open) this.ledger.finish(event);
    this.#startRead();
    this.#endRead(true, false);
  }

  #make(count: number): void {
    for (let made = 0; made < count; made += 1) {
      const number = this.#sent.send(this.#nowMs, this.#chance);
      this.#stream?.pending.push(number);
      const box = this.#mailbox;
      if (box === undefined) continue;
      box.sinceRead += 1;
      if (box.sinceRead > MAILBOX_EVENTS) box.gone = true;
    }
    this.trace.push(`make ${count}: ${this.#sent.last}`);
  }

  #connect(): void {
    const usesStream = this.#mode === "gateway" || (this.#mode === "auto" && this.#mailbox === undefined);
    if (!usesStream) return this.#openMailbox();
    if (this.#stream !== undefined) return;
    if (this.#mode === "auto" && this.#chance() < 0.3) return this.#openMailbox();
    const resumedFrom = this.#position.resumeId;
    if (this.#lastReceived !== undefined && resumedFrom !== this.#lastReceived) {
      this.ledger.broken.push(`resumes from ${resumedFrom} instead of ${this.#lastReceived}`);
    }
    this.#openStream(resumedFrom, false);
  }

  #openStream(resumedFrom: string | undefined, beside: boolean): void {
    const connectionId = `c${(this.#connections += 1)}`;
    const last = this.#sent.last;
    this.#stream = openStream(resumedFrom, { last, connectionId, beside, nowMs: this.#nowMs });
    if (!beside) this.#begins();
    this.trace.push(`stream from ${resumedFrom}: ${this.#stream.greeting?.type}${beside ? ", beside" : ""}`);
    if (!beside) this.#step({ type: "accepted" });
  }

  #readStream(count: number): void {
    const stream = this.#stream;
    if (stream === undefined) return;
    if (!stream.read) {
      stream.read = true;
      this.#step({ type: "connected", resumedFrom: stream.resumedFrom });
    }
    if (stream.greeting !== undefined) {
      const greeting = stream.greeting;
      stream.greeting = undefined;
      this.#step(greeting);
      if (this.#stream !== stream) return;
    }
    const numbers = stream.pending.splice(0, count);
    const last = numbers.at(-1);
    // What is left may have been sent with what was read.
    if (stream.pending.length === 0) stream.heardMs = this.#nowMs;
    else if (last !== undefined) stream.heardMs = Math.max(stream.heardMs, this.#sent.sentMs(last));
    if (numbers.length === 0) return this.#heartbeat(stream);
    const events = numbers.map(
      (number) => new QueuedEvent(eventOf(this.#sent.all, number), String(number), String(number)),
    );
    this.#step({ type: "events", events, passedId: undefined });
    if (!(this.#stream?.beside ?? false)) this.#lastReceived = String(numbers.at(-1));
    this.#heartbeat(stream);
  }

  /** The service sends one behind everything that it has sent. */
  #heartbeat(stream: ServiceStream): void {
    if (stream === this.#stream && stream.pending.length === 0 && this.#chance() < 0.5)
      this.#step({ type: "heartbeat" });
  }

  #dropStream(): void {
    const stream = this.#stream;
    if (stream === undefined) return;
    this.#stream = undefined;
    if (stream.beside) this.#step({ type: "handover_ended" });
    else this.#step({ type: "disconnected", heardMs: stream.heardMs });
  }

  #openMailbox(): void {
    if (this.#mailbox !== undefined) return;
    const last = this.#sent.last;
    const mailboxId = `mb${(this.#connections += 1)}`;
    this.#lastReceived = undefined;
    this.#begins();
    this.#mailbox = { id: mailboxId, first: last, taken: last, sinceRead: 0, gone: false };
    this.#step({ type: "mailbox_opened", mailboxId, events: [], next: String(last), startedMs: this.#nowMs });
  }

  #startRead(): void {
    const box = this.#mailbox;
    if (box === undefined || this.#answer !== undefined) return;
    const since = this.#position.acks.handledId || String(box.first);
    if (box.gone) {
      this.#mailbox = undefined;
      return this.#step({ type: "mailbox_gone" });
    }
    const from = this.#repeats ? Number(since) : Math.max(box.taken, Number(since));
    const size = this.#pageSize === 0 ? 1 + this.#below(6) : this.#pageSize;
    const { events, next } = pageOf(from, this.#sent.last, size);
    this.#answer = { since, events, next, startedMs: this.#nowMs };
    this.trace.push(`read ${since}: ${events.join(" ")} next ${next}`);
  }

  #endRead(comes: boolean, isPressed = true): void {
    const answer = this.#answer;
    const box = this.#mailbox;
    this.#answer = undefined;
    if (answer === undefined || box === undefined || !comes) return;
    box.sinceRead = 0;
    box.taken = Math.max(box.taken, Number(answer.next));
    const events = answer.events.map((number) => new QueuedEvent(eventOf(this.#sent.all, number), undefined, ""));
    const room = !isPressed || this.#chance() < 0.8 ? Infinity : this.#below(events.length + 1);
    const read = { ...answer, events, receivedMs: this.#nowMs, room: this.#repeats ? room : Infinity };
    this.#step({ type: "mailbox_read", ...read });
  }

  #beside(): void {
    if (this.#mode !== "auto" || this.#mailbox === undefined || this.#stream !== undefined) return;
    this.#step({ type: "handover_began" });
    this.#openStream(undefined, true);
  }

  #restart(): void {
    this.trace.push("restart");
    // Of a service that does not repeat what was read, a killed process loses what it had read: nobody can know.
    const read = this.#repeats ? 0 : (this.#mailbox?.taken ?? 0);
    this.ledger.excuse(read);
    this.#begin();
  }

  #step(input: PositionInput): void {
    this.trace.push(input.type);
    const actions = this.#position.step(input, this.#nowMs);
    for (const action of actions) this.#follow(action);
    // Written a moment later: what else follows is done by then.
    if (actions.some(({ type }) => type === "save_first")) this.#record = this.#recordNow();
    if (!this.#position.isPure) this.ledger.broken.push(`${input.type}: made twice, a step came to something else`);
    this.ledger.check();
  }

  #follow(action: PositionAction): void {
    this.trace.push(`  ${action.type}`);
    switch (action.type) {
      case "deliver":
        for (const event of action.events) this.ledger.give(event);
        return;
      case "gap":
        return this.#cover(this.#nowMs - action.offlineMs, Number(action.lastEventId ?? 0));
      case "possible_repeats":
        return this.ledger.toldRepeats(action.count);
      case "save_first":
        this.#lastReceived = undefined;
        return;
      case "handed_over":
        this.#mailbox = undefined;
        if (this.#stream !== undefined) this.#stream.beside = false;
        return;
      default:
    }
  }

  #recordNow(): CursorRecord {
    const record = this.#position.record(this.#nowMs, (event) => this.#sent.sentMsOf(event));
    // In these histories events wait for long before they are read; a record of a stream is made once all are.
    const [unread] = this.#stream?.pending ?? [];
    return { ...record, savedAtMs: Math.min(record.savedAtMs, this.#sent.sentMs(unread)) };
  }

  /** Before the first connection there is nothing to lose. */
  #begins(): void {
    if (!this.#wasThere) this.#cover(0, 0);
    this.#wasThere = true;
  }

  #cover(sinceMs: number, lastId: number): void {
    const pending = new Set(this.#stream?.pending);
    const box = this.#mailbox;
    const boxFrom = box === undefined || box.gone ? Infinity : Number(this.#position.acks.handledId || box.first);
    const inside = this.#sent.inside(sinceMs, lastId).filter((number) => !pending.has(number) && number <= boxFrom);
    for (const number of inside) this.ledger.cover(number);
  }
}
