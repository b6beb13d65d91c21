import { expect, test } from "vitest";
import { FleetError, openFleet } from "svc-apps/fleet";
import { engineFailures } from "../../runtime/fleet/engine-failures.js";
import type { EngineStatus } from "../../runtime/fleet/engine/contract.js";
import { memoryEngine } from "../../runtime/fleet/memory/engine.js";
import { createVirtualClock } from "../support/virtual-clock.js";

const away = new FleetError("unavailable", "The stream part-0 has no leader (503).");

function failing() {
  const clock = createVirtualClock();
  const told: (readonly [name: string, message: string])[] = [];
  let setStatus: (status: EngineStatus) => void = () => {};
  const session = { onStatus: (listener: typeof setStatus) => ((setStatus = listener), () => undefined) };
  const failed = engineFailures(session, clock, (name, message) => void told.push([name, message]));
  /** One failure a second, for so long. */
  const failFor = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      failed(away);
      await clock.advance(1_000);
    }
  };
  return { clock, told, failFor, failed, setStatus: (status: EngineStatus) => setStatus(status) };
}

test("an engine that fails for five seconds is told of, in its own words, and again after a minute", async () => {
  const { told, failFor } = failing();
  await failFor(5);
  expect(told).toEqual([]);
  await failFor(1);
  const why =
    "The engine is in reach and has been failing for 5 s; it is asked again. The stream part-0 has no leader (503).";
  expect(told).toEqual([["engine_failed", why]]);
  await failFor(59);
  expect(told).toHaveLength(1);
  await failFor(1);
  expect(told.map(([, message]) => /for (\d+) s/.exec(message)?.[1])).toEqual(["5", "65"]);
});

test.each([
  [10_000, 1],
  [10_001, 0],
])("failures with %i ms between them belong together: %i diagnostics", async (pauseMs, count) => {
  const { clock, told, failed } = failing();
  failed(away);
  await clock.advance(pauseMs);
  failed(away);
  expect(told).toHaveLength(count);
});

test("an engine out of reach is not told of as one that fails, and begins anew when it is back", async () => {
  const { told, failFor, setStatus } = failing();
  await failFor(4);
  setStatus("disconnected");
  await failFor(60);
  setStatus("connected");
  setStatus("lost");
  await failFor(5);
  expect(told).toEqual([]);
  await failFor(1);
  expect(told).toHaveLength(1);
});

test("a fleet whose log answers nobody says so", async () => {
  const clock = createVirtualClock();
  const told: string[] = [];
  const engine = memoryEngine({ clock });
  const deaf: typeof engine = {
    ...engine,
    settingsOf: (name) => engine.settingsOf(name),
    open: async (settings) => {
      const session = await engine.open(settings);
      return Object.assign(session, { events: { ...session.events, pull: () => Promise.reject(away) } });
    },
  };
  const onDiagnostic = ({ type }: { readonly type: string }) => void told.push(type);
  const opening = openFleet({ engine: deaf, clock, partitions: 2, onDiagnostic });
  await clock.advance(100);
  const fleet = await opening;
  fleet.consume({ handle: () => undefined });
  await clock.advance(30_000);
  expect(told.filter((type) => type === "fleet.engine_failed")).toHaveLength(1);
  const closing = fleet.close({ graceMs: 0 });
  await clock.advance(1_000);
  await closing;
});
