import { connect, type NatsConnection } from "@nats-io/transport-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../cli/fleet.js";
import { UsageError } from "../../cli/frame.js";
import { messageOf } from "../../cli/message.js";
import { openFleet } from "../../runtime/fleet/index.js";
import { natsEngine } from "../../runtime/fleet/nats/index.js";
import { hasEngine, type OwnServer, startEngine } from "../support/engines.js";

async function look(...argv: readonly string[]): Promise<{ code: number; text: string }> {
  let text = "";
  const code = await run(argv, { out: (part) => (text += part), env: {} });
  return { code, text };
}

describe("svc-apps fleet, called wrongly", () => {
  test.each([
    ["without a word of what to look at", []],
    ["with one that there is not", ["everything"]],
    ["forgetting nothing in particular", ["forget"]],
    ["with one thing too many", ["status", "m-1"]],
  ])("%s says what it takes", async (_, argv) => {
    await expect(look(...argv, "--engine", "nats://127.0.0.1:1")).rejects.toThrow(
      /status, doctor, dead-letters, forget/,
    );
  });

  test("without an address says which variable is not set", async () => {
    await expect(look("status")).rejects.toThrow("SVC_FLEET_ENGINE is not set in the environment");
  });

  test.each([
    ["of another kind", "amqp://ana:secret@host", "amqp://host"],
    ["that is none", "host:4222", "host:4222"],
    ["of which one server is none", "nats://ana:secret@a:1,b", "nats://a:1,b"],
    ["of two Redis servers", "redis://:secret@a:1,redis://b:1", "redis://a:1,redis://b:1"],
  ])("with an address %s names those it knows, and no password", async (_, address, shown) => {
    const called = look("status", "--engine", address);
    await expect(called).rejects.toThrow(/^--engine takes nats:.*redis:/);
    await expect(called).rejects.toThrow(`and got ${shown}`);
  });
});

describe.skipIf(!hasEngine("nats")).each([
  ["a user and a password", "{ user: ana, password: s3cret }", "ana:s3cret"],
  ["a token", "{ token: s3cret }", "s3cret"],
])("svc-apps fleet, on a NATS that wants %s", (_what, authorization, login) => {
  test("logs in with what stands before the @ of the address, and not without", async () => {
    const server = await startEngine("nats", { config: `authorization: ${authorization}` });
    const at = (who: string) => look("status", "--engine", `nats://${who}127.0.0.1:${server.port}`);
    try {
      expect((await at(`${login}@`)).text).toContain("There is no fleet");
      const refused = `there is no connection to nats://127.0.0.1:${server.port}: Authorization Violation`;
      await expect(at("")).rejects.toThrow(new RegExp(refused, "i"));
    } finally {
      await server.stop();
    }
  });
});

test.each(["nats", "redis"])(
  "an address of %s where nobody listens is named, and no sandbox is missed",
  async (kind) => {
    const address = `${kind}://127.0.0.1:1`;
    const called = look("status", "--engine", address).catch((error: unknown) => error);
    expect(await called).toMatchObject({ message: expect.stringContaining(`there is no connection to ${address}: `) });
    expect(messageOf(await called)).not.toContain("sandbox");
  },
);

test.skipIf(!hasEngine("redis"))("a Redis that wants a password says so, and the wrong one is not told", async () => {
  const server = await startEngine("redis", { args: ["--requirepass", "right"] });
  try {
    const called = look("status", "--engine", `redis://:s3cret@127.0.0.1:${server.port}`);
    await expect(called).rejects.toThrow(/^there is no connection to redis:\/\/127[^@]*: WRONGPASS(?!.*s3cret)/);
  } finally {
    await server.stop();
  }
});

describe.skipIf(!hasEngine("nats"))("svc-apps fleet, on NATS", () => {
  let server: OwnServer;
  let connection: NatsConnection;
  let url: string;
  beforeAll(async () => {
    server = await startEngine("nats");
    url = `nats://127.0.0.1:${server.port}`;
    connection = await connect({ servers: url });
  });
  afterAll(async () => {
    await connection.close();
    await server.stop();
  });

  test("says that there is no such fleet, and makes none", async () => {
    const { code, text } = await look("status", "--engine", url, "--name", "nobody");
    expect([code, text]).toEqual([1, expect.stringContaining('There is no fleet "nobody"')]);
    expect(await natsEngine(connection).settingsOf("nobody")).toBeUndefined();
  });

  test("takes a name that cannot be for a wrong call", async () => {
    await expect(look("status", "--engine", url, "--name", "a.b")).rejects.toThrow(UsageError);
  });

  test("asks another server where the first of several is away", async () => {
    const given = `nats://127.0.0.1:1,${url}`;
    expect(await look("status", "--engine", given, "--name", "nobody")).toMatchObject({
      text: expect.stringContaining('There is no fleet "nobody"'),
    });
  });

  test("shows status, findings and dead letters, and forgets one", async () => {
    const fleet = await openFleet({ engine: natsEngine(connection), name: "dice", partitions: 4, ackWaitMs: 7_000 });
    await fleet.deadLetters.add({
      identity: "m-9",
      reason: "It was begun.",
      deliveries: 5,
      atMs: fleet.engineNowMs,
      body: "{}",
    });
    const at = ["--engine", url, "--name", "dice"];
    expect(await look("status", ...at)).toMatchObject({
      code: 0,
      text: expect.stringMatching(/slot 0 +nobody[^]*0 events[^]*put aside +1 event\n/),
    });
    expect(await look("doctor", ...at)).toMatchObject({
      code: 1,
      text: expect.stringMatching(
        /sync_interval[^]*FAIL +stream[^]*note +put aside +1 event put aside: .*dead-letters/,
      ),
    });
    expect(await look("dead-letters", ...at)).toMatchObject({ code: 0, text: expect.stringContaining("m-9") });
    expect(await look("forget", "m-9", ...at)).toEqual({ code: 0, text: "m-9 is removed.\n" });
    expect(await look("forget", "m-9", ...at)).toMatchObject({ code: 1 });
    const { text } = await look("status", ...at, "--json");
    expect(JSON.parse(text)).toMatchObject({ name: "dice", engine: "nats", lag: 0, deadLetters: 0 });
    expect(text).not.toMatch(/"(standby|member|handled|isMine)"/); // of whoever looks, and not of the fleet
    await fleet.close();
  });
});
