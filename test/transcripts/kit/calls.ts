import { type CallOptions, type Operation, operations } from "svc-apps/rest";
import { createVirtualClock, type VirtualClock } from "../../support/virtual-clock.js";
import { type Reply, Script } from "./script.js";
import { whileTimePasses } from "./time.js";
import { headerTexts, type Run, transcript, type UsualHeaders } from "./transcript.js";
import { type Setup, ways, type Way } from "./ways.js";

export type OperationName = keyof typeof operations;

/** One call of a scenario. */
export interface CallStep {
  readonly operation: OperationName;
  readonly params?: object;
  readonly options?: CallOptions;
  /** Begins so much after the step before ended, or with it for `together`. */
  readonly afterMs?: number;
  readonly together?: true;
  /** The caller gives up so many milliseconds after the call began. */
  readonly abortAfterMs?: number;
}

export interface CallScenario extends Setup {
  readonly title: string;
  readonly calls: readonly CallStep[];
  readonly replies?: readonly Reply[];
  /** Headers are shown even if they are the usual ones. */
  readonly showHeaders?: true;
  /** Ways that cannot do it. */
  readonly without?: readonly string[];
}

async function make(way: Way, step: CallStep, clock: VirtualClock): Promise<string> {
  const operation: Operation = operations[step.operation];
  const controller = new AbortController();
  const { abortAfterMs } = step;
  if (abortAfterMs !== undefined) clock.schedule(() => controller.abort(), abortAfterMs);
  const options = { ...step.options, ...(abortAfterMs !== undefined && { signal: controller.signal }) };
  const outcome = await way.call(operation, step.params ?? {}, options);
  return `${clock.monotonicMs()} ms ${step.operation} ${outcome}`;
}

async function play({ calls, replies = [{}], ...setup }: CallScenario, name: string): Promise<Run> {
  const clock = createVirtualClock();
  const script = new Script(replies, clock);
  const way = ways[name]?.(script, clock, setup);
  if (way === undefined) throw new Error(`there is no way called ${name}`);
  const outcomes: string[] = [];
  let running: Promise<unknown>[] = [];
  for (const step of calls) {
    if (!step.together) await whileTimePasses(clock, Promise.all(running));
    if (!step.together) running = [];
    if (step.afterMs !== undefined) await clock.advance(step.afterMs);
    running.push(make(way, step, clock).then((line) => void outcomes.push(line)));
  }
  await whileTimePasses(clock, Promise.all(running));
  return { way: name, events: script.events, outcomes, diagnostics: way.diagnostics };
}

/** Plays a scenario through every way that can do it, or through those that are named. */
export async function callTranscript(scenario: CallScenario, names = Object.keys(ways)): Promise<string> {
  const runs: Run[] = [];
  for (const name of names) if (!scenario.without?.includes(name)) runs.push(await play(scenario, name));
  return transcript(scenario.title, runs, scenario.showHeaders ? {} : await (usual ??= usualHeaders()));
}

let usual: Promise<UsualHeaders> | undefined;

/** The headers that each way sends when nothing is asked of it, with a body and without. */
async function usualHeaders(): Promise<UsualHeaders> {
  const place = { serverId: "1", channelId: "2", content: "x" };
  const calls: readonly CallStep[] = [{ operation: "getMe" }, { operation: "createMessage", params: place }];
  const headersOf = async (name: string) => {
    const { events } = await play({ title: "", calls }, name);
    return [name, events.flatMap(({ sent }) => (sent ? headerTexts(sent).join(" | ") : []))] as const;
  };
  return Object.fromEntries(await Promise.all(Object.keys(ways).map(headersOf)));
}
