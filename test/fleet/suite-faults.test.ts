import { expect, test } from "vitest";
import { type EngineSession, type FleetEngine, memoryEngine, type PartitionedLog } from "svc-apps/fleet";
import { engineCases, engineKit } from "../../testing/fleet/index.js";
import { createVirtualClock } from "../support/virtual-clock.js";

/** Something that a third party's engine may do wrong, done to the one in memory. */
const faults: Readonly<Record<string, (log: PartitionedLog) => Partial<PartitionedLog>>> = {
  "lets a pull wait although its signal fired": (log) => ({
    pull: (partition, { waitMs }) => log.pull(partition, { waitMs, signal: new AbortController().signal }),
  }),
  "appends whatever comes before": (log) => ({ append: (entry) => log.append({ ...entry, after: undefined }) }),
  "counts every delivery as the first": (log) => ({
    pull: async (partition, options) => {
      const delivery = await log.pull(partition, options);
      return delivery && { ...delivery, deliveries: 1 };
    },
  }),
  "gives back at once what is to come later": (log) => ({
    pull: async (partition, options) => {
      const delivery = await log.pull(partition, options);
      return delivery && { ...delivery, release: () => delivery.release() };
    },
  }),
};

const faulty = (engine: FleetEngine, fault: (log: PartitionedLog) => Partial<PartitionedLog>): FleetEngine => ({
  kind: engine.kind,
  settingsOf: (name) => engine.settingsOf(name),
  open: async (settings) => {
    const session = await engine.open(settings);
    const bound = (log: PartitionedLog): PartitionedLog => ({
      partitions: log.partitions,
      append: (entry) => log.append(entry),
      pull: (partition, options) => log.pull(partition, options),
      lag: () => log.lag(),
    });
    const events: PartitionedLog = { ...bound(session.events), ...fault(session.events) };
    return new Proxy<EngineSession>(session, {
      get: (target, name) => {
        if (name === "events") return events;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
  },
});

test.each(Object.entries(faults))("the suite of the contract refuses an engine that %s", async (_name, fault) => {
  const failed: string[] = [];
  for (const { name, run } of engineCases) {
    const clock = createVirtualClock();
    const engine = faulty(memoryEngine({ clock }), fault);
    const kit = engineKit(engine, { clock, wait: (ms) => clock.advance(ms) });
    await run(kit).catch(() => failed.push(name));
    await kit.close();
  }
  expect(failed).not.toEqual([]);
  expect(failed.length).toBeLessThan(engineCases.length / 4);
});
