/**
 * What a fleet costs over NATS, as ratios within one run: against the bare client, one process without a fleet, or the
 * same without the fault. Needs nats-server on the path, and Linux for the processor time of the server.
 *
 *   npx tsx bench/fleet/main.ts
 *
 * COUNT (3000) events and ROUNDS (7) set how much is done; at most some four minutes. Prints a table in Markdown.
 */
import { appending, caughtUp, caughtUpInOneStream, claiming, draining, drainingBare, lane } from "./engine.js";
import { Bench, median } from "./measure.js";
import { hotFailOver, latency, leaving, warmFailOver } from "./processes.js";
import { removeProgram } from "../../test/long/fleet/kit.js";

const count = Number(process.env["COUNT"] ?? 3_000);
const rounds = Number(process.env["ROUNDS"] ?? 7);

interface Goal {
  readonly what: string;
  readonly wanted: readonly ["at least" | "at most", number];
  readonly value: number;
  readonly seen?: string;
}

const goals: Goal[] = [];
function note(what: string, wanted: Goal["wanted"], value: number, seen = ""): void {
  goals.push({ what, wanted, value, seen });
  console.error(`${what}: ${value.toFixed(2)} ${seen}`);
}

const times = async <Result>(work: () => Promise<Result>, many = rounds): Promise<readonly Result[]> => {
  const results: Result[] = [];
  for (let round = 0; round < many; round += 1) results.push(await work());
  return results;
};

const bench = await Bench.start();
try {
  const appends = await times(() => appending(bench, count));
  const rate = (wallMs: number): string => `${Math.round((count / wallMs) * 1_000)}/s`;
  note(
    "append against `js.publish`, events/s",
    ["at least", 0.8],
    median(appends.map(({ fleet, bare }) => bare.wallMs / fleet.wallMs)),
    rate(median(appends.map(({ fleet }) => fleet.wallMs))),
  );

  const drains = await times(async () => ({
    bare: await drainingBare(bench, count),
    fleet: await draining(bench, count),
  }));
  note(
    "ordered drain by 4 workers against an unordered consumer, events/s",
    ["at least", 0.25],
    median(drains.map(({ fleet, bare }) => bare.wallMs / fleet.wallMs)),
    rate(median(drains.map(({ fleet }) => fleet.wallMs))),
  );
  const cpu = median(drains.map(({ fleet }) => fleet.engineCpuMs));
  const micros = (ms: number): string => `${Math.round((ms * 1_000) / count)} µs`;
  const bareCpu = median(drains.map(({ bare }) => bare.engineCpuMs));
  note("the same, engine CPU an event", ["at most", 4], cpu / bareCpu, `${micros(cpu)} and ${micros(bareCpu)}`);
  // More events than above, as many for either: what a drain begins with, a pull for each partition, weighs less.
  const wide = await times(
    async () => ({
      few: await draining(bench, 4 * count),
      many: await draining(bench, 4 * count, { partitions: 128 }),
    }),
    3,
  );
  note(
    "engine CPU with 128 partitions against 32",
    ["at most", 1.2],
    median(wide.map(({ few, many }) => many.engineCpuMs / few.engineCpuMs)),
    micros(median(wide.map(({ many }) => many.engineCpuMs)) / 4),
  );
  const eight = median((await times(() => draining(bench, count, { members: 8 }), 3)).map((one) => one.engineCpuMs));
  note("engine CPU with 8 workers against 4", ["at most", 1.5], eight / cpu, micros(eight));

  const steady = await times(
    async () => ({
      own: await caughtUp(bench, count),
      one: await caughtUpInOneStream(bench, count),
    }),
    3,
  );
  const own = median(steady.map((pair) => pair.own.engineCpuMs));
  const ratio = median(steady.map((pair) => pair.own.engineCpuMs / pair.one.engineCpuMs));
  note("engine CPU caught up, a stream for each partition against one", ["at most", 1.25], ratio, micros(own));

  const claims = await times(() => claiming(bench, 500), 5);
  const claim = median(claims.map(({ fleet, bare }) => fleet.wallMs / bare.wallMs));
  note("claim against the client's `create`", ["at most", 1.2], claim);
  note("interaction beside 10,000 events, p99, ms", ["at most", 100], await lane(bench, 10_000, 300));
} finally {
  await bench.stop();
}

try {
  const { alone, fleet } = await latency(6);
  note("added latency, p50, ms", ["at most", 3], fleet - alone, `${fleet} and ${alone} ms`);
  const hot = await hotFailOver();
  const hotSeen = `${hot.faultMs} and ${hot.steadyMs} ms, ${hot.lost} lost`;
  note("hot reader killed: longest silence against steady", ["at most", 2], hot.faultMs / hot.steadyMs, hotSeen);
  const warm = await warmFailOver(4_000);
  note("warm reader killed: silence over the lease, ms", ["at most", 500], warm.silenceMs - 4_000, `${warm.lost} lost`);
  const left = await leaving();
  const leftSeen = `${left.leavingMs} and ${left.steadyMs} ms`;
  note("worker leaves: worst latency against steady", ["at most", 3], left.leavingMs / left.steadyMs, leftSeen);
} finally {
  await removeProgram();
}

console.log("| What | wanted | measured | seen | |\n| --- | ---: | ---: | ---: | --- |");
for (const { what, wanted, value, seen } of goals) {
  const [sign, bound] = wanted;
  const isMet = sign === "at least" ? value >= bound : value <= bound;
  console.log(`| ${what} | ${sign} ${bound} | ${value.toFixed(2)} | ${seen} | ${isMet ? "met" : "missed"} |`);
}
