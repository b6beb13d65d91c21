import { within } from "../base/time.js";
import type { FleetParts } from "./resolve-options.js";
import { StandingsBoard } from "./waits/board.js";
import { type OfferMessage, readMessage, writeOffer, writeReply } from "./waits/messages.js";
import { ableToTake, mostTelling, type Reply, type Standing, type WaitAnswer } from "./waits/standings.js";

export type { WaitAnswer } from "./waits/standings.js";

/** Longest that members have for a reply, milliseconds: a sixth of an interaction's window. */
const REPLY_MS = 500;

/** How long other replies are awaited once one member could take the interaction, milliseconds. */
const MOMENT_MS = 50;

/** An interaction that came to another member. */
export interface Offer {
  /** Plain data, as the other member gave it. */
  readonly what: unknown;
  /** Milliseconds in which it has to be confirmed. */
  readonly leftMs: number;
}

/** What a member makes of what another one offers. */
export interface WaitJudge {
  /** How long the youngest conversation here that it answers has waited; undefined: there is none. Takes nothing. */
  waitedMs(offer: Offer): Promise<number | undefined>;
  /**
   * Runs it here when it answers a conversation: it is `taken` then. Not while `mayTake` says no: the other member waits
   * for the reply no longer, and goes on as if this one were gone.
   */
  take(offer: Offer, mayTake: () => boolean): Promise<WaitAnswer | undefined>;
}

/** A member that waits in a channel, or did. */
interface Candidate {
  readonly member: string;
  readonly channelId: string;
  readonly seen: Standing;
}

/** What a candidate is asked. */
interface Question extends Pick<OfferMessage, "what" | "deadlineMs" | "isGiven"> {
  /** Latest time for the reply to be here, on the engine's clock. */
  readonly replyByMs: number;
}

/**
 * Tells the members of a fleet in which channels each of them has pending waits, and offers an interaction to those that
 * wait in its channel. Which interactions a wait accepts is only known at the member that has it.
 */
export class SharedWaits {
  readonly #parts: FleetParts;
  readonly #board: StandingsBoard;
  readonly #unsubscribe: () => void;
  /** Offers without a reply, by id. */
  readonly #offers = new Map<string, (reply: Reply) => void>();
  #count = 0;
  #judge: WaitJudge | undefined;

  constructor(parts: FleetParts) {
    this.#parts = parts;
    this.#board = new StandingsBoard(parts);
    this.#unsubscribe = parts.session.subscribe(topicOf(this.#member), (text) => this.#receive(text));
  }

  /** Sets who decides about the interactions that other members offer. */
  onOffer(judge: WaitJudge): void {
    this.#judge = judge;
  }

  /** A wait of this member begins in a channel. Returns the function that ends it. */
  begin(channelId: string): () => void {
    this.#board.count(channelId, 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#board.count(channelId, -1);
    };
  }

  /**
   * Offers an interaction to the other members that wait in its channel, or did. It is given to the one with the youngest
   * wait of those that could take it, and to the next where that one does not take it after all.
   */
  async offer(channelId: string, { what, leftMs }: Offer): Promise<WaitAnswer | undefined> {
    const { engineClock, engineFailed } = this.#parts;
    if (leftMs <= 0) return undefined;
    const deadlineMs = engineClock.nowMs + leftMs;
    const question = { what, deadlineMs, isGiven: false, replyByMs: this.#replyByMs(deadlineMs) };
    try {
      const standings = await this.#within(question.replyByMs - engineClock.nowMs, this.#board.read(channelId));
      const candidates = Object.entries(standings)
        .filter(([member]) => member !== this.#member)
        .map(([member, seen]) => ({ member, channelId, seen }));
      const replies = await this.#askAll(candidates, question);
      for (const candidate of ableToTake(replies)) {
        const given = { ...question, isGiven: true, replyByMs: this.#replyByMs(deadlineMs) };
        replies.set(candidate, await this.#ask(candidate, given));
        if (replies.get(candidate) === "taken") break;
      }
      return mostTelling(replies.values());
    } catch (error) {
      engineFailed(error);
      return undefined;
    }
  }

  /** Marks this member as stopped in every channel where it has pending waits. */
  leave(): void {
    this.#board.leave();
  }

  /** Resolves once the last standings are written, or could not be. */
  async close(): Promise<void> {
    this.#unsubscribe();
    await this.#board.close();
  }

  get #member(): string {
    return this.#parts.settings.member;
  }

  #replyByMs(deadlineMs: number): number {
    const { nowMs } = this.#parts.engineClock;
    return nowMs + Math.min(REPLY_MS, (deadlineMs - nowMs) / 3);
  }

  #within<Value>(timeoutMs: number, work: Promise<Value>): Promise<Value> {
    const late = () => new Error(`no answer within ${Math.ceil(timeoutMs)} ms`);
    return within(work, { clock: this.#parts.settings.clock, timeoutMs }, late);
  }

  /** Once one could take it, the others have a moment left: a dead member holds up no other answer. */
  async #askAll(candidates: readonly Candidate[], question: Question): Promise<Map<Candidate, Reply>> {
    const replies = new Map<Candidate, Reply>();
    await new Promise<void>((resolve) => {
      const asks = candidates.map(async (candidate) => {
        const reply = await this.#ask(candidate, question);
        replies.set(candidate, reply);
        if (typeof reply === "number") this.#parts.settings.clock.schedule(resolve, MOMENT_MS);
      });
      void Promise.all(asks).then(() => resolve());
    });
    return new Map(replies); // as they are at this moment
  }

  async #ask(candidate: Candidate, { replyByMs, ...offer }: Question): Promise<Reply> {
    if (candidate.seen.is === "stopped") return "gone";
    const { session, engineClock } = this.#parts;
    const id = String((this.#count += 1));
    const replied = new Promise<Reply>((resolve) => this.#offers.set(id, resolve));
    const timeoutMs = Math.max(1, replyByMs - engineClock.nowMs);
    const takeByMs = replyByMs - timeoutMs / 3; // what is left is for the way of the reply
    try {
      await session.publish(topicOf(candidate.member), writeOffer({ ...offer, id, from: this.#member, takeByMs }));
      return await this.#within(timeoutMs, replied);
    } catch {
      return this.#unreplied(candidate);
    } finally {
      this.#offers.delete(id);
    }
  }

  /** A member that does not reply is not asked again until it writes its standing again. */
  #unreplied({ member, channelId, seen }: Candidate): Reply {
    if (!this.#board.isSettled) return "silent";
    const isGone = seen.is === "waiting";
    this.#board.writeOther(channelId, { member, is: isGone ? "stopped" : undefined, seen });
    return isGone ? "gone" : undefined;
  }

  #receive(text: string): void {
    const message = readMessage(text);
    if (message?.type === "reply") this.#offers.get(message.id)?.(message.reply);
    // Where this fails, the other member sees that there is no reply.
    else if (message) void this.#reply(message).catch(() => undefined);
  }

  async #reply({ id, from, what, isGiven, takeByMs, deadlineMs }: OfferMessage): Promise<void> {
    const { session, engineClock } = this.#parts;
    const judge = this.#judge;
    const isLate = (): boolean => engineClock.nowMs > takeByMs;
    if (isLate()) return this.#board.writeAll(); // the other member marks this one as stopped
    if (!judge) return;
    const offer: Offer = { what, leftMs: deadlineMs - engineClock.nowMs };
    const waitedMs = isGiven ? undefined : await judge.waitedMs(offer);
    const reply = waitedMs === undefined ? await judge.take(offer, () => !isLate()) : engineClock.nowMs - waitedMs;
    if (isLate()) this.#board.writeAll();
    await session.publish(topicOf(from), writeReply(id, reply));
  }
}

const topicOf = (member: string): string => `answers-${member}`;
