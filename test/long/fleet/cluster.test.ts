import { connect, type NatsConnection } from "@nats-io/transport-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openFleet } from "../../../runtime/fleet/index.js";
import { natsEngine } from "../../../runtime/fleet/nats/index.js";
import { engineCases } from "../../../testing/fleet/index.js";
import { freePort, hasEngine, type OwnServer, startEngine } from "../../support/engines.js";
import { holds } from "../../support/stalls.js";
import { until } from "./kit.js";

/** Three servers of the installed version that keep every stream together. */
describe.skipIf(!hasEngine("nats"))("a cluster of three NATS servers", { timeout: 300_000 }, () => {
  let servers: readonly OwnServer[] = [];
  let connection: NatsConnection;

  beforeAll(async () => {
    const routes = [await freePort(), await freePort(), await freePort()];
    const urls = routes.map((port) => `nats://127.0.0.1:${port}`).join(", ");
    servers = await Promise.all(
      routes.map((port, index) => {
        const cluster = `cluster { name: fleet, listen: "127.0.0.1:${port}", routes: [${urls}] }`;
        return startEngine("nats", { config: `server_name: s${index}\n${cluster}\n` });
      }),
    );
    connection = await connect({
      servers: servers.map(({ port }) => `127.0.0.1:${port}`),
      maxReconnectAttempts: -1,
      reconnectTimeWait: 100,
    });
    // A cluster takes no streams before it has chosen its leader.
    const fleet = await openFleet({ engine: engine(), ...options });
    await fleet.close();
  });
  afterAll(async () => {
    await connection.close();
    // The folders of sixty fleets on three servers: a busy machine takes more than a minute to remove them.
    await Promise.all(servers.map((server) => server.stop()));
  }, 180_000);

  const options = { partitions: 4, requestTimeoutMs: 10_000, waitForEngineMs: 60_000 };
  const engine = () => natsEngine(connection, { replicas: 3 });

  describe.concurrent("passes the suite of the contract", () => {
    test.each(engineCases.map((each) => [each.name, each] as const))("%s", async (_name, each) => {
      // Three servers of one machine agree on each stream: that takes longer than one that asks nobody.
      await expect(holds(each, engine(), { requestTimeoutMs: 20_000 })).resolves.toBeUndefined();
    });
  });

  test("tells nobody of a log that was lost when many members create it at once", async () => {
    const told: string[] = [];
    const connections = await Promise.all(
      servers.map(async ({ port }) => connect({ servers: `127.0.0.1:${port}`, name: "member" })),
    );
    for (let round = 0; round < 4; round += 1) {
      const name = `born${round}`;
      const onDiagnostic = ({ type }: { readonly type: string }) => told.push(type);
      const fleets = await Promise.all(
        connections.map(async (each) =>
          openFleet({ ...options, engine: natsEngine(each, { replicas: 3 }), name, partitions: 16, onDiagnostic }),
        ),
      );
      for (const fleet of fleets) await fleet.refresh();
      await Promise.all(fleets.map(async (fleet) => fleet.close()));
    }
    await Promise.all(connections.map(async (each) => each.close()));
    expect(told.filter((type) => type === "fleet.log_lost")).toEqual([]);
  });

  test("goes on when one of them is killed, with everything that was acknowledged", async () => {
    const fleet = await openFleet({ engine: engine(), ...options });
    expect(await fleet.info()).toMatchObject({ kind: "nats", replicas: 3, storage: "disk" });
    for (let n = 0; n < 40; n += 1) expect(await fleet.dedupe.claim(`before-${n}`, 60_000)).toBe(true);
    const connected = servers.find(({ port }) => connection.getServer().endsWith(String(port)));
    await connected?.kill();
    await until(() => !connection.getServer().endsWith(String(connected?.port)), "another server is connected to");
    await until(async () => (await fleet.refresh().catch(() => undefined)) !== undefined, "the fleet is back");
    expect(await fleet.dedupe.claim("after", 60_000)).toBe(true);
    for (let n = 0; n < 40; n += 1) expect(await fleet.dedupe.claim(`before-${n}`, 60_000)).toBe(false);
    await fleet.close();
  });
});
