import { createCaller, type Operation } from "svc-apps/rest";
import { createVirtualClock } from "../../support/virtual-clock.js";
import type { ForeignScenario } from "../scenarios/foreign.js";
import { memoryFetch } from "./peer.js";
import { BASE_URL, Script } from "./script.js";
import { whileTimePasses } from "./time.js";
import { transcript } from "./transcript.js";
import { errorLine, resultLine } from "./words.js";

/** Plays a scenario of another service's description. */
export async function foreignTranscript({
  title,
  times = 1,
  replies = [{}],
  ...one
}: ForeignScenario): Promise<string> {
  const clock = createVirtualClock();
  const script = new Script(replies, clock);
  const options = { baseUrl: BASE_URL, clock, random: () => 0.5, fetch: memoryFetch(script), ...one.options };
  const caller = createCaller(options);
  const operation: Operation = { id: "foreign", method: "GET", path: "/", retry: "safe", ...one.operation };
  const outcomes: string[] = [];
  for (let call = 0; call < times; call += 1) {
    const line = caller.call(operation, one.params ?? {}).then(resultLine, errorLine);
    outcomes.push(`${await whileTimePasses(clock, line)}`);
  }
  return transcript(title, [{ way: "caller", events: script.events, outcomes, diagnostics: [] }]);
}
