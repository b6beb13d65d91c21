import type { Redis } from "ioredis";
import { agree, Topics } from "../engine/adapter.js";
import type {
  EngineInfo,
  EngineSession,
  EngineStatus,
  EngineStatusListener,
  EngineTime,
  Bucket,
} from "../engine/contract.js";
import { sleep } from "../../base/time.js";
import { asPattern, type RedisAccess } from "./access.js";
import { redisKeys } from "./keys.js";
import { RedisLog } from "./log.js";

/** Milliseconds between two tries to set up again after the connection came back. */
const SET_UP_AGAIN_MS = 250;

export class RedisSession implements EngineSession {
  readonly leases: Bucket;
  readonly claims: Bucket;
  readonly state: Bucket;
  readonly deadLetters: Bucket;
  readonly events: RedisLog;
  readonly interactions: RedisLog;
  readonly #access: RedisAccess;
  /** A connection that subscribes can do nothing else. */
  readonly #listener: Redis;
  readonly #topics = new Topics();
  readonly #statusListeners = new Set<EngineStatusListener>();
  readonly #isOwn: boolean;
  readonly #onClose = () => this.#disconnected();
  readonly #onReady = () => void this.#comeBack();
  readonly #onError = (error: unknown) => void (this.#said = error);
  readonly #onEnd = () => this.#over();
  /** The last error of a client: the only one that says why it ends. */
  #said: unknown;
  #born = "";
  #isUp = true;
  #isClosed = false;

  /** @param isOwn the client was made for this session, which closes it */
  static async open(access: RedisAccess, isOwn: boolean): Promise<RedisSession> {
    const session = new RedisSession(access, isOwn);
    try {
      await session.#setUp();
      await session.#hear();
    } catch (error) {
      await session.close();
      throw error;
    }
    return session;
  }

  private constructor(access: RedisAccess, isOwn: boolean) {
    this.#access = access;
    this.#isOwn = isOwn;
    const { leaseMs, claimMs, deadLetterMs, partitions, ackWaitMs, maxLagEvents, duplicateWindowMs, interactions } =
      access.settings;
    this.leases = redisKeys(access, "leases", leaseMs);
    this.claims = redisKeys(access, "claims", claimMs);
    this.state = redisKeys(access, "state", Infinity);
    this.deadLetters = redisKeys(access, "dead", deadLetterMs);
    const parts = Array.from({ length: partitions }, (_, partition) => String(partition).padStart(3, "0"));
    const maxEntries = Math.max(1, Math.ceil(maxLagEvents / partitions));
    const ordered = { ackWaitMs, maxInHand: 1, maxEntries, duplicateWindowMs, lifeMs: 0 };
    this.events = new RedisLog(access, { name: "events", parts, ...ordered });
    const { lifeMs } = interactions;
    const lane = { ackWaitMs: interactions.ackWaitMs, maxInHand: 1_000, duplicateWindowMs: lifeMs, lifeMs };
    this.interactions = new RedisLog(access, { name: "lane", parts: ["lane"], maxEntries: 10_000, ...lane });
    // Without these, whichever the client has, it would not subscribe before it is connected, or again after a loss.
    this.#listener = access.redis.duplicate({ enableOfflineQueue: true, autoResubscribe: true });
    this.#listener.on("error", this.#onError).on("end", this.#onEnd);
    access.redis.on("close", this.#onClose);
    access.redis.on("ready", this.#onReady).on("error", this.#onError).on("end", this.#onEnd);
  }

  get logId(): string {
    return this.#born;
  }

  async publish(topic: string, text: string): Promise<void> {
    await this.#access.request(() => this.#access.redis.publish(this.#access.channel("bus", topic), text));
  }

  subscribe(topic: string, listener: (text: string) => void): () => void {
    return this.#topics.add(topic, listener);
  }

  async time(): Promise<EngineTime> {
    const { clock } = this.#access.settings;
    const sentMs = clock.monotonicMs();
    const [seconds, micros] = await this.#access.request(() => this.#access.redis.time());
    const atMs = clock.monotonicMs();
    const roundTripMs = atMs - sentMs;
    const nowMs = Number(seconds) * 1_000 + Number(micros) / 1_000 + roundTripMs / 2;
    return { nowMs, errorMs: roundTripMs / 2 + 1, roundTripMs, atMs };
  }

  info(): Promise<EngineInfo> {
    return describe(this.#access);
  }

  onStatus(listener: EngineStatusListener): () => void {
    this.#statusListeners.add(listener);
    return () => void this.#statusListeners.delete(listener);
  }

  close(): Promise<void> {
    this.#isClosed = true;
    this.#access.redis.off("close", this.#onClose);
    this.#access.redis.off("ready", this.#onReady).off("error", this.#onError).off("end", this.#onEnd);
    this.#endPulls();
    this.#listener.disconnect();
    if (this.#isOwn) this.#access.redis.disconnect();
    return Promise.resolve();
  }

  async #setUp(): Promise<boolean> {
    const { redis, settings } = this.#access;
    await agree(this.state, settings);
    await this.events.setUp();
    await this.interactions.setUp();
    const key = this.#access.key("born");
    // Another one each time: a member that wins again after a loss must not take the new log for the former.
    const name = `${settings.member} ${crypto.randomUUID()}`;
    await this.#access.request(() => redis.set(key, name, "NX"));
    const born = (await this.#access.request(() => redis.get(key))) ?? "";
    const isAnother = this.#born !== "" && this.#born !== born;
    this.#born = born;
    return isAnother;
  }

  async #hear(): Promise<void> {
    const bus = this.#access.channel("bus", "");
    this.#listener.on("message", (channel: string, text: string) => {
      if (channel === this.events.channel) this.events.wake(Number(text));
      else if (channel === this.interactions.channel) this.interactions.wake(Number(text));
    });
    this.#listener.on("pmessage", (_: string, channel: string, text: string) => {
      this.#topics.tell(channel.slice(bus.length), text);
    });
    // Until it is subscribed again, a waiting member might not be woken.
    this.#listener.on("ready", () => this.#endPulls());
    await this.#access.request(() => this.#listener.subscribe(this.events.channel, this.interactions.channel));
    await this.#access.request(() => this.#listener.psubscribe(`${asPattern(bus)}*`));
  }

  #disconnected(): void {
    if (!this.#isUp || this.#isClosed) return;
    this.#isUp = false;
    this.#endPulls();
    this.#report("disconnected");
  }

  /** A client has given up: it connects no more. */
  #over(): void {
    if (this.#isClosed) return;
    this.#isUp = false;
    this.#endPulls();
    this.#report("ended", this.#said);
  }

  /** What a server that lost its memory no longer has is created again, and said to be lost. */
  async #comeBack(): Promise<void> {
    while (!this.#isClosed && !this.#isUp && this.#access.redis.status === "ready") {
      try {
        const isLost = await this.#setUp();
        this.#isUp = true;
        this.#report("connected");
        if (isLost) this.#report("lost");
      } catch {
        await sleep(this.#access.settings.clock, SET_UP_AGAIN_MS);
      }
    }
  }

  #endPulls(): void {
    this.events.endPulls();
    this.interactions.endPulls();
  }

  #report(status: EngineStatus, cause?: unknown): void {
    for (const listener of this.#statusListeners) listener(status, cause);
  }
}

/** What the server says about itself, and what that risks. */
async function describe(access: RedisAccess): Promise<EngineInfo> {
  const text = await access.request(() => access.redis.info());
  const facts = new Map(
    text.split("\r\n").map((line) => [line.split(":")[0] ?? "", line.slice(line.indexOf(":") + 1)]),
  );
  const version = facts.get("redis_version") ?? "unknown";
  const isKept = facts.get("aof_enabled") === "1";
  const replicas = 1 + Number(facts.get("connected_slaves") ?? 0);
  const policy = facts.get("maxmemory_policy") ?? "noeviction";
  const warnings = [
    "Redis copies to its replicas without waiting for them: a fail-over may forget events, claims and who holds a slot. NATS with three replicas does not.",
  ];
  if (!isKept)
    warnings.unshift("There is no append-only file: a restart of Redis loses the log. Set `appendonly yes`.");
  if (policy !== "noeviction" && Number(facts.get("maxmemory") ?? 0) > 0) {
    warnings.unshift(`maxmemory-policy is ${policy}: Redis may throw away parts of the log. Set noeviction.`);
  }
  const sync = isKept ? "append-only file, see appendfsync" : "none";
  return { kind: "redis", version, storage: isKept ? "disk" : "memory", replicas, sync, warnings };
}
