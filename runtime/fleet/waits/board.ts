import type { FleetParts } from "../resolve-options.js";
import { changed, readStandings, type StandingChange, type Standings } from "./standings.js";

/** Milliseconds until a standing that could not be written is written again. */
const RETRY_MS = 1_000;

/** For so long after the engine came back, other members may still be on their way back, milliseconds. */
const RETURN_MS = 5_000;

/** Attempts to write a standing where other members write at the same moment. */
const ATTEMPTS = 20;

/** How members stand in the channels, kept by the engine: writes this member's own standings, and reads all. */
export class StandingsBoard {
  readonly #parts: FleetParts;
  readonly #unsubscribe: () => void;
  /** Pending waits of this member, by channel; 0 where the last one has ended since the last renewal. */
  readonly #pending = new Map<string, number>();
  /** The last write of each channel, while it is under way. */
  readonly #writes = new Map<string, Promise<void>>();
  readonly #unwritten = new Set<string>();
  #isConnected = true;
  #connectedMs = -Infinity;
  #cancelRenewal: (() => void) | undefined;
  #cancelRetry: (() => void) | undefined;
  #isLeaving = false;

  constructor(parts: FleetParts) {
    this.#parts = parts;
    this.#unsubscribe = parts.session.onStatus((status) => {
      this.#isConnected = status !== "disconnected";
      if (!this.#isConnected) return;
      this.#connectedMs = parts.settings.clock.monotonicMs();
      this.writeAll(); // what could not be written, or is lost
    });
  }

  /** Whether the engine has been in reach for so long that a member which does not reply is gone. */
  get isSettled(): boolean {
    return this.#isConnected && this.#parts.settings.clock.monotonicMs() - this.#connectedMs >= RETURN_MS;
  }

  async read(channelId: string): Promise<Standings> {
    return this.#standingsIn((await this.#parts.session.claims.get(keyOf(channelId)))?.value);
  }

  /** Counts a wait that begins or ends. */
  count(channelId: string, by: 1 | -1): void {
    if (this.#isLeaving) return; // its waits end because it stops
    const before = this.#pending.get(channelId) ?? 0;
    this.#pending.set(channelId, before + by);
    if (before === 0 || before + by === 0) this.#writeOwn(channelId);
    this.#cancelRenewal ??= this.#planRenewal();
  }

  /** Writes this member's standing in every channel anew. */
  writeAll(): void {
    for (const channelId of this.#pending.keys()) this.#writeOwn(channelId);
  }

  /** Writes another member's standing, once. */
  writeOther(channelId: string, change: StandingChange): void {
    this.#write(channelId, () => change);
  }

  /** Marks this member as stopped in every channel where it has pending waits. */
  leave(): void {
    this.#isLeaving = true;
    this.writeAll();
  }

  /** Resolves once the last standings are written, or could not be. */
  async close(): Promise<void> {
    this.#isConnected = false; // nothing is written again
    this.#cancelRenewal?.();
    this.#cancelRetry?.();
    this.#unsubscribe();
    await Promise.all(this.#writes.values());
  }

  /** What is not renewed lapses: so do the standings of members that were killed. */
  #planRenewal(): () => void {
    const { clock, claimMs } = this.#parts.settings;
    return clock.schedule(() => {
      for (const [channelId, count] of this.#pending) if (count === 0) this.#pending.delete(channelId);
      this.writeAll();
      this.#cancelRenewal = this.#pending.size > 0 ? this.#planRenewal() : undefined;
    }, claimMs / 3);
  }

  #writeOwn(channelId: string): void {
    const { member } = this.#parts.settings;
    this.#write(channelId, () => {
      const isWaiting = (this.#pending.get(channelId) ?? 0) > 0;
      if (this.#isLeaving) return { member, is: isWaiting ? "stopped" : undefined };
      return { member, is: isWaiting ? "waiting" : "over" };
    });
  }

  /** One after the other for each channel. */
  #write(channelId: string, change: () => StandingChange): void {
    const written = (this.#writes.get(channelId) ?? Promise.resolve())
      .then(async () => this.#attempt(keyOf(channelId), change()))
      .catch((error: unknown) => {
        this.#parts.engineFailed(error);
        if (this.#pending.has(channelId)) this.#writeLater(channelId);
      })
      .finally(() => this.#writes.get(channelId) === written && this.#writes.delete(channelId));
    this.#writes.set(channelId, written);
  }

  /** Not while the engine is out of reach: everything is written when it comes back. */
  #writeLater(channelId: string): void {
    if (!this.#isConnected) return;
    this.#unwritten.add(channelId);
    this.#cancelRetry ??= this.#parts.settings.clock.schedule(() => {
      this.#cancelRetry = undefined;
      for (const unwritten of this.#unwritten) this.#writeOwn(unwritten);
      this.#unwritten.clear();
    }, RETRY_MS);
  }

  async #attempt(key: string, change: StandingChange): Promise<void> {
    const { session, engineClock } = this.#parts;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const entry = await session.claims.get(key);
      const standings = changed(this.#standingsIn(entry?.value), change, engineClock.nowMs);
      if (standings === undefined) return;
      if ((await session.claims.put(key, JSON.stringify(standings), entry?.revision)) !== undefined) return;
    }
    throw new Error("The standings of a channel could not be written: other members kept writing them");
  }

  #standingsIn(text: string | undefined): Standings {
    return readStandings(text, this.#parts.engineClock.nowMs - this.#parts.settings.claimMs);
  }
}

const keyOf = (channelId: string): string => `waits:${channelId}`;
