import { settledWithin } from "../interaction/claims.js";
import { property } from "../interaction/read.js";
import { fieldsOf } from "./engine/adapter.js";
import type { FleetParts } from "./options.js";

/** Longest that the members who wait in a channel are asked, milliseconds: a sixth of an interaction's window. */
const ASK_MS = 500;

/** How long the others are waited for once one could take an interaction, milliseconds. */
const MOMENT_MS = 50;

/** After the engine came back: whoever does not answer may be on the way back, too, and is not taken for dead. */
const RETURN_MS = 5_000;

/** Tries to write down how one stands, where others write at the same moment. */
const TRIES = 20;

/**
 * What an interaction is to the conversations of a member: it was `taken` as an answer; it came too `late` for one; one
 * is `over`; one waits for `others`. `gone`: a conversation waited in its channel, in a process that is no more.
 */
export type WaitAnswer = "taken" | "late" | "gone" | "over" | "others";

/** The more telling, of what several members answer. */
const RANKS: readonly WaitAnswer[] = ["taken", "late", "gone", "over", "others"];

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
  /** Runs it here when it answers a conversation: it is `taken` then. */
  take(offer: Offer): Promise<WaitAnswer | undefined>;
}

/** A number: it could take it, by a conversation that has waited since then, engine time. `silent`: it may be alive. */
type Said = WaitAnswer | number | "silent" | undefined;

/** How a member stands in a channel: it waits there, has done so, or stopped while it did. */
interface Standing {
  readonly is: "waiting" | "over" | "stopped";
  /** Engine time. */
  readonly atMs: number;
}

/** Undefined `is`: it is forgotten. */
interface Change {
  readonly member: string;
  readonly is: Standing["is"] | undefined;
  /** Nothing changes unless it still stands like that. */
  readonly seen?: Standing;
}

type Other = readonly [member: string, seen: Standing];

interface Terms {
  readonly offer: object;
  /** When its answer is waited for no longer. */
  readonly endMs: number;
}

type Standings = Readonly<Record<string, Standing>>;

/**
 * Who waits for answers in which channel, over all members, so that an answer finds the conversation that it belongs to,
 * whichever member it comes to. Written down by channel; what waits for what exactly is only known where it waits.
 */
export class SharedWaits {
  readonly #parts: FleetParts;
  readonly #unsubscribe: readonly (() => void)[];
  /** Waits here, by channel; 0 where there were some. */
  readonly #open = new Map<string, number>();
  readonly #writes = new Map<string, Promise<void>>();
  readonly #asked = new Map<string, (said: Said) => void>();
  #count = 0;
  #judge: WaitJudge | undefined;
  #returnedMs = -Infinity;
  #cancelRenewal: (() => void) | undefined;
  #isLeaving = false;

  constructor(parts: FleetParts) {
    this.#parts = parts;
    const { session } = parts;
    this.#unsubscribe = [
      session.subscribe(topicOf(this.#member), (text) => this.#hear(text)),
      session.onStatus((status) => {
        if (status === "disconnected") return;
        this.#returnedMs = parts.settings.clock.monotonicMs();
        this.#sayAll(); // what could not be written, or is lost
      }),
    ];
  }

  /** Who says what an interaction is that another member offers. */
  onOffer(judge: WaitJudge): void {
    this.#judge = judge;
  }

  /** This member waits in a channel. Returns how to say that it no longer does. */
  begin(channelId: string): () => void {
    this.#change(channelId, 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#change(channelId, -1);
    };
  }

  /** Offers an interaction to the other members that wait in its channel, or did. One takes it: the youngest wait hears. */
  async offer(channelId: string, { what, leftMs }: Offer): Promise<WaitAnswer | undefined> {
    const { settings, engineClock, session, engineFailed } = this.#parts;
    if (leftMs <= 0) return undefined;
    const deadlineMs = engineClock.nowMs + leftMs;
    const offer = { what, from: settings.member, deadlineMs };
    try {
      const endMs = this.#endMs(deadlineMs);
      const found = await this.#within(endMs - engineClock.nowMs, session.claims.get(keyOf(channelId)));
      const others = Object.entries(this.#recent(found?.value)).filter(([member]) => member !== settings.member);
      const said = await this.#askAll(channelId, others, { offer, endMs });
      const answers = new Set(said);
      const able = others.flatMap((other, index) => {
        const sinceMs = said[index];
        return typeof sinceMs === "number" ? [{ other, sinceMs }] : [];
      });
      for (const { other } of able.toSorted((one, next) => next.sinceMs - one.sinceMs)) {
        const given = { offer: { ...offer, isGiven: true }, endMs: this.#endMs(deadlineMs) };
        answers.add(await this.#ask(channelId, other, given));
        if (answers.has("taken")) break;
      }
      if (answers.has("silent")) answers.delete("gone"); // it may be the one that waits
      return RANKS.find((rank) => answers.has(rank));
    } catch (error) {
      engineFailed(error);
      return undefined;
    }
  }

  /** What each says. Once one could take it, the others have a moment left: whoever is dead holds up nobody else's answer. */
  async #askAll(channelId: string, others: readonly Other[], terms: Terms): Promise<readonly Said[]> {
    const said: Said[] = [];
    await new Promise<void>((resolve) => {
      const asks = others.map(async (other, index) => {
        said[index] = await this.#ask(channelId, other, terms);
        if (typeof said[index] === "number") this.#parts.settings.clock.schedule(resolve, MOMENT_MS);
      });
      void Promise.all(asks).then(() => resolve());
    });
    return said;
  }

  #endMs(deadlineMs: number): number {
    const { nowMs } = this.#parts.engineClock;
    return nowMs + Math.min(ASK_MS, (deadlineMs - nowMs) / 3);
  }

  /** Says of each channel where this member waits that it stopped. */
  leave(): void {
    this.#isLeaving = true;
    this.#sayAll();
  }

  /** Resolves when what was said is written down, or could not be. */
  async close(): Promise<void> {
    this.#cancelRenewal?.();
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    await Promise.all(this.#writes.values());
  }

  get #member(): string {
    return this.#parts.settings.member;
  }

  #within<Value>(timeoutMs: number, work: Promise<Value>): Promise<Value> {
    const late = () => new Error(`no answer within ${Math.ceil(timeoutMs)} ms`);
    return settledWithin(work, { clock: this.#parts.settings.clock, timeoutMs }, late);
  }

  async #ask(channelId: string, [member, seen]: Other, { offer, endMs }: Terms): Promise<Said> {
    if (seen.is === "stopped") return "gone";
    const { session, engineClock, settings } = this.#parts;
    const id = String((this.#count += 1));
    const answered = new Promise<Said>((resolve) => this.#asked.set(id, resolve));
    const timeoutMs = Math.max(1, endMs - engineClock.nowMs);
    const takeByMs = endMs - timeoutMs / 3; // what is left is for the answer's way
    try {
      await session.publish(topicOf(member), JSON.stringify({ ...offer, takeByMs, offer: id }));
      return await this.#within(timeoutMs, answered);
    } catch {
      if (settings.clock.monotonicMs() - this.#returnedMs < RETURN_MS) return "silent";
      // It is asked no more, until it says again that it waits.
      const isGone = seen.is === "waiting";
      this.#then(channelId, { member, is: isGone ? "stopped" : undefined, seen });
      return isGone ? "gone" : undefined;
    } finally {
      this.#asked.delete(id);
    }
  }

  #hear(text: string): void {
    const { offer, answer, is, sinceMs, from, what, isGiven, takeByMs, deadlineMs } = fieldsOf(text);
    const said = typeof sinceMs === "number" ? sinceMs : RANKS.find((rank) => rank === is);
    if (typeof answer === "string") this.#asked.get(answer)?.(said);
    if (typeof offer !== "string" || typeof from !== "string") return;
    const { session, engineClock } = this.#parts;
    const isLate = (): boolean => engineClock.nowMs > Number(takeByMs);
    if (isLate()) return this.#sayAll(); // who asked takes this member for dead
    void this.#answer({ what, leftMs: Number(deadlineMs) - engineClock.nowMs }, isGiven === true)
      .then(async (told) => {
        if (isLate()) this.#sayAll();
        if (told) await session.publish(topicOf(from), JSON.stringify({ answer: offer, ...told }));
      })
      .catch(() => undefined); // who asked sees that nobody answers
  }

  async #answer(offer: Offer, isGiven: boolean): Promise<object | undefined> {
    const judge = this.#judge;
    if (!judge) return undefined;
    const waitedMs = isGiven ? undefined : await judge.waitedMs(offer);
    if (waitedMs === undefined) return { is: await judge.take(offer) };
    return { sinceMs: this.#parts.engineClock.nowMs - waitedMs };
  }

  #change(channelId: string, by: 1 | -1): void {
    if (this.#isLeaving) return; // what ends now ends because this member stops
    const before = this.#open.get(channelId) ?? 0;
    this.#open.set(channelId, before + by);
    if (before === 0 || before + by === 0) this.#say(channelId);
    this.#cancelRenewal ??= this.#planRenewal();
  }

  /** What nobody renews is gone after a while: so are the marks of members that were killed. */
  #planRenewal(): () => void {
    const { clock, claimMs } = this.#parts.settings;
    return clock.schedule(() => {
      for (const [channelId, open] of this.#open) if (open === 0) this.#open.delete(channelId);
      this.#sayAll();
      this.#cancelRenewal = this.#open.size > 0 ? this.#planRenewal() : undefined;
    }, claimMs / 3);
  }

  #sayAll(): void {
    for (const channelId of this.#open.keys()) this.#say(channelId);
  }

  #say(channelId: string): void {
    const waits = (this.#open.get(channelId) ?? 0) > 0;
    const [waiting, over] = this.#isLeaving ? (["stopped", undefined] as const) : (["waiting", "over"] as const);
    this.#then(channelId, { member: this.#member, is: waits ? waiting : over });
  }

  /** One after the other for each channel. */
  #then(channelId: string, change: Change): void {
    const written = (this.#writes.get(channelId) ?? Promise.resolve())
      .then(async () => this.#write(keyOf(channelId), change))
      .catch(this.#parts.engineFailed)
      .finally(() => this.#writes.get(channelId) === written && this.#writes.delete(channelId));
    this.#writes.set(channelId, written);
  }

  async #write(key: string, { member, is, seen }: Change): Promise<void> {
    const { session, engineClock } = this.#parts;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const entry = await session.claims.get(key);
      const { [member]: now, ...others } = this.#recent(entry?.value);
      if (seen !== undefined && now?.atMs !== seen.atMs) return; // it has said something since
      const standings = is === undefined ? others : { ...others, [member]: { is, atMs: engineClock.nowMs } };
      if ((await session.claims.put(key, JSON.stringify(standings), entry?.revision)) !== undefined) return;
    }
    throw new Error("who waits in a channel could not be written down: others kept writing");
  }

  #recent(text = "{}"): Standings {
    const sinceMs = this.#parts.engineClock.nowMs - this.#parts.settings.claimMs;
    return Object.fromEntries(
      Object.entries(fieldsOf(text)).flatMap(([member, standing]) => {
        const known = STANDINGS.find((one) => one === property(standing, "is"));
        const atMs = property(standing, "atMs");
        return known && typeof atMs === "number" && atMs > sinceMs ? [[member, { is: known, atMs }] as const] : [];
      }),
    );
  }
}

const STANDINGS = ["waiting", "over", "stopped"] as const;

const topicOf = (member: string): string => `answers-${member}`;

const keyOf = (channelId: string): string => `waits:${channelId}`;
