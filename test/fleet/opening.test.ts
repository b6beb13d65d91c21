import { App, silentLogger } from "svc-apps";
import { type EngineSession, type FleetEngine, FleetError, memoryEngine, openFleet } from "svc-apps/fleet";
import { expect, test } from "vitest";
import { createVirtualClock } from "../support/virtual-clock.js";

test("an engine that answers no more once it is open is left again, and nothing is asked of it later", async () => {
  for (const what of ["time", "info"] as const) {
    const clock = createVirtualClock();
    const inner = memoryEngine({ clock });
    let closed = 0;
    const engine: FleetEngine = {
      kind: "failing",
      settingsOf: (name) => inner.settingsOf(name),
      open: async (settings) => {
        const session = await inner.open(settings);
        const failing: Partial<EngineSession> = {
          [what]: () => Promise.reject(new FleetError("unavailable", "It fell silent.")),
          close: () => ((closed += 1), session.close()),
        };
        return new Proxy(session, {
          get: (target, name) => {
            const own: unknown = Reflect.get(failing, name) ?? Reflect.get(target, name);
            return typeof own === "function" ? own.bind(target) : own;
          },
        });
      },
    };
    await expect(openFleet({ engine, clock })).rejects.toThrow("It fell silent.");
    expect([what, closed, clock.pending]).toEqual([what, 1, 0]);
  }
});

/** A fleet whose machine is an hour ahead of its engine: reported before `openFleet()` has resolved. */
async function aheadOfItsEngine() {
  const clock = createVirtualClock();
  const ahead = { ...clock, monotonicMs: () => clock.monotonicMs(), now: () => clock.now() + 3_600_000 };
  const heard: string[] = [];
  const onDiagnostic = ({ type }: { readonly type: string }) => void heard.push(type);
  const fleet = await openFleet({ engine: memoryEngine({ clock }), clock: ahead, onDiagnostic });
  return { fleet, heard };
}

test("what a fleet reports while it opens reaches the App that is made of it", async () => {
  const { fleet, heard } = await aheadOfItsEngine();
  expect(heard).toEqual(["fleet.clock_offset"]);
  const seen: string[] = [];
  const app = new App({
    baseUrl: "https://platform.example",
    token: "svc_app.1.x",
    fleet,
    logger: silentLogger,
    onDiagnostic: ({ type }) => void seen.push(type),
  });
  expect(app.api).toBeDefined(); // its parts are put together at the first use
  expect(seen).toEqual(["fleet.clock_offset"]);
  expect(heard).toEqual(["fleet.clock_offset"]);
  await fleet.close();
});

test("what a fleet reported before is kept for its first listener alone", async () => {
  const { fleet } = await aheadOfItsEngine();
  const seen: string[] = [];
  fleet.onDiagnostic(({ type }) => {
    seen.push(`first ${type}`);
    throw new Error("a listener's fault is its own");
  });
  fleet.onDiagnostic(({ type }) => void seen.push(`second ${type}`));
  expect(seen).toEqual(["first fleet.clock_offset"]);
  await fleet.close();
});
