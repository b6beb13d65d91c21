import { sleep } from "../../base/time.js";
import { FleetError } from "../errors.js";
import type {
  EngineInfo,
  EngineSession,
  EngineSettings,
  EngineStatus,
  EngineStatusListener,
  EngineTime,
  FleetEngine,
  Bucket,
  PartitionedLog,
} from "./contract.js";

/** Milliseconds between two attempts to connect again: the first, and the longest. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5_000;

interface Subscription {
  readonly topic: string;
  readonly listener: (text: string) => void;
  leave: () => void;
}

export interface ReconnectingOptions {
  readonly engine: FleetEngine;
  readonly settings: EngineSettings;
  /** Hears each attempt to connect again that failed. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * A session that outlives its connection. When the connection is over for good, an engine that makes its connections
 * itself is opened again, until it answers; with any other engine this session is over too (`ended`).
 */
export class ReconnectingSession implements EngineSession {
  readonly leases = keysOf(() => this.#inner.leases);
  readonly claims = keysOf(() => this.#inner.claims);
  readonly state = keysOf(() => this.#inner.state);
  readonly deadLetters = keysOf(() => this.#inner.deadLetters);
  readonly events = logOf(() => this.#inner.events);
  readonly interactions = logOf(() => this.#inner.interactions);
  readonly #options: ReconnectingOptions;
  readonly #statusListeners = new Set<EngineStatusListener>();
  readonly #subscriptions = new Set<Subscription>();
  readonly #closing = new AbortController();
  #inner: EngineSession;
  /** The log that listeners know. */
  #logId: string;
  #leaveStatus = () => {};
  #isUp = true;

  /** @param inner the first session of the engine */
  constructor(inner: EngineSession, options: ReconnectingOptions) {
    this.#inner = inner;
    this.#logId = inner.logId;
    this.#options = options;
    this.#leaveStatus = this.#watch(inner);
  }

  get logId(): string {
    return this.#logId;
  }

  publish(topic: string, text: string): Promise<void> {
    return this.#inner.publish(topic, text);
  }

  subscribe(topic: string, listener: (text: string) => void): () => void {
    const subscription: Subscription = { topic, listener, leave: this.#inner.subscribe(topic, listener) };
    this.#subscriptions.add(subscription);
    return () => {
      this.#subscriptions.delete(subscription);
      subscription.leave();
    };
  }

  time(): Promise<EngineTime> {
    return this.#inner.time();
  }

  info(): Promise<EngineInfo> {
    return this.#inner.info();
  }

  onStatus(listener: EngineStatusListener): () => void {
    this.#statusListeners.add(listener);
    return () => void this.#statusListeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#leaveStatus();
    await this.#inner.close();
  }

  #watch(session: EngineSession): () => void {
    return session.onStatus((status, cause) => {
      if (status === "ended") void this.#over(cause);
      else this.#report(status, cause);
    });
  }

  async #over(cause: unknown): Promise<void> {
    const former = this.#inner;
    this.#leaveStatus();
    if (this.#isUp) this.#report("disconnected", cause);
    await former.close().catch(() => undefined);
    if (this.#closing.signal.aborted) return;
    if (this.#options.engine.reconnects !== true) return this.#report("ended", cause);
    const next = await this.#openAgain();
    if (next === undefined) return;
    this.#inner = next;
    this.#leaveStatus = this.#watch(next);
    for (const each of this.#subscriptions) each.leave = next.subscribe(each.topic, each.listener);
    this.#report("connected");
    if (next.logId !== this.#logId) this.#report("lost");
  }

  /** Undefined when this session was closed meanwhile. */
  async #openAgain(): Promise<EngineSession | undefined> {
    const { engine, settings, onFailure } = this.#options;
    const { signal } = this.#closing;
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, 2 * waitMs)) {
      await sleep(settings.clock, waitMs, signal);
      if (signal.aborted) return undefined;
      try {
        const session = await engine.open(settings);
        if (!this.#closing.signal.aborted) return session;
        await session.close();
        return undefined;
      } catch (error) {
        onFailure(error);
      }
    }
  }

  #report(status: EngineStatus, cause?: unknown): void {
    if (status === "lost") this.#logId = this.#inner.logId;
    this.#isUp = status === "connected" || (status === "lost" && this.#isUp);
    for (const listener of this.#statusListeners) listener(status, cause);
  }
}

function keysOf(inner: () => Bucket): Bucket {
  return {
    get: (key) => inner().get(key),
    put: (key, value, revision) => inner().put(key, value, revision),
    delete: (key, revision) => inner().delete(key, revision),
    entries: () => inner().entries(),
  };
}

function logOf(inner: () => PartitionedLog): PartitionedLog {
  return {
    get partitions() {
      return inner().partitions;
    },
    append: (entry) => inner().append(entry),
    pull: (partition, options) => inner().pull(partition, options),
    lag: () => inner().lag(),
  };
}

/** What a fleet ends with whose engine is over for good. */
export function engineEnded(kind: string, cause: unknown): FleetError {
  const why = cause instanceof Error && cause.message !== "" ? ` (${cause.message})` : "";
  const remedy = `Pass ${kind}Engine() a function that connects, so that the fleet can connect again`;
  return new FleetError("ended", `The connection to ${kind} is closed for good${why}. ${remedy}.`, { cause });
}
