import { type FleetDiagnostic, type MemoryEngine, memoryEngine, openFleet } from "../../../runtime/fleet/index.js";
import type { Fleet, FleetEngine, FleetOptions } from "../../../runtime/fleet/index.js";
import { resolveFleetOptions } from "../../../runtime/fleet/resolve-options.js";
import { MachineClock, SimClock, type WorldClock } from "./clock.js";
import { SimPlatform, SimStream } from "./platform.js";

/** A start of a handler. */
export interface Start {
  readonly number: number;
  readonly channel: string;
  readonly member: string;
  readonly atMs: number;
}

/** What a world stands on where not on the engine in memory and the virtual clock. */
export interface Ground {
  readonly clock: WorldClock;
  /** The engine as one machine reaches it. */
  engineFor(machine: string): Promise<FleetEngine>;
  readonly faults: WorldFaults;
}

/** What can happen to the engine, and to the way of a machine to it. */
export interface WorldFaults {
  cut(machine: string): void;
  heal(machine: string): void;
  /** The machine is gone, and its connections with it. */
  kill(machine: string): void;
  stop(): void;
  start(): void;
  /** The connection is over for good: a new one has to be made. */
  end(machine: string): void;
  /** Milliseconds to the engine and back from now on; undefined: as at first. */
  slow(latencyMs: number | undefined): void;
}

/** How a world is. */
export interface WorldOptions {
  readonly ground?: Ground;
  readonly fleet?: FleetOptions;
  /** The engine as members get it. Default: as it is. */
  readonly weakened?: (engine: FleetEngine) => FleetEngine;
  /** Milliseconds to the engine and back, and to the service. Default 2. */
  readonly latencyMs?: number;
  /** Milliseconds that an event takes to a machine's stream. Default: half of the latency. */
  readonly arrivesAfterMs?: (machine: string) => number;
  readonly spacingMs?: number;
  /** Milliseconds that a handler takes, by the number of its event. Default 2. */
  readonly handlerMs?: (number: number, channel: string, member: string) => number;
  readonly concurrency?: number;
}

/** One machine of the simulation. */
export interface Machine {
  readonly name: string;
  readonly clock: MachineClock;
  readonly fleet: Fleet;
  readonly diagnostics: FleetDiagnostic[];
  isDead: boolean;
}

/** What came of it. `twice` and `outOfOrder` name the events. */
export interface Verdict {
  readonly emitted: number;
  readonly lost: readonly number[];
  readonly toldLost: number;
  readonly twice: readonly number[];
  readonly outOfOrder: readonly number[];
}

/** A fleet on a virtual clock, with a model of the service, and everything that can go wrong. */
export class World {
  readonly clock: WorldClock;
  readonly platform: SimPlatform;
  readonly engine: MemoryEngine;
  readonly faults: WorldFaults;
  readonly machines: Machine[] = [];
  readonly starts: Start[] = [];
  readonly #options: WorldOptions;
  #stopLoad = () => {};

  constructor(options: WorldOptions = {}) {
    const { ground, latencyMs = 2, spacingMs = 0 } = options;
    this.#options = options;
    this.clock = ground?.clock ?? new SimClock();
    this.platform = new SimPlatform(this.clock);
    this.engine = memoryEngine({ clock: this.clock, latencyMs, spacingMs });
    this.faults = ground?.faults ?? this.#inMemory();
  }

  #inMemory(): WorldFaults {
    const { faults } = this.engine;
    const memberOf = (name: string) => this.machines.find((machine) => machine.name === name)?.fleet.member ?? name;
    return {
      cut: (name) => faults.cut(memberOf(name)),
      heal: (name) => faults.heal(memberOf(name)),
      kill: (name) => faults.cut(memberOf(name)),
      stop: () => faults.stop(),
      start: () => faults.start(),
      end: (name) => faults.end(memberOf(name)),
      slow: (latencyMs) => faults.slow(latencyMs),
    };
  }

  /** Starts a machine; resolves once it takes part. */
  async add(name: string, { skewMs = 0 }: { readonly skewMs?: number } = {}): Promise<Machine> {
    const clock = new MachineClock(this.clock, skewMs);
    const diagnostics: FleetDiagnostic[] = [];
    const { ground, weakened = (whole: FleetEngine) => whole } = this.#options;
    const engine = (await ground?.engineFor(name)) ?? weakened(this.engine);
    const options: FleetOptions = {
      engine,
      member: name,
      clock,
      onDiagnostic: (diagnostic) => diagnostics.push(diagnostic),
      ...this.#options.fleet,
    };
    const opening = openFleet(options);
    let fleet: Fleet | undefined;
    let error: unknown;
    opening.then(
      (opened) => (fleet = opened),
      (thrown: unknown) => (error = thrown),
    );
    while (fleet === undefined && error === undefined) await this.clock.run(1);
    if (fleet === undefined) throw error;
    const machine: Machine = { name, clock, fleet, diagnostics, isDead: false };
    this.machines.push(machine);
    const { latencyMs: roundTripMs = 2, arrivesAfterMs = () => roundTripMs / 2 } = this.#options;
    const latencyMs = () => arrivesAfterMs(name);
    if (fleet.roles.includes("intake")) {
      fleet.intake((seat) => new SimStream(this.platform, seat, { clock, latencyMs }));
    }
    if (fleet.roles.includes("worker")) this.#work(machine);
    return machine;
  }

  #work({ fleet, clock, name }: Machine): void {
    const { handlerMs = () => 2, concurrency = 16 } = this.#options;
    fleet.consume({
      concurrency,
      order: "channel",
      handle: (event) => {
        if (event.type !== "message_create") return undefined;
        const number = Number(event.message.publicId);
        this.starts.push({ number, channel: event.message.channelId, member: name, atMs: this.clock.monotonicMs() });
        return new Promise((resolve) => void clock.schedule(resolve, handlerMs(number, event.message.channelId, name)));
      },
    });
  }

  /** Begins to emit events at a rate, in so many channels. */
  load(perSecond: number, channels: number): void {
    this.stopLoad();
    let count = 0;
    const emit = () => {
      this.platform.emit(`c${(count * 7) % channels}`);
      count += 1;
      this.#stopLoad = this.clock.schedule(emit, 1_000 / perSecond);
    };
    emit();
  }

  stopLoad(): void {
    this.#stopLoad();
  }

  run(ms: number): Promise<void> {
    return this.clock.run(ms);
  }

  /** As a machine that loses its power: nothing of it goes on, and nobody is told. */
  kill(machine: Machine): void {
    machine.isDead = true;
    machine.clock.isDead = true;
    this.faults.kill(machine.name);
  }

  /** It does nothing and hears nothing until it goes on. */
  pause(machine: Machine): void {
    machine.clock.pause();
    if (this.#options.ground !== undefined) this.faults.cut(machine.name);
  }

  resume(machine: Machine): void {
    if (this.#options.ground !== undefined && !machine.isDead) this.faults.heal(machine.name);
    machine.clock.resume();
  }

  /** The machine that holds a slot; one that stands still may believe that it does. */
  holder(slot = 0): Machine | undefined {
    const awake = this.machines.filter(({ isDead, clock }) => !isDead && !clock.isPaused);
    return awake.find(({ fleet }) => fleet.state.slots[slot]?.isMine === true);
  }

  /** What the engine keeps under a key of its state. */
  async peek(key: string): Promise<string | undefined> {
    const { settings } = resolveFleetOptions({ ...this.#options.fleet, clock: this.clock, member: "peek" });
    let text: string | undefined;
    let isRead = false;
    const reading = this.engine.open(settings).then(async (session) => {
      text = (await session.state.get(key))?.value;
      isRead = true;
      await session.close();
    });
    while (!isRead) await this.run(1);
    await reading;
    return text;
  }

  /** Puts an entry into the first partition, as a member of another version might. */
  async append(id: string, body: string): Promise<void> {
    const { settings } = resolveFleetOptions({ ...this.#options.fleet, clock: this.clock, member: "append" });
    void this.engine.open(settings).then((session) => session.events.append({ partition: 0, id, body }));
    await this.run(50);
  }

  /** Lets time pass until everything emitted is handled, or for so long. */
  async settle(limitMs = 120_000): Promise<void> {
    this.stopLoad();
    for (let passedMs = 0; passedMs < limitMs && this.verdict().lost.length > 0; passedMs += 500) await this.run(500);
    await this.run(500);
  }

  verdict(): Verdict {
    const first = this.platform.firstRead ?? 0;
    const counts = new Map<number, number>();
    const latest = new Map<string, number>();
    const outOfOrder: number[] = [];
    for (const { number, channel } of this.starts) {
      const count = (counts.get(number) ?? 0) + 1;
      counts.set(number, count);
      if (count > 1) continue; // order is promised among first starts
      if (number < (latest.get(channel) ?? -1)) outOfOrder.push(number);
      latest.set(channel, Math.max(number, latest.get(channel) ?? -1));
    }
    const expected = this.platform.emitted.slice(first).map(({ number }) => number);
    return {
      emitted: expected.length,
      lost: expected.filter((number) => !counts.has(number) && !this.platform.toldLost.has(number)),
      toldLost: [...this.platform.toldLost].filter((number) => !counts.has(number)).length,
      twice: [...counts].filter(([, count]) => count > 1).map(([number]) => number),
      outOfOrder,
    };
  }

  /** What one machine, or all, told of a kind. */
  told(type: FleetDiagnostic["type"], machine?: Machine): readonly FleetDiagnostic[] {
    const all = machine === undefined ? this.machines : [machine];
    return all.flatMap(({ diagnostics }) => diagnostics.filter((diagnostic) => diagnostic.type === type));
  }
}
