import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

/** A file that exists only here, beside the tests. */
const FILE = fileURLToPath(new URL("typed.ts", import.meta.url));
const HEAD = `
import { App, chatCommand } from "../../runtime/app/index.js";
const app = new App();
const book = chatCommand({
  name: "book",
  description: "x",
  options: [
    { type: "string", name: "place", description: "x", required: true, autocomplete: true },
    { type: "integer", name: "people", description: "x" },
  ],
});
`;

const settings: ts.CompilerOptions = {
  strict: true,
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
  types: [],
};
let typed = "";
let version = 0;
const service = ts.createLanguageService({
  getScriptFileNames: () => [FILE],
  getScriptVersion: (file) => (file === FILE ? String(version) : "0"),
  getScriptSnapshot(file) {
    const text = file === FILE ? typed : ts.sys.readFile(file);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => process.cwd(),
  getCompilationSettings: () => settings,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
});

/** What an editor offers where the `|` stands: fields of the type that is asked for, without what is merely in scope. */
function offered(code: string): string[] {
  typed = (HEAD + code).replace("|", "");
  version += 1;
  const found = service.getCompletionsAtPosition(FILE, HEAD.length + code.indexOf("|"), {});
  const fields = (found?.entries ?? []).filter(({ kind }) => kind !== ts.ScriptElementKind.keyword);
  return fields
    .filter(({ sortText }) => sortText < "15") // 15 and above: globals and what could be imported
    .map(({ name }) => name)
    .toSorted();
}

test("an editor offers the types of options and the fields of each", () => {
  expect(offered(`chatCommand({ name: "x", description: "x", options: [{ type: "|" }] });`)).toEqual([
    "integer",
    "string",
  ]);
  expect(
    offered(`chatCommand({ name: "x", description: "x", options: [{ type: "integer", name: "a", | }] });`),
  ).toEqual(["autocomplete", "description", "maxValue", "minValue", "required"]);
});

test("an editor offers what is still missing of a command", () => {
  expect(offered(`chatCommand({ name: "x", | });`)).toEqual(["description", "options", "requiredPermission"]);
});

test("an editor offers arguments by name, and the options that need suggestions", () => {
  expect(offered("app.command(book, ({ args }) => args.|, { place: () => {} });")).toEqual(["people", "place"]);
  expect(offered("app.command(book, () => {}, { | });")).toEqual(["place"]);
});

/** What an editor shows for the property at the `|`: its type in one line, and the comment. */
function hovered(code: string): string {
  typed = (HEAD + code).replace("|", "");
  version += 1;
  const found = service.getQuickInfoAtPosition(FILE, HEAD.length + code.indexOf("|"));
  return `${ts.displayPartsToString(found?.displayParts)} ${ts.displayPartsToString(found?.documentation)}`;
}

test.each([
  [`new App({ timeo|utMs: 5 });`, "(property) timeoutMs?: number Milliseconds for one attempt."],
  [`new App({ ret|ry: false });`, "(property) retry?: false | RetryOptions Limits on repeating;"],
  [`new App({ retry: { retr|ies: 1 } });`, "(property) retries?: number How often a failed attempt is repeated."],
  [`new App({ ord|er: "none" });`, '(property) order?: "none" | "channel" `channel`: events of one channel'],
  [`new App({ delivery: { bud|gets: {} } });`, "(property) budgets?: Budgets Time from the arrival"],
  [`new App({ events: { onFail|ure: "skip" } });`, "(property) onFailure?: OnFailure What to do when a hand"],
])("hovering an option shows a type as if it were written by hand, and its comment: %s", (code, expected) => {
  const shown = hovered(code).replaceAll(/\s+/g, " ").replace(" | undefined", "");
  expect(shown.slice(0, expected.length)).toBe(expected);
});
