import { connect } from "@nats-io/transport-node";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { encodeEnvelope } from "../../runtime/fleet/envelope.js";
import { openFleet } from "../../runtime/fleet/index.js";
import { natsEngine } from "../../runtime/fleet/nats/index.js";
import { resolveFleetOptions } from "../../runtime/fleet/options.js";
import { hasEngine, startEngine } from "../support/engines.js";

/** The subjects that the document names, for a fleet. */
function documented(fleet: string): { readonly publish: readonly string[]; readonly subscribe: readonly string[] } {
  const text = readFileSync(new URL("../../docs/scaling.md", import.meta.url), "utf8");
  const [, publish = "", subscribe = ""] =
    /Permissions that NATS credentials need: publish on ([^;]*);\s+subscribe on ([^]*?)\.\n/.exec(text) ?? [];
  const subjects = (list: string) =>
    [...list.matchAll(/`([^`]+)`/g)].map(([, one = ""]) => one.replace("<name>", fleet));
  return { publish: subjects(publish), subscribe: subjects(subscribe) };
}

test.skipIf(!hasEngine("nats"))("the documented NATS permissions are enough for a member", async (context) => {
  const { publish, subscribe } = documented("dice");
  const permissions = JSON.stringify({ publish, subscribe });
  const config = `authorization { users [ { user: "bot", password: "secret", permissions: ${permissions} } ] }`;
  const server = await startEngine("nats", { config });
  const connection = await connect({ servers: `127.0.0.1:${server.port}`, user: "bot", pass: "secret" });
  const refused: string[] = [];
  void (async () => {
    for await (const status of connection.status()) if (status.type === "error") refused.push(String(status.error));
  })();
  const numbers = { name: "dice", partitions: 1, requestTimeoutMs: 5_000 };
  const fleet = await openFleet({ engine: natsEngine(connection), ...numbers });
  const session = await natsEngine(connection).open(resolveFleetOptions({ ...numbers, member: "reader" }).settings);
  context.onTestFinished(async () => {
    await Promise.all([fleet.close({ graceMs: 0 }), session.close()]);
    await connection.close();
    await server.stop();
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
  expect(await fleet.deadLetters.list()).toEqual([]);
  expect(refused).toEqual([]);
});
