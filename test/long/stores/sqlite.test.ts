import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { sealed, sqliteStore } from "../../../runtime/store/index.js";
import { createVirtualClock } from "../../support/virtual-clock.js";
import { bytesIn } from "../../store/faults.js";
import { testStore } from "../../store/suite.js";
import { sqlite } from "./clients.js";

describe.skipIf(sqlite === undefined)("the store in SQLite, over better-sqlite3", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-store-sqlite-"));
  const opened: { close(): void }[] = [];
  const open = (path = join(folder, "app.db")) => {
    const database = new sqlite!(path);
    opened.push(database);
    return database;
  };
  afterAll(() => {
    for (const database of opened) database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  describe("passes the suite", () => {
    testStore(() => ({ open: () => sqliteStore(open()) }));
  });

  test("removes what has expired, and nothing else", async () => {
    const clock = createVirtualClock();
    const database = open(":memory:");
    const store = sqliteStore(database, { table: "mine", clock });
    await store.put("a", "v", { expected: null, ttlMs: 1_000 });
    await store.put("b", "v", { expected: null });
    await clock.advance(60_000);
    await store.put("c", "v", { expected: null, ttlMs: 1_000 });
    expect(database.prepare("SELECT key FROM mine ORDER BY key").all()).toEqual([{ key: "b" }, { key: "c" }]);
  });

  test("two processes that write one key lose no write", async () => {
    const file = join(folder, "two.db");
    open(file).exec("PRAGMA journal_mode = WAL");
    const from = (path: string) => JSON.stringify(join(import.meta.dirname, path));
    const program = join(folder, "counter.mts");
    writeFileSync(
      program,
      `import { sqlite } from ${from("clients.ts")};
       import { sqliteStore } from ${from("../../../runtime/store/index.ts")};
       const store = sqliteStore(new sqlite(${JSON.stringify(file)}));
       for (let done = 0; done < 200; ) {
         const found = await store.get("n");
         const next = String(Number(found?.value ?? 0) + 1);
         if (await store.put("n", next, { expected: found?.etag ?? null })) done += 1;
       }`,
    );
    const run = async (): Promise<number | null> =>
      new Promise((resolve) => {
        spawn(process.execPath, ["--import", "tsx", program], { stdio: "inherit" }).once("close", resolve);
      });
    expect(await Promise.all([run(), run()])).toEqual([0, 0]);
    expect((await sqliteStore(open(file)).get("n"))?.value).toBe("400");
  });

  test("a file that another process has locked rejects within the time that the driver waits", async () => {
    const file = join(folder, "locked.db");
    const [holder, waiting] = [open(file), open(file)];
    waiting.exec("PRAGMA busy_timeout = 50");
    const store = sqliteStore(waiting);
    const etag = await store.put("a", "1", { expected: null });
    holder.exec("BEGIN EXCLUSIVE");
    await expect(store.put("a", "2", { expected: etag ?? null })).rejects.toMatchObject({ code: "SQLITE_BUSY" });
    holder.exec("COMMIT");
    expect(await store.put("a", "2", { expected: etag ?? null })).toBeTypeOf("string");
  });

  test("a sealed value is found in no file of the database", async () => {
    const inside = join(folder, "sealed");
    mkdirSync(inside);
    const database = open(join(inside, "app.db"));
    database.exec("PRAGMA journal_mode = WAL");
    const store = sqliteStore(database);
    await store.put("open", "canary-90cc", { expected: null });
    await sealed(store, { keys: [{ id: "k", secret: new Uint8Array(32) }] }).put("a", "canary-6b1f", {
      expected: null,
    });
    expect(bytesIn(inside)).toContain("canary-90cc");
    expect(bytesIn(inside)).not.toContain("canary-6b1f");
  });

  test("a full disk rejects, and the former value stays", async () => {
    const database = open(join(folder, "full.db"));
    const store = sqliteStore(database);
    const etag = await store.put("a", "small", { expected: null });
    database.exec("PRAGMA max_page_count = 8");
    await expect(store.put("a", "x".repeat(200_000), { expected: etag ?? null })).rejects.toMatchObject({
      code: "SQLITE_FULL",
    });
    expect(await store.get("a")).toEqual({ value: "small", etag });
  });

  test("a process that is killed while it writes loses no write that it was told of", async () => {
    const file = join(folder, "killed.db");
    const program = join(folder, "writer.mts");
    const from = (path: string) => JSON.stringify(join(import.meta.dirname, path));
    writeFileSync(
      program,
      `import { sqlite } from ${from("clients.ts")};
       import { sqliteStore } from ${from("../../../runtime/store/index.ts")};
       const store = sqliteStore(new sqlite(${JSON.stringify(file)}));
       for (let n = 0, etag = null; ; n += 1) { etag = await store.put("n", String(n), { expected: etag }); console.log(n); }`,
    );
    const child = spawn(process.execPath, ["--import", "tsx", program], { stdio: ["ignore", "pipe", "inherit"] });
    let told = "";
    await new Promise<void>((resolve) => {
      child.stdout.on("data", (piece: Buffer) => {
        told += piece.toString();
        if (told.length > 500) child.kill("SIGKILL");
      });
      child.once("close", () => resolve());
    });
    const last = Number(told.trim().split("\n").slice(0, -1).at(-1));
    const store = sqliteStore(open(file));
    expect(Number((await store.get("n"))?.value)).toBeGreaterThanOrEqual(last);
  });
});
