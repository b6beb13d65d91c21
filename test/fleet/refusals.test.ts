import { jetstreamManager } from "@nats-io/jetstream";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { Redis } from "ioredis";
import { describe, expect, test, type TestContext } from "vitest";
import { encodeEnvelope } from "../../runtime/fleet/envelope.js";
import { type Fleet, type FleetDiagnostic, type FleetOptions, openFleet } from "../../runtime/fleet/index.js";
import { natsEngine } from "../../runtime/fleet/nats/index.js";
import { redisEngine } from "../../runtime/fleet/redis/index.js";
import { resolveFleetOptions } from "../../runtime/fleet/resolve-options.js";
import { type EngineOptions, hasEngine, type OwnServer, startEngine } from "../support/engines.js";

/** A server of the test's own, and a connection to it. */
async function nats(
  { onTestFinished }: Pick<TestContext, "onTestFinished">,
  options: EngineOptions & { readonly user?: string } = {},
): Promise<{ server: OwnServer; connection: NatsConnection; open: (more?: FleetOptions) => Promise<Fleet> }> {
  const server = await startEngine("nats", options);
  const servers = `127.0.0.1:${server.port}`;
  const login = options.user === undefined ? {} : { user: options.user, pass: "secret" };
  const connection = await connect({ servers, maxReconnectAttempts: -1, reconnectTimeWait: 50, ...login });
  onTestFinished(async () => {
    await connection.close();
    await server.stop();
  });
  const open = async (more: FleetOptions = {}): Promise<Fleet> => {
    const fleet = await openFleet({ engine: natsEngine(connection), partitions: 2, requestTimeoutMs: 5_000, ...more });
    onTestFinished(() => fleet.close({ graceMs: 0 }));
    return fleet;
  };
  return { server, connection, open };
}

/** A listener, and a promise of the first diagnostic of a type. */
function heard(type: FleetDiagnostic["type"]) {
  let tell: (diagnostic: FleetDiagnostic) => void = () => {};
  const first = new Promise<FleetDiagnostic>((resolve) => (tell = resolve));
  return { first, onDiagnostic: (diagnostic: FleetDiagnostic) => diagnostic.type === type && tell(diagnostic) };
}

// Each has a server of its own, and some wait for seconds, which only a server can let pass.
describe.skipIf(!hasEngine("nats"))("a fleet over NATS", { concurrent: true }, () => {
  test("that is away at the start says so", async (context) => {
    const { server, open } = await nats(context);
    await server.kill();
    await expect(open({ requestTimeoutMs: 300 })).rejects.toMatchObject({
      reason: "unavailable",
      message: expect.stringContaining('Opening the fleet "app" on NATS') as unknown,
    });
  });

  test("that is away at the start is waited for when asked to", async (context) => {
    const { server, open } = await nats(context);
    await server.kill();
    const { first, onDiagnostic } = heard("fleet.engine_failed");
    const opening = open({ requestTimeoutMs: 300, waitForEngineMs: 60_000, onDiagnostic });
    expect(await first).toMatchObject({ message: expect.stringContaining("The engine is waited for. Opening") });
    await server.restart();
    expect((await opening).state.isConnected).toBe(true);
  });

  test("of several copies on a server that is alone is refused, not waited for", async (context) => {
    const { connection } = await nats(context);
    const engine = natsEngine(connection, { replicas: 3 });
    await expect(openFleet({ engine, waitForEngineMs: 60_000 })).rejects.toMatchObject({
      reason: "argument",
      message: expect.stringMatching(/replicas: 3 .*server 127\.0\.0\.1:\d+ is alone/) as unknown,
    });
  });

  test("that runs without JetStream says what is missing", async (context) => {
    const { connection } = await nats(context, {
      config: 'accounts { A { users [ { user: "a", password: "secret" } ] } }',
      user: "a",
    });
    await expect(openFleet({ engine: natsEngine(connection) })).rejects.toMatchObject({
      name: "FleetError",
      message: expect.stringMatching(/jetstream/i) as unknown,
    });
  });

  test("of a domain that there is none of names the domain", async (context) => {
    const { connection } = await nats(context);
    await expect(openFleet({ engine: natsEngine(connection, { domain: "hub" }) })).rejects.toMatchObject({
      message: expect.stringContaining('on NATS (domain "hub"): ') as unknown,
    });
  });

  test("that lacks a permission is refused as forbidden, and the password is not told", async (context) => {
    const permissions = 'permissions { publish { deny: ["$JS.API.STREAM.CREATE.>"] } }';
    const config = `authorization { users [ { user: "bot", password: "secret", ${permissions} } ] }`;
    const { open } = await nats(context, { config, user: "bot" });
    const error: unknown = await open({ requestTimeoutMs: 1_000 }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ reason: "forbidden" });
    expect(String(error)).toContain("$JS.API.STREAM.CREATE");
    expect(String(error)).not.toContain("secret");
  });

  test("where another has a stream of the same name says how it differs", async (context) => {
    const { connection, open } = await nats(context);
    const manager = await jetstreamManager(connection);
    await manager.streams.add({ name: "FLEET_app_000", subjects: ["orders.>"] });
    await expect(open()).rejects.toMatchObject({
      reason: "mismatch",
      message: expect.stringMatching(/FLEET_app_000 exists and is different: subjects is \["orders\.>"\]/) as unknown,
    });
  });

  test("whose server has no room for it says so in the server's words", async (context) => {
    const config = "jetstream { max_file_store: 1 }";
    const { open } = await nats(context, { config });
    await expect(open()).rejects.toMatchObject({ message: expect.stringMatching(/resources|storage/) as unknown });
  });

  test("whose server lost its disk is told, and takes events again", async (context) => {
    const { server, open } = await nats(context);
    const { first, onDiagnostic } = heard("fleet.log_lost");
    const fleet = await open({ onDiagnostic });
    await server.restart({ withoutDisk: true });
    await first;
    expect(await fleet.dedupe.claim("delivery:1", 60_000)).toBe(true);
  });

  test("takes no member with other settings", async (context) => {
    const { open } = await nats(context);
    await open();
    await expect(open({ partitions: 4 })).rejects.toMatchObject({
      reason: "mismatch",
      message: expect.stringContaining('The fleet "app" exists with partitions 2') as unknown,
    });
  });

  test("takes no member of another App", async (context) => {
    const { open } = await nats(context);
    const [one, other] = [await open(), await open()];
    await one.belongsTo("app-1");
    await other.belongsTo("app-1");
    await expect(other.belongsTo("app-2")).rejects.toMatchObject({
      reason: "mismatch",
      message: expect.stringContaining("is the App app-1's, and this is the App app-2") as unknown,
    });
  });

  test("leaves an event of a newer version to members that can read it", async (context) => {
    const { connection, open } = await nats(context);
    const { first, onDiagnostic } = heard("fleet.newer_version");
    const fleet = await open({ onDiagnostic });
    const { settings } = resolveFleetOptions({ partitions: 2, requestTimeoutMs: 5_000, member: "newer" });
    const session = await natsEngine(connection).open(settings);
    const event = { type: "unknown", wireType: "x", reason: "type", payload: {} } as const;
    const body = encodeEnvelope({ event, identity: "e-1", heldMs: 0, source: "gateway", backfilled: false }).replace(
      '"v":1',
      '"v":2',
    );
    await session.events.append({ partition: 0, id: "e-1", body });
    let handled = 0;
    fleet.consume({ handle: () => void (handled += 1) });
    expect(await first).toMatchObject({ version: 2 });
    await fleet.close();
    const pulled = await session.events.pull(0, { waitMs: 10_000, signal: new AbortController().signal });
    expect([handled, pulled?.id, pulled?.body]).toEqual([0, "e-1", body]);
    await session.close();
  });
});

describe.skipIf(!hasEngine("redis"))("a fleet over Redis", { concurrent: true }, () => {
  test("that is away at the start says so", async (context) => {
    const server = await startEngine("redis");
    await server.kill();
    context.onTestFinished(() => server.stop());
    const redis = new Redis({ port: server.port, host: "127.0.0.1" });
    redis.on("error", () => undefined);
    context.onTestFinished(() => redis.disconnect());
    await expect(openFleet({ engine: redisEngine(redis), requestTimeoutMs: 300 })).rejects.toMatchObject({
      reason: "unavailable",
      message: `There is no connection to Redis: connect ECONNREFUSED 127.0.0.1:${server.port}.`,
    });
  });

  test.for<readonly [how: string, login: object, words: RegExp]>([
    ["without a password", {}, /NOAUTH/],
    ["with a wrong one", { password: "wrong" }, /WRONGPASS/],
  ])("that wants a password, %s, is forbidden at once, in the server's words", async ([, login, words], context) => {
    const server = await startEngine("redis", { args: ["--requirepass", "secret"] });
    context.onTestFinished(() => server.stop());
    const redis = new Redis({ port: server.port, host: "127.0.0.1", ...login });
    redis.on("error", () => undefined);
    context.onTestFinished(() => redis.disconnect());
    const opening = openFleet({ engine: redisEngine(redis), requestTimeoutMs: 10_000, waitForEngineMs: Infinity });
    await expect(opening).rejects.toMatchObject({
      reason: "forbidden",
      message: expect.stringMatching(words) as unknown,
    });
  });

  test("whose credentials may not write is refused as forbidden, and the password is not told", async (context) => {
    const server = await startEngine("redis");
    context.onTestFinished(() => server.stop());
    const admin = new Redis({ port: server.port, host: "127.0.0.1" });
    await admin.call("ACL", "SETUSER", "bot", "on", ">secret", "~*", "&*", "+@read", "+@connection", "+info");
    admin.disconnect();
    const redis = new Redis({ port: server.port, host: "127.0.0.1", username: "bot", password: "secret" });
    context.onTestFinished(() => redis.disconnect());
    const error: unknown = await openFleet({ engine: redisEngine(redis) }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ reason: "forbidden" });
    expect(String(error)).not.toContain("secret");
  });
});
