import { restored } from "./lines.js";
import { populate } from "../world/defaults.js";
import { settingsOf, type SettingsGiven } from "../settings.js";
import { World } from "../world/world.js";
import { apply, type Applied } from "./apply.js";
import { redact } from "../log.js";
import type { Effect, Input } from "./tx.js";

/** One input of a recording, the time at which it came, and what came of it. */
export interface Recorded {
  /** Wall-clock and monotonic time, milliseconds. */
  readonly at: readonly [nowMs: number, monotonicMs: number];
  readonly input: Input;
  readonly output?: unknown;
  /** What was done outside: frames, ends of streams, deliveries. */
  readonly effects?: readonly Effect[];
}

export function recordedLine(input: Input, { output, effects }: Applied, at: Recorded["at"]): string {
  const outside = effects.filter(({ type }) => ["open", "write", "mute", "end", "deliver"].includes(type));
  const came = "error" in output ? { refused: refusalOf(output.error) } : output.value;
  const line = { at, input, output: came, effects: outside.length === 0 ? undefined : outside };
  return `${redact(JSON.stringify(line))}\n`;
}

const refusalOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : String(error);

/** What a recording begins with: enough to begin with the same state. */
export interface RecordingHeader extends SettingsGiven {
  readonly format: "sandbox-recording";
  readonly version: 2;
  readonly seed: string;
  readonly startMs: number;
}

/** The state that a new sandbox begins with: one server, its people, and an App. */
export function newWorld(seed: string, settings: World["settings"], nowMs: number): World {
  const world = new World(seed, settings);
  populate({ world, settings, nowMs, monotonicMs: 0, effects: [] });
  return world;
}

/** The state that a recording begins with, and its lines after the first, an input each. */
export interface Opened {
  readonly world: World;
  readonly first: string;
  readonly lines: readonly string[];
}

/** Reads a recording. @throws when the string is not a recording */
export function openRecording(recording: string): Opened {
  const [first = "", ...lines] = recording.trimEnd().split("\n");
  const header = JSON.parse(first) as RecordingHeader; // written by a recorder, as are the lines
  if (header.format !== "sandbox-recording" || header.version !== 2)
    throw new Error("this is not a recording of a sandbox");
  return { world: newWorld(header.seed, settingsOf(header), header.startMs), first, lines };
}

/** Applies the input of one line of a recording, and gives the line that this makes, with the state after it. */
export function playLine(world: World, line: string): { readonly world: World; readonly line: string } {
  const { at, input } = JSON.parse(line) as Recorded;
  const applied = apply(world, restored(world, input), { nowMs: at[0], monotonicMs: at[1] });
  return { world: applied.world, line: recordedLine(input, applied, at) };
}

/**
 * Plays a recording again, input by input, and gives the recording that this makes. The two are equal, byte for byte,
 * unless the sandbox behaves differently than it did; and so are the two of any prefix of its lines.
 *
 * @throws when the text is not a recording
 */
export function replay(recording: string): string {
  const opened = openRecording(recording);
  let { world } = opened;
  const again = [`${opened.first}\n`];
  for (const line of opened.lines) {
    const played = playLine(world, line);
    ({ world } = played);
    again.push(played.line);
  }
  return again.join("");
}
