import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { describe, expect, test, type TestContext, vi } from "vitest";
import { encodeEnvelope } from "../../runtime/fleet/envelope.js";
import { openFleet } from "../../runtime/fleet/index.js";
import { natsEngine } from "../../runtime/fleet/nats/index.js";
import { resolveFleetOptions } from "../../runtime/fleet/resolve-options.js";
import { hasEngine, startEngine } from "../support/engines.js";

/** A fleet with a worker, another member's session to append by, and what an operator works with. */
async function running({ onTestFinished }: Pick<TestContext, "onTestFinished">) {
  const server = await startEngine("nats");
  const connection = await connect({ servers: `127.0.0.1:${server.port}` });
  const told: string[] = [];
  const numbers = { partitions: 2, requestTimeoutMs: 5_000 };
  const onDiagnostic = ({ type }: { readonly type: string }) => void told.push(type);
  const fleet = await openFleet({ engine: natsEngine(connection), ...numbers, onDiagnostic });
  const session = await natsEngine(connection).open(resolveFleetOptions({ ...numbers, member: "writer" }).settings);
  onTestFinished(async () => {
    await Promise.all([fleet.close({ graceMs: 0 }), session.close()]);
    await connection.close();
    await server.stop();
  });
  const handled: string[] = [];
  let onHandled = () => {};
  fleet.consume({
    handle: (_event, { identity }) => {
      handled.push(identity);
      onHandled();
    },
  });
  const untilHandled = async (count: number) => {
    while (handled.length < count) await new Promise<void>((resolve) => (onHandled = resolve));
  };
  const event = { type: "unknown", wireType: "x", reason: "type", payload: {} } as const;
  const append = (id: string, partition = 0) => {
    const body = encodeEnvelope({ event, identity: id, heldMs: 0, source: "gateway", backfilled: false });
    return session.events.append({ partition, id, body });
  };
  // What every member does every five seconds by itself.
  const untilRead = async () => vi.waitFor(async () => expect(await fleet.refresh()).toBeTruthy(), 30_000);
  return { fleet, told, handled, untilHandled, append, untilRead, manager: await jetstreamManager(connection) };
}

describe.skipIf(!hasEngine("nats"))("a fleet over NATS of which an operator deletes", { concurrent: true }, () => {
  test.for(["FLEET_app_000", "FLEET_app_001"])(
    "the stream %s makes it again, and says once that its log is lost",
    async (stream, context) => {
      const { told, untilHandled, append, untilRead, manager } = await running(context);
      await append("before");
      await untilHandled(1);
      await manager.streams.delete(stream);
      await untilRead();
      await untilRead();
      expect(told.filter((type) => type === "fleet.log_lost")).toHaveLength(1);
      expect([await append("after", 0), await append("beside", 1)]).toEqual(["stored", "stored"]);
      await untilHandled(3);
    },
  );

  test("what workers pull from makes it again and loses nothing", async (context) => {
    const { told, untilHandled, append, untilRead, manager } = await running(context);
    await append("before");
    await untilHandled(1);
    await manager.consumers.delete("FLEET_app_000", "workers");
    await append("after");
    await untilRead();
    await untilHandled(2);
    expect(told).not.toContain("fleet.log_lost");
  });

  test.for(["leases", "claims", "state"])("the bucket of %s makes it again", async (bucket, context) => {
    const { fleet, untilRead, manager } = await running(context);
    await manager.streams.delete(`KV_FLEET_app_${bucket}`);
    await untilRead();
    await Promise.resolve(fleet.dedupe.claim("delivery:0", 60_000)).catch(() => false);
    await fleet.belongsTo("app-1").catch(() => undefined);
    await untilRead();
    expect(await fleet.dedupe.claim("delivery:1", 60_000)).toBe(true);
    await fleet.belongsTo("app-1");
    expect(await fleet.lease("report").acquired(AbortSignal.timeout(10_000))).toBe(true);
  });
});
