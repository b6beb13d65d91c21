/** One thing to time: does `count` operations and resolves when all are done. */
export interface Contender {
  readonly name: string;
  run(count: number): Promise<void> | void;
}

/** Operations per second of each contender: medians of rounds in which all of them took their turn. */
export async function race(
  contenders: readonly Contender[],
  count: number,
  rounds: number,
): Promise<Map<string, number[]>> {
  const rates = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (const { run } of contenders) await run(Math.ceil(count / 4)); // warm up
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, run } of contenders) {
      const start = performance.now();
      await run(count);
      rates.get(name)?.push((count / (performance.now() - start)) * 1_000);
    }
  }
  return rates;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Median of the ratios of two contenders, round by round: both had the same machine. */
export function ratio(rates: Map<string, number[]>, name: string, to: string): number {
  const [ours, theirs] = [rates.get(name) ?? [], rates.get(to) ?? []];
  return median(ours.map((rate, round) => rate / (theirs[round] ?? Number.NaN)));
}

/** The best round: what a machine does when nobody else asks for it. */
export function best(values: readonly number[]): number {
  return Math.max(...values);
}

export function table(rates: Map<string, number[]>, base: string): string {
  const bestBase = best(rates.get(base) ?? []);
  const rows = [...rates.entries()].map(([name, all]) => {
    const rate = median(all);
    const cells = [Math.round(rate).toLocaleString("en"), (1e6 / rate).toFixed(1), ratio(rates, name, base).toFixed(3)];
    return `| ${[name, ...cells, (best(all) / bestBase).toFixed(3)].join(" | ")} |`;
  });
  return ["| | per second | µs each | of bare, median | best to best |", "|---|---:|---:|---:|---:|", ...rows].join(
    "\n",
  );
}
