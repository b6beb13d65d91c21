import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { lineOf, wantsColour } from "../../cli/dev/output.js";
import { byLine } from "../../cli/dev/program.js";

test.each([
  ["app", false, { isTTY: true }, {}, true],
  ["no terminal", false, {}, {}, false],
  ["NO_COLOR", false, { isTTY: true }, { NO_COLOR: "1" }, false],
  ["FORCE_COLOR", false, {}, { FORCE_COLOR: "1" }, true],
])("colour for %s", (_name, json, stream, env, colour) => {
  expect(wantsColour(stream, env)).toBe(colour);
  expect(lineOf("app", "hello", { colour, json })).toBe(
    colour ? "\u001B[32mapp     │\u001B[0m hello\n" : "app     │ hello\n",
  );
});

test.each([
  ["app", "\u001b[31mred\u001b[2J", "app     │ \u001b[31mred\\u001b[2J\u001b[0m\n"],
  ["npm", "a\rb\u202e", "npm     │ a\\u000db\\u202e\n"],
  ["dev", "a\u001b[1A.ts changed", "dev     │ a\\u001b[1A.ts changed\n"],
  ["sandbox", "a\u001b[31m", "sandbox │ a·[31m\n"],
] as const)("a line of %s may be coloured, and moves nothing: %j", (speaker, text, shown) => {
  expect(lineOf(speaker, text, { colour: false, json: false })).toBe(shown);
  const json = lineOf(speaker, text, { colour: false, json: true });
  expect(json).not.toMatch(/[\p{Cc}\u202e](?!$)/u);
  expect(JSON.parse(json)).toEqual({ from: speaker, text });
});

test("lines end as their program ends them, wherever a chunk does", async () => {
  const lines: string[] = [];
  const stream = Readable.from(["one\r", "\ntwo\nthr", "ee\r\n\nend"]);
  byLine(stream, (line) => lines.push(line));
  await new Promise((resolve) => stream.once("end", resolve));
  expect(lines).toEqual(["one", "two", "three", "", "end"]);
});
