/** One way of doing the work. */
export interface Contender {
  readonly name: string;
  readonly run: () => void | Promise<void>;
}

/** What one contender took in its best round. */
export interface Taken {
  readonly name: string;
  readonly wallMs: number;
  /** All threads of this process, so that other processes on the machine count for less. */
  readonly cpuMs: number;
}

const best = (values: readonly number[]): number => Math.min(...values);

/**
 * Every contender in every round, one after the other, so that a busy machine is busy for all; the best round counts.
 *
 * What was left by others is collected before the round for warming up and not again: V8 drops the shapes of objects of
 * which a full collection finds none, and with them the code compiled for them. A round would measure the compiler.
 */
export async function race(contenders: readonly Contender[], rounds: number): Promise<Taken[]> {
  const wall = contenders.map((): number[] => []);
  const cpu = contenders.map((): number[] => []);
  globalThis.gc?.();
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { run }] of contenders.entries()) {
      const before = process.cpuUsage();
      const startMs = performance.now();
      await run();
      const wallMs = performance.now() - startMs;
      const { user, system } = process.cpuUsage(before);
      // The first round is for warming up.
      if (round === 0) continue;
      wall[index]?.push(wallMs);
      cpu[index]?.push((user + system) / 1000);
    }
  }
  return contenders.map(({ name }, index) => ({
    name,
    wallMs: best(wall[index] ?? []),
    cpuMs: best(cpu[index] ?? []),
  }));
}

export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

export const verdict = (met: boolean): string => (met ? "met" : "NOT met");
