import { jetstreamManager } from "@nats-io/jetstream";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../runtime/abi/index.js";
import type { EngineSettings } from "../../runtime/fleet/engine/contract.js";
import { natsEngine } from "../../runtime/fleet/nats/index.js";
import { engineCases } from "../../testing/fleet/index.js";
import { caseSettings } from "../../testing/fleet/kit.js";
import { hasEngine, type OwnServer, startEngine } from "../support/engines.js";
import { holds } from "../support/stalls.js";

describe.skipIf(!hasEngine("nats"))("the engine on NATS", () => {
  let server: OwnServer;
  let connection: NatsConnection;
  beforeAll(async () => {
    server = await startEngine("nats");
    connection = await connect({ servers: `127.0.0.1:${server.port}`, maxReconnectAttempts: -1 });
  });
  afterAll(async () => {
    await connection.close();
    await server.stop();
  });

  describe.concurrent("passes the suite", () => {
    test.each(engineCases.map((each) => [each.name, each] as const))("%s", async (_name, each) => {
      await expect(holds(each, natsEngine(connection))).resolves.toBeUndefined();
    });
  });

  test("passes the case of a connection that is closed for good, with connections of its own", async () => {
    const made: NatsConnection[] = [];
    const engine = natsEngine(async () => {
      const own = await connect({ servers: `127.0.0.1:${server.port}` });
      made.push(own);
      return own;
    });
    const [each, ...others] = engineCases.filter(({ name }) => name.includes("closed for good"));
    expect(others).toEqual([]);
    if (each !== undefined) await holds(each, engine, { endConnection: () => made.at(-1)?.close() });
    expect(made.every((own) => own.isClosed())).toBe(true); // the engine closes what it made
  });

  test("lists thousands of dead letters in the time of one request", async () => {
    const own: EngineSettings = {
      ...caseSettings,
      name: "letters",
      member: "one",
      deadLetterMs: 60_000,
      clock: systemClock,
    };
    const writer = await natsEngine(connection).open({ ...own, requestTimeoutMs: 5_000 });
    const keys = Array.from({ length: 4_000 }, (_, number) => `letter ${number}`);
    await Promise.all(keys.map(async (key) => writer.deadLetters.put(key, key.repeat(50))));
    const reader = await natsEngine(connection).open({ ...own, requestTimeoutMs: 400 });
    const listed = await reader.deadLetters.entries();
    expect(new Set(listed.map(({ key }) => key))).toEqual(new Set(keys));
    await Promise.all([writer.close(), reader.close()]);
  });

  describe("set up by several at once, or beside others", () => {
    let members = 0;
    const settings = (name: string): EngineSettings => {
      const member = `member-${(members += 1)}`;
      return { ...caseSettings, name, member, clock: systemClock };
    };
    const subjectsOf = async (name: string): Promise<readonly string[]> => {
      const found: string[] = [];
      for await (const { config } of (await jetstreamManager(connection)).streams.list())
        if (config.name.includes(name)) found.push(...config.subjects);
      return found;
    };

    test("members that open a fleet at the same moment all get in", async () => {
      const servers = `127.0.0.1:${server.port}`;
      const connections = await Promise.all(Array.from({ length: 8 }, () => connect({ servers })));
      const opened = connections.map((each) => natsEngine(each).open(settings("together")));
      const sessions = await Promise.all(opened);
      expect(sessions).toHaveLength(8);
      await Promise.all(sessions.map((session) => session.close()));
      await Promise.all(connections.map((each) => each.close()));
    });

    test("a stream of somebody else on the fleet's subjects is refused by name, not waited for", async () => {
      const own = await natsEngine(connection).open(settings("pattern"));
      const [subject = ""] = await subjectsOf("pattern");
      await own.close();
      const manager = await jetstreamManager(connection);
      await manager.streams.add({ name: "foreign", subjects: [subject.replace("pattern", "occupied")] });
      await expect(natsEngine(connection).open(settings("occupied"))).rejects.toMatchObject({
        reason: "mismatch",
        message: expect.stringContaining("another stream takes subjects of this fleet") as unknown,
      });
    });
  });
});
