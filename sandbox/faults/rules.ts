import { log, type Tx, type Occasion } from "../machine/tx.js";
import type { CloseCode } from "../spec.js";
import type { FaultRecord } from "../world/live.js";
import type { World } from "../world/world.js";
import type { DeliveryFault, Fault } from "./shapes.js";
import { endStream, mute, write } from "../gateway/connections.js";
import { eventFrame, closeFrame, openReaders } from "../gateway/feeds.js";
import { inject } from "../gateway/publish.js";
import type { Json } from "../world/records.js";
import { given } from "../json.js";

/** Faults that are over are kept to be looked at, so many of them. */
const kept = 1000;

const skew = "clock-skew-ms";

const orders = "fault-order";

/** Milliseconds by which the service's clock is off in what it sends: `Date` headers and delivery timestamps. */
export const skewMs = (world: World): number => world.counters.get(skew)?.value ?? 0;

export const anyFaults = (world: World): boolean => waiting(world).length > 0;

/** The faults that may still strike, in the order they were ordered. */
export const waiting = (world: World): readonly FaultRecord[] =>
  world.faults.size === 0 ? [] : world.faults.list().filter(({ over }) => !over);

/**
 * What was ordered to go wrong in one world goes wrong in the one that takes its place, the clock skew included. Orders
 * are counted on: the next one must not take the number, and the place, of one that stays.
 */
export function keepFaults(from: World, to: World): void {
  for (const fault of from.faults.list()) to.faults.put(fault);
  const ordered = from.counters.get(orders);
  if (ordered !== undefined && ordered.value > (to.counters.get(orders)?.value ?? 0)) to.counters.put(ordered);
  if (skewMs(to) !== skewMs(from)) to.counters.put({ id: skew, value: skewMs(from) });
}

/** The faults that strike here, in the order they were ordered. */
export function strike(tx: Tx, occasion: Occasion & { readonly on: "delivery" }): readonly DeliveryFault[];
export function strike(tx: Tx, occasion: Occasion): readonly Fault[];
export function strike(tx: Tx, occasion: Occasion): readonly Fault[] {
  return waiting(tx.world).flatMap((record) => {
    const { fault } = record;
    if (!matches(fault, occasion) || !strikes(tx, record)) return [];
    const { appId, operation } = occasion;
    log(tx, "fault", `${fault.on} fault: ${fault.effect}`, { fault, ...given({ appId, operation }) });
    return [fault];
  });
}

function strikes({ world }: Tx, { id, fault, struck }: FaultRecord): boolean {
  const { times, probability } = fault;
  if (probability !== undefined && world.fraction("fault") >= probability) return false;
  const most = times ?? (probability === undefined ? 1 : Number.POSITIVE_INFINITY);
  world.faults.patch(id, { struck: struck + 1, over: struck + 1 >= most });
  return true;
}

function matches(fault: Fault, occasion: Occasion): boolean {
  if (fault.on !== occasion.on || (fault.appId !== undefined && fault.appId !== occasion.appId)) return false;
  return fault.on !== "rest" || fault.operation === undefined || fault.operation === occasion.operation;
}

/** What can be ordered to go wrong, as rules. */
export class FaultRules {
  readonly #world: World;

  constructor({ world }: Tx) {
    this.#world = world;
  }

  /** Orders a fault. Several may be waiting; at each occasion those that match strike, in the order they were ordered. */
  add(fault: Fault): FaultRecord {
    const { faults } = this.#world;
    const [oldest] = faults.all();
    if (faults.size >= kept && oldest?.over === true) faults.delete(oldest.id);
    const over = (fault.times ?? 1) <= 0;
    return faults.put({ id: String(this.#world.count(orders)), fault, struck: 0, over });
  }

  remove(id: string): void {
    if (this.#world.faults.get(id) !== undefined) this.#world.faults.patch(id, { over: true });
  }

  /** Calls off everything that is waiting, and the clock skew. */
  clear(): void {
    for (const { id } of waiting(this.#world)) this.remove(id);
    this.skewClock(0);
  }

  /** The service's clock is off by so much from now on, in what it sends. */
  skewClock(ms: number): void {
    this.#world.counters.put({ id: skew, value: ms });
  }
}

/** Things that go wrong with streams that are open already. Each acts on all of them, or on those of one App. */
export class LiveFaultRules {
  readonly #tx: Tx;

  constructor(tx: Tx) {
    this.#tx = tx;
  }

  #each(name: string, appId: string | undefined, act: (tx: Tx, connectionId: string) => void): void {
    const { streams: chosen } = openReaders(this.#tx.world, (one) => appId === undefined || one.appId === appId);
    log(this.#tx, "fault", `${name} on ${chosen.length} streams`, { name, appId });
    for (const { id } of chosen) act(this.#tx, id);
  }

  /** The line breaks, optionally in the middle of a frame. */
  cut({ appId, midFrame = false }: { readonly appId?: string; readonly midFrame?: boolean } = {}): void {
    this.#each("cut", appId, (tx, id) => {
      if (midFrame) write(tx, id, 'id: 1\ndata: {"type":"mess');
      endStream(tx, id, "cut", true);
    });
  }

  /** The stream ends properly, without a close frame. */
  end({ appId }: { readonly appId?: string } = {}): void {
    this.#each("end", appId, (tx, id) => endStream(tx, id, "cut"));
  }

  /** The line stays open and carries nothing more, heartbeats included. The slot stays taken. */
  stall({ appId }: { readonly appId?: string } = {}): void {
    this.#each("stall", appId, (tx, id) => mute(tx, id));
  }

  /** The same, but the service has already forgotten the connection: its slot is free. */
  halfOpen({ appId }: { readonly appId?: string } = {}): void {
    this.#each("half-open", appId, (tx, id) => mute(tx, id, { forget: true }));
  }

  /** A close frame with a documented code, and the end. */
  closeFrame(code: CloseCode, { appId }: { readonly appId?: string } = {}): void {
    this.#each(`close frame ${code}`, appId, (tx, id) => {
      write(tx, id, closeFrame(code));
      endStream(tx, id, "close-frame");
    });
  }

  /** A close frame of any content: an unknown code, none, or an odd `reconnect`. */
  strangeCloseFrame(fields: { readonly [key: string]: Json }, { appId }: { readonly appId?: string } = {}): void {
    this.#each("strange close frame", appId, (tx, id) => {
      write(tx, id, eventFrame(undefined, JSON.stringify({ type: "connection_close", ...fields })));
      endStream(tx, id, "close-frame");
    });
  }

  /** An event of any content, numbered like a real one and kept for resuming. */
  event(
    body: { readonly type: string; readonly [key: string]: Json },
    { appId, family = "messages" }: { readonly appId?: string; readonly family?: string } = {},
  ): void {
    const apps = appId === undefined ? this.#tx.world.apps.list().map((app) => app.id) : [appId];
    for (const id of apps) inject(this.#tx, id, family, body);
  }

  /** Bytes as they are, in the middle of everything. */
  raw(text: string, { appId }: { readonly appId?: string } = {}): void {
    this.#each("raw bytes", appId, (tx, id) => write(tx, id, text));
  }
}

/** The same as people and tests use it. Each call is one input of the platform. */
export type LiveFaults = Omit<LiveFaultRules, never>;
