import { connect, type NatsConnection } from "@nats-io/transport-node";
import { describe, expect, test } from "vitest";
import { natsEngine } from "../../runtime/fleet/nats/index.js";
import { resolveFleetOptions } from "../../runtime/fleet/resolve-options.js";
import { hasEngine, startEngine } from "../support/engines.js";

const NOT_FOUND = JSON.stringify({ error: { code: 404, err_code: 10_037, description: "no message found" } });

/** The connection, with a server that knows nothing any more of what was just written: its stream was made anew. */
function withoutMemory(connection: NatsConnection): NatsConnection {
  return new Proxy(connection, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name);
      if (typeof own !== "function") return own;
      if (name !== "request") return own.bind(target) as unknown;
      return async (subject: string, ...rest: unknown[]) => {
        const isRead = subject.endsWith(".STREAM.MSG.GET.KV_FLEET_app_claims");
        const answer = Reflect.apply(own, target, [subject, ...rest]) as Promise<object>;
        if (!isRead) return answer;
        // The little of a message that is read.
        const data = new TextEncoder().encode(NOT_FOUND);
        return { ...(await answer), data, json: () => JSON.parse(NOT_FOUND) as unknown, string: () => NOT_FOUND };
      };
    },
  });
}

describe.skipIf(!hasEngine("nats"))("the clock of NATS", () => {
  test("is not read from a server that lost what it had just written", async ({ onTestFinished }) => {
    const server = await startEngine("nats");
    const connection = await connect({ servers: `127.0.0.1:${server.port}` });
    const { settings } = resolveFleetOptions({ partitions: 1, requestTimeoutMs: 5_000 });
    const session = await natsEngine(withoutMemory(connection)).open(settings);
    onTestFinished(async () => {
      await session.close();
      await connection.close();
      await server.stop();
    });
    await expect(session.time()).rejects.toMatchObject({ name: "FleetError", reason: "unavailable" });
  });
});
