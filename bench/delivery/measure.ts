import v8 from "node:v8";
import vm from "node:vm";

v8.setFlagsFromString("--expose-gc");
/** Collects what preparing left behind: else whoever allocates in the next round would pay for it. */
const collect = vm.runInNewContext("gc") as (options: { type: "minor" }) => void; // what the flag above puts there

/** One thing to time. */
export interface Contender<Work> {
  readonly name: string;
  /** Does all the work; resolves when it is done, with the milliseconds of the part that counts if it is one. */
  run(work: readonly Work[]): Promise<number | void> | number | void;
}

/** One round of one contender, both in microseconds per operation. */
interface Round {
  readonly wallUs: number;
  /** Of all threads of the process: what the work costs even when the machine has other things to do. */
  readonly cpuUs: number;
}

export type Rounds = ReadonlyMap<string, readonly Round[]>;

/**
 * Times the contenders in rounds in which all of them take their turn, at the same work. It is made anew for each round
 * and outside of the time, a request that has just arrived being warm, too; and made once for all, because making it
 * costs memory, and whoever lets the event loop turn would be the one to clean up after everybody.
 */
export async function race<Work>(
  contenders: readonly Contender<Work>[],
  make: () => readonly Work[],
  rounds: number,
): Promise<Rounds> {
  const results = new Map<string, Round[]>(contenders.map(({ name }) => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    const work = make();
    const count = work.length;
    for (const { name, run } of contenders) {
      await new Promise((resolve) => setImmediate(resolve)); // what the one before left to the loop is done here
      collect({ type: "minor" });
      const [startMs, startCpu] = [performance.now(), process.cpuUsage()];
      const partMs = await run(work);
      const { user, system } = process.cpuUsage(startCpu);
      if (round < 0) continue; // it warmed up
      results.get(name)?.push({
        wallUs: ((partMs ?? performance.now() - startMs) * 1_000) / count,
        cpuUs: partMs === undefined ? (user + system) / count : NaN, // not to be had of a part
      });
    }
  }
  return results;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Median time of a contender, microseconds. */
export function medianUs(results: Rounds, name: string): number {
  return median((results.get(name) ?? []).map(({ wallUs }) => wallUs));
}

/** How fast `name` is, `base` being 1: median of the rounds, best round to best round, and by CPU time. */
export function ratios(results: Rounds, name: string, base: string): { median: number; best: number; cpu: number } {
  const [ours, theirs] = [results.get(name) ?? [], results.get(base) ?? []];
  const of = (pick: (round: Round) => number): readonly number[] =>
    ours.map((round, at) => pick(theirs[at] ?? round) / pick(round));
  const bestUs = (rounds: readonly Round[]): number => Math.min(...rounds.map(({ wallUs }) => wallUs));
  return {
    median: median(of(({ wallUs }) => wallUs)),
    best: bestUs(theirs) / bestUs(ours),
    cpu: median(of(({ cpuUs }) => cpuUs)),
  };
}

export function table(results: Rounds, base: string): string {
  const rows = [...results.keys()].map((name) => {
    const { median: middle, best, cpu } = ratios(results, name, base);
    const us = medianUs(results, name);
    const byCpu = Number.isNaN(cpu) ? "" : cpu.toFixed(3);
    return `| ${name} | ${us.toFixed(1)} | ${middle.toFixed(3)} | ${best.toFixed(3)} | ${byCpu} |`;
  });
  return ["| | µs each | of bare, median | best to best | by CPU time |", "|---|---:|---:|---:|---:|", ...rows].join(
    "\n",
  );
}
