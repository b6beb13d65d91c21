import initSqlJs from "sql.js";
import { describe } from "vitest";
import { type SqliteDatabase, sqliteStore } from "../../runtime/store/index.js";
import { testStore } from "./suite.js";

const { Database } = await initSqlJs();

/** SQLite as WebAssembly, in the shape of better-sqlite3, which has to be compiled and is tested apart. */
function database(): SqliteDatabase {
  const inner = new Database();
  return {
    exec: (sql) => inner.exec(sql),
    prepare(sql) {
      const statement = inner.prepare(sql);
      const all = (...values: (string | number | null)[]): unknown[] => {
        statement.bind(values);
        const rows: unknown[] = [];
        while (statement.step()) rows.push(statement.getAsObject());
        statement.reset();
        return rows;
      };
      return {
        all,
        get: (...values) => all(...values)[0],
        run: (...values) => (all(...values), { changes: inner.getRowsModified() }),
      };
    },
  };
}

describe.concurrent("the store in SQLite", () => {
  const shared = database();
  testStore(() => ({ open: () => sqliteStore(shared) }));
});
