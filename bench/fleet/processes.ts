import { setTimeout as sleep } from "node:timers/promises";
import {
  machineMs,
  ProcessFleet,
  type ProcessFleetOptions,
  type ProcessVerdict,
  until,
} from "../../test/long/fleet/kit.js";
import { quantile } from "./measure.js";

const NAMES = ["a", "b", "c", "d"];

async function running(perSecond: number, options: ProcessFleetOptions, names = NAMES): Promise<ProcessFleet> {
  const fleet = await ProcessFleet.start({ ...options, fleet: { partitions: 32, ...options.fleet } });
  await Promise.all(names.map((name) => fleet.add(name)));
  await until(() => fleet.hasTold("events.opened"), "the stream is open", 60_000);
  if (options.fleet?.standby === "hot") await until(() => fleet.holders.length === 2, "both slots are held", 60_000);
  await sleep(1_000);
  fleet.load(perSecond);
  return fleet;
}

/** Longest time in which no event was started, from then on. */
function silenceMs({ starts }: ProcessVerdict, fromMs: number, toMs: number): number {
  const times = starts.map(({ atMs }) => atMs).filter((atMs) => atMs >= fromMs && atMs <= toMs);
  const sorted = times.toSorted((a, b) => a - b);
  return Math.max(...sorted.map((atMs, index) => atMs - (sorted[index - 1] ?? atMs)));
}

/** p50 from a post to the start of its handler, in milliseconds: in one process without a fleet, and in four with one. */
export async function latency(seconds: number): Promise<{ alone: number; fleet: number }> {
  const one = await running(100, { isFleet: false }, ["alone"]);
  await sleep(seconds * 1_000);
  const alone = quantile((await one.settle()).latenciesMs, 0.5);
  await one.stop();
  const four = await running(100, {});
  await sleep(seconds * 1_000);
  const fleet = quantile((await four.settle()).latenciesMs, 0.5);
  await four.stop();
  return { alone, fleet };
}

/** Longest silence before and after one of two readers is killed. */
export async function hotFailOver(): Promise<{ steadyMs: number; faultMs: number; lost: number }> {
  const fleet = await running(300, { fleet: { standby: "hot" } });
  const beganMs = machineMs() + 1_000;
  await sleep(5_000);
  const faultAtMs = machineMs();
  fleet.holder?.child.kill("SIGKILL");
  await sleep(4_000);
  const endMs = machineMs();
  const verdict = await fleet.settle();
  await fleet.stop();
  const { lost } = verdict;
  return {
    steadyMs: silenceMs(verdict, beganMs, faultAtMs),
    faultMs: silenceMs(verdict, faultAtMs - 50, endMs),
    lost: lost.length,
  };
}

/** Milliseconds from the end of the one reader to the first event by the next. */
export async function warmFailOver(leaseMs: number): Promise<{ silenceMs: number; lost: number }> {
  const fleet = await running(60, { fleet: { leaseMs } });
  await sleep(3_000);
  const former = fleet.holder;
  const faultAtMs = machineMs();
  former?.child.kill("SIGKILL");
  await former?.gone;
  await sleep(leaseMs + 3_000);
  const endMs = machineMs();
  const verdict = await fleet.settle();
  await fleet.stop();
  return { silenceMs: silenceMs(verdict, faultAtMs - 100, endMs), lost: verdict.lost.length };
}

/** Worst latency in steady running, and while a worker leaves. */
export async function leaving(): Promise<{ steadyMs: number; leavingMs: number }> {
  const fleet = await running(150, {});
  await sleep(4_000);
  const before = fleet.verdict().latenciesMs.length;
  const [worker] = fleet.others;
  worker?.child.kill("SIGTERM");
  await worker?.gone;
  await sleep(1_000);
  const { latenciesMs } = await fleet.settle();
  await fleet.stop();
  const steady = latenciesMs.slice(150, before);
  return { steadyMs: Math.max(...steady), leavingMs: Math.max(...latenciesMs.slice(before)) };
}
