import { describe, expect, test } from "vitest";
import { withSchemas } from "./support/describe.js";
import { guardsOf } from "./support/guards.js";
import { object, ref, text, types } from "./support/operation.js";

const card = object({ kind: { const: "card" } }, ["kind"]);
const number = object({ number: text }, ["number"]);
const iban = object({ iban: text }, ["iban"]);

describe("conditions", () => {
  test("with both ways are a union of what holds either way", async () => {
    const Payment = { if: card, then: number, else: iban };
    expect(await types(withSchemas({ Payment }), "Payment")).toBe(
      'export type Payment = { readonly kind: "card"; } & { readonly number: string; } | { readonly iban: string; };',
    );
    const { Payment: fits } = await guardsOf({ Payment });
    const given = [{ kind: "card", number: "1" }, { kind: "card", iban: "1" }, { iban: "1" }, { number: "1" }];
    expect(given.map((value) => fits?.(value))).toEqual([true, false, true, false]);
  });

  test("in a chain are one union", async () => {
    const Payment = { if: card, then: number, else: { if: object({ a: text }, ["a"]), then: iban, else: false } };
    expect(await types(withSchemas({ Payment }), "Payment")).toBe(
      'export type Payment = { readonly kind: "card"; } & { readonly number: string; } | { readonly a: string; } & { readonly iban: string; };',
    );
  });

  test("without the other way say nothing about the type, and all about the guard", async () => {
    const Payment = { ...object({ kind: text }, ["kind"]), if: card, then: number };
    expect(await types(withSchemas({ Payment }), "Payment")).toBe(
      "export interface Payment { readonly kind: string; }",
    );
    const { Payment: fits } = await guardsOf({ Payment });
    expect([{ kind: "card" }, { kind: "cash" }].map((value) => fits?.(value))).toEqual([false, true]);
  });
});

test("schemas in a circle have types, and guards that come to an end", async () => {
  const Node = object({ next: ref("Node"), others: { type: "array", items: ref("Other") } });
  const schemas = { Node, Other: { anyOf: [{ type: "null" }, ref("Node")] } };
  expect(await types(withSchemas(schemas), "Node")).toBe(
    "export interface Node { readonly next?: Node; readonly others?: readonly Other[]; }",
  );
  expect(await types(withSchemas(schemas), "Other")).toBe("export type Other = null | Node;");
  const { Node: fits } = await guardsOf(schemas);
  const circle: Record<string, unknown> = {};
  circle["next"] = circle;
  expect([{ next: { others: [null, {}] } }, { next: { others: [1] } }, circle].map((value) => fits?.(value))).toEqual([
    true,
    false,
    false,
  ]);
});
