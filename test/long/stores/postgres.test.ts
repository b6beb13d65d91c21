import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postgresStore, sealed } from "../../../runtime/store/index.js";
import { Records } from "../../../runtime/store/records.js";
import { systemClock } from "../../../runtime/abi/index.js";
import type { OwnServer } from "../../support/engines.js";
import { hasPostgres, startPostgres } from "../../support/postgres.js";
import { startProxy } from "../../support/tcp-proxy.js";
import { testStore } from "../../store/suite.js";
import { pg, type Pool } from "./clients.js";

describe.skipIf(!hasPostgres() || pg === undefined)("the store in PostgreSQL, over pg", () => {
  let server: OwnServer;
  const pools: Pool[] = [];
  const pool = (port = server.port): Pool => {
    const made = new pg!.Pool({ host: "127.0.0.1", port, user: "test", database: "postgres", max: 4 });
    made.on("error", () => undefined); // while the server is away
    pools.push(made);
    return made;
  };
  let [one, other]: (Pool | undefined)[] = [];
  beforeAll(async () => {
    server = await startPostgres();
    [one, other] = [pool(), pool()];
  });
  afterAll(async () => {
    await Promise.all(pools.map((each) => each.end().catch(() => undefined)));
    await server.stop();
  });

  describe.concurrent("passes the suite", () => {
    let opened = 0;
    testStore(() => ({ open: () => postgresStore(((opened += 1) % 2 ? one : other)!) }));
  });
  describe.concurrent("sealed, in a table of a schema", () => {
    const keys = [{ id: "k", secret: new Uint8Array(32) }];
    beforeAll(async () => void (await one!.query("CREATE SCHEMA IF NOT EXISTS mine", [])));
    testStore(() => ({ open: () => sealed(postgresStore(one!, { table: "mine.state" }), { keys }) }));
  });

  test("eight processes that begin together create the table once", async () => {
    const stores = Array.from({ length: 8 }, () => postgresStore(pool(), { table: "together" }));
    const etags = await Promise.all(stores.map((store) => store.put("a", "v", { expected: null })));
    expect(etags.filter((etag) => etag !== undefined)).toHaveLength(1);
  });

  test("a user without the right to create uses a table that is there", async () => {
    await one!.query(
      'CREATE TABLE given (key text COLLATE "C" PRIMARY KEY, value text NOT NULL, etag text NOT NULL, until timestamptz)',
      [],
    );
    await one!.query("CREATE ROLE weak LOGIN", []);
    await one!.query("GRANT SELECT, INSERT, UPDATE, DELETE ON given TO weak", []);
    const weak = new pg!.Pool({ host: "127.0.0.1", port: server.port, user: "weak", database: "postgres" });
    pools.push(weak);
    expect(await postgresStore(weak, { table: "given" }).put("a", "v", { expected: null })).toBeTypeOf("string");
    await expect(postgresStore(weak, { table: "missing" }).get("a")).rejects.toMatchObject({ code: "42501" });
  });

  test("removes what has expired", async () => {
    const store = postgresStore(one!, { table: "swept" });
    await store.put("a", "v", { expected: null, ttlMs: -120_000 });
    await postgresStore(one!, { table: "swept" }).put("b", "v", { expected: null, ttlMs: 60_000 });
    await expect.poll(async () => (await one!.query("SELECT key FROM swept", [])).rows).toEqual([{ key: "b" }]);
  });

  test("a connection that hangs is given up, and what was written is known as one's own afterwards", async () => {
    const proxy = await startProxy(server.port);
    const through = pool(proxy.port);
    const records = new Records<number>(postgresStore(through, { table: "hanging" }), {
      use: "count",
      read: (value) => (typeof value === "number" ? value : undefined),
      clock: systemClock,
      sink: { wants: () => false, report: () => undefined },
    });
    const etag = await records.put("a", 1, { expected: null });
    proxy.cut();
    await expect(records.put("a", 2, { expected: etag ?? null, timeoutMs: 300 })).rejects.toMatchObject({
      reason: "timeout",
    });
    proxy.heal();
    await expect.poll(async () => (await records.get("a"))?.value, { timeout: 5_000 }).toBe(2);
    await proxy.close();
  });

  test("what was written survives a server that is killed", async () => {
    const store = postgresStore(pool(), { table: "killed" });
    const etag = await store.put("a", "1", { expected: null });
    await server.restart();
    await expect.poll(async () => (await store.get("a").catch(() => undefined))?.etag, { timeout: 10_000 }).toBe(etag);
  });
});
