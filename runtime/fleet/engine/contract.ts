import type { Clock } from "../../abi/index.js";

/**
 * What a fleet asks of the engine that its members share: values with compare-and-set, a partitioned log that lets one
 * event of a partition out at a time, a lane for interactions, broadcast, and a clock. Everything else (holding a slot,
 * claims, deadlines, pacing) stands above and is the same for every engine.
 *
 * An adapter has to pass the suite in `svc-apps/testing`. All methods reject with a `FleetError` of reason
 * `unavailable` when the engine did not answer in time; the operation may have been carried out all the same.
 */
export interface FleetEngine {
  /** Short name for messages and metrics, e.g. `nats`. */
  readonly kind: string;
  /**
   * Whether each `open()` makes a connection of its own: then the fleet opens the engine again when the connection of a
   * session is over for good. Default false: the fleet ends with the connection.
   */
  readonly reconnects?: boolean;
  /**
   * Creates what is missing and adopts what is there.
   * @throws FleetError `unavailable`, `forbidden` (permissions), or `mismatch` (something of that name is different)
   */
  open(settings: EngineSettings): Promise<EngineSession>;
  /** What the members of a fleet have agreed on, for tools that inspect it; undefined when there is no such fleet. */
  settingsOf(name: string): Promise<AgreedSettings | undefined>;
}

/** What every member of one fleet must agree on, and who this member is. */
export interface EngineSettings {
  /** Separates fleets on one engine: letters, digits, `-` and `_`. */
  readonly name: string;
  /** Unique among all members and all their restarts. */
  readonly member: string;
  /** Independent parts of the log; order is kept within each. */
  readonly partitions: number;
  /** Milliseconds that a delivered event may stay unanswered before another member gets it. */
  readonly ackWaitMs: number;
  /** Most events that wait in the log, over all partitions. */
  readonly maxLagEvents: number;
  /** Milliseconds for which ids of appended events are remembered. */
  readonly duplicateWindowMs: number;
  /** Milliseconds after its last write at which an entry of `leases` is gone. */
  readonly leaseMs: number;
  /** The same for `claims`. */
  readonly claimMs: number;
  /** The same for `deadLetters`. */
  readonly deadLetterMs: number;
  /** The lane of interactions: how long one may wait at all, and how long unanswered at a worker. */
  readonly interactions: { readonly lifeMs: number; readonly ackWaitMs: number };
  /** Milliseconds that a request may take. */
  readonly requestTimeoutMs: number;
  readonly clock: Clock;
}

/** One member's connection to the engine. */
export interface EngineSession {
  /** Names what is stored: another value after a reconnection means that the former log is gone. */
  readonly logId: string;
  /** Entries that vanish `leaseMs` after their last write. */
  readonly leases: Bucket;
  /** Entries that vanish `claimMs` after their last write. */
  readonly claims: Bucket;
  /** Entries that stay. */
  readonly state: Bucket;
  /** Events given up on; they vanish after `deadLetterMs`. */
  readonly deadLetters: Bucket;
  /** In order and one at a time within a partition. */
  readonly events: PartitionedLog;
  /** One partition, any number at a time; entries vanish unread after `interactions.lifeMs`. */
  readonly interactions: PartitionedLog;
  /** Tells all members, this one included, as far as they are connected at this moment. */
  publish(topic: string, text: string): Promise<void>;
  /** Hears what is published on a topic. Returns how to stop listening. */
  subscribe(topic: string, listener: (text: string) => void): () => void;
  /** The engine's time, and how wrong the reading may be. */
  time(): Promise<EngineTime>;
  /** What a person should know about the engine. */
  info(): Promise<EngineInfo>;
  /** Hears of connections lost and made, and of a log that had to be created anew. Returns how to stop listening. */
  onStatus(listener: EngineStatusListener): () => void;
  /** Answers nothing more. What was delivered and not answered is given to others after its ack wait. */
  close(): Promise<void>;
}

/**
 * - `lost`: the engine came back without what it had stored.
 * - `ended`: the connection is over for good, and this session with it. Every further request is rejected.
 */
export type EngineStatus = "connected" | "disconnected" | "lost" | "ended";

/** Hears of a status, with the error behind it where that is known. */
export type EngineStatusListener = (status: EngineStatus, cause?: unknown) => void;

/** Milliseconds since the epoch on the engine's clock, true to within `errorMs` at monotonic time `atMs`. */
export interface EngineTime {
  readonly nowMs: number;
  readonly errorMs: number;
  readonly roundTripMs: number;
  readonly atMs: number;
}

/** What an engine says about itself. */
export interface EngineInfo {
  readonly kind: string;
  readonly version: string;
  /** `memory` is gone with the process, `disk` survives it. */
  readonly storage: "memory" | "disk";
  /** Copies of the log on different servers. */
  readonly replicas: number;
  /** Whether an acknowledged write is on the disk, or how it gets there; undefined where it cannot be read. */
  readonly sync: string | undefined;
  /** Risks of this set-up, in words. */
  readonly warnings: readonly string[];
}

/** A value under a key. */
export interface KeyEntry {
  readonly key: string;
  readonly value: string;
  /** Grows with every write of the bucket: serves as fencing token. */
  readonly revision: number;
}

/** Values with compare-and-set. Keys are any text of up to 200 characters. */
export interface Bucket {
  get(key: string): Promise<KeyEntry | undefined>;
  /**
   * Writes if the key still has that revision; without a revision, if there is no such key. Answers with the new
   * revision, or with undefined when another write came first.
   */
  put(key: string, value: string, revision?: number): Promise<number | undefined>;
  /** Deletes if the key still has that revision; false when another write came first. */
  delete(key: string, revision: number): Promise<boolean>;
  /** Everything in the bucket. Meant for buckets that stay small. */
  entries(): Promise<readonly KeyEntry[]>;
}

/** What is appended. */
export interface LogEntry {
  readonly partition: number;
  /** Unique per event: a second append within the duplicate window is left out. Printable ASCII without spaces. */
  readonly id: string;
  readonly body: string;
  /** Appended only if the last entry of the partition has this id. Default: whatever the last one is. */
  readonly after?: string | undefined;
}

/**
 * - `stored`: is in the log.
 * - `duplicate`: was in the log already, whatever `after` says.
 * - `full`: refused, the partition has no room.
 * - `not-next`: refused, the last entry is not the one named by `after`.
 */
export type AppendResult = "stored" | "duplicate" | "full" | "not-next";

/** How much of a partition waits. */
export interface PartitionLag {
  readonly partition: number;
  /** Entries that no member has in hand. */
  readonly waiting: number;
  /** Entries delivered and not answered. */
  readonly inHand: number;
  /** Engine time at which the oldest entry was stored; undefined where it is not known or nothing waits. */
  readonly oldestAtMs: number | undefined;
}

/** A durable queue in partitions. */
export interface PartitionedLog {
  readonly partitions: number;
  /** Appends are carried out in the order of the calls, awaited or not. */
  append(entry: LogEntry): Promise<AppendResult>;
  /**
   * The next entry of a partition, for the first member that asks. Waits up to `waitMs`, and answers with nothing when there was
   * none or the signal fired; what arrives after the signal is given back at once.
   */
  pull(partition: number, options: PullOptions): Promise<LogDelivery | undefined>;
  lag(): Promise<readonly PartitionLag[]>;
}

/** How long a pull waits. */
export interface PullOptions {
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

/** An entry in the hand of a worker. It comes again, to anybody, unless answered or extended within the ack wait. */
export interface LogDelivery {
  readonly partition: number;
  readonly id: string;
  readonly body: string;
  /** 1 for the first delivery. */
  readonly deliveries: number;
  /** Engine time at which it was appended. */
  readonly storedAtMs: number;
  /** Done: never again. Resolves once that is sent. */
  ack(): Promise<void>;
  /** Not done: again, to anybody, after `delayMs` (default 0). */
  release(delayMs?: number): Promise<void>;
  /** Still at it: the ack wait begins anew. */
  extend(): Promise<void>;
}

/** What the members of a fleet have agreed on. */
export type AgreedSettings = Readonly<
  Record<"partitions" | "ackWaitMs" | "leaseMs" | "maxLagEvents" | "deadLetterMs", number>
>;
