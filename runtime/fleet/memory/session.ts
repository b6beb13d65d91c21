import type { Clock } from "../../abi/index.js";
import type {
  EngineInfo,
  EngineSession,
  EngineSettings,
  EngineStatus,
  EngineStatusListener,
  EngineTime,
  Bucket,
} from "../engine/contract.js";
import { Topics } from "../engine/adapter.js";
import { FleetError } from "../errors.js";
import type { MemoryBucket } from "./bucket.js";
import type { FleetData } from "./fleet-data.js";
import { type MemoryLog, memoryLog } from "./log.js";
import { type Reach, Wire } from "./wire.js";

export interface Hub {
  readonly clock: Clock;
  reach(member: string): Reach;
  broadcast(fleet: string, topic: string, text: string): void;
  leave(session: MemorySession): void;
}

export class MemorySession implements EngineSession {
  readonly leases: Bucket;
  readonly claims: Bucket;
  readonly state: Bucket;
  readonly deadLetters: Bucket;
  readonly events: MemoryLog;
  readonly interactions: MemoryLog;
  readonly fleet: string;
  readonly member: string;
  readonly #hub: Hub;
  readonly #clock: Clock;
  readonly #wire: Wire;
  readonly #topics = new Topics();
  readonly #statusListeners = new Set<EngineStatusListener>();
  readonly #data: FleetData;
  #isClosed = false;

  constructor(hub: Hub, data: FleetData, settings: EngineSettings) {
    this.#hub = hub;
    this.#data = data;
    this.#clock = settings.clock;
    this.fleet = settings.name;
    this.member = settings.member;
    const wire = new Wire({
      reach: () => {
        const reach = hub.reach(settings.member);
        return this.#isClosed ? { ...reach, reachable: false } : reach;
      },
      engineClock: hub.clock,
      memberClock: settings.clock,
      timeoutMs: settings.requestTimeoutMs,
    });
    this.#wire = wire;
    const bucket = (held: MemoryBucket) => keyValue(held, wire, hub.clock);
    this.leases = bucket(data.leases);
    this.claims = bucket(data.claims);
    this.state = bucket(data.state);
    this.deadLetters = bucket(data.deadLetters);
    this.events = memoryLog(data.events, wire, settings.clock);
    this.interactions = memoryLog(data.interactions, wire, settings.clock);
  }

  get logId(): string {
    return this.#data.logId;
  }

  publish(topic: string, text: string): Promise<void> {
    return this.#wire.request(() => this.#hub.broadcast(this.fleet, topic, text));
  }

  subscribe(topic: string, listener: (text: string) => void): () => void {
    return this.#topics.add(topic, listener);
  }

  async time(): Promise<EngineTime> {
    const sentMs = this.#clock.monotonicMs();
    const nowMs = await this.#wire.request(() => this.#hub.clock.now());
    const atMs = this.#clock.monotonicMs();
    const roundTripMs = atMs - sentMs;
    return { nowMs: nowMs + roundTripMs / 2, errorMs: roundTripMs / 2, roundTripMs, atMs };
  }

  info(): Promise<EngineInfo> {
    const warnings = [
      "The engine is inside this process: other processes cannot take part, and it ends with this one.",
    ];
    return this.#wire.request(() => ({
      kind: "memory",
      version: "0",
      storage: "memory" as const,
      replicas: 1,
      sync: undefined,
      warnings,
    }));
  }

  onStatus(listener: EngineStatusListener): () => void {
    this.#statusListeners.add(listener);
    return () => void this.#statusListeners.delete(listener);
  }

  close(): Promise<void> {
    this.#isClosed = true;
    this.#endPulls();
    this.#hub.leave(this);
    return Promise.resolve();
  }

  /** The engine's side: what is published arrives. */
  hear(topic: string, text: string): void {
    this.#wire.toMember(() => this.#topics.tell(topic, text));
  }

  /** The engine's side: the connection went or came. */
  status(status: EngineStatus): void {
    if (status === "disconnected") this.#endPulls();
    for (const listener of this.#statusListeners) listener(status);
  }

  /** The connection is closed, and stays so. */
  end(): void {
    void this.close();
    const cause = new FleetError("unavailable", "The connection was closed.");
    for (const listener of this.#statusListeners) listener("ended", cause);
  }

  #endPulls(): void {
    this.events.endPulls();
    this.interactions.endPulls();
  }
}

function keyValue(bucket: MemoryBucket, wire: Wire, clock: Clock): Bucket {
  return {
    get: (key) => wire.request(() => bucket.get(key, clock.now())),
    put: (key, value, revision) => wire.request(() => bucket.put({ key, value, revision }, clock.now())),
    delete: (key, revision) => wire.request(() => bucket.delete(key, revision, clock.now())),
    entries: () => wire.request(() => bucket.entries(clock.now())),
  };
}
