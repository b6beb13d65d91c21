import type { MessageRecord } from "../world/records.js";
import type { PageState } from "../control/page/types.js";

/** Name of a person or an App; the id when it is gone. */
export function nameOf(state: PageState, { kind, id }: MessageRecord["author"]): string {
  const all = kind === "app" ? state.apps : state.people;
  return all.find((one) => one.id === id)?.name ?? id;
}

export const appName = (state: PageState, id: string): string => nameOf(state, { kind: "app", id });

/** Time of day, with milliseconds where they matter. */
export const timeOf = (ms: number, withMs = false): string => new Date(ms).toISOString().slice(11, withMs ? 23 : 19);

export function durationOf(ms: number): string {
  if (ms >= 60_000) return `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1000)} s`;
  return ms >= 10_000 ? `${Math.ceil(ms / 1000)} s` : `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
}
