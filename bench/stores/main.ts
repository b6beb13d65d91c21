/**
 * What a write to a store costs against the bare client that does the same work: a new key, and a compare-and-set over
 * it. Both take turns in one run, against servers that the bench starts.
 *
 *   npm install --prefix test/long/stores && npx tsx bench/stores/main.ts
 *
 * COUNT (4,000) writes and ROUNDS (7) set how long it takes. Prints a table in Markdown.
 */
import { Redis } from "ioredis";
import { type KeyValue, memoryStore, postgresStore, redisStore } from "../../runtime/store/index.js";
import { pg } from "../../test/long/stores/clients.js";
import { startEngine } from "../../test/support/engines.js";
import { startPostgres } from "../../test/support/postgres.js";

const count = Number(process.env["COUNT"] ?? 4_000);
const rounds = Number(process.env["ROUNDS"] ?? 7);
const IN_FLIGHT = 16;
const WANTED = 1.2;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** Writes one key twice: as a new one, and over the value that it had. */
type Write = (key: string, value: string) => Promise<unknown>;

const byStore =
  (store: KeyValue): Write =>
  async (key, value) => {
    const etag = await store.put(key, value, { expected: null });
    await store.put(key, `${value}2`, { expected: etag ?? null });
  };

let keys = 0;
const value = "x".repeat(300);

/** Milliseconds for `count` keys, so many at a time. */
async function timed(write: Write): Promise<number> {
  const end = keys + count;
  const began = performance.now();
  const worker = async () => {
    while (keys < end) await write(`key-${(keys += 1)}`, value);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  return performance.now() - began;
}

/** Time of the store over the time of the bare client: the median of rounds in which each goes first in turn. */
async function compare(store: Write, bare: Write): Promise<{ ratio: number; perSecond: number }> {
  await timed(store);
  await timed(bare);
  const ratios: number[] = [];
  const rates: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const first = await timed(round % 2 === 0 ? store : bare);
    const second = await timed(round % 2 === 0 ? bare : store);
    const [ours, theirs] = round % 2 === 0 ? [first, second] : [second, first];
    ratios.push(ours / theirs);
    rates.push((2_000 * count) / ours);
  }
  return { ratio: median(ratios), perSecond: median(rates) };
}

async function overRedis() {
  const server = await startEngine("redis");
  const client = new Redis({ port: server.port, host: "127.0.0.1" });
  // The same comparison, as one would write it by hand.
  client.defineCommand("replaceIf", {
    numberOfKeys: 1,
    lua: "if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end redis.call('SET', KEYS[1], ARGV[2]) return 1",
  });
  const { replaceIf } = client as unknown as { replaceIf: (...values: string[]) => Promise<unknown> }; // just defined
  const bare: Write = async (key, text) => {
    await client.set(`bare:${key}`, text, "NX");
    await replaceIf.call(client, `bare:${key}`, text, `${text}2`);
  };
  const result = await compare(byStore(redisStore(client)), bare);
  client.disconnect();
  await server.stop();
  return result;
}

async function overPostgres() {
  if (pg === undefined) throw new Error("pg is not installed: npm install --prefix test/long/stores");
  const server = await startPostgres();
  const pool = new pg.Pool({ host: "127.0.0.1", port: server.port, user: "test", database: "postgres", max: 8 });
  await pool.query("CREATE TABLE bare (key text PRIMARY KEY, value text NOT NULL, version int NOT NULL)", []);
  const bare: Write = async (key, text) => {
    await pool.query("INSERT INTO bare VALUES ($1, $2, 1) ON CONFLICT (key) DO NOTHING", [key, text]);
    const update = "UPDATE bare SET value = $2, version = version + 1 WHERE key = $1 AND version = $3";
    await pool.query(update, [key, `${text}2`, 1]);
  };
  const result = await compare(byStore(postgresStore(pool)), bare);
  await pool.end();
  await server.stop();
  return result;
}

async function inMemory() {
  const map = new Map<string, { value: string; version: number }>();
  const bare: Write = async (key, text) => {
    map.set(key, { value: text, version: 1 });
    if (map.get(key)?.version === 1) map.set(key, { value: `${text}2`, version: 2 });
    return Promise.resolve();
  };
  return compare(byStore(memoryStore()), bare);
}

console.log("| store | time against the bare client | at most | writes/s |");
console.log("| --- | ---: | ---: | ---: |");
const row = (name: string, wanted: string, { ratio, perSecond }: { ratio: number; perSecond: number }) =>
  console.log(`| ${name} | ${ratio.toFixed(2)} | ${wanted} | ${Math.round(perSecond).toLocaleString("en")} |`);
row("Redis, over ioredis", String(WANTED), await overRedis());
row("PostgreSQL, over pg", String(WANTED), await overPostgres());
row("memory, against a Map", "", await inMemory());
