import type { Clock } from "../../abi/index.js";
import { fieldsOf } from "../engine/adapter.js";
import type { EngineSession } from "../engine/contract.js";
import { type HoldEffect, type HoldInput, type HoldState, mayAct, RENEWALS, standby, stepHold } from "./machine.js";

export interface HolderListener {
  /** The lease is ours: begin. `fence` grows from holder to holder. */
  begin(fence: number): void;
  /** Begun work is to be ended: another holder has begun, or this one was stopped. The lease is given back after it. */
  end(why: "taken" | "stopped"): void | Promise<void>;
  /** Out of touch: do not act until `goOn()`. */
  suspend?(): void;
  goOn?(fence: number): void;
}

/** Topic on which a holder that gave its lease back names it, so that standby members need not poll for it. */
const FREE = "free";

export interface HolderOptions {
  readonly session: Pick<EngineSession, "leases" | "publish" | "subscribe">;
  readonly name: string;
  /** Unique among all members and all their restarts. */
  readonly member: string;
  readonly leaseMs: number;
  readonly clock: Clock;
  readonly listener: HolderListener;
  /**
   * Asked when the lease is free: whether no holder has to be waited for, because it was never held or the last holder
   * gave it back. Default: one has to be.
   */
  readonly isVacant?: () => Promise<boolean>;
  /** Asked before a free lease is taken. Default: it is. */
  readonly mayTake?: () => boolean;
  /** The engine confirmed that the lease is ours. */
  readonly onWritten?: () => void;
}

/** What a lease holds: by whom, and since when on that machine's wall clock. For people; decisions use the revision. */
export interface LeaseRecord {
  readonly member: string;
  readonly sinceMs: number;
}

/** Carries out what the machine of a lease decides: timers, and questions to the engine one at a time. */
export class LeaseHolder {
  readonly #options: HolderOptions;
  #state: HoldState = standby;
  #value = "";
  #cancelTick = () => {};
  #asking = false;
  #queue: HoldEffect[] = [];
  #ended: Promise<void> | undefined;
  #onIdle = () => {};
  #unsubscribe = () => {};
  #isTaking = false;

  constructor(options: HolderOptions) {
    this.#options = options;
  }

  get state(): HoldState {
    return this.#state;
  }

  /** Whether we may act in the fleet's name at this moment. */
  get mayAct(): boolean {
    return mayAct(this.#state, this.#nowMs, this.#rules);
  }

  /** Whether a free lease is being taken at this moment. */
  get isTaking(): boolean {
    return this.#isTaking;
  }

  /** Whether the engine confirmed that the lease is ours, asked after that time. */
  confirmedAfter(ms: number): boolean {
    return this.mayAct && this.#state.type === "holding" && this.#state.renewedAtMs >= ms;
  }

  start(): void {
    const { session, name } = this.#options;
    this.#unsubscribe = session.subscribe(FREE, (freed) => {
      if (freed === name) this.poke();
    });
    this.#tick();
  }

  /** Ends what was begun, then gives the lease back; resolves when that is done or the engine does not answer. */
  stop(): Promise<void> {
    this.#ended ??= this.#stop();
    return this.#ended;
  }

  /** Looks again now, without waiting for the next tick: the connection came back, or the holder said that it left. */
  poke(): void {
    if (this.#ended === undefined) this.#tick();
  }

  get #nowMs(): number {
    return this.#options.clock.monotonicMs();
  }

  get #rules() {
    return { leaseMs: this.#options.leaseMs, nowMs: this.#nowMs };
  }

  async #stop(): Promise<void> {
    this.#cancelTick();
    this.#unsubscribe();
    this.#queue = [];
    if (this.#asking) await new Promise<void>((resolve) => (this.#onIdle = resolve));
    this.#feed({ type: "stop" });
    if (this.#asking) await new Promise<void>((resolve) => (this.#onIdle = resolve));
  }

  #tick(): void {
    this.#cancelTick();
    if (this.#ended !== undefined) return;
    this.#cancelTick = this.#options.clock.schedule(() => this.#tick(), this.#options.leaseMs / RENEWALS);
    // A question that is still unanswered says enough; but time has passed, and that alone may suspend.
    if (!this.#asking) this.#feed({ type: "tick" });
    else if (!this.mayAct) this.#feed({ type: "unreachable" });
  }

  #feed(input: HoldInput): void {
    const [state, effects] = stepHold(this.#state, input, this.#rules);
    this.#state = state;
    this.#queue.push(...effects);
    if (!this.#asking) void this.#carryOut();
    else this.#tellOnly();
  }

  /** While a question is under way: what needs no answer is done at once. */
  #tellOnly(): void {
    const told = this.#queue.filter(({ type }) => type === "suspend" || type === "go-on");
    this.#queue = this.#queue.filter((effect) => !told.includes(effect));
    for (const effect of told) this.#tell(effect);
  }

  async #carryOut(): Promise<void> {
    this.#asking = true;
    for (let effect = this.#queue.shift(); effect !== undefined; effect = this.#queue.shift()) {
      const answer = await this.#do(effect);
      this.#isTaking = false;
      if (answer === undefined) continue;
      const [state, effects] = stepHold(this.#state, answer, this.#rules);
      this.#state = state;
      this.#queue.push(...effects);
      if (answer.type === "written") this.#options.onWritten?.();
    }
    this.#asking = false;
    this.#onIdle();
  }

  /** Never rejects: an engine that fails is one that does not answer. */
  async #do(effect: HoldEffect): Promise<HoldInput | undefined> {
    try {
      switch (effect.type) {
        case "create":
          if (this.#state.type === "standby" && this.#options.mayTake?.() === false) return { type: "taken" };
          this.#isTaking = true;
          this.#value = JSON.stringify(this.#record());
          return await this.#write(undefined);
        case "renew":
          return await this.#write(effect.revision);
        case "look":
          return await this.#look();
        case "release":
          await this.#release(effect.revision);
          return undefined;
        case "end":
          await this.#end(effect.why);
          return effect.why === "stopped" ? { type: "finished" } : undefined;
        default:
          this.#tell(effect);
          return undefined;
      }
    } catch {
      return { type: "unreachable" };
    }
  }

  /** Never rejects: a listener that fails has ended, too. */
  async #end(why: "taken" | "stopped"): Promise<void> {
    try {
      await this.#options.listener.end(why);
    } catch {
      // Its own fault, which must not keep the lease.
    }
  }

  #tell(effect: HoldEffect): void {
    const { listener } = this.#options;
    if (effect.type === "begin") listener.begin(effect.revision);
    else if (effect.type === "suspend") listener.suspend?.();
    else if (effect.type === "go-on") listener.goOn?.(effect.revision);
  }

  async #release(revision: number): Promise<void> {
    const { session, name } = this.#options;
    await session.leases.delete(name, revision);
    await session.publish(FREE, name);
  }

  async #write(revision: number | undefined): Promise<HoldInput> {
    const sentAtMs = this.#nowMs;
    const written = await this.#options.session.leases.put(this.#options.name, this.#value, revision);
    return written === undefined ? { type: "refused" } : { type: "written", revision: written, sentAtMs };
  }

  async #look(): Promise<HoldInput> {
    const { session, name, member, isVacant } = this.#options;
    const entry = await session.leases.get(name);
    if (entry === undefined) return (await isVacant?.()) === true ? { type: "vacant" } : { type: "free" };
    return readLease(entry.value)?.member === member ? { type: "own", revision: entry.revision } : { type: "taken" };
  }

  #record(): LeaseRecord {
    return { member: this.#options.member, sinceMs: this.#options.clock.now() };
  }
}

/** The holder of a lease, from its string; undefined when that cannot be read. */
export function readLease(value: string): LeaseRecord | undefined {
  const { member, sinceMs } = fieldsOf(value);
  return typeof member === "string" && typeof sinceMs === "number" ? { member, sinceMs } : undefined;
}
