import type { KeyValue } from "./contract.js";
import { uniqueEtag } from "./database.js";

/** What is used of a client of ioredis. */
export interface IoredisClient {
  call(command: string, ...values: (string | number)[]): Promise<unknown>;
  readonly options?: { readonly keyPrefix?: string | undefined };
}

/** What is used of a client of redis (node-redis). */
export interface NodeRedisClient {
  sendCommand(command: string[]): Promise<unknown>;
}

/** Options of {@link redisStore}. */
export interface RedisStoreOptions {
  /** Before every key. Default: `app:`. */
  readonly prefix?: string;
}

/** Keys: key. Arguments: etag and blank that the value must begin with, next value, lifetime in ms or ''. */
const REPLACE = `
local held = redis.call('GET', KEYS[1])
if not held or string.sub(held, 1, #ARGV[1]) ~= ARGV[1] then return 0 end
if ARGV[3] == '' then redis.call('SET', KEYS[1], ARGV[2]) else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
return 1`;

/** Keys: key. Arguments: etag and blank. */
const DELETE = `
local held = redis.call('GET', KEYS[1])
if not held or string.sub(held, 1, #ARGV[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`;

/**
 * A store in Redis 6 or later, over your own client of ioredis or redis. A value is one string: its etag, a blank, and
 * the value. The server must not evict keys (`maxmemory-policy noeviction`) and should keep a log (`appendonly yes`).
 *
 * @example
 * const store = redisStore(new Redis({ commandTimeout: 5_000, maxRetriesPerRequest: 1 }));
 */
export function redisStore(client: IoredisClient | NodeRedisClient, options: RedisStoreOptions = {}): KeyValue {
  const { prefix = "app:" } = options;
  const send = async (...command: [string, ...string[]]): Promise<unknown> =>
    "call" in client ? client.call(...command) : client.sendCommand(command);
  const script = scripts(send);
  /** ioredis puts its own prefix before keys, but not before patterns. */
  const before = ("call" in client ? client.options?.keyPrefix : undefined) ?? "";
  return {
    async get(key) {
      const held = await send("GET", prefix + key);
      if (typeof held !== "string") return undefined;
      const end = held.indexOf(" ");
      return { value: held.slice(end + 1), etag: held.slice(0, end) };
    },
    async put(key, value, { expected, ttlMs }) {
      const etag = uniqueEtag();
      const next = `${etag} ${value}`;
      const lifeMs = ttlMs === undefined ? "" : String(Math.ceil(ttlMs));
      if (expected !== null) {
        return (await script(REPLACE, prefix + key, `${expected} `, next, lifeMs)) === 1 ? etag : undefined;
      }
      const life: string[] = lifeMs === "" ? [] : ["PX", lifeMs];
      return (await send("SET", prefix + key, next, "NX", ...life)) === null ? undefined : etag;
    },
    async delete(key, { expected }) {
      return (await script(DELETE, prefix + key, `${expected} `)) === 1;
    },
    async *list(keyPrefix) {
      const pattern = `${(before + prefix).replaceAll(/[[\]*?\\]/g, String.raw`\$&`)}${keyPrefix}*`;
      let cursor = "0";
      do {
        // What the command answers with: the next cursor and a page of keys.
        const [next, keys] = (await send("SCAN", cursor, "MATCH", pattern, "COUNT", "500")) as [string, string[]];
        for (const key of keys) yield key.slice(before.length + prefix.length);
        cursor = String(next);
      } while (cursor !== "0");
    },
  };
}

/** Runs a script by its hash; a server that does not know it, such as one that was restarted, is given it. */
function scripts(send: (...command: [string, ...string[]]) => Promise<unknown>) {
  const hashes = new Map<string, string>();
  return async (text: string, key: string, ...values: string[]): Promise<unknown> => {
    const hash = hashes.get(text);
    try {
      if (hash !== undefined) return await send("EVALSHA", hash, "1", key, ...values);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith("NOSCRIPT")) throw error;
    }
    hashes.set(text, String(await send("SCRIPT", "LOAD", text)));
    return send("EVAL", text, "1", key, ...values);
  };
}
