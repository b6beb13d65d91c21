import type { PositionInput } from "../../../runtime/events/position-inputs.js";
import { calmActs, type ModelActs, wildActs } from "./position-acts.js";
import { intentSets, type ModelOptions, PositionRun } from "./position-run.js";
import { HEARTBEAT_MS, type ServiceAnswer, type ServiceMailbox } from "./position-service.js";

/** One random history of the service and of a position that is fed by it. Same seed, same history. */
export class PositionModel extends PositionRun implements ModelActs {
  readonly #pageSize: number;
  #successor: ServiceMailbox | undefined;
  #answer: ServiceAnswer | undefined;

  constructor(seed: number, options: ModelOptions = {}) {
    super(seed, options);
    this.#pageSize = this.chance() < 0.4 ? Infinity : this.below(5);
    this.#begin();
  }

  #begin(): void {
    this.#answer = undefined;
    this.#successor = undefined;
    this.begin();
    if (this.box === undefined) return;
    this.step({ type: "mailbox_restored", mailboxId: this.box.id });
    if (this.position.isDraining && (this.isCalm || this.chance() < 0.7)) this.#openSuccessor();
  }

  /** Plays the history and everything that is needed for it to come to rest. */
  play(steps: number): void {
    const acts = this.isCalm ? calmActs(this) : wildActs(this);
    for (let step = 0; step < steps && this.ledger.broken.length === 0; step += 1) {
      this.#tick();
      acts[this.below(acts.length)]?.();
    }
    for (let round = 0; round < 400 && !this.#isAtRest; round += 1) this.#settle();
    this.ledger.checkAll(this.service.sent.last);
    if (this.isCalm && this.ledger.gaps > 0) this.ledger.broken.push("a gap, and nothing can be lost");
  }

  #openSuccessor(): void {
    this.#successor = this.service.openBox(this.intents, this.nowMs);
    this.step({ type: "successor_opened" });
  }

  get #isAtRest(): boolean {
    if (!this.ledger.isIdle || this.#answer !== undefined) return false;
    const { box } = this;
    const { stream, sent } = this.service;
    if (stream?.beside === true) return false;
    if (box === undefined) return stream?.pending.length === 0 && stream.greeting === undefined;
    const since = this.position.acks.handledId || String(box.first);
    return !box.gone && !this.position.isDraining && since === String(sent.last);
  }

  /** Time passes; a quiet stream brings a heartbeat. */
  #tick(): void {
    this.nowMs += 1;
    const { stream } = this.service;
    if (stream?.read !== true || stream.greeting !== undefined || stream.pending.length > 0) return;
    if (this.nowMs - stream.heardMs >= HEARTBEAT_MS) this.#heartbeat();
    if (stream.caughtUp && !stream.beside) this.wholeMs = this.nowMs;
  }

  /** The service sends one behind everything that it has sent. */
  #heartbeat(): void {
    const { stream } = this.service;
    if (stream === undefined) return;
    stream.heardMs = this.nowMs;
    stream.caughtUp = true;
    this.step({ type: "heartbeat" });
  }

  /** What happens once nothing fails any more. */
  #settle(): void {
    this.#tick();
    this.connect();
    this.readStream(50);
    for (const event of this.ledger.open) this.ledger.finish(event);
    this.startRead();
    this.endRead(true, false);
  }

  make(count: number): void {
    for (let made = 0; made < count; made += 1) {
      const number = this.service.send(this.nowMs, this.chance);
      if (!this.isAsked(number)) this.ledger.excuse(number);
    }
    this.trace.push(`make ${count}: ${this.service.sent.last}`);
  }

  connect(): void {
    const usesStream = this.mode === "gateway" || (this.mode === "auto" && this.box === undefined);
    if (!usesStream) return this.#openMailbox();
    // One that was opened beside a mailbox waits for the next one, if that had other intents.
    const { stream } = this.service;
    if (stream?.beside === true) return this.#openMailbox();
    if (stream !== undefined) return;
    if (this.mode === "auto" && this.chance() < 0.3) return this.#openMailbox();
    const resumedFrom = this.position.resumeId;
    if (this.lastReceived !== undefined && resumedFrom !== this.lastReceived) {
      this.ledger.broken.push(`resumes from ${resumedFrom} instead of ${this.lastReceived}`);
    }
    this.#openStream(resumedFrom, false);
  }

  #openStream(resumedFrom: string | undefined, beside: boolean): void {
    const stream = this.service.openStream(resumedFrom, this.intents, beside, this.nowMs);
    if (!beside) this.begins();
    this.trace.push(`stream from ${resumedFrom}: ${stream.greeting?.type}${beside ? ", beside" : ""}`);
    if (!beside) this.step({ type: "accepted" });
  }

  readStream(count: number): void {
    const { stream, sent } = this.service;
    if (stream === undefined) return;
    if (!stream.read) {
      stream.read = true;
      this.step({ type: "connected", resumedFrom: stream.resumedFrom });
    }
    if (stream.greeting !== undefined) {
      const greeting = stream.greeting;
      stream.greeting = undefined;
      this.step(greeting);
      if (this.service.stream !== stream) return;
      // The gap of a new stream covers what was before it.
      if (greeting.type === "greeted" && !stream.beside) this.wholeMs = stream.acceptedMs;
    }
    const numbers = stream.pending.splice(0, count);
    const last = numbers.at(-1);
    // What is left may have been sent with what was read.
    if (stream.pending.length === 0) stream.heardMs = this.nowMs;
    else if (last !== undefined) stream.heardMs = Math.max(stream.heardMs, sent.sentMs(last));
    if (numbers.length > 0) {
      this.step({ type: "events", events: this.service.queued(numbers, true), passedId: undefined });
      if (!(this.service.stream?.beside ?? false)) this.lastReceived = String(last);
    }
    if (stream === this.service.stream && stream.pending.length === 0 && this.chance() < 0.5) this.#heartbeat();
  }

  dropStream(): void {
    const { stream } = this.service;
    if (stream === undefined) return;
    this.service.stream = undefined;
    if (stream.beside) this.step({ type: "handover_ended" });
    else {
      this.wholeMs = Math.min(this.wholeMs, this.service.sent.sentMs(stream.pending[0]));
      this.step({ type: "disconnected", heardMs: stream.heardMs });
    }
  }

  #openMailbox(): void {
    if (this.box !== undefined) return;
    this.lastReceived = undefined;
    const successor = this.#successor;
    this.#successor = undefined;
    if (successor === undefined) this.begins();
    this.box = successor ?? this.service.openBox(this.intents, this.nowMs);
    const { id: mailboxId, first, openedMs: startedMs } = this.box;
    const isSuccessor = successor !== undefined;
    if (isSuccessor) this.wholeMs = Math.min(this.wholeMs, startedMs);
    this.step({ type: "mailbox_opened", mailboxId, events: [], next: String(first), startedMs, isSuccessor });
    this.wholeMs = startedMs;
  }

  startRead(): void {
    const { box } = this;
    if (box === undefined || this.#answer !== undefined) return;
    if (box.gone) return this.#leaveBox({ type: "mailbox_gone" });
    const since = this.position.acks.handledId || String(box.first);
    const size = this.#pageSize === 0 ? 1 + this.below(6) : this.#pageSize;
    this.#answer = this.service.answer(box, since, size, this.nowMs);
    this.trace.push(`read ${since}: ${this.#answer.events.join(" ")} next ${this.#answer.next}`);
  }

  #leaveBox(why: PositionInput & { readonly type: "mailbox_gone" | "mailbox_drained" }): void {
    this.service.boxes.delete(this.box?.id ?? "");
    this.box = undefined;
    this.#answer = undefined;
    this.step(why);
    if (this.#successor !== undefined) this.#openMailbox();
  }

  endRead(comes: boolean, isPressed = true): void {
    const { box } = this;
    const answer = this.#answer;
    this.#answer = undefined;
    if (answer === undefined || box === undefined || !comes) return;
    box.sinceRead = 0;
    box.taken = Math.max(box.taken, Number(answer.next));
    const { repeats } = this.service.habits;
    const events = this.service.queued(answer.events, false);
    const room = repeats && isPressed && this.chance() >= 0.8 ? this.below(events.length + 1) : Infinity;
    this.step({ type: "mailbox_read", ...answer, events, receivedMs: this.nowMs, room });
    if (this.box !== box || events.length > 0) return;
    this.wholeMs = Math.max(this.wholeMs, answer.startedMs);
    if (this.position.isDraining && this.position.isEmptied) this.#leaveBox({ type: "mailbox_drained" });
  }

  /** A mailbox of other intents that is never empty. */
  giveUp(): void {
    if (this.box !== undefined && this.position.isDraining) this.#leaveBox({ type: "mailbox_gone" });
  }

  beside(): void {
    const { isSuccessor, isDraining } = this.position;
    const isFree = this.mode === "auto" && this.box !== undefined && !isSuccessor && !isDraining;
    if (!isFree || this.service.stream !== undefined) return;
    this.step({ type: "handover_began" });
    this.#openStream(undefined, true);
  }

  /** As by `kill -9`. The next process starts at once or, where the lease of the last one must end, later. */
  restart(downMs: number, changesIntents: boolean): void {
    // Of a service that does not repeat what was read, a killed process loses what it had read: nobody can know.
    const read = this.service.habits.repeats
      ? 0
      : Math.max(0, ...[...this.service.boxes.values()].map(({ taken }) => taken));
    for (let number = 1; number <= read; number += 1) this.ledger.excuse(number);
    this.service.stream = undefined;
    for (let ms = 0; ms < downMs; ms += 1) {
      this.nowMs += 1;
      if (this.chance() < 0.4) this.service.send(this.nowMs, this.chance);
    }
    if (changesIntents) this.intents = intentSets[this.below(intentSets.length)] ?? this.intents;
    this.trace.push(`restart with ${this.intents.join()} at ${this.service.sent.last}`);
    this.#begin();
  }
}
