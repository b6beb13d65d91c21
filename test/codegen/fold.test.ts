import { expect, test } from "vitest";
import { foldUnions } from "../../codegen/emit/fold.js";

const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `"value number ${at}"`);

test("a long union has a line for each member", () => {
  const union = names(8);
  expect(foldUnions(`export type A = ${union.join(" | ")};`)).toBe(
    `export type A =\n${union.map((one) => `  | ${one}`).join("\n")};`,
  );
  expect(foldUnions(`  readonly "a b"?: ${union.join(" | ")};`)).toBe(
    `  readonly "a b"?:\n${union.map((one) => `    | ${one}`).join("\n")};`,
  );
});

test("so has a union in a list", () => {
  expect(foldUnions(`  readonly a: readonly (${names(8).join(" | ")})[];`)).toBe(
    `  readonly a: readonly (\n${names(8)
      .map((one) => `    | ${one}`)
      .join("\n")}\n  )[];`,
  );
});

test.each([
  ["a short one", `export type A = ${names(3).join(" | ")};`],
  ["a comment", `/** ${names(9).join(" | ")} */`],
  ["a line that goes on", `export type A = { readonly a: ${names(8).join(" | ")}; readonly b: {`],
  ["bars inside a string", `export type A = "${"a | ".repeat(30)}";`],
])("%s stays on its line", (_name, line) => {
  expect(foldUnions(line)).toBe(line);
});
