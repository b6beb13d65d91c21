import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postgresStore, sealed } from "../../../runtime/store/index.js";
import type { OwnServer } from "../../support/engines.js";
import { hasPostgres, startPostgres } from "../../support/postgres.js";
import { bytesIn, testFaults } from "../../store/faults.js";
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

  describe("under faults", () => {
    testFaults({
      port: () => server.port,
      open: (port) => postgresStore(pool(port), { table: "faults" }),
      everything: async () => {
        await one!.query("CHECKPOINT", []);
        const { rows } = await one!.query("SELECT key, value FROM faults", []);
        return JSON.stringify(rows) + bytesIn(server.folder);
      },
    });

    test("a full disk refuses, and the former value stays", async () => {
      const full = await startPostgres({ fileKb: 20_480 });
      const own = pool(full.port);
      const store = postgresStore(own);
      const etag = await store.put("a", "small", { expected: null });
      const large = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString("base64");
      const value = Array.from({ length: 11 }, large).join("");
      const fill = async (): Promise<void> => {
        for (let number = 0; number < 60; number += 1) await store.put(`n${number}`, value, { expected: null });
      };
      await expect(fill()).rejects.toThrow(/could not (extend|write)/);
      await expect(store.put("a", value, { expected: etag ?? null })).rejects.toThrow(/could not (extend|write)/);
      expect(await store.get("a")).toEqual({ value: "small", etag });
      await own.end();
      await full.stop();
    });
  });

  test("what was written survives a server that is killed", async () => {
    const store = postgresStore(pool(), { table: "killed" });
    const etag = await store.put("a", "1", { expected: null });
    await server.restart();
    await expect.poll(async () => (await store.get("a").catch(() => undefined))?.etag, { timeout: 10_000 }).toBe(etag);
  });
});
