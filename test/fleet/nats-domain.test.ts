import { connect } from "@nats-io/transport-node";
import { openFleet } from "svc-apps/fleet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { natsEngine } from "../../runtime/fleet/nats/index.js";
import { engineCases } from "../../testing/fleet/index.js";
import { freePort, hasEngine, type OwnServer, startEngine } from "../support/engines.js";
import { holds } from "../support/stalls.js";

/** What crosses the border in different ways: keys, entries, answers to deliveries, broadcast and the clock. */
const crossing = engineCases.filter(({ name }) =>
  /any text|are listed|not answered comes again|given back comes at once|is published|time goes on/.test(name),
);

describe.skipIf(!hasEngine("nats"))("the engine on NATS, through a leaf server of another domain", () => {
  let hub: OwnServer;
  let leaf: OwnServer;
  let connection: Awaited<ReturnType<typeof connect>>;
  beforeAll(async () => {
    const port = await freePort();
    const remote = `leafnodes { remotes: [ { url: "nats://127.0.0.1:${port}" } ] }`;
    hub = await startEngine("nats", { config: `jetstream { domain: hub }\nleafnodes { listen: "127.0.0.1:${port}" }` });
    leaf = await startEngine("nats", { config: `jetstream { domain: edge }\n${remote}` });
    connection = await connect({ servers: `127.0.0.1:${leaf.port}` });
  });
  afterAll(async () => {
    await connection.close();
    await Promise.all([leaf.stop(), hub.stop()]);
  });

  test("opens a fleet on the servers of the domain that is named", async () => {
    const engine = natsEngine(connection, { domain: "hub" });
    const fleet = await openFleet({ engine, partitions: 2, waitForEngineMs: 20_000 }); // until the leaf is connected
    expect((await fleet.refresh()).isConnected).toBe(true);
    await fleet.close();
  });

  test.each(crossing.map((each) => [each.name, each] as const))("%s", async (_name, each) => {
    await expect(holds(each, natsEngine(connection, { domain: "hub" }))).resolves.toBeUndefined();
  });
});
