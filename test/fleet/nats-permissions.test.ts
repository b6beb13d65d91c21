import { connect } from "@nats-io/transport-node";
import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { encodeEnvelope } from "../../runtime/fleet/envelope.js";
import { openFleet } from "../../runtime/fleet/index.js";
import { natsEngine } from "../../runtime/fleet/nats/index.js";
import { resolveFleetOptions } from "../../runtime/fleet/resolve-options.js";
import { hasEngine, startEngine } from "../support/engines.js";

/** The subjects that the document names, for a fleet. */
function documented(fleet: string): { readonly publish: readonly string[]; readonly subscribe: readonly string[] } {
  const text = readFileSync(new URL("../../docs/scaling-reference.md", import.meta.url), "utf8");
  const [, publish = "", subscribe = ""] =
    /Permissions that NATS credentials need: publish on\s([^;]*);\s+subscribe on\s([^]*?)\.\s/.exec(text) ?? [];
  const subjects = (list: string) =>
    [...list.matchAll(/`([^`]+)`/g)].map(([, one = ""]) => one.replace("<name>", fleet));
  return { publish: subjects(publish), subscribe: subjects(subscribe) };
}

/** A server on which one user has these permissions, and that user's connection. */
async function startRestricted(publish: readonly string[], subscribe: readonly string[], inboxPrefix = "_INBOX") {
  const permissions = JSON.stringify({ publish, subscribe });
  const config = `authorization { users [ { user: "bot", password: "secret", permissions: ${permissions} } ] }`;
  const server = await startEngine("nats", { config });
  const connection = await connect({ servers: `127.0.0.1:${server.port}`, user: "bot", pass: "secret", inboxPrefix });
  onTestFinished(async () => {
    await connection.close();
    await server.stop();
  });
  return connection;
}

const NUMBERS = { name: "dice", partitions: 1, requestTimeoutMs: 5_000 };

/** More letters than a server sends before it wants to hear that they have come. */
const letters = Array.from({ length: 500 }, (_, number) => {
  const identity = `e-${number}`;
  return {
    identity,
    text: JSON.stringify({ identity, reason: "?", deliveries: 1, atMs: 0, body: "x".repeat(10_000) }),
  };
});

test.skipIf(!hasEngine("nats")).each([
  ["are enough for a member", "_INBOX"],
  ["are enough for a member whose connection has inboxes of its own", "_INBOX_bots"],
])("the documented NATS permissions %s", async (_, inboxPrefix) => {
  const { publish, subscribe: common } = documented("dice");
  expect([publish.length, common.length]).toEqual([8, 2]);
  const subscribe = common.map((subject) => subject.replace("_INBOX", inboxPrefix));
  const connection = await startRestricted(publish, subscribe, inboxPrefix);
  const refused: string[] = [];
  void (async () => {
    for await (const status of connection.status()) if (status.type === "error") refused.push(String(status.error));
  })();
  const fleet = await openFleet({ engine: natsEngine(connection), ...NUMBERS });
  const session = await natsEngine(connection).open(resolveFleetOptions({ ...NUMBERS, member: "reader" }).settings);
  onTestFinished(async () => {
    await Promise.all([fleet.close({ graceMs: 0 }), session.close()]);
  });
  const heard = new Promise<string>((resolve) => void session.subscribe("told", resolve));
  await session.publish("told", "all");
  const handled = new Promise<string>((resolve) => {
    fleet.consume({ handle: (_event, { identity }) => resolve(identity) });
  });
  const event = { type: "unknown", wireType: "x", reason: "type", payload: {} } as const;
  const body = encodeEnvelope({ event, identity: "e-1", heldMs: 0, source: "gateway", backfilled: false });
  expect(await session.events.append({ partition: 0, id: "e-1", body })).toBe("stored");
  expect(await handled).toBe("e-1");
  expect(await heard).toBe("all");
  expect(await fleet.lease("report").acquired(AbortSignal.timeout(5_000))).toBe(true);
  expect(await fleet.dedupe.claim("delivery:1", 60_000)).toBe(true);
  for (const { identity, text } of letters) await session.deadLetters.put(identity, text);
  expect((await fleet.deadLetters.list()).length).toBe(500);
  expect(refused).toEqual([]);
});

test.skipIf(!hasEngine("nats"))("a list that the server may not finish is refused, not cut", async () => {
  const { publish, subscribe } = documented("dice");
  const connection = await startRestricted(
    publish.filter((subject) => subject !== "$JS.FC.>"),
    subscribe,
  );
  const session = await natsEngine(connection).open(
    resolveFleetOptions({ ...NUMBERS, requestTimeoutMs: 500 }).settings,
  );
  onTestFinished(() => session.close());
  for (const { identity, text } of letters) await session.deadLetters.put(identity, text);
  await expect(session.deadLetters.entries()).rejects.toThrow(
    /^The bucket FLEET_dice_dead: its list broke off with at least \d+ more to come\. .* may not publish on \$JS\.FC\.>\.$/,
  );
});
