import { connect, type NatsConnection } from "@nats-io/transport-node";
import { afterAll, beforeAll, describe, expect, test, type TestContext } from "vitest";
import { run } from "../../cli/fleet.js";
import { UsageError } from "../../cli/usage-error.js";
import { messageOf } from "../../cli/message.js";
import { type Fleet, type FleetDeadLetter, openFleet } from "../../runtime/fleet/index.js";
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
    ["with one thing too many", ["status", "m-1"]],
    ["with an option of another command", ["status", "--all"]],
    ["listing all", ["dead-letters", "--all"]],
    ["with letters to do something else with", ["dead-letters", "mend", "m-1"]],
    ["replaying with the events", ["dead-letters", "replay", "m-1", "--body"]],
  ])("%s says what it takes", async (_, argv) => {
    await expect(look(...argv, "--engine", "nats://127.0.0.1:1")).rejects.toThrow(
      /status, doctor, dead-letters .*replay <id>… or --all, dead-letters drop <id>/,
    );
  });

  test("with an unknown command suggests the one that was meant", async () => {
    const said = look("stats", "--engine", "nats://127.0.0.1:1");
    await expect(said).rejects.toThrow('fleet: unknown command "stats"; did you mean status?');
  });

  test.each([
    ["drops nothing in particular", ["drop"]],
    ["replays nothing in particular", ["replay"]],
    ["drops one and all", ["drop", "m-1", "--all"]],
  ])("what %s says that it takes ids, or --all", async (_, [act = "", ...rest]) => {
    const called = look("dead-letters", act, ...rest, "--engine", "nats://127.0.0.1:1");
    await expect(called).rejects.toThrow(`fleet dead-letters ${act} takes the ids of events, or --all`);
    await expect(called).rejects.toThrow(UsageError);
  });

  test("without an address says which variable is not set", async () => {
    await expect(look("status")).rejects.toThrow("SVC_FLEET_ENGINE is not set in the environment");
  });

  test.each([
    ["of another kind", "amqp://ana:secret@host", "amqp://host"],
    ["that is none", "host:4222", "host:4222"],
    ["of which one server is none", "nats://ana:secret@a:1,b", "nats://a:1,b"],
    ["of two Redis servers", "redis://:secret@a:1,redis://b:1", "redis://a:1,redis://b:1"],
    ["whose password is not encoded", "nats://ana:sec/ret@host:1", "nats://host:1"],
    ["of several servers, with one such password", "nats://a:1,nats://ana:sec,re/t@b:1", "nats://b:1"],
    ["without a scheme", "ana:sec/ret@host:1", "host:1"],
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

  test("shows status and findings, with how many events were put aside", async () => {
    const fleet = await openFleet({ engine: natsEngine(connection), name: "dice", partitions: 4, ackWaitMs: 7_000 });
    await fleet.deadLetters.add(letter(fleet, "m-9"));
    const at = ["--engine", url, "--name", "dice"];
    expect(await look("status", ...at)).toMatchObject({
      code: 0,
      text: expect.stringMatching(/slot 0 +not held[^]*0 events[^]*put aside +1 event\n/),
    });
    expect(await look("doctor", ...at)).toMatchObject({
      code: 1,
      text: expect.stringMatching(
        /sync_interval[^]*FAIL +stream[^]*note +put aside +1 event put aside: .*dead-letters/,
      ),
    });
    const { text } = await look("status", ...at, "--json");
    expect(JSON.parse(text)).toMatchObject({ name: "dice", engine: "nats", lag: 0, deadLetters: 1 });
    expect(text).not.toMatch(/"(standby|member|handled|isMine)"/); // of whoever looks, and not of the fleet
    await fleet.close();
  });

  /** A fleet of its own that put events aside, and a look at its dead letters. */
  async function putAside({ onTestFinished }: TestContext, name: string, ...bodies: readonly [string, string?][]) {
    const fleet = await openFleet({ engine: natsEngine(connection), name, partitions: 4, roles: ["worker"] });
    onTestFinished(() => fleet.close({ graceMs: 0 }));
    for (const [identity, body] of bodies) await fleet.deadLetters.add(letter(fleet, identity, body));
    const letters = (...argv: readonly string[]) => look("dead-letters", ...argv, "--engine", url, "--name", name);
    return { fleet, letters };
  }

  test("lists dead letters with their reason, channel and partition, and what was said only when asked to", async (context) => {
    const { letters } = await putAside(context, "list", ["m-9"], ["e\u001b[2J-8", "{"]);
    const said = await letters();
    expect(said.code).toBe(0);
    expect(said.text).toMatch(
      /^m-9 {2}\d\.\d s ago, message_create in channel 7 \(partition \d\), 5 deliveries: It was begun\.$/m,
    );
    expect(said.text).toMatch(/^e·\[2J-8 {2}\d\.\d s ago, 5 deliveries: It was begun\.$/m);
    const listed = { identity: "m-9", type: "message_create", channel: "7", partition: expect.any(Number) };
    const { text } = await letters("--json");
    expect(JSON.parse(text)).toMatchObject([{ ...listed, reason: "It was begun.", deliveries: 5 }, {}]);
    expect(said.text + text).not.toContain("the secret");
    expect((await letters("--body")).text).toContain('"content":"the secret"');
    expect(JSON.parse((await letters("--body", "--json")).text)).toMatchObject([{ body: event("m-9") }, { body: "{" }]);
  });

  test("replays the dead letters that are named, and says of each that cannot be why", async (context) => {
    const { fleet, letters } = await putAside(context, "replay", ["m-1"], ["m-2"], ["m-3", "{"]);
    const heard: string[] = [];
    let tell = () => {};
    const both = new Promise<void>((resolve) => (tell = resolve));
    fleet.consume({ handle: (_, { identity }) => void (heard.push(identity) === 2 && tell()) });
    expect(await letters("replay", "m-2", "m-0", "m-2")).toEqual({
      code: 1,
      text: "m-2  is in the log again\nm-0  There is no entry with that id.\n",
    });
    const { code, text } = await letters("replay", "--all", "--json");
    expect([code, JSON.parse(text)]).toEqual([
      1,
      [
        { identity: "m-1", done: true },
        { identity: "m-3", done: false, error: "It cannot be read: it is not JSON." },
      ],
    ]);
    await both;
    expect(heard.toSorted()).toEqual(["m-1", "m-2"]);
    expect(await fleet.deadLetters.list()).toMatchObject([{ identity: "m-3" }]);
  });

  test("drops the dead letters that are named, and all only when told so", async (context) => {
    const { fleet, letters } = await putAside(context, "drop", ["m-1"], ["m-2"], ["m-3"]);
    expect(await letters("drop", "m-2")).toEqual({ code: 0, text: "m-2  is removed\n" });
    expect(await letters("drop", "m-2")).toMatchObject({ code: 1 });
    expect(await fleet.deadLetters.list()).toHaveLength(2);
    expect(await letters("drop", "--all")).toEqual({ code: 0, text: "m-1  is removed\nm-3  is removed\n" });
    expect(await letters("drop", "--all")).toEqual({ code: 0, text: "Nothing was put aside.\n" });
    expect(await letters()).toEqual({ code: 0, text: "Nothing was put aside.\n" });
  });
});

const event = (identity: string): string => {
  const message = { channelId: "7", publicId: "1", content: "the secret" };
  return JSON.stringify({ v: 1, i: identity, h: 0, s: "gateway", e: { type: "message_create", message } });
};

let count = 0;

const letter = (fleet: Fleet, identity: string, body = event(identity)): FleetDeadLetter => ({
  identity,
  reason: "It was begun.",
  deliveries: 5,
  atMs: fleet.engineNowMs + (count += 1) / 1_000,
  body,
});
