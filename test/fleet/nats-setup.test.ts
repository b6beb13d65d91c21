import { JetStreamApiError } from "@nats-io/jetstream";
import type { NatsAccess } from "../../runtime/fleet/nats/setup.js";
import { findOrMake, setUp } from "../../runtime/fleet/nats/setup.js";
import { createVirtualClock } from "../support/virtual-clock.js";
import { resolveFleetOptions } from "../../runtime/fleet/resolve-options.js";
import { expect, test } from "vitest";

const MINE = "2026-01-01T00:00:00.000000001Z";
const KEPT = "2026-01-01T00:00:00.000000002Z";

/** A server that tells whoever creates a stream another time than it keeps, as a cluster may where two create it at once. */
function access(replicas: number): NatsAccess {
  const made = new Map<string, object>();
  const consumers = new Map<string, object>();
  const gone = { code: 404, err_code: 10059, description: "stream not found" };
  const notFound = async () => Promise.reject(new JetStreamApiError(gone));
  const cluster = replicas > 1 ? { cluster: { leader: "s0" } } : {};
  const jsm = {
    streams: {
      info: async (name: string) =>
        made.has(name) ? { config: made.get(name), created: KEPT, ...cluster } : notFound(),
      add: async (config: { readonly name: string }) => {
        made.set(config.name, config);
        return Promise.resolve({ config, created: MINE, ...cluster });
      },
    },
    consumers: {
      info: async (name: string) => (consumers.has(name) ? { config: consumers.get(name) } : notFound()),
      add: async (name: string, config: object) => {
        consumers.set(name, config);
        return Promise.resolve({ config });
      },
    },
  };
  const { settings } = resolveFleetOptions({ partitions: 2 });
  const given: unknown = { settings, replicas, storage: "disk", copies: new Map(), setUpJsm: jsm };
  return given as NatsAccess; // as much of it as setting up asks for
}

test("a log with copies was created when the cluster says, whatever the answer to creating it said", async () => {
  expect(await setUp(access(3))).toBe(`${KEPT} ${KEPT}`);
});

test("a server by itself knows at once when it created a log", async () => {
  expect(await setUp(access(1))).toBe(`${MINE} ${MINE}`);
});

test("what is being made is looked for again on the fleet's clock, as long as a request may take", async () => {
  const clock = createVirtualClock();
  const { settings } = resolveFleetOptions({ clock, requestTimeoutMs: 5_000 });
  let looks = 0;
  const finding = findOrMake({ settings }, async () => {
    looks += 1;
    return Promise.reject(new JetStreamApiError({ code: 404, err_code: 10059, description: "stream not found" }));
  });
  finding.catch(() => undefined);
  await clock.advance(4_999);
  expect([looks, clock.pending]).toEqual([100, 1]);
  await clock.advance(100);
  await expect(finding).rejects.toThrow("stream not found");
  expect(clock.pending).toBe(0);
});
