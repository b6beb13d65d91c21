import type { ClaimMemory } from "../interaction/claims.js";
import type { FleetDiagnostic } from "../diagnostics/fleet.js";
import type { KeyValue } from "../store/contract.js";
import type { RateLimitMemory } from "../http/middleware/limits.js";
import type { RetryBudget } from "../http/middleware/retry.js";
import { type CommandsOutcome, type CommandsVersion, registerOnce } from "./commands.js";
import { sharedDedupe } from "./claims.js";
import { Consumer, type FleetDispatcherOptions } from "./consume/consumer.js";
import { noCounts } from "./consume/triage.js";
import { DeadLetters } from "./consume/dead-letters.js";
import type { EngineInfo } from "./engine/contract.js";
import { engineEnded } from "./engine/reconnecting.js";
import { EngineWatch } from "./engine-watch.js";
import { FleetError } from "./errors.js";
import { FleetIntake, type IntakeOptions } from "./intake/intake.js";
import type { OpenStream } from "./intake/slot-intake.js";
import { SlotCursor } from "./intake/slot-cursor.js";
import { type Lease, openLease } from "./lease.js";
import type { FleetParts } from "./resolve-options.js";
import type { FleetRole } from "./options.js";
import { SharedPace } from "./shared-pace.js";
import { SharedWaits } from "./shared-waits.js";
import { type FleetState, readShared, type SharedState, totalLag } from "./state.js";

/** Milliseconds between two readings of what all members see alike. */
const READ_EVERY_MS = 5_000;

/** What consuming needs besides a dispatcher. */
export interface ConsumeOptions {
  /** The name under which an interaction is claimed, from its identity. Default: the identity. */
  readonly claimKeyOf?: (identity: string) => string;
}

/** What clients of all members share, each an option of a client. */
export interface FleetPace {
  /** What is known of limits that the service named. */
  readonly rateLimits: RateLimitMemory;
  /** What repetitions are paid from. */
  readonly retryBudget: RetryBudget;
}

/** One member of a fleet. Made by `openFleet`; an App that is given one does the rest. */
export class Fleet {
  /** Events that were given up on. */
  readonly deadLetters: DeadLetters;
  /** Ids claimed once over all members: the `dedupe` of endpoints on many machines. */
  readonly dedupe: ClaimMemory;
  /** Options of a client that is to keep pace with all members: `createClient({ ...fleet.pace, baseUrl, token })`. */
  readonly pace: FleetPace;
  /** Who waits for answers in which channel: an App's conversations hear from each other by it. */
  readonly waits: SharedWaits;
  /** Resolves with the error that ended the fleet by itself, or with undefined once it was closed. */
  readonly ended: Promise<unknown>;
  readonly #parts: FleetParts;
  readonly #pace: SharedPace;
  readonly #leases = new Set<Lease>();
  #leasesOpened = 0;
  readonly #watch: EngineWatch;
  #cancelRead = () => {};
  #intake: FleetIntake | undefined;
  #consumer: Consumer | undefined;
  #shared: SharedState | undefined;
  #closed: Promise<void> | undefined;
  #end: (error: unknown) => void = () => {};

  constructor(parts: FleetParts) {
    this.#parts = parts;
    const { session, engineClock, report } = parts;
    this.deadLetters = new DeadLetters(session);
    this.dedupe = sharedDedupe(session.claims, engineClock);
    this.#pace = new SharedPace(parts);
    const { rateLimits, retryBudget } = this.#pace;
    this.pace = { rateLimits, retryBudget };
    this.waits = new SharedWaits(parts);
    this.ended = new Promise((resolve) => (this.#end = resolve));
    const onEnded = (cause: unknown) => void this.#engineEnded(cause);
    this.#watch = new EngineWatch({ session, clock: parts.settings.clock, report, onEnded });
    this.#readOften();
  }

  get name(): string {
    return this.#parts.settings.name;
  }

  /** Unique among all members and all their restarts. */
  get member(): string {
    return this.#parts.settings.member;
  }

  get roles(): readonly FleetRole[] {
    return this.#parts.roles;
  }

  /**
   * Hears what happens to the fleet, beside the option of that name. The first listener also gets what was reported
   * before it, up to 64 diagnostics. Returns how to stop listening.
   */
  onDiagnostic(listener: (diagnostic: FleetDiagnostic) => void): () => void {
    return this.#parts.diagnostics.listen(listener);
  }

  /** Milliseconds since the epoch on the engine's clock, which serves all members. */
  get engineNowMs(): number {
    return this.#parts.engineClock.nowMs;
  }

  /**
   * Reads the live stream into the log, whenever this member holds a slot. `open` is called each time it takes one, and
   * hands `cursorStore` and `cursorKey` on to `openEvents`.
   */
  intake(open: OpenStream, options: IntakeOptions = {}): FleetIntake {
    this.#check(this.#intake, "intake");
    this.#intake = new FleetIntake({ ...this.#parts, open, ...options });
    return this.#intake;
  }

  /** Handles events from the log, of each channel one after the other over all members. Takes a dispatcher's options. */
  consume(dispatch: FleetDispatcherOptions, { claimKeyOf = (identity) => identity }: ConsumeOptions = {}): Consumer {
    this.#check(this.#consumer, "consume");
    this.#consumer = new Consumer({ ...this.#parts, deadLetters: this.deadLetters, dispatch, claimKeyOf });
    this.#consumer.start();
    return this.#consumer;
  }

  /** The place of a slot, 0 or 1, for a stream of one's own: loading it fences off the previous holder. */
  cursorStore(slot = 0): KeyValue {
    if (slot !== 0 && slot !== 1) throw new FleetError("argument", `There are slots 0 and 1, and no ${String(slot)}.`);
    return new SlotCursor({ state: this.#parts.session.state, slot, member: this.member });
  }

  /** A lease by name: of all that ask for it, also in one process, one has it at a time. Stands by for it at once. */
  lease(name: string): Lease {
    if (typeof name !== "string" || name === "") throw new FleetError("argument", "A lease needs a name, a string.");
    return this.#openLease(`user.${name}`);
  }

  #openLease(name: string): Lease {
    this.#check(undefined, "lease");
    const { session, settings } = this.#parts;
    const { leaseMs, clock } = settings;
    // Two of one name exclude each other within a process, too.
    const member = `${settings.member}.${(this.#leasesOpened += 1)}`;
    const onReleased = () => this.#leases.delete(lease);
    const lease = openLease({ session, name, member, leaseMs, clock, onReleased });
    this.#leases.add(lease);
    return lease;
  }

  /**
   * Says whose fleet this is. The first App to say so owns the name.
   * @throws FleetError `mismatch` when it is another App's: members of both would handle each other's events
   */
  async belongsTo(appId: string): Promise<void> {
    const { state } = this.#parts.session;
    if ((await state.put("owner", appId)) !== undefined) return;
    const owner = (await state.get("owner"))?.value ?? appId;
    if (owner === appId) return;
    const message = `The fleet "${this.name}" is the App ${owner}'s, and this is the App ${appId}. Use a separate fleet for it: openFleet({ name }).`;
    throw new FleetError("mismatch", message);
  }

  /** Registers commands once over all members; an older build never over a newer one. */
  async commands(
    version: CommandsVersion,
    register: () => Promise<void>,
    signal?: AbortSignal,
  ): Promise<CommandsOutcome> {
    const { session, report } = this.#parts;
    const lease = this.#openLease("commands");
    const build = version.build ?? this.#parts.build;
    return registerOnce({ ...version, build }, register, { session, lease, report, signal });
  }

  /** What the engine is, with what a person should know about it. */
  info(): Promise<EngineInfo> {
    return this.#parts.session.info();
  }

  /** The fleet as this member knows it; what members share is at most a few seconds old. */
  get state(): FleetState {
    const { settings, slots, engine, engineClock } = this.#parts;
    const shared = this.#shared;
    const total = totalLag(shared?.lag ?? [], engineClock.nowMs);
    return {
      name: settings.name,
      member: settings.member,
      engine: engine.kind,
      isConnected: this.#watch.isConnected,
      engineAwayMs: this.#watch.awayMs,
      standby: slots === 2 ? "hot" : "warm",
      slots: Array.from({ length: slots }, (_, slot) => {
        const known = shared?.slots[slot];
        const mine = this.#intake?.slot(slot);
        const isMine = mine?.isHeld ?? known?.holder === settings.member;
        const seen = { holder: known?.holder, sinceMs: known?.sinceMs };
        const own = isMine ? { holder: settings.member, sinceMs: mine?.sinceMs ?? known?.sinceMs } : seen;
        return { slot, ...own, isMine, isSuspended: mine?.isSuspended ?? false };
      }),
      ...total,
      perSecond: this.#intake?.perSecond ?? 0,
      ...(this.#consumer?.counters ?? noCounts()),
      roundTripMs: engineClock.roundTripMs,
      clockOffsetMs: engineClock.offsetMs,
      clockErrorMs: engineClock.errorMs,
      readAtMs: shared?.readAtMs,
    };
  }

  /** The same, with what members share read now. */
  async refresh(): Promise<FleetState> {
    const { session, slots, settings } = this.#parts;
    this.#shared = await readShared(session, slots, settings.clock);
    return this.state;
  }

  /**
   * Leaves the fleet: reads no more and gives the slot back, lets handlers finish for up to `graceMs` (default 10,000),
   * gives back the rest. The connection to the engine stays its owner's. Called again, it waits no longer than that.
   */
  close({ graceMs = 10_000 }: { readonly graceMs?: number } = {}): Promise<void> {
    if (this.#closed !== undefined) void this.#consumer?.dispatcher.stop({ graceMs });
    this.#closed ??= this.#close(graceMs);
    return this.#closed;
  }

  async #close(graceMs: number): Promise<void> {
    const { session, engineClock } = this.#parts;
    await this.#intake?.stop();
    await this.#consumer?.stop(graceMs);
    await Promise.allSettled([...this.#leases].map((lease) => lease.release()));
    engineClock.stop();
    this.#pace.close();
    await this.waits.close();
    this.#cancelRead();
    this.#watch.close();
    await session.close();
    this.#end(undefined);
  }

  /** Nothing can be taken in or handled any more: a process that goes on would only look alive. */
  async #engineEnded(cause: unknown): Promise<void> {
    const { engine, report } = this.#parts;
    const error = engineEnded(engine.kind, cause);
    report("engine_ended", error.message, { error });
    this.#end(error);
    this.#intake?.fail(error);
    await this.close();
  }

  #check(existing: object | undefined, what: string): void {
    if (this.#closed !== undefined) throw new FleetError("closed", "The fleet is closed.");
    if (existing !== undefined) throw new FleetError("argument", `${what} was called before: a member does it once.`);
  }

  #readOften(): void {
    this.#cancelRead = this.#parts.settings.clock.schedule(() => this.#readOften(), READ_EVERY_MS);
    void this.refresh().catch(() => undefined);
  }
}
