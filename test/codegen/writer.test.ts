import { describe, expect, test } from "vitest";
import { intersect, unite, wrap } from "../../codegen/emit/type-text.js";
import { docComment, key, literal, ModuleWriter, text } from "../../codegen/emit/writer.js";

describe("types as text", () => {
  test.each([
    ["string", "string"],
    ["A | B", "(A | B)"],
    ["A & B", "(A & B)"],
    ["readonly A[]", "(readonly A[])"],
    ["{ a: A | B }", "{ a: A | B }"],
    ["(A | B)[]", "(A | B)[]"],
    ["[A | B]", "[A | B]"],
    ["{ a: A } | B", "({ a: A } | B)"],
    ["(A) | B", "((A) | B)"],
    ["[A] | B", "([A] | B)"],
    ['"a | b"', '"a | b"'],
    ['"a\\" | b"', '"a\\" | b"'],
    ['"a\\\\" | "b"', '("a\\\\" | "b")'],
    ['"(" | B', '("(" | B)'],
    ['"a" | B', '("a" | B)'],
    ["/** a | b */ A", "/** a | b */ A"],
    ["/** ( */ A | B", "(/** ( */ A | B)"],
    ["/** ( */| B", "(/** ( */| B)"],
    ["A / B | C", "(A / B | C)"],
    ["{ [key: string]: A | B }", "{ [key: string]: A | B }"],
    ["({ a: [A] }) | B", "(({ a: [A] }) | B)"],
  ])("%s as one operand is %s", (type, want) => {
    expect(wrap(type)).toBe(want);
  });

  test.each<readonly [terms: readonly string[], union: string, intersection: string]>([
    [[], "never", "unknown"],
    [["A"], "A", "A"],
    [["A", "B", "A"], "A | B", "A & B"],
    [["A", "unknown"], "unknown", "A"],
    [["unknown"], "unknown", "unknown"],
    [["A", "never"], "A", "A & never"],
    [["never"], "never", "never"],
    [["A | B", "C"], "A | B | C", "(A | B) & C"],
    [["A & B", "C"], "A & B | C", "A & B & C"],
    [["A | B"], "A | B", "A | B"],
  ])("of %j", (terms, union, intersection) => {
    expect([unite(terms), intersect(terms)]).toEqual([union, intersection]);
  });
});

describe("values as text", () => {
  test("a text is a literal on one line, in every engine", () => {
    expect(text('a"b\n')).toBe('"a\\"b\\n"');
    expect(text("\u2028\u2029\u2028\u2029")).toBe('"\\u2028\\u2029\\u2028\\u2029"');
  });

  test.each([
    ["a", "a"],
    ["$_9", "$_9"],
    ["_", "_"],
    ["9a", '"9a"'],
    ["a b", '"a b"'],
    ["b-", '"b-"'],
    ["", '""'],
    ["é", '"é"'],
    ["__proto__", '["__proto__"]'],
    ["Az", "Az"],
  ])("the property %j is written %s", (name, want) => {
    expect(key(name)).toBe(want);
  });

  test.each([
    [[1, "a", [true]], '[1, "a", [true]]'],
    [[], "[]"],
    [{}, "{}"],
    [null, "null"],
    [undefined, "undefined"],
    [12n, "12n"],
    [1.5, "1.5"],
    ["a", '"a"'],
    [{ b: 1, a: { d: 1, c: 2 }, "x-": null }, '{ a: { c: 2, d: 1 }, b: 1, "x-": null }'],
    [[{ b: 1, a: 2 }], "[{ a: 2, b: 1 }]"],
  ])("%o is written %s", (value, want) => {
    expect(literal(value)).toBe(want);
  });

  test("the order of keys is kept where it means something", () => {
    expect(literal([{ b: 1, a: { d: 1, c: 2 } }], false)).toBe("[{ b: 1, a: { d: 1, c: 2 } }]");
  });
});

describe("doc comments", () => {
  test.each<readonly [paragraphs: readonly string[], want: string]>([
    [[], ""],
    [["", "  "], ""],
    [["a"], "/** a */\n"],
    [[" a "], "/** a */\n"],
    [["a", "", "b"], "/**\n * a\n *\n * b\n */\n"],
    [["a\nb"], "/**\n * a\n * b\n */\n"],
    [["a \n\n b\r\nc\rd\u2028e\u2029f"], "/**\n * a\n *\n *  b\n * c\n * d\n * e\n * f\n */\n"],
    [["a */ b */"], "/** a *\\/ b *\\/ */\n"],
    [["a", "@b"], "/**\n * a\n *\n * @b\n */\n"],
    [["@a", "@b"], "/**\n * @a\n * @b\n */\n"],
    [["@a", "b"], "/**\n * @a\n *\n * b\n */\n"],
  ])("%j", (paragraphs, want) => {
    expect(docComment(paragraphs)).toBe(want);
  });

  test("stand as far in as what they belong to", () => {
    expect(docComment(["a"], "  ")).toBe("  /** a */\n");
    expect(docComment(["a", "b"], "  ")).toBe("  /**\n   * a\n   *\n   * b\n   */\n");
  });
});

describe("a module", () => {
  const header =
    "/**\n * What it is.\n *\n * Generated from a.yaml, b.yaml.\n" +
    " * Do not edit: change the description and generate again.\n *\n * @module\n */";
  const made = () => new ModuleWriter("a.ts", "What it is.", ["a.yaml", "b.yaml"]);

  test("is its header where nothing is said in it, and is laid out unless told otherwise", () => {
    expect(made().toString()).toBe(`${header}\n`);
    expect([made().path, made().layout]).toEqual(["a.ts", true]);
    expect(new ModuleWriter("a.ts", "", [], { layout: false }).layout).toBe(false);
  });

  test("imports what its blocks use, sorted, types apart, and nothing else", () => {
    const out = made();
    expect(out.type("B", "./z.js")).toBe("B");
    expect(out.type("A", "./z.js")).toBe("A");
    expect(out.type("Unused", "./z.js")).toBe("Unused");
    expect(out.value("make", "./y.js", "made")).toBe("made");
    expect(out.value("take", "./z.js")).toBe("take");
    expect(out.value("unused", "./x.js")).toBe("unused");
    out.typeNamespace("T", "./types.js");
    out.typeNamespace("U", "./unused.js");
    out.add("const a: A = made(take);", "", "type C = B | T.D;");
    expect(out.toString()).toBe(
      [
        header,
        "",
        'import type * as T from "./types.js";',
        'import { make as made } from "./y.js";',
        'import type { A, B } from "./z.js";',
        'import { take } from "./z.js";',
        "",
        "const a: A = made(take);",
        "",
        "type C = B | T.D;",
        "",
      ].join("\n"),
    );
  });

  test.each([3, 100])("a name that only begins like an import, or ends like one, is another (%i imports)", (count) => {
    const out = made();
    const names = Array.from({ length: count }, (_, index) => out.value(`name${index}$`, "./names.js"));
    out.value("$", "./dollar.js");
    out.add("name1$x; xname1$; $name1$; éname1$; name1$é; name2$;");
    const imports = out
      .toString()
      .split("\n")
      .filter((line) => line.startsWith("import"));
    expect(imports).toEqual(['import { name2$ } from "./names.js";']);
    expect(names).toHaveLength(count);
  });

  test("an import is found behind any number of words that only begin like one", () => {
    const out = made();
    for (let index = 0; index < 40; index += 1) out.value(`name${index}`, "./names.js");
    out.add(`${Array.from({ length: 100 }, (_, index) => `names${index}`).join(" ")} name7`);
    expect(out.toString()).toContain('import { name7 } from "./names.js";');
  });
});
