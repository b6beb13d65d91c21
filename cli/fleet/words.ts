import type { EngineInfo, FleetState } from "../../runtime/fleet/index.js";
import { failed, type Finding, ok, warning } from "../doctor/finding.js";

/** What all members see alike: the rest of a state is of whoever looks, who reads and handles nothing. */
export function sharedBy(state: FleetState) {
  const { name, engine, lag, inHand, oldestMs, roundTripMs, clockOffsetMs, clockErrorMs, readAtMs } = state;
  const slots = state.slots.map(({ slot, holder, sinceMs }) => ({ slot, holder, sinceMs }));
  return { name, engine, slots, lag, inHand, oldestMs, roundTripMs, clockOffsetMs, clockErrorMs, readAtMs };
}

/** What is shown of a fleet. */
export type FleetStatus = ReturnType<typeof sharedBy> & { readonly deadLetters: number };

/** The state of a fleet in lines for people. */
export function statusLines(status: FleetStatus, nowMs: number): string {
  const { name, engine, slots, lag, inHand, oldestMs, deadLetters, roundTripMs, clockOffsetMs } = status;
  const lines = [`fleet "${name}" on ${engine}`];
  for (const { slot, holder, sinceMs } of slots) {
    if (slot > 0 && holder === undefined) continue; // a warm fleet has one
    const since = sinceMs === undefined ? "" : `, for ${duration(nowMs - sinceMs)}`;
    lines.push(`  slot ${slot}     ${holder === undefined ? "not held" : `${holder}${since}`}`);
  }
  const age = lag === 0 ? "" : `, the oldest for ${duration(oldestMs)}`;
  lines.push(`  waiting    ${events(lag)}, ${inHand} in hand${age}`);
  lines.push(`  put aside  ${events(deadLetters)}`);
  lines.push(`  engine     ${roundTripMs.toFixed(1)} ms away; this clock is ${signed(clockOffsetMs)} ms off`);
  return `${lines.join("\n")}\n`;
}

/** What to know about an engine, as findings. */
export function engineFindings(info: EngineInfo, state: FleetState): readonly Finding[] {
  const { kind, version, storage, replicas, sync, warnings } = info;
  const copies = `${replicas} cop${replicas === 1 ? "y" : "ies"}`;
  const sentence = `${kind} ${version}, log on ${storage === "disk" ? "disk" : "memory"}, ${copies}, sync: ${sync ?? "not known"}`;
  const findings = [ok("engine", sentence), ...warnings.map((text) => warning("engine", text))];
  const offsetMs = Math.abs(state.clockOffsetMs);
  const clock = `this machine's clock is ${signed(state.clockOffsetMs)} ms off the engine's (known to ${state.clockErrorMs.toFixed(0)} ms)`;
  if (offsetMs - state.clockErrorMs > 60_000)
    findings.push(failed("clock", `${clock}: signed deliveries will be refused`));
  else findings.push(offsetMs - state.clockErrorMs > 1_000 ? warning("clock", clock) : ok("clock", clock));
  const held = state.slots.filter(({ holder }) => holder !== undefined);
  if (held.length === 0) {
    findings.push(failed("stream", "no reader of the live stream: is a member with the role intake running?"));
  } else findings.push(ok("stream", held.map(({ slot, holder }) => `slot ${slot}: ${holder ?? ""}`).join(", ")));
  if (state.oldestMs > 60_000)
    findings.push(
      warning(
        "lag",
        `the oldest of ${state.lag} events has waited for ${duration(state.oldestMs)}: handlers are slower than events`,
      ),
    );
  else findings.push(ok("lag", `${state.lag} events wait`));
  return findings;
}

/** Events that were given up on are not lost, and nobody handles them. */
export const deadLetterFinding = (count: number): Finding =>
  count === 0
    ? ok("put aside", "nothing was put aside")
    : warning("put aside", `${events(count)} put aside: \`svc-apps fleet dead-letters\` says why`);

const events = (count: number): string => `${count} event${count === 1 ? "" : "s"}`;

const signed = (ms: number): string => `${ms < 0 ? "" : "+"}${ms.toFixed(0)}`;

/** A span of time for people. */
export function duration(ms: number): string {
  const seconds = Math.max(0, ms) / 1_000;
  if (seconds < 120) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3_600)} h`;
}
