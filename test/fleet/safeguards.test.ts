import type { EngineSession, FleetEngine } from "svc-apps/fleet";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type * as Machine from "../../runtime/fleet/hold/machine.js";
import type * as Guard from "../../runtime/fleet/consume/pause-guard.js";
import type * as Sim from "./sim/world.js";

type Safeguard = "chain" | "pauseGuard" | "hold" | "drain" | "fence";

/** The safeguard that is broken at this moment. The product has no switch: a module or the engine is replaced. */
const off: { safeguard: Safeguard | undefined } = { safeguard: undefined };

const GUARD = "../../runtime/fleet/consume/pause-guard.js?sources";
const MACHINE = "../../runtime/fleet/hold/machine.js?sources";

/** The world over modules of which two are replaced. Files share a process: the modules are loaded anew for this one. */
let sim: typeof Sim;
beforeAll(async () => {
  vi.resetModules();
  weakenModules();
  sim = (await import(`./sim/world.js?${"sources"}`)) as typeof Sim; // as sources: only these can be replaced
});
afterAll(() => {
  for (const module of [GUARD, MACHINE]) vi.doUnmock(module);
  vi.resetModules();
});

function weakenModules(): void {
  /** A guard that notices no pause. */
  vi.doMock(GUARD, async (original) => {
    const real = await original<typeof Guard>();
    return {
      pauseGuard: (options: Guard.PauseGuardOptions) =>
        off.safeguard === "pauseGuard"
          ? { start() {}, stop() {}, isPaused: false, distrustMs: 0 }
          : real.pauseGuard(options),
    };
  });

  /** A lost lease closes the stream, and a stand-by takes a free lease at once. */
  vi.doMock(MACHINE, async (original) => {
    const real = await original<typeof Machine>();
    const impatient: typeof real.stepHold = (state, input, at) => {
      const isHasty = state.type === "standby" && input.type === "free";
      const step = real.stepHold(state, isHasty ? { type: "vacant" } : input, at);
      const [next] = step;
      if (next.type !== "holding" || !next.isSuspended) return step;
      return [real.standby, [{ type: "end", why: "taken" }]];
    };
    const stepHold: typeof real.stepHold = (state, input, at) =>
      (off.safeguard === "hold" ? impatient : real.stepHold)(state, input, at);
    return { ...real, stepHold };
  });
}

/** What an engine becomes without a safeguard that its answers are. */
const weakened: NonNullable<Sim.WorldOptions["weakened"]> = (engine) => {
  if (off.safeguard === "chain") return withSession(engine, unchained);
  if (off.safeguard === "drain") return withSession(engine, undrained);
  return off.safeguard === "fence" ? withSession(engine, unfenced) : engine;
};

const withSession = (engine: FleetEngine, weaken: (session: EngineSession) => object): FleetEngine => ({
  kind: engine.kind,
  settingsOf: (name) => engine.settingsOf(name),
  async open(settings) {
    const session = await engine.open(settings);
    const weak = weaken(session);
    return new Proxy(session, {
      get(target, key) {
        const from: object = key in weak ? weak : target;
        const value: unknown = Reflect.get(from, key, from);
        return typeof value === "function" ? value.bind(from) : value;
      },
    });
  },
});

const unchained = ({ events }: EngineSession) => ({
  events: {
    ...events,
    append: (entry: Parameters<typeof events.append>[0]) => events.append({ ...entry, after: undefined }),
  },
});

const undrained = ({ events }: EngineSession) => ({
  events: {
    ...events,
    async pull(...args: Parameters<typeof events.pull>) {
      const delivery = await events.pull(...args);
      return delivery && { ...delivery, release: () => Promise.resolve() };
    },
  },
});

const unfenced = ({ state }: EngineSession) => ({
  state: {
    ...state,
    async put(key: string, value: string) {
      return state.put(key, value, (await state.get(key))?.revision);
    },
  },
});

/**
 * Each safeguard of a fleet, seen to matter: the same story with it holds what is promised, and without it does not.
 */
interface Story {
  readonly safeguard: Safeguard;
  readonly says: string;
  /** How much is broken. Zero with the safeguard. */
  readonly broken: () => Promise<number>;
}

const short = { partitions: 8, ackWaitMs: 4_000, leaseMs: 4_000 };

const stories: readonly Story[] = [
  {
    safeguard: "chain",
    says: "a full log breaks the order of a channel",
    async broken() {
      const fleet = { ...short, partitions: 2, maxLagEvents: 12 };
      const world = new sim.World({
        weakened,
        fleet,
        handlerMs: (n) => 3 + ((n * 7) % 11),
        latencyMs: 8,
        spacingMs: 1,
      });
      for (const name of ["a", "b"]) await world.add(name);
      world.load(1_000, 4);
      await world.run(1_000);
      await world.settle();
      return world.verdict().outOfOrder.length;
    },
  },
  {
    safeguard: "pauseGuard",
    says: "a machine that stood still does again what others have done",
    async broken() {
      const world = new sim.World({ weakened, fleet: short, handlerMs: () => 0 });
      for (const name of ["a", "b", "c"]) await world.add(name);
      world.load(60, 20);
      await world.run(3_000);
      const worker = world.machines.find((machine) => machine !== world.holder());
      worker?.clock.pause();
      await world.run(9_000);
      worker?.clock.resume();
      await world.run(6_000);
      await world.settle();
      return world.verdict().twice.length;
    },
  },
  {
    safeguard: "hold",
    says: "an outage of the engine loses what came meanwhile",
    async broken() {
      const world = new sim.World({ weakened, fleet: short });
      for (const name of ["a", "b", "c", "d"]) await world.add(name);
      world.load(200, 20);
      await world.run(3_000);
      world.engine.faults.stop();
      await world.run(10_000);
      world.engine.faults.start();
      await world.run(8_000);
      await world.settle();
      return world.verdict().toldLost;
    },
  },
  {
    safeguard: "drain",
    says: "what a leaving worker had in hand waits for its ack wait",
    async broken() {
      const world = new sim.World({ weakened, fleet: short, handlerMs: (n) => (n % 11 === 0 ? 60_000 : 10) });
      for (const name of ["a", "b", "c"]) await world.add(name);
      world.load(60, 20);
      await world.run(1_000);
      const longest = world.starts.find(({ number }) => number % 11 === 0);
      const leaving = world.machines.find(({ name }) => name === longest?.member);
      const closed = leaving?.fleet.close({ graceMs: 100 });
      await world.run(200);
      await closed;
      const mine = new Set(world.starts.filter(({ member }) => member === leaving?.name).map(({ number }) => number));
      await world.run(1_500);
      const again = world.starts.filter(({ number, member }) => mine.has(number) && member !== leaving?.name);
      return again.length > 0 ? 0 : 1;
    },
  },
  {
    safeguard: "fence",
    says: "a former holder moves the place of the slot back",
    async broken() {
      const world = new sim.World({ weakened, fleet: short });
      for (const name of ["a", "b", "c"]) await world.add(name);
      world.load(50, 20);
      await world.run(3_000);
      const former = world.holder();
      former?.clock.pause();
      await world.run(9_000);
      const before = await place(world);
      former?.clock.resume();
      await world.run(30);
      return (await place(world)) < before ? 1 : 0;
    },
  },
];

/** The number up to which slot 0 is handled, as the engine has it. */
async function place(world: Sim.World): Promise<number> {
  const text = await world.peek("cursor.0");
  return Number(/"lastEventId":"(\d+)"/.exec(text ?? "")?.[1] ?? -1);
}

describe.each(stories)("$says", ({ safeguard, broken }) => {
  test(`without the safeguard ${safeguard}`, async () => {
    off.safeguard = safeguard;
    expect(await broken()).toBeGreaterThan(0);
  });

  test(`and not with the safeguard ${safeguard}`, async () => {
    off.safeguard = undefined;
    expect(await broken()).toBe(0);
  });
});
