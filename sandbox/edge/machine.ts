import { EventEmitter } from "node:events";
import type { SandboxClock } from "../clock/clock.js";
import { SandboxLog } from "../log.js";
import { apply, type Applied } from "../machine/apply.js";
import type { Effect, StreamEnd, Timer, Input, Receiver } from "../machine/tx.js";
import { written } from "../machine/lines.js";
import { deadlineOf } from "../rules/interactions.js";
import type { InteractionRecord, EndpointRecord } from "../world/records.js";
import type { World } from "../world/world.js";
import { Line } from "./line.js";
import type { EndpointSender } from "./sender.js";
import { nameIn, type Resolve } from "../delivery/address.js";
import type { Portal } from "../portal/portal.js";
import { type Method, METHODS, type RulesOn } from "../machine/rules.js";

/**
 * Hears of every input once it was applied, before anything is done outside because of it: as it is written down, what
 * came of it, and when, on the wall clock and the monotonic one.
 */
export type InputListener = (input: Input, applied: Applied, at: readonly [nowMs: number, monotonicMs: number]) => void;

export interface MachineParts {
  readonly world: World;
  readonly clock: SandboxClock;
  readonly sender: EndpointSender;
}

/**
 * Runs the platform: hands inputs to `apply` with the time of the clock, and carries out what comes of them on lines,
 * timers, endpoints and the log. What happens there comes back as further inputs.
 */
export class Machine {
  #world: World;
  readonly clock: SandboxClock;
  readonly sender: EndpointSender;
  readonly log: SandboxLog;
  readonly #lines = new Map<string, Line>();
  readonly #timers = new Map<Timer, () => void>();
  /** Tells of what changed, by its kind and id. */
  readonly #changes = new EventEmitter().setMaxListeners(0);
  /** Those who wait for what becomes of a delivery of theirs. */
  readonly #outcomes = new Map<string, (output: Applied["output"]) => void>();
  readonly #listeners = new Set<InputListener>();

  constructor({ world, clock, sender }: MachineParts) {
    this.#world = world;
    this.clock = clock;
    this.sender = sender;
    this.log = new SandboxLog(() => clock.now(), world.settings.parameters.logEntries);
  }

  /** The state. Read only here: it changes by inputs alone. */
  get world(): World {
    return this.#world;
  }

  /** Hears of inputs from now on; the returned function stops that. */
  listen(listener: InputListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Applies an input and carries out its effects. Gives what it came to, or throws the refusal. */
  apply(input: Input): unknown {
    const [nowMs, monotonicMs] = [this.clock.now(), this.clock.monotonicMs()];
    const heard = this.#listeners.size > 0 ? written(this.world, input, nowMs) : undefined;
    const applied = apply(this.#world, input, { nowMs, monotonicMs });
    this.#world = applied.world;
    if (heard) for (const listener of this.#listeners) listener(heard, applied, [nowMs, monotonicMs]);
    for (const effect of applied.effects) this.#carryOut(effect);
    if (input.type === "delivered") this.#outcomes.get(input.deliveryId)?.(applied.output);
    if ("error" in applied.output) throw applied.output.error;
    return applied.output.value;
  }

  #carryOut(effect: Effect): void {
    switch (effect.type) {
      case "log":
        return this.log.add(effect.kind, effect.text, effect.detail);
      case "open":
        return this.#open(effect.connectionId, effect.muted);
      case "write":
        return this.#lines.get(effect.connectionId)?.write(effect.text);
      case "mute":
        return this.#lines.get(effect.connectionId)?.mute();
      case "end":
        return this.#lines.get(effect.connectionId)?.end(effect.end, { severed: effect.severed });
      case "mailbox":
        return void this.#changes.emit(`mailbox ${effect.mailboxId}`);
      case "interaction":
        return void this.#changes.emit(`interaction ${effect.interactionId}`);
      case "message":
        return void this.#changes.emit("message", effect.messageId);
      case "timer":
        return this.#setTimer(effect.timer, effect.afterMs);
      case "deliver":
        return this.#deliver(effect);
    }
  }

  #open(connectionId: string, muted: boolean): void {
    const { streamBufferBytes: bufferBytes } = this.world.settings.parameters;
    const onEnd = (end: StreamEnd): void => {
      this.#lines.delete(connectionId);
      if (this.world.connections.get(connectionId) !== undefined) this.apply({ type: "closed", connectionId, end });
    };
    const line = new Line({ bufferBytes, onEnd });
    if (muted) line.mute();
    this.#lines.set(connectionId, line);
  }

  #setTimer(timer: Timer, afterMs: number | undefined): void {
    this.#timers.get(timer)?.();
    this.#timers.delete(timer);
    if (afterMs === undefined) return;
    const run = (): void => {
      this.#timers.delete(timer);
      this.apply({ type: "due", timer });
    };
    this.#timers.set(timer, this.clock.schedule(run, afterMs));
  }

  #deliver({ delivery }: Extract<Effect, { type: "deliver" }>): void {
    const { id: deliveryId } = delivery;
    this.sender.send(delivery, this.clock, (result) => {
      const awaited = this.#outcomes.has(deliveryId);
      try {
        this.apply({ type: "delivered", deliveryId, result });
      } catch (error) {
        // The refusal of a probe belongs to whoever asked for it.
        if (!awaited) this.log.add("bug", `delivering failed inside the sandbox: ${String(error)}`, { error });
      }
    });
  }

  line(connectionId: string): Line | undefined {
    return this.#lines.get(connectionId);
  }

  /** Ends all streams and cancels all timers. */
  stop(): void {
    this.#changes.emit("stop");
    for (const line of Array.from(this.#lines.values())) line.end("stopped");
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  /** An interaction as it stands now: one whose deadline has passed is expired from then on. */
  interaction(id: string): InteractionRecord | undefined {
    const interaction = this.world.interactions.get(id);
    const deadlineMs = interaction === undefined ? undefined : deadlineOf(interaction);
    if (deadlineMs === undefined || this.clock.now() < deadlineMs) return interaction;
    this.apply({ type: "due", timer: `interaction:${id}` });
    return this.world.interactions.get(id);
  }

  /** Calls `listener` at every change of an interaction. The returned function stops that. */
  watchInteraction(id: string, listener: () => void): () => void {
    return this.#watch(`interaction ${id}`, listener);
  }

  /** Hears that the platform stops. */
  watchStop(listener: () => void): () => void {
    return this.#watch("stop", listener);
  }

  /** Hears of each message that changed, or is gone, and of `undefined` where all may have. */
  watchMessages(listener: (messageId: string | undefined) => void): () => void {
    return this.#watch("message", listener);
  }

  #watch<Told extends unknown[]>(what: string, listener: (...told: Told) => void): () => void {
    this.#changes.on(what, listener);
    return () => this.#changes.off(what, listener);
  }

  /** Resolves when a mailbox gets an event or ends, or when the time is over. */
  mailboxNews(id: string, withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        stop();
        cancel();
        resolve();
      };
      const stop = this.#watch(`mailbox ${id}`, end);
      const cancel = this.clock.schedule(end, withinMs);
    });
  }

  /** What becomes of a delivery that was just sent. */
  outcomeOf<Value>(deliveryId: string): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#outcomes.set(deliveryId, (output) => {
        this.#outcomes.delete(deliveryId);
        if ("error" in output)
          reject(output.error as Error); // a rule throws nothing but errors
        else resolve(output.value as Value); // and gives what the caller of that rule knows
      });
    });
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.clock.schedule(resolve, ms));
  }
}

/** Any public address stands for an endpoint in this process, whose name need not resolve. */
const standIn = ["1.1.1.1"];

/** The portal of a machine: its rules, and what three actions of it wait for outside. */
export function portalOf(machine: Machine, resolve: Resolve): Portal {
  const rules = callsOn(machine, { on: "portal" });
  return {
    ...rules,
    async saveEndpoint({ appId, url, inProcess }) {
      const host = nameIn(url, machine.world.settings.allowLoopbackEndpoints);
      const resolved = host === undefined ? [] : await resolve(host).catch(() => []);
      const saved = rules.saveEndpoint({ appId, url, addresses: inProcess === undefined ? resolved : standIn });
      machine.sender.remember(url, inProcess);
      return saved;
    },
    probeEndpoint: async (endpoint) => machine.outcomeOf<EndpointRecord>(rules.probeEndpoint(endpoint)),
    retestEndpoint: async (endpoint) => machine.outcomeOf<EndpointRecord>(rules.retestEndpoint(endpoint)),
  };
}

/** The methods of a receiver's rules, each call of which becomes one input. Arguments are plain data. */
export function callsOn<On extends Receiver["on"]>(
  machine: Machine,
  receiver: Receiver & { readonly on: On },
): RulesOn<On> {
  const callOf =
    (method: string): Method =>
    (...args) =>
      machine.apply({ type: "call", receiver, method, args: args.map(plain) });
  const calls = Object.fromEntries([...METHODS[receiver.on]].map((method) => [method, callOf(method)]));
  return calls as unknown as RulesOn<On>; // the same methods under the same names
}

/** Whoever holds an argument may change it later; what was handed in stays as it was. */
const plain = (value: unknown): unknown =>
  typeof value === "object" && value !== null ? structuredClone(value) : value;
