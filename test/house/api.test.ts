import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Exported, ExportLister } from "../../tools/api/exports.js";

let folder: string;
let inner: readonly Exported[];
let outer: readonly Exported[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "api-"));
  await writeFile(
    join(folder, "inner.ts"),
    [
      "/** Words. */\nexport interface Zeta { readonly a: string; /** more */ b?: number }",
      "export function add(a: number, b = 2): number { return a + b; }",
      "export function over(a: string): string;\nexport function over(a: number): number;\nexport function over(a: unknown): unknown { return a; }",
      "export const table = { one: 1 } as const;",
      "export class Box<Item> extends Array<Item> { readonly #secret = 1; private hidden = 2; static of(): number { return 1; } look(): Item | undefined { return this[0]; } use(): number { return this.#secret + this.hidden; } }",
      "/** @internal */\nexport const mine = 1;",
    ].join("\n"),
  );
  await writeFile(
    join(folder, "outer.ts"),
    'export { add, type Zeta as Omega } from "./inner.js";\nexport type Own = "a" | "b";\n',
  );
  const files = [join(folder, "inner.ts"), join(folder, "outer.ts")];
  const lister = new ExportLister(files, {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    strict: true,
  });
  inner = lister.of(files[0] ?? "", "pack/inner");
  outer = lister.of(files[1] ?? "", "pack");
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the report of the public surface", () => {
  const signature = (list: readonly Exported[], name: string): string | undefined =>
    list.find((item) => item.name === name)?.signature;

  test("lists every export but internal ones, sorted", () => {
    expect(inner.map(({ name }) => name)).toEqual(["Box", "Zeta", "add", "over", "table"]);
  });

  test("shows functions as they are called, with every overload and no body", () => {
    expect(signature(inner, "add")).toBe("function add(a: number, b?: number): number");
    expect(signature(inner, "over")).toBe("function over(a: string): string\nfunction over(a: number): number");
  });

  test("shows types without comments and constants by their type", () => {
    expect(signature(inner, "Zeta")?.replace(/\s+/g, " ")).toBe("interface Zeta { readonly a: string; b?: number; }");
    expect(signature(inner, "table")).toBe("const table: { readonly one: 1; }");
  });

  test("shows of a class what its users can reach", () => {
    const lines = signature(inner, "Box")?.split("\n") ?? [];
    expect(lines[0]).toBe("class Box extends Array<Item> {");
    expect(lines).toContain("  look: () => Item | undefined");
    expect(lines).toContain("  static of: () => number");
    expect(lines.join("\n")).not.toMatch(/secret|hidden/);
  });

  test("refers to what another subpath listed already", () => {
    expect(signature(outer, "add")).toBe("add from pack/inner");
    expect(signature(outer, "Omega")).toBe("Omega from pack/inner");
    expect(signature(outer, "Own")).toBe('type Own = "a" | "b"');
  });
});
