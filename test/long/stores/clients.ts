import { createRequire } from "node:module";
import type { PostgresClient, SqliteDatabase } from "../../../runtime/store/index.js";

const require = createRequire(import.meta.url);

/** A client that is installed in this folder; loudly undefined when it is not, a failure with SVC_REQUIRE_ENGINES=1. */
function client<Client>(name: string): Client | undefined {
  try {
    return require(name) as Client; // the type is that of the package, which is not installed everywhere
  } catch (cause) {
    const text = `SKIPPED: ${name} is not installed. It comes with: npm install --prefix test/long/stores`;
    if (process.env["SVC_REQUIRE_ENGINES"] === "1") throw new Error(text, { cause });
    console.warn(`\n*** ${text} ***\n`);
    return undefined;
  }
}

export interface Pool extends PostgresClient {
  on(name: "error", listener: () => void): void;
  end(): Promise<void>;
}

export const sqlite = client<new (path: string) => SqliteDatabase & { close(): void }>("better-sqlite3");
export const pg = client<{ Pool: new (options: object) => Pool }>("pg");
