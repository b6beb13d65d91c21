import type { Cause } from "./causes.js";
import type { Note } from "./read.js";

/** What became of an interaction, for a terminal: the cause, what to do, and how the time went. */
export function reportOf(id: string, cause: Cause | undefined, notes: readonly Note[]): string {
  const head = cause
    ? [`${id}: ${cause.name}`, `  Why: ${cause.says}.`, `  Do:  ${cause.todo}.`]
    : [`${id}: nothing went wrong here.`];
  return `${[...head, ...notes.map((note) => `  ${lineOf(note)}`)].join("\n")}\n`;
}

function lineOf({ ms, at, tick: _tick, what, ...facts }: Note): string {
  const time = ms === undefined ? new Date(at ?? 0).toISOString() : `${ms} ms`;
  const more = Object.entries(facts).map(([name, value]) => `${name}=${said(value)}`);
  return [time.padStart(9), what, ...more].join("  ");
}

const said = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));
