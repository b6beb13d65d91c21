import type { Change, Group } from "./change.js";

const TITLES: Readonly<Record<Group, string>> = {
  breaking: "Breaking",
  additive: "Additive",
  documentation: "Documentation",
};

const LISTED = 6;

function line({ kind, name, at, what, affects }: Change): string {
  const users = affects.length > LISTED ? [...affects.slice(0, LISTED), `${affects.length - LISTED} more`] : affects;
  const reach = users.length === 0 ? "" : ` (${users.join(", ")})`;
  return `  ${kind} ${name}${at === "" ? "" : `, ${at}:`} ${what}${reach}`;
}

/** The changes for people: one line each, in three groups, the gravest first. `only` says that no other was looked for. */
export function report(changes: readonly Change[], only?: Group): string {
  if (changes.length === 0) return only === undefined ? "Nothing changed.\n" : `No ${only} change.\n`;
  const groups = Object.entries(TITLES).flatMap(([group, title]) => {
    const members = changes.filter((change) => change.group === group);
    return members.length === 0 ? [] : [`${title} (${members.length})`, ...members.map(line), ""];
  });
  return groups.join("\n");
}
