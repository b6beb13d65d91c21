import type { KeyEntry, KeyValue } from "../engine/contract.js";
import { decodeKey, encodeKey } from "../engine/adapter.js";
import type { RedisAccess } from "./access.js";
import { DELETE, PUT } from "./scripts.js";

/** A bucket: one hash for each key, with a lifetime of its own. */
export function redisKeys(access: RedisAccess, bucket: string, lifeMs: number): KeyValue {
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
      const prefix = access.key(bucket, "");
      const pattern = prefix.replaceAll(/[[\]*?\\]/g, String.raw`\$&`);
      const found = new Set<string>();
      let cursor = "0";
      do {
        const [next, keys] = await access.request(() => redis.scan(cursor, "MATCH", `${pattern}*`, "COUNT", 500));
        for (const key of keys) found.add(decodeKey(key.slice(prefix.length)));
        cursor = next;
      } while (cursor !== "0");
      const entries = await Promise.all([...found].map(get));
      return entries.filter((entry) => entry !== undefined);
    },
  };
}
