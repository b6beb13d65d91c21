import { type Clock, systemClock } from "../abi/index.js";
import type { KeyValue } from "./contract.js";
import { sweeper, tableName, uniqueEtag } from "./database.js";

/** What is used of a database of better-sqlite3 or of `node:sqlite`. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): {
    get(...values: (string | number | null)[]): unknown;
    all(...values: (string | number | null)[]): unknown[];
    run(...values: (string | number | null)[]): { readonly changes: number | bigint };
  };
}

/** Options of {@link sqliteStore}. */
export interface SqliteStoreOptions {
  /** Created when it is missing. Default: `app_store`. */
  readonly table?: string;
  readonly clock?: Clock;
}

/** Keys read at once by a list. */
const PAGE = 500;

/**
 * A store in SQLite, over your own database of better-sqlite3 or `node:sqlite`. Several processes may share the file.
 *
 * @example
 * const store = sqliteStore(new Database("app.db"));
 */
export function sqliteStore(database: SqliteDatabase, options: SqliteStoreOptions = {}): KeyValue {
  const table = tableName("sqliteStore()", options.table);
  const { clock = systemClock } = options;
  let statements: ReturnType<typeof prepared> | undefined;
  const ready = () => (statements ??= prepared(database, table));
  const sweep = sweeper(clock, async () => Promise.resolve(void ready().sweep.run(clock.now())));
  return {
    async get(key) {
      return Promise.resolve(ready().get.get(key) as { value: string; etag: string } | undefined); // columns of our own
    },
    async put(key, value, { expected, ttlMs }) {
      const etag = uniqueEtag();
      const untilMs = ttlMs === undefined ? null : clock.now() + ttlMs;
      if (ttlMs !== undefined) await sweep();
      const { create, replace } = ready();
      const { changes } =
        expected === null ? create.run(key, value, etag, untilMs) : replace.run(value, etag, untilMs, key, expected);
      return Number(changes) === 1 ? etag : undefined;
    },
    async delete(key, { expected }) {
      return Promise.resolve(Number(ready().delete.run(key, expected).changes) === 1);
    },
    async *list(prefix) {
      for (let after = ""; ;) {
        const rows = ready().list.all(prefix, `${prefix}~`, after, PAGE) as { key: string }[]; // likewise
        for (const { key } of rows) yield key;
        const last = rows.at(-1);
        if (last === undefined || rows.length < PAGE) return;
        after = last.key;
        await Promise.resolve();
      }
    },
  };
}

/** Without the right to create it, the table must be there: `CREATE TABLE IF NOT EXISTS` is then no write. */
function prepared(database: SqliteDatabase, table: string) {
  database.exec(
    `CREATE TABLE IF NOT EXISTS ${table} (key TEXT PRIMARY KEY, value TEXT NOT NULL, etag TEXT NOT NULL, until INTEGER)`,
  );
  database.exec(`CREATE INDEX IF NOT EXISTS ${table}_until ON ${table} (until) WHERE until IS NOT NULL`);
  return {
    get: database.prepare(`SELECT value, etag FROM ${table} WHERE key = ?`),
    create: database.prepare(
      `INSERT INTO ${table} (key, value, etag, until) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`,
    ),
    replace: database.prepare(`UPDATE ${table} SET value = ?, etag = ?, until = ? WHERE key = ? AND etag = ?`),
    delete: database.prepare(`DELETE FROM ${table} WHERE key = ? AND etag = ?`),
    list: database.prepare(`SELECT key FROM ${table} WHERE key >= ? AND key < ? AND key > ? ORDER BY key LIMIT ?`),
    sweep: database.prepare(`DELETE FROM ${table} WHERE until < ?`),
  };
}
