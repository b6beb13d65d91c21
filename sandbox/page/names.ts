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

/** How long something took: `0.4 ms`, `12 ms`, `1.2 s`. */
export function tookOf(ms: number): string {
  if (ms < 10) return `${Number(ms.toFixed(1))} ms`;
  return ms < 1000 ? `${Math.round(ms)} ms` : durationOf(ms);
}

const known: Readonly<Record<string, string>> = {
  ms: "Milliseconds",
  termMs: "Term in milliseconds",
  url: "Address",
  set: "Places to replace (JSON)",
  times: "How often",
  midFrame: "In the middle of a frame",
  onlyRoleIds: "Only for roles",
  isOpen: "Open",
};

/** The name of a field as a user would say it: `ownerId` is the owner. */
export function labelOf(name: string): string {
  const words = name
    .replace(/Ids?$/, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return known[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** The first letters of a name, for where there is no picture. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("") || "?";

/** One of eight colours, the same for the same id. */
export const hueOf = (id: string): number =>
  Array.from(id).reduce((sum, digit) => (sum * 31 + digit.charCodeAt(0)) % 8, 7);

/** `1 reader`, `2 readers`. */
export const counted = (count: number, one: string): string =>
  `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;
