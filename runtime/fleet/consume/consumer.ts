import {
  createDispatcher,
  type Dispatcher,
  type DispatcherOptions,
  laneOf,
  type LaneName,
  orderKeyOf,
  type StopResult,
  type StreamEvent,
} from "../../events/index.js";
import { claimInteraction } from "../claims.js";
import type { EngineSettings, LogDelivery, PartitionedLog } from "../engine/contract.js";
import type { FleetParts } from "../resolve-options.js";
import type { DeadLetters } from "./dead-letters.js";
import { sleep } from "../../base/time.js";
import { type FleetHandlerContext, InHand, InHandContext } from "./in-hand.js";
import { pauseGuard } from "./pause-guard.js";
import { countStart } from "./starts.js";
import { Suspects } from "./suspects.js";
import { type Admitted, type ConsumerCounters, noCounts, triage, type TriageOptions } from "./triage.js";

/** A dispatcher's options, with handlers that learn more about their event. */
export interface FleetDispatcherOptions extends Omit<DispatcherOptions<StreamEvent>, "handle"> {
  /** Called for each event. What it throws or rejects with goes to `onError`; what it means is `onFailure`'s. */
  readonly handle: (event: StreamEvent, context: FleetHandlerContext) => void | Promise<void>;
}

export interface ConsumerOptions extends FleetParts {
  readonly deadLetters: DeadLetters;
  readonly dispatch: FleetDispatcherOptions;
  /** The name under which an interaction is claimed, from its identity. */
  readonly claimKeyOf: (identity: string) => string;
}

interface PullFrom {
  readonly log: PartitionedLog;
  readonly partition: number;
  readonly lane: LaneName;
  readonly signal: AbortSignal;
}

/** Milliseconds that one pull waits at the engine. */
const PULL_MS = 5_000;

/** Milliseconds until an engine that did not answer is asked again. */
const RETRY_MS = 250;

const LANE_PULLS = 4;

/**
 * Takes events from the log to the dispatcher: of each partition one at a time, over all members, so that a channel keeps
 * its order whoever handles it.
 */
export class Consumer {
  readonly counters: ConsumerCounters = noCounts();
  readonly dispatcher: Dispatcher<StreamEvent>;
  readonly #options: ConsumerOptions;
  readonly #guard: ReturnType<typeof pauseGuard>;
  readonly #triage: TriageOptions;
  readonly #suspects: Suspects<InHand>;
  readonly #inHand = new Map<InHand, () => void>();
  /** Interactions that are being claimed. */
  readonly #claiming = new Set<LogDelivery>();
  /** Each delivery has an event of its own, also of the same identity. */
  readonly #byEvent = new WeakMap<StreamEvent, InHand>();
  /** One for each loop: a signal is not made for as many listeners as there are partitions. */
  readonly #loopAborts: AbortController[] = [];
  readonly #cancels: (() => void)[] = [];
  #loops: Promise<unknown> | undefined;

  constructor(options: ConsumerOptions) {
    this.#options = options;
    const { dispatch } = options;
    const { clock, ackWaitMs } = options.settings;
    this.#triage = { ...options, counters: this.counters };
    this.dispatcher = createDispatcher<StreamEvent>({
      clock,
      laneOf,
      orderKeyOf,
      ...dispatch,
      handle: (event, context) => {
        const task = this.#byEvent.get(event);
        if (task === undefined) throw new Error("An event that was not offered here is to be handled");
        const begin = () => dispatch.handle(event, new InHandContext(context, task));
        return task.isSuspect ? this.#recorded(task, begin) : begin();
      },
    });
    this.#suspects = new Suspects({ clock, patienceMs: ackWaitMs, begin: (task) => this.#hand(task) });
    this.#guard = pauseGuard({ clock, ackWaitMs, onPause: (pausedMs) => this.#onPause(pausedMs) });
  }

  start(): void {
    const { session } = this.#options;
    const { ackWaitMs, interactions } = this.#settings;
    this.#guard.start();
    this.#extend("events", ackWaitMs / 3);
    this.#extend("interactions", interactions.ackWaitMs / 3);
    const loops = Array.from({ length: session.events.partitions }, (_, partition) => this.#consume(partition));
    const lanes = Array.from({ length: LANE_PULLS }, () => this.#serveLane());
    this.#loops = Promise.all([...loops, ...lanes]);
  }

  /** Takes nothing more, lets handlers finish, and gives back what they have not. */
  async stop(graceMs: number): Promise<StopResult> {
    for (const abort of this.#loopAborts) abort.abort();
    this.#suspects.close();
    const result = await this.dispatcher.stop({ graceMs });
    this.#guard.stop();
    for (const cancel of this.#cancels) cancel();
    const left = [...this.#inHand];
    const unanswered = left.filter(([task]) => !task.isConfirmed);
    await Promise.allSettled(unanswered.map(([task]) => this.#giveBack(task)));
    for (const [, resolve] of left) resolve();
    await this.#loops;
    return result;
  }

  get #settings(): EngineSettings {
    return this.#options.settings;
  }

  /** Events in hand at this moment. */
  get inHand(): number {
    return this.#inHand.size;
  }

  async #consume(partition: number): Promise<void> {
    const signal = this.#loopSignal();
    const from = { log: this.#options.session.events, partition, lane: "events" as const, signal };
    while (!signal.aborted) {
      const delivery = await this.#next(from);
      if (delivery === undefined) continue;
      const envelope = await triage(delivery, this.#triage);
      if (envelope !== undefined) await this.#offer(delivery, envelope);
    }
  }

  async #serveLane(): Promise<void> {
    const signal = this.#loopSignal();
    const from = { log: this.#options.session.interactions, partition: 0, lane: "interactions" as const, signal };
    while (!signal.aborted) {
      const delivery = await this.#next(from);
      if (delivery !== undefined) void this.#takeInteraction(delivery);
    }
  }

  #loopSignal(): AbortSignal {
    const abort = new AbortController();
    this.#loopAborts.push(abort);
    return abort.signal;
  }

  async #next({ log, partition, lane, signal }: PullFrom): Promise<LogDelivery | undefined> {
    await this.#room(lane, signal);
    // What came now would be let go, and be missing to its partition for as long as the ack wait.
    const { distrustMs } = this.#guard;
    if (distrustMs > 0) await sleep(this.#settings.clock, distrustMs, signal);
    if (signal.aborted) return undefined;
    let delivery: LogDelivery | undefined;
    try {
      delivery = await log.pull(partition, { waitMs: PULL_MS, signal });
    } catch (error) {
      this.#options.engineFailed(error);
      await sleep(this.#settings.clock, RETRY_MS, signal);
      return undefined;
    }
    if (delivery === undefined) return undefined;
    if (this.#guard.isPaused) return undefined; // may be another's by now: it comes again
    if (!signal.aborted) return delivery;
    await delivery.release().catch(() => undefined);
    return undefined;
  }

  async #takeInteraction(delivery: LogDelivery): Promise<void> {
    const { session, claimKeyOf } = this.#options;
    const { member } = this.#settings;
    // Coming and being claimed may take an engine far away longer than it waits: no other member may have it meanwhile.
    void delivery.extend().catch(() => undefined);
    this.#claiming.add(delivery);
    try {
      const envelope = await triage(delivery, this.#triage);
      if (envelope === undefined) return;
      if (await claimInteraction(session.claims, { key: claimKeyOf(envelope.identity), member, delivery })) {
        const offered = this.#offer(delivery, envelope);
        this.#claiming.delete(delivery);
        await offered;
        return;
      }
      this.counters.claimsLost += 1;
      await delivery.ack();
    } catch (error) {
      this.#options.engineFailed(error); // the interaction comes again while it lives
    } finally {
      this.#claiming.delete(delivery);
    }
  }

  /** Hands one entry to the dispatcher; resolves when this worker is done with it. */
  #offer(delivery: LogDelivery, { heldMs, ...envelope }: Admitted): Promise<void> {
    const { engineClock } = this.#options;
    const { clock } = this.#settings;
    const ageMs = heldMs + Math.max(0, engineClock.nowMs - delivery.storedAtMs);
    const receivedAtMs = clock.monotonicMs() - ageMs;
    const task = new InHand(delivery, { ...envelope, receivedAtMs }, () => this.#onSettled(task));
    return new Promise((resolve) => {
      const finish = () => {
        this.#inHand.delete(task);
        if (task.isSuspect) this.#suspects.done(task);
        resolve();
      };
      this.#inHand.set(task, finish);
      this.#byEvent.set(envelope.event, task);
      if (task.isSuspect) this.#suspects.add(task);
      else this.#hand(task);
    });
  }

  #hand(task: InHand): void {
    if (this.dispatcher.offer(task)) return;
    void task.delivery.release().catch(() => undefined);
    this.#inHand.get(task)?.();
  }

  /** Handles what may have killed a worker, once it is recorded that this begins. */
  async #recorded(task: InHand, begin: () => void | Promise<void>): Promise<void> {
    if (!task.hasBegun && !task.isForfeited) {
      task.hasBegun = true;
      await countStart(this.#options.session.claims, task.identity, 1);
    }
    if (!task.isForfeited) await begin(); // else it may be another's by now
  }

  /** This worker is well: whatever it gives back or lets go of has not killed it. */
  async #giveBack(task: InHand): Promise<void> {
    if (task.hasBegun) await countStart(this.#options.session.claims, task.identity, -1);
    await task.delivery.release();
  }

  #onSettled(task: InHand): void {
    const finish = this.#inHand.get(task);
    if (!task.isConfirmed && (this.#guard.isPaused || task.isForfeited)) return finish?.();
    this.counters.handled += 1;
    if (task.isConfirmed) return finish?.();
    void task.delivery
      .ack()
      .catch(() => undefined)
      .then(() => finish?.());
  }

  #onPause(pausedMs: number): void {
    const { report } = this.#options;
    this.counters.pauses += 1;
    const inHand = this.#inHand.size;
    const message = `This machine was paused for ${Math.round(pausedMs)} ms; the events that it held are released.`;
    report("pause", message, { pausedMs, inHand });
    const reason = new Error(message);
    for (const [task, finish] of this.#inHand) {
      task.forfeit(reason);
      if (!task.isSuspect) continue;
      if (task.hasBegun) void countStart(this.#options.session.claims, task.identity, -1);
      else finish(); // it has not begun, and is not to begin here
    }
  }

  /** Says from time to time that handlers are still at it. */
  #extend(lane: LaneName, everyMs: number): void {
    const { clock } = this.#settings;
    const index = this.#cancels.length;
    const extend = () => {
      this.#cancels[index] = clock.schedule(extend, everyMs);
      if (this.#guard.isPaused) return;
      if (lane === "interactions") for (const delivery of this.#claiming) void delivery.extend().catch(() => undefined);
      for (const task of this.#inHand.keys()) {
        if (task.isForfeited || task.isConfirmed || laneOf(task.event) !== lane) continue;
        void task.delivery.extend().catch(() => undefined);
      }
    };
    this.#cancels[index] = clock.schedule(extend, everyMs);
  }

  #room(lane: LaneName, signal: AbortSignal): Promise<void> {
    const hasRoom = () => this.dispatcher.hasRoom(lane) || signal.aborted;
    if (hasRoom()) return Promise.resolve();
    return new Promise((resolve) => {
      const look = () => {
        if (!hasRoom()) return;
        leave();
        signal.removeEventListener("abort", look);
        resolve();
      };
      const leave = this.dispatcher.onRoom(look);
      signal.addEventListener("abort", look, { once: true });
    });
  }
}
