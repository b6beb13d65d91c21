import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const pages = ["README.md", "SECURITY.md", ...readdirSync("docs").filter((name) => name.endsWith(".md"))];
const read = (name: string): string => readFileSync(/^[A-Z]/.test(name) ? name : `docs/${name}`, "utf8");

/** Words that say little to readers whose first language is another, and what to write. */
const unclear = new Map([
  [
    /\b(?:nobody|somebody|anybody|everybody|whoever|strangers)\b/i,
    "the caller, the handler, an unauthenticated client, users",
  ],
  [/\b(?:is|are|was|were|be|been|being) (?:un)?told\b|\btold apart\b/i, "is reported, is distinguished"],
  [/\bstands?\b(?! for)|\bstood\b/i, "is, hangs, is under"],
  [/\bis none\b(?!\.)/i, "is invalid, is missing"],
  [/\bof no use\b|\bdeath\b|\bmeanwhile\b/i, "cannot help, crash, in the meantime"],
]);

test.each(pages)("%s uses the terms of the field", (name) => {
  const lines = read(name)
    .replaceAll(/```[\s\S]*?```/g, (code) => code.replaceAll(/[^\n]/g, ""))
    .replaceAll(/`[^`\n]*`|\]\([^)]*\)/g, "")
    .split("\n");
  const found = lines.flatMap((line, at) =>
    [...unclear].flatMap(([word, better]) => {
      const [met] = word.exec(line) ?? [];
      return met === undefined ? [] : `${name}:${at + 1}: "${met}": write ${better}`;
    }),
  );
  expect(found).toEqual([]);
});
