import type { Clock } from "../../abi/index.js";
import type { EngineSettings } from "../engine/contract.js";
import { MemoryBucket } from "./bucket.js";
import { MemoryPartition } from "./partition.js";

export class FleetData {
  readonly settings: EngineSettings;
  #losses = 0;
  readonly leases: MemoryBucket;
  readonly claims: MemoryBucket;
  readonly state: MemoryBucket;
  readonly deadLetters: MemoryBucket;
  readonly events: readonly MemoryPartition[];
  readonly interactions: readonly MemoryPartition[];

  constructor(settings: EngineSettings, clock: Clock) {
    this.settings = settings;
    let revision = 0;
    const revisions = () => (revision += 1); // one counter, so that they grow across deletions too
    this.leases = new MemoryBucket(settings.leaseMs, revisions);
    this.claims = new MemoryBucket(settings.claimMs, revisions);
    this.state = new MemoryBucket(Infinity, revisions);
    this.deadLetters = new MemoryBucket(settings.deadLetterMs, revisions);
    const { partitions, ackWaitMs, duplicateWindowMs, maxLagEvents, interactions } = settings;
    const maxEntries = Math.max(1, Math.ceil(maxLagEvents / partitions));
    const ordered = { clock, ackWaitMs, maxInHand: 1, maxEntries, duplicateWindowMs, lifeMs: Infinity };
    this.events = Array.from({ length: partitions }, () => new MemoryPartition(ordered));
    const lane = { ...ordered, ...interactions, maxInHand: Infinity, maxEntries: 10_000 };
    this.interactions = [new MemoryPartition(lane)];
  }

  /** A restart keeps what is on disk: everything but the lane and the ids of entries that are done. */
  restart(): void {
    for (const part of this.events) part.restart();
    for (const lane of this.interactions) {
      lane.restart();
      lane.clear();
    }
  }

  /** Names what is stored. */
  get logId(): string {
    return `${this.settings.name} ${this.#losses}`;
  }

  clear(): void {
    this.#losses += 1;
    for (const bucket of [this.leases, this.claims, this.state, this.deadLetters]) bucket.clear();
    for (const part of [...this.events, ...this.interactions]) part.clear();
  }
}
