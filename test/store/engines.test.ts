import { Kvm } from "@nats-io/kv";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { natsStore, redisStore, sealed } from "../../runtime/store/index.js";
import { hasEngine, type OwnServer, startEngine } from "../support/engines.js";
import { bytesIn, testFaults } from "./faults.js";
import { gathered, testStore } from "./suite.js";

describe.skipIf(!hasEngine("redis"))("the store in Redis", () => {
  let server: OwnServer;
  const clients: Redis[] = [];
  const client = (options: { keyPrefix?: string; port?: number } = {}): Redis => {
    const made = new Redis({ port: server.port, host: "127.0.0.1", ...options });
    clients.push(made);
    return made;
  };
  let [one, other, prefixed]: (Redis | undefined)[] = [];
  beforeAll(async () => {
    server = await startEngine("redis");
    [one, other, prefixed] = [client(), client(), client({ keyPrefix: "mine:" })];
  });
  afterAll(async () => {
    for (const each of clients) each.disconnect();
    await server.stop();
  });

  describe.concurrent("over ioredis", () => {
    let opened = 0;
    testStore(() => ({ open: () => redisStore(((opened += 1) % 2 ? one : other)!) }));
  });
  describe.concurrent("over ioredis with a prefix of its own", () => {
    testStore(() => ({ open: () => redisStore(prefixed!, { prefix: "a*[b]?:" }) }));
  });
  describe.concurrent("over redis", () => {
    // The client of that package sends commands as lists of strings.
    const sendCommand = async ([name = "", ...values]: string[]) => one!.call(name, ...values);
    testStore(() => ({ open: () => redisStore({ sendCommand }) }));
  });
  describe.concurrent("sealed", () => {
    const keys = [{ id: "k", secret: new Uint8Array(32) }];
    testStore(() => ({ open: () => sealed(redisStore(one!), { keys }) }));
  });

  describe("under faults", () => {
    testFaults({
      port: () => server.port,
      open: (port) => redisStore(client({ port }), { prefix: "faults:" }),
      everything: async () => {
        const keys = await one!.keys("*");
        const values = await Promise.all(keys.map(async (key) => (await one!.type(key)) === "string" && one!.get(key)));
        return [...values, bytesIn(server.folder)].join("\n");
      },
    });

    test("a server that is full refuses, and the former value stays", async () => {
      const store = redisStore(client(), { prefix: "full:" });
      const etag = await store.put("a", "small", { expected: null });
      await one!.call("CONFIG", "SET", "maxmemory", "1");
      await expect(store.put("a", "large", { expected: etag ?? null })).rejects.toThrow(/OOM/);
      await expect(store.put("b", "new", { expected: null })).rejects.toThrow(/OOM/);
      expect(await store.get("a")).toEqual({ value: "small", etag });
      await one!.call("CONFIG", "SET", "maxmemory", "0");
      expect(await store.put("a", "large", { expected: etag ?? null })).toBeTypeOf("string");
    });
  });

  test("an entry that has expired is gone from the server, and one without a lifetime has none", async () => {
    const store = redisStore(client(), { prefix: "ttl:" });
    const etag = await store.put("a", "v", { expected: null, ttlMs: 60_000 });
    expect(await client().pttl("ttl:a")).toBeGreaterThan(59_000);
    await store.put("a", "v", { expected: etag ?? null });
    expect(await client().pttl("ttl:a")).toBe(-1);
  });

  test("a server that forgot its scripts is given them again", async () => {
    const store = redisStore(client(), { prefix: "scripts:" });
    const etag = await store.put("a", "1", { expected: null });
    const second = await store.put("a", "2", { expected: etag ?? null });
    await client().call("SCRIPT", "FLUSH");
    const third = await store.put("a", "3", { expected: second ?? null });
    await client().call("SCRIPT", "FLUSH");
    expect(await store.delete("a", { expected: third ?? "" })).toBe(true);
  });

  test("what was written survives a server that is killed, and an old etag is still refused", async () => {
    const store = redisStore(client(), { prefix: "killed:" });
    const etag = await store.put("a", "1", { expected: null });
    const second = await store.put("a", "2", { expected: etag ?? null });
    await new Promise((resolve) => setTimeout(resolve, 1_100)); // the log of the server is flushed every second
    await server.restart();
    expect(await store.get("a")).toEqual({ value: "2", etag: second });
    expect(await store.put("a", "3", { expected: etag ?? null })).toBeUndefined();
  });
});

describe.skipIf(!hasEngine("nats"))("the store in NATS", () => {
  let server: OwnServer;
  let [one, other]: (NatsConnection | undefined)[] = [];
  beforeAll(async () => {
    server = await startEngine("nats");
    [one, other] = [await connect({ port: server.port }), await connect({ port: server.port })];
    await new Kvm(one).create("app");
  });
  afterAll(async () => {
    await one?.close();
    await other?.close();
    await server.stop();
  });

  describe.concurrent("passes the suite", () => {
    let opened = 0;
    testStore(() => ({
      open: async () => natsStore(await new Kvm(((opened += 1) % 2 ? one : other)!).open("app")),
    }));
  });

  describe("under faults", () => {
    const connections: NatsConnection[] = [];
    afterAll(async () => Promise.all(connections.map(async (each) => each.close())));
    testFaults({
      port: () => server.port,
      async open(port) {
        const connection = await connect({ port, timeout: 5_000 });
        connections.push(connection);
        return natsStore(await new Kvm(connection).open("app"));
      },
      everything: async () => {
        const bucket = await new Kvm(one!).open("app");
        const values: string[] = [];
        for (const key of await gathered(await bucket.keys())) values.push((await bucket.get(key))?.string() ?? "");
        return [...values, bytesIn(server.folder)].join("\n");
      },
    });

    test("a bucket that is full refuses, and the former value stays", async () => {
      const store = natsStore(await new Kvm(one!).create("full", { max_bytes: 4_096 }));
      const etag = await store.put("a", "small", { expected: null });
      await expect(store.put("a", "x".repeat(8_000), { expected: etag ?? null })).rejects.toThrow(/maximum bytes/);
      expect(await store.get("a")).toEqual({ value: "small", etag });
    });

    test("what was written survives a server that is killed, and an old etag is still refused", async () => {
      const store = natsStore(await new Kvm(one!).open("app"));
      const etag = await store.put("survives", "1", { expected: null });
      const second = await store.put("survives", "2", { expected: etag ?? null });
      await server.restart();
      await expect
        .poll(async () => store.get("survives").catch(() => undefined), { timeout: 15_000 })
        .toEqual({ value: "2", etag: second });
      expect(await store.put("survives", "3", { expected: etag ?? null })).toBeUndefined();
    });
  });

  test("a bucket that does not exist rejects", async () => {
    const store = natsStore(await new Kvm(one!).open("missing"));
    await expect(store.put("a", "v", { expected: null })).rejects.toBeInstanceOf(Error);
    await expect(gathered(store.list(""))).rejects.toBeInstanceOf(Error);
  });
});
