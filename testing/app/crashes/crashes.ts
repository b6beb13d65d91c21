import { ArgumentError } from "../../../runtime/base/errors.js";
import { testApp, type TestApp, type TestAppOptions } from "../app.js";
import { compare, lostBehind, type Difference, type Run } from "./compare.js";
import { Points } from "./life.js";
import { type MakeApp, Restarted } from "./restarted.js";
import { Watch } from "./seen.js";

/** What a death of the process did to people. */
export interface CrashFinding extends Difference {
  /** Where the process died, such as `after: save conversation`. */
  readonly at: string;
  /** The number of that point: `crashes(make, scenario, { seed, point })` plays this run alone. */
  readonly point: number;
  readonly seed: number;
}

/** Options of {@link crashes}. */
export interface CrashesOptions extends Pick<TestAppOptions, "via" | "patienceMs"> {
  /** Of the platform. Default: 1. */
  readonly seed?: number;
  /** Plays only the run whose process dies at this point. Default: all of them. */
  readonly point?: number;
}

/** What people do, and in which order. */
type Scenario = (world: TestApp) => Promise<void>;

/**
 * Plays a scenario once for every point at which the process can die: between two acts of a person, and before and after
 * each request, answer to a delivery, save and timer. As after `kill -9`, another App then starts over the same store.
 * Resolves to what people see differently from a run without a death, the earliest point first.
 *
 * A death between acts must change nothing. A death during an act may lose that act where the person got no answer: the
 * person repeats it, and where that is not possible, begins the scenario again; messages of the first attempt then count
 * for nothing. What a person got an answer to must stay done, and be in the store.
 *
 * @throws ArgumentError when two runs without a death differ, as where a handler rolls dice, or the point does not exist.
 *
 * @example
 * ```ts
 * const found = await crashes(ticketsApp, async ({ person }) => {
 *   const opened = await person.run(ticket);
 *   await person.submit(opened, request, { subject: "Printer", details: "It burns." });
 * });
 * expect(found).toEqual([]);
 * ```
 */
export async function crashes(
  make: MakeApp,
  scenario: Scenario,
  options: CrashesOptions = {},
): Promise<readonly CrashFinding[]> {
  const { seed = 1, point } = options;
  const without = await playOnce(make, scenario, { ...options, seed });
  if ("error" in without) throw without.error;
  const [difference] = compare(without, await playOnce(make, scenario, { ...options, seed }));
  if (difference) throw new ArgumentError(`Two runs without a death differ, so none can be judged: ${difference.what}`);
  if (point !== undefined && without.points[point] === undefined)
    throw new ArgumentError(`point must be below ${without.points.length}, got ${point}`);
  const found: CrashFinding[] = [];
  for (const at of point === undefined ? without.points.keys() : [point]) {
    const run = await playWithDeath(make, scenario, { ...options, seed, without, fatal: at });
    const name = run.points[at] ?? "";
    for (const { kind, what } of compare(without, run)) found.push({ kind, what, at: name, point: at, seed });
  }
  return found;
}

interface Settings extends CrashesOptions {
  readonly seed: number;
  readonly fatal?: number;
}

async function playOnce(make: MakeApp, scenario: Scenario, settings: Settings): Promise<Run> {
  return inWorld(make, settings, async (played) => played(scenario));
}

async function playWithDeath(
  make: MakeApp,
  scenario: Scenario,
  { without, ...settings }: Settings & { readonly without: Run },
): Promise<Run> {
  return inWorld(make, settings, async (played, beginAgain) => {
    const first = await played(scenario);
    const wasIdle = first.points[settings.fatal ?? 0]?.startsWith("between acts") ?? true;
    // What a person saw done stays done: only one whose act came to nothing begins again.
    if (lostBehind(without, first).length > 0) return first;
    if (wasIdle || first.cameToNothing <= without.cameToNothing || compare(without, first).length === 0) return first;
    beginAgain();
    return played(scenario);
  });
}

type Play = (scenario: Scenario) => Promise<Run>;

async function inWorld(
  make: MakeApp,
  { seed, fatal, via, patienceMs }: Settings,
  use: (played: Play, beginAgain: () => void) => Promise<Run>,
): Promise<Run> {
  const points = new Points(fatal);
  const process = await Restarted.begin(make, points);
  const world = await testApp(process, {
    ...(via && { via }),
    ...(patienceMs !== undefined && { patienceMs }),
    sandbox: { seed },
  });
  const watch = new Watch(world, process);
  const run = (): Run => ({
    points: points.names,
    seen: watch.seen,
    repeats: watch.repeats,
    cameToNothing: watch.cameToNothing,
  });
  const played: Play = async (scenario) => {
    try {
      await scenario(watch.world);
      await process.idle("the end");
      await world.settle();
      await watch.look();
      return run();
    } catch (error) {
      return { ...run(), cameToNothing: Infinity, error };
    }
  };
  try {
    points.isArmed = true;
    return await use(played, () => watch.beginAgain());
  } finally {
    points.isArmed = false;
    await world.stop();
  }
}
