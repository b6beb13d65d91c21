import { describe, expect, test } from "vitest";
import { type FleetOptions, memoryEngine, openFleet } from "svc-apps/fleet";
import { natsEngine } from "svc-apps/fleet/nats";
import { redisEngine } from "svc-apps/fleet/redis";

/** As a program without types hands them over. */
const open = (options: unknown) => openFleet(options as FleetOptions);

describe("openFleet refuses", () => {
  test.each<[object, RegExp]>([
    [{ name: 5 }, /^name must be a string/],
    [{ name: "a.b" }, /^name must be 1 to 40 letters/],
    [{ standby: "cold" }, /^standby must be one of warm, hot/],
    [{ roles: "worker" }, /^roles must be a list of "intake" and "worker"/],
    [{ roles: ["wroker"] }, /^There is no role "wroker"\. Did you mean "worker"\?$/],
    [{ roles: ["intake", 5] }, /^There is no role "5"; there are intake and worker\.$/],
    [{ partitions: "32" }, /^partitions must be a whole number from 1 to 512/],
    [{ partitions: 513 }, /got 513\.$/],
    [{ partitions: null }, /^partitions must be/],
    [{ leaseMs: 499 }, /^leaseMs must be a whole number from 500/],
    [{ leaseMs: 2 ** 31 }, /^leaseMs must be/],
    [{ ackWaitMs: 1 }, /^ackWaitMs must be a whole number from 500/],
    [{ ackWaitMs: 1e18 }, /^ackWaitMs must be/],
    [{ waitForEngineMs: "30000" }, /^waitForEngineMs must be a number of at least 0/],
    [{ waitForEngineMs: Number.NaN }, /^waitForEngineMs must be/],
    [{ build: 5 }, /^build must be a string/],
    [{ member: 5 }, /^member must be a string/],
    [{ onDiagnostic: "log" }, /^onDiagnostic must be a function/],
    [{ clock: {} }, /^clock must be a clock/],
    [{ engine: {} }, /^engine must be an engine: natsEngine/],
    [{ engine: "nats://127.0.0.1" }, /^engine must be an engine/],
    [{ partition: 4 }, /^openFleet\(\) has no option "partition"\. Did you mean "partitions"\?$/],
  ])("%j", async (options, message) => {
    await expect(open(options)).rejects.toMatchObject({
      name: "FleetError",
      reason: "argument",
      message: expect.stringMatching(message) as unknown,
    });
  });

  test("what is no object of options", async () => {
    await expect(open("dice")).rejects.toMatchObject({ reason: "argument" });
    await expect(open(null)).rejects.toMatchObject({ reason: "argument" });
  });
});

test("an engine may be waited for without end", async () => {
  const fleet = await open({ engine: memoryEngine(), waitForEngineMs: Infinity });
  expect(fleet.state.isConnected).toBe(true);
  await fleet.close();
});

describe("an adapter refuses", () => {
  test.each([undefined, "nats://127.0.0.1", {}, Promise.resolve({})])("%j as a connection to NATS", (connection) => {
    expect(() => natsEngine(connection as never)).toThrow(/await connect\(/);
  });

  test.each([undefined, "redis://127.0.0.1", { duplicate: () => undefined }])("%j as a client of Redis", (client) => {
    expect(() => redisEngine(client as never)).toThrow(/new Redis\(/);
  });

  test.each<[object, RegExp]>([
    [{ replicas: "3" }, /^replicas must be a whole number from 1 to 5/],
    [{ replicas: Number.NaN }, /^replicas must be/],
    [{ storage: "ram" }, /^storage must be one of disk, memory/],
    [{ domain: "a b" }, /^domain must be/],
    [{ replica: 3 }, /Did you mean "replicas"\?/],
  ])("%j as options of NATS", (options, message) => {
    const connection = { publish: () => undefined, subscribe: () => undefined, request: () => undefined };
    expect(() => natsEngine(connection as never, options as never)).toThrow(
      expect.objectContaining({ reason: "argument", message: expect.stringMatching(message) as unknown }),
    );
  });
});
