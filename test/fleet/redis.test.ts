import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { EngineStatus } from "../../runtime/fleet/index.js";
import { resolveFleetOptions } from "../../runtime/fleet/resolve-options.js";
import { redisEngine } from "../../runtime/fleet/redis/index.js";
import { engineCases } from "../../testing/fleet/index.js";
import { hasEngine, type OwnServer, startEngine } from "../support/engines.js";
import { holds } from "../support/stalls.js";

describe.skipIf(!hasEngine("redis"))("the engine on Redis", () => {
  let server: OwnServer;
  let redis: Redis;
  beforeAll(async () => {
    server = await startEngine("redis");
    redis = new Redis({ port: server.port, host: "127.0.0.1" });
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  describe.concurrent("passes the suite", () => {
    test.each(engineCases.map((each) => [each.name, each] as const))("%s", async (_name, each) => {
      await expect(holds(each, redisEngine(redis))).resolves.toBeUndefined();
    });
  });

  test("passes the case of a connection that is closed for good, with clients of its own", async () => {
    const made: Redis[] = [];
    const engine = redisEngine(() => {
      const own = new Redis({ port: server.port, host: "127.0.0.1" });
      made.push(own);
      return own;
    });
    const [each, ...others] = engineCases.filter(({ name }) => name.includes("closed for good"));
    expect(others).toEqual([]);
    if (each !== undefined) await holds(each, engine, { endConnection: () => made.at(-1)?.disconnect() });
    await vi.waitUntil(() => made.every(({ status }) => status === "end")); // the engine closes what it made
  });

  test("whoever comes back to a server that has lost its memory is told so, also who was first both times", async () => {
    const own = await startEngine("redis");
    const connection = new Redis({ port: own.port, host: "127.0.0.1", retryStrategy: () => 10 });
    connection.on("error", () => undefined); // while the server is away
    const { settings } = resolveFleetOptions({ name: "alone" });
    const session = await redisEngine(connection).open(settings);
    const heard: EngineStatus[] = [];
    session.onStatus((status) => heard.push(status));
    await own.restart({ withoutDisk: true });
    await vi.waitUntil(() => heard.includes("connected"), { timeout: 20_000 });
    await vi.waitUntil(() => heard.length > 2, { timeout: 2_000 }).catch(() => undefined);
    expect(heard).toEqual(["disconnected", "connected", "lost"]);
    await session.close();
    connection.disconnect();
    await own.stop();
  });
});
