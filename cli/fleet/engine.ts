import type { FleetEngine } from "../../runtime/fleet/index.js";
import { UsageError } from "../usage-error.js";

/** An engine and how to leave it. */
export interface OpenedEngine {
  readonly engine: FleetEngine;
  close(): Promise<void>;
}

const NATS = /^(?:nats|tls|wss?):$/;
const REDIS = /^rediss?:$/;

/**
 * Connects to the engine at an address: `nats://…` (and `tls://`, `ws://`), of which several servers may be given,
 * separated by commas, with the login (`user:password@` or `token@`) in the first; or `redis://…` (and `rediss://`).
 */
export async function connectEngine(given: string): Promise<OpenedEngine> {
  const urls = given.split(",").map((one) => (URL.canParse(one) ? new URL(one) : undefined));
  const [first, ...others] = urls;
  if (first && others.length === 0 && REDIS.test(first.protocol)) return connectRedis(given);
  if (first && urls.every((url) => url !== undefined && NATS.test(url.protocol)))
    return connectNats(
      first,
      urls.flatMap((url) => (url ? `${url.protocol}//${url.host}` : [])),
    );
  // A password may hold what separates addresses elsewhere: up to the last @, nothing is shown but the scheme.
  const shown = given.replace(/^([a-z]+:\/\/)?.*@/is, "$1");
  throw new UsageError(
    `--engine takes nats://host:port (of several servers: separated by commas) or redis://host:port, and got ${shown}`,
  );
}

async function connectNats({ username, password }: URL, servers: string[]): Promise<OpenedEngine> {
  const [{ connect }, { natsEngine }] = await loaded(
    () => Promise.all([import("@nats-io/transport-node"), import("../../runtime/fleet/nats/index.js")]),
    "@nats-io/transport-node @nats-io/jetstream @nats-io/kv",
  );
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  // What stands alone before the @ is a token, as for all clients of NATS.
  const login = pass !== "" ? { user, pass } : user !== "" ? { token: user } : {};
  const connection = await connect({ servers, reconnect: false, timeout: 5_000, ...login }).catch((error: unknown) =>
    refuse(servers, error),
  );
  return { engine: natsEngine(connection), close: () => connection.close() };
}

async function connectRedis(url: string): Promise<OpenedEngine> {
  const [{ Redis }, { redisEngine }] = await loaded(
    () => Promise.all([import("ioredis"), import("../../runtime/fleet/redis/index.js")]),
    "ioredis",
  );
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  let said: unknown;
  redis.on("error", (error) => (said ??= error)); // what connect() rejects with is less
  await redis.connect().catch((error: unknown) => {
    const { protocol, host } = new URL(url);
    return refuse([`${protocol}//${host}`], said ?? error);
  });
  return {
    engine: redisEngine(redis),
    close: () => {
      redis.disconnect();
      return Promise.resolve();
    },
  };
}

/** Without the cause: of a port that nobody listens on, the command line would think a sandbox that is not running. */
function refuse(servers: readonly string[], error: unknown): never {
  const why = error instanceof Error ? error.message : String(error);
  throw new Error(`there is no connection to ${servers.join(", ")}: ${why}`);
}

async function loaded<Modules>(load: () => Promise<Modules>, packages: string): Promise<Modules> {
  try {
    return await load();
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
    if (!isMissing) throw error;
    throw new Error(`this engine needs packages that are not installed: npm install ${packages}`);
  }
}
