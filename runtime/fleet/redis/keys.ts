import type { KeyEntry, Bucket } from "../engine/contract.js";
import { decodeKey, encodeKey } from "../engine/adapter.js";
import { asPattern, type RedisAccess } from "./access.js";
import { DELETE, PUT } from "./scripts.js";

/** A bucket: one hash for each key, with a lifetime of its own. */
export function redisKeys(access: RedisAccess, bucket: string, lifeMs: number): Bucket {
  const { redis } = access;
  const nameOf = (key: string): string => access.key(bucket, encodeKey(key));
  const get = async (key: string): Promise<KeyEntry | undefined> => {
    const [value, revision] = await access.request(() => redis.hmget(nameOf(key), "v", "r"));
    if (typeof value !== "string" || typeof revision !== "string") return undefined;
    return { key, value, revision: Number(revision) };
  };
  return {
    get,
    async put(key, value, revision) {
      const args = [value, revision ?? "", lifeMs === Infinity ? 0 : lifeMs];
      const written = await access.run(PUT, [nameOf(key), access.key("revisions")], args);
      return typeof written === "number" ? written : undefined;
    },
    delete: async (key, revision) => (await access.run(DELETE, [nameOf(key)], [revision])) === 1,
    async entries() {
      // A scan knows nothing of the prefix that the client puts before keys.
      const prefix = (redis.options.keyPrefix ?? "") + access.key(bucket, "");
      const found = new Set<string>();
      let cursor = "0";
      do {
        const [next, keys] = await access.request(() =>
          redis.scan(cursor, "MATCH", `${asPattern(prefix)}*`, "COUNT", 500),
        );
        for (const key of keys) found.add(decodeKey(key.slice(prefix.length)));
        cursor = next;
      } while (cursor !== "0");
      const entries = await Promise.all([...found].map(get));
      return entries.filter((entry) => entry !== undefined);
    },
  };
}
