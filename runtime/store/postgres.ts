import { systemClock } from "../abi/index.js";
import type { KeyValue } from "./contract.js";
import { sweeper, tableName, uniqueEtag } from "./database.js";

/** What is used of a `Pool` or `Client` of pg. Of another client, wrap its query function. */
export interface PostgresClient {
  query(
    text: string,
    values: (string | number | null)[],
  ): Promise<{ readonly rows: readonly unknown[]; readonly rowCount: number | null }>;
}

/** Options of {@link postgresStore}. */
export interface PostgresStoreOptions {
  /** Created when it is missing; may name a schema. Default: `app_store`. */
  readonly table?: string;
}

/** Keys read at once by a list. */
const PAGE = 500;

/** SQLSTATE of a table that does not exist. */
const UNDEFINED_TABLE = "42P01";

/** SQLSTATEs of a table that another process has just created. */
const CREATED = new Set(["23505", "42P07", "42710"]);

/**
 * A store in PostgreSQL 10 or later, over your own pool. Every operation is one statement.
 *
 * @example
 * const store = postgresStore(new Pool({ statement_timeout: 5_000, connectionTimeoutMillis: 5_000 }));
 */
export function postgresStore(client: PostgresClient, options: PostgresStoreOptions = {}): KeyValue {
  const table = tableName("postgresStore()", options.table);
  const query = async (text: string, values: (string | number | null)[]) => {
    try {
      return await client.query(text, values);
    } catch (error) {
      if (codeOf(error) !== UNDEFINED_TABLE) throw error;
      await create(client, table);
      return client.query(text, values);
    }
  };
  const sweep = sweeper(systemClock, async () => {
    await query(`DELETE FROM ${table} WHERE until < now()`, []);
  });
  const until = (place: number): string => `now() + $${place}::float8 * interval '1 millisecond'`;
  const insert = `INSERT INTO ${table} (key, value, etag, until) VALUES ($1, $2, $3, ${until(4)}) ON CONFLICT (key) DO NOTHING`;
  const update = `UPDATE ${table} SET value = $2, etag = $3, until = ${until(4)} WHERE key = $1 AND etag = $5`;
  return {
    async get(key) {
      const { rows } = await query(`SELECT value, etag FROM ${table} WHERE key = $1`, [key]);
      return rows[0] as { value: string; etag: string } | undefined; // columns of our own
    },
    async put(key, value, { expected, ttlMs = null }) {
      const etag = uniqueEtag();
      if (ttlMs !== null) void sweep();
      const { rowCount } = await (expected === null
        ? query(insert, [key, value, etag, ttlMs])
        : query(update, [key, value, etag, ttlMs, expected]));
      return rowCount === 1 ? etag : undefined;
    },
    async delete(key, { expected }) {
      const { rowCount } = await query(`DELETE FROM ${table} WHERE key = $1 AND etag = $2`, [key, expected]);
      return rowCount === 1;
    },
    async *list(prefix) {
      const text = `SELECT key FROM ${table} WHERE key >= $1 AND key < $2 AND key > $3 ORDER BY key LIMIT ${PAGE}`;
      for (let after = ""; ;) {
        const { rows } = await query(text, [prefix, `${prefix}~`, after]);
        const keys = rows.map((row) => (row as { key: string }).key); // likewise
        yield* keys;
        if (keys.length < PAGE) return;
        after = keys.at(-1) ?? after;
      }
    },
  };
}

/** Several processes may create the table at the same time. */
async function create(client: PostgresClient, table: string): Promise<void> {
  try {
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${table} (key text COLLATE "C" PRIMARY KEY, value text NOT NULL, etag text NOT NULL, until timestamptz)`,
      [],
    );
    await client.query(`CREATE INDEX IF NOT EXISTS ${table.replace(".", "_")}_until ON ${table} (until)`, []);
  } catch (error) {
    if (!CREATED.has(codeOf(error))) throw error;
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
