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
