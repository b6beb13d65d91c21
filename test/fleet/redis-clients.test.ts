import { Redis } from "ioredis";
import { openFleet } from "svc-apps/fleet";
import { redisEngine } from "svc-apps/fleet/redis";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { resolveFleetOptions } from "../../runtime/fleet/resolve-options.js";
import { engineCases } from "../../testing/fleet/index.js";
import { hasEngine, type OwnServer, startEngine } from "../support/engines.js";
import { holds } from "../support/stalls.js";

/** Options of a client that a fleet has to live with. */
interface ClientOptions {
  readonly keyPrefix?: string;
  readonly db?: number;
  readonly enableOfflineQueue?: boolean;
  readonly autoResubscribe?: boolean;
  readonly lazyConnect?: boolean;
  readonly enableAutoPipelining?: boolean;
  readonly stringNumbers?: boolean;
}

/** Cases that depend on how the client names keys and channels, and on when it sends what. */
const cases = engineCases.filter(({ name }) =>
  /any text|are listed|once, by whichever|waits gets what|is published|wake those/.test(name),
);

describe.skipIf(!hasEngine("redis"))("the engine on Redis, over a client", () => {
  let server: OwnServer;
  beforeAll(async () => (server = await startEngine("redis")));
  afterAll(async () => server.stop());

  const client = (options: ClientOptions): Redis => {
    const redis = new Redis({ port: server.port, host: "127.0.0.1", ...options });
    onTestFinished(() => redis.disconnect());
    return redis;
  };

  describe.each<[what: string, options: ClientOptions]>([
    ["that puts a prefix before keys", { keyPrefix: "bots[1]*:" }],
    ["of another database", { db: 3 }],
    ["that keeps no commands while it is not connected", { enableOfflineQueue: false }],
    ["that connects with its first command", { lazyConnect: true }],
    ["that does both", { lazyConnect: true, enableOfflineQueue: false }],
    ["that sends commands together", { enableAutoPipelining: true }],
  ])("%s", (_what, options) => {
    test.each(cases.map((each) => [each.name, each] as const))("%s", async (_name, each) => {
      await expect(holds(each, redisEngine(client(options)))).resolves.toBeUndefined();
    });
  });

  test.each<[what: string, options: ClientOptions]>([
    ["prefix", { keyPrefix: "other:" }],
    ["database", { db: 1 }],
  ])("a fleet of the same name under another %s hears nothing of this one", async (_what, options) => {
    const open = async (given: ClientOptions) => {
      const { settings } = resolveFleetOptions({ name: "same", partitions: 1 });
      return redisEngine(client(given)).open(settings);
    };
    const [one, other] = [await open({}), await open(options)];
    const heard: string[] = [];
    other.subscribe("pace", (text) => heard.push(text));
    await one.publish("pace", "not for this one");
    await other.publish("pace", "its own");
    await vi.waitUntil(() => heard.includes("its own"));
    expect(heard).toEqual(["its own"]);
    await Promise.all([one.close(), other.close()]);
  });

  test("that subscribes only once is woken again after its second connection was lost", async () => {
    const open = async (options: ClientOptions) =>
      openFleet({ engine: redisEngine(client(options)), name: "woken", partitions: 1 });
    const [fleet, own] = [await open({ autoResubscribe: false }), await open({})];
    await client({}).client("KILL", "TYPE", "PUBSUB");
    const isHeard = () => {
      own.pace.rateLimits.limited("app", 60_000);
      return fleet.pace.rateLimits.remainingMs("app") > 0;
    };
    await expect(vi.waitUntil(isHeard, { timeout: 5_000, interval: 50 })).resolves.toBe(true);
    await Promise.all([fleet.close(), own.close()]);
  });

  test("that gives numbers as text is refused", () => {
    expect(() => redisEngine(client({ stringNumbers: true }))).toThrow("omit stringNumbers");
  });
});
