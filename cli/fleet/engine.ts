import type { FleetEngine } from "../../runtime/fleet/index.js";
import { UsageError } from "../frame.js";

/** An engine and how to leave it. */
export interface OpenedEngine {
  readonly engine: FleetEngine;
  close(): Promise<void>;
}

/** Connects to the engine at an address: `nats://…` (and `tls://`, `ws://`), or `redis://…` (and `rediss://`). */
export async function connectEngine(url: string): Promise<OpenedEngine> {
  const scheme = url.split(":")[0];
  if (scheme === "nats" || scheme === "tls" || scheme === "ws" || scheme === "wss") return connectNats(url);
  if (scheme === "redis" || scheme === "rediss") return connectRedis(url);
  throw new UsageError(`--engine takes nats://host:port or redis://host:port, and got ${url.split("@").at(-1) ?? ""}`);
}

async function connectNats(url: string): Promise<OpenedEngine> {
  const [{ connect }, { natsEngine }] = await loaded(
    () => Promise.all([import("@nats-io/transport-node"), import("../../runtime/fleet/nats/index.js")]),
    "@nats-io/transport-node @nats-io/jetstream @nats-io/kv",
  );
  const { username, password, host, protocol } = new URL(url);
  const login = username === "" ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const connection = await connect({ servers: `${protocol}//${host}`, reconnect: false, timeout: 5_000, ...login });
  return { engine: natsEngine(connection), close: () => connection.close() };
}

async function connectRedis(url: string): Promise<OpenedEngine> {
  const [{ Redis }, { redisEngine }] = await loaded(
    () => Promise.all([import("ioredis"), import("../../runtime/fleet/redis/index.js")]),
    "ioredis",
  );
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  await redis.connect();
  return {
    engine: redisEngine(redis),
    close: () => {
      redis.disconnect();
      return Promise.resolve();
    },
  };
}

async function loaded<Modules>(load: () => Promise<Modules>, packages: string): Promise<Modules> {
  try {
    return await load();
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
    if (!isMissing) throw error;
    throw new UsageError(`this engine needs packages that are not installed: npm install ${packages}`);
  }
}
