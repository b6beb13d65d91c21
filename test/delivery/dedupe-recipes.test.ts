/** The stores that the page of endpoints gives as recipes, as they stand there, against the servers they are for. */
import { readFileSync } from "node:fs";
import { Kvm } from "@nats-io/kv";
import { connect } from "@nats-io/transport-node";
import { Redis } from "ioredis";
import initSqlJs from "sql.js";
import type { DedupeStore } from "svc-apps/delivery";
import ts from "typescript";
import { describe, expect, onTestFinished, test } from "vitest";
import { extract } from "../../tools/snippets/extract.js";
import { hasEngine, startEngine } from "../support/engines.js";
import { endpoint, sign } from "./support.js";

const page = "docs/endpoints.md";
const { programs } = extract(page, readFileSync(new URL(`../../${page}`, import.meta.url), "utf8"));

type Recipe = (client: unknown, more?: unknown) => DedupeStore | Promise<DedupeStore>;

/** A recipe of the page, run from its text. */
async function recipe(name: string): Promise<Recipe> {
  const code =
    programs.find((program) => program.code.includes(` ${name}`))?.code ?? expect.fail(`no ${name} in ${page}`);
  const module = ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  const exported = (await import(`data:text/javascript,${encodeURIComponent(module.outputText)}`)) as Record<
    string,
    Recipe // as the page types it
  >;
  return exported[name] ?? expect.fail(`${page} does not export ${name}`);
}

async function redis(): Promise<DedupeStore> {
  const server = await startEngine("redis");
  const client = new Redis(server.port, "127.0.0.1");
  onTestFinished(async () => {
    client.disconnect();
    await server.stop();
  });
  return (await recipe("redisDedupe"))(client);
}

async function nats(): Promise<DedupeStore> {
  const server = await startEngine("nats");
  const connection = await connect({ servers: `127.0.0.1:${server.port}` });
  onTestFinished(async () => {
    await connection.close();
    await server.stop();
  });
  return (await recipe("natsDedupe"))(await new Kvm(connection).create("claims", { ttl: 1_000 }));
}

async function sqlite(): Promise<DedupeStore> {
  const { Database } = await initSqlJs();
  const database = new Database();
  onTestFinished(() => database.close());
  const run = async (sql: string, values: (string | number)[]) => {
    expect(sql).not.toContain("$"); // a name to better-sqlite3 and Node's own module, which bind values in order
    database.run(sql, values);
    return Promise.resolve(database.getRowsModified());
  };
  return (await recipe("sqlDedupe"))(run, () => "?");
}

describe.each([
  ["Redis", redis, hasEngine("redis")],
  ["NATS", nats, hasEngine("nats")],
  ["SQLite", sqlite, true],
] as const)("the recipe for %s", (_name, open, isHere) => {
  test.skipIf(!isHere)(
    "SIG-24 of many who claim a key at once one gets it, whatever the key, until its time is up",
    async () => {
      const store = await open();
      for (const key of ["delivery:17:a", "interaction:17:a", "interaction:17:é % *.>"]) {
        const claims = await Promise.all(Array.from({ length: 20 }, async () => store.claim(key, 1_000)));
        expect(claims.filter(Boolean)).toHaveLength(1);
      }
      await expect
        .poll(async () => store.claim("delivery:17:a", 60_000), { timeout: 10_000, interval: 100 })
        .toBe(true);
      expect(await store.claim("delivery:17:a", 60_000)).toBe(false);
    },
  );

  test.skipIf(!isHere)("SIG-26 an endpoint that did not run the first copy leaves a replay alone", async () => {
    const store = await open();
    const signed = await sign();
    const [one, other] = [endpoint({ dedupe: store }), endpoint({ dedupe: store })];
    expect([(await one.handler.deliver(signed)).status, (await other.handler.deliver(signed)).status]).toEqual([
      200, 204,
    ]);
    expect(other.types()).toEqual(["duplicate"]);
  });
});

test.skipIf(!hasEngine("redis"))(
  "the recipe for Redis rejects while the server is gone, and so the endpoint knows",
  async () => {
    const server = await startEngine("redis");
    const client = new Redis(server.port, "127.0.0.1", { maxRetriesPerRequest: 0, retryStrategy: () => null });
    client.on("error", () => undefined);
    onTestFinished(async () => {
      client.disconnect();
      await server.stop();
    });
    const store = await (await recipe("redisDedupe"))(client);
    expect(await store.claim("a", 1_000)).toBe(true);
    await server.kill();
    await expect(store.claim("b", 1_000)).rejects.toThrow(/clos|connect|retries/i);
  },
);
