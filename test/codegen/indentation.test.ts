import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { emitAll } from "../../codegen/emit/index.js";
import { modelOf } from "./support/describe.js";
import { REPRESENTED } from "./support/represented.js";

/** Comments, texts and regular expressions: brackets mean nothing in them, and their lines stay where they are. */
const OPAQUE =
  /\/\*[^]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|(?<=[=(,&]\s+)\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//g;

/** Lines that do not begin two columns further in for each line that opens a bracket, and empty lines in a row. */
function misplaced(text: string): string[] {
  const lines = text.replace(OPAQUE, (one) => one.replace(/[^\n]/g, "#")).split("\n");
  /** The line that each open bracket stands on. */
  const open: number[] = [];
  return lines.flatMap((line, index) => {
    const body = line.trimStart();
    const closing = /^[)\]}]*/.exec(body)?.[0].length ?? 0;
    const first = closing === 0 ? index : (open[open.length - closing] ?? index);
    const levels = new Set(open.filter((at) => at < first)).size;
    // What is opened behind a bracket that closes goes on where that one began: `} | {`.
    for (const char of line) {
      if ("([{".includes(char)) open.push(first);
      else if (")]}".includes(char)) open.pop();
    }
    if (body === "")
      return index > 0 && lines[index - 1] === "" && index < lines.length - 1 ? [`${index + 1}: empty`] : [];
    const isComment = /^#+$/.test(body);
    // What goes on from the line before, and what a case holds, stands further in.
    const fits = [2 * levels, 2 * levels + 2].includes(line.length - body.length);
    return fits || isComment ? [] : [`${index + 1}: ${line}`];
  });
}

test("what is emitted is well indented as it is, file by file", async () => {
  const everyFeature = await readFile(new URL("./fixtures/every-feature.yaml", import.meta.url), "utf8");
  const models = [
    (await modelOf({ "openapi.yaml": everyFeature })).model,
    (await modelOf(REPRESENTED, { bigint: true, dates: true })).model,
  ];
  const files = models.flatMap((model) => emitAll(model, { runtime: "./abi.js" }));
  const found = files.map(({ path, text }) => [path, misplaced(text)] as const).filter(([, lines]) => lines.length > 0);
  expect(Object.fromEntries(found)).toEqual({});
});
