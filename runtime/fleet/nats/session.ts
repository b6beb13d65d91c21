import { StorageType } from "@nats-io/jetstream";
import type { Subscription } from "@nats-io/transport-node";
import type {
  EngineInfo,
  EngineSession,
  EngineStatus,
  EngineStatusListener,
  EngineTime,
  Bucket,
  PartitionedLog,
} from "../engine/contract.js";
import { agree } from "../engine/adapter.js";
import { sleep } from "../../base/time.js";
import { FleetError } from "../errors.js";
import { asNatsFleetError } from "./errors.js";
import { openBucket } from "./keys.js";
import { type NatsLog, natsLog } from "./log.js";
import { Pulls } from "./pulls.js";
import { bucketOf, LANE, type NatsAccess, partName, setUp, streamOf } from "./setup.js";

type Buckets = Pick<EngineSession, "leases" | "claims" | "state" | "deadLetters">;

/** Milliseconds between two tries to set up again after the connection came back. */
const SET_UP_AGAIN_MS = 250;

export class NatsSession implements EngineSession {
  readonly leases: Bucket;
  readonly claims: Bucket;
  readonly state: Bucket;
  readonly deadLetters: Bucket;
  readonly events: NatsLog;
  readonly interactions: PartitionedLog;
  readonly #access: NatsAccess;
  readonly #pulls: Pulls;
  readonly #statusListeners = new Set<EngineStatusListener>();
  readonly #subscriptions = new Set<Subscription>();
  /** The log that this member knows, by when its partitions were created. */
  #birth: string;
  #isRepairing = false;
  #isUp = true;
  #isClosed = false;

  static async open(access: NatsAccess): Promise<NatsSession> {
    const buckets = await openBuckets(access);
    return new NatsSession(access, buckets, await setUp(access));
  }

  private constructor(access: NatsAccess, buckets: Buckets, birth: string) {
    this.#access = access;
    this.#birth = birth;
    ({ leases: this.leases, claims: this.claims, state: this.state, deadLetters: this.deadLetters } = buckets);
    this.#pulls = new Pulls(access);
    const isUp = () => this.#isUp && !this.#isClosed;
    const parts = Array.from({ length: access.settings.partitions }, (_, partition) => partName(partition));
    this.events = natsLog(access, this.#pulls, { parts, isUp, onBirth: (birth) => this.#see(birth) });
    this.interactions = natsLog(access, this.#pulls, { parts: [LANE], isUp });
    access.onMissing.add(() => void this.#repair());
    void this.#watch();
    void access.connection.closed().then((cause) => this.#over(cause));
  }

  get logId(): string {
    return this.#birth;
  }

  publish(topic: string, text: string): Promise<void> {
    try {
      this.#access.connection.publish(this.#topic(topic), text);
      return Promise.resolve();
    } catch (error) {
      return Promise.reject(asNatsFleetError(error, `Publishing on ${topic}`));
    }
  }

  subscribe(topic: string, listener: (text: string) => void): () => void {
    const subscription = this.#access.connection.subscribe(this.#topic(topic), {
      callback: (error, msg) => {
        if (error === null) listener(msg.string());
      },
    });
    this.#subscriptions.add(subscription);
    return () => {
      this.#subscriptions.delete(subscription);
      subscription.unsubscribe();
    };
  }

  async time(): Promise<EngineTime> {
    const { js, jsm, settings, domainPrefix } = this.#access;
    const subject = `${domainPrefix}$KV.${bucketOf(settings.name, "claims")}.clock-${settings.member}`;
    try {
      const sentMs = settings.clock.monotonicMs();
      const { seq, stream } = await js.publish(subject, "", { timeout: settings.requestTimeoutMs });
      const atMs = settings.clock.monotonicMs();
      const stored = await jsm.streams.getMessage(stream, { seq });
      if (stored === null) throw new FleetError("unavailable", "The server lost what it had just stored.");
      const roundTripMs = atMs - sentMs;
      // Written somewhere between the two readings of the clock here: most likely in their middle.
      const nowMs = stored.time.getTime() + roundTripMs / 2;
      return { nowMs, errorMs: roundTripMs / 2 + 1, roundTripMs, atMs };
    } catch (error) {
      throw asNatsFleetError(error, "Reading the engine's clock");
    }
  }

  info(): Promise<EngineInfo> {
    return describe(this.#access);
  }

  onStatus(listener: EngineStatusListener): () => void {
    this.#statusListeners.add(listener);
    return () => void this.#statusListeners.delete(listener);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
    await this.#pulls.close();
    if (this.#access.isOwn) await this.#access.connection.close();
  }

  #topic(topic: string): string {
    return `fleet.${this.#access.settings.name}.bus.${topic}`;
  }

  async #watch(): Promise<void> {
    for await (const { type } of this.#access.connection.status()) {
      if (this.#isClosed) return;
      if (type === "disconnect" && this.#isUp) {
        this.#isUp = false;
        this.#pulls.endAll();
        this.#report("disconnected");
      }
      if (type === "reconnect") await this.#comeBack();
    }
  }

  /** The client has given up: after two refused logins, or once its attempts are spent. */
  #over(cause: unknown): void {
    if (this.#isClosed) return;
    this.#isUp = false;
    this.#pulls.endAll();
    this.#report("ended", cause);
  }

  /** What a server that lost its disk no longer has is created again, and said to be lost. */
  async #comeBack(): Promise<void> {
    while (!this.#isClosed && !this.#access.connection.isClosed()) {
      try {
        await openBuckets(this.#access);
        const birth = await setUp(this.#access);
        this.#isUp = true;
        this.#report("connected");
        this.events.forget();
        this.#see(birth);
        return;
      } catch {
        await sleep(this.#access.settings.clock, SET_UP_AGAIN_MS);
      }
    }
  }

  /** The same while the server is in reach: a part of the fleet was deleted. The code that misses it asks again. */
  async #repair(): Promise<void> {
    if (this.#isRepairing || !this.#isUp || this.#isClosed) return;
    this.#isRepairing = true;
    try {
      await openBuckets(this.#access);
      this.#see(await setUp(this.#access));
      this.#pulls.endAll();
    } catch {
      // It is missed again.
    } finally {
      this.#isRepairing = false;
    }
  }

  #see(birth: string): void {
    const isLost = birth !== this.#birth;
    this.#birth = birth;
    if (!isLost || this.#isClosed) return;
    this.events.forget();
    this.#report("lost");
  }

  #report(status: EngineStatus, cause?: unknown): void {
    for (const listener of this.#statusListeners) listener(status, cause);
  }
}

async function openBuckets(access: NatsAccess): Promise<Buckets> {
  const { leaseMs, claimMs, deadLetterMs } = access.settings;
  const [leases, claims, state, deadLetters] = await Promise.all([
    openBucket(access, "leases", leaseMs),
    openBucket(access, "claims", claimMs),
    openBucket(access, "state", Infinity),
    openBucket(access, "dead", deadLetterMs),
  ]);
  await agree(state, access.settings);
  return { leases, claims, state, deadLetters };
}

/** What the server says about itself, and what that risks. */
async function describe({ connection, jsm, settings }: NatsAccess): Promise<EngineInfo> {
  const version = connection.info?.version ?? "unknown";
  try {
    const { config } = await jsm.streams.info(streamOf(settings.name, partName(0)));
    const storage = config.storage === StorageType.File ? "disk" : "memory";
    const warnings = warningsFor(version, storage, config.num_replicas);
    return { kind: "nats", version, storage, replicas: config.num_replicas, sync: undefined, warnings };
  } catch (error) {
    throw asNatsFleetError(error, "Reading what the server is");
  }
}

function warningsFor(version: string, storage: "memory" | "disk", replicas: number): readonly string[] {
  const warnings = [
    "A client cannot read sync_interval. Its default is two minutes: a power failure can take writes that were acknowledged. Set `sync_interval: always` in the server's jetstream block, or have 3 replicas with power of their own.",
    "A server that restarts forgets the ids of events that are done: up to one batch may come twice after a crash.",
  ];
  if (replicas < 3)
    warnings.unshift(
      `There is ${replicas} copy of the log: while that server is away, nothing is taken in. Use 3 replicas.`,
    );
  if (storage === "memory") warnings.unshift("The log is in memory: a restart of the server loses it.");
  if (/^2\.12\.[34]$/.test(version)) warnings.push(`Server ${version} may lose messages of work queues; update it.`);
  return warnings;
}
