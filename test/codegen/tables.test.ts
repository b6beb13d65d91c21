import { describe, expect, test } from "vitest";
import { declaration, fileOf, type Files, openapi } from "./support/describe.js";
import { modelOf } from "./support/describe.js";
import { load } from "./support/guards.js";

const variant = (type: string): object => ({
  type: "object",
  required: ["type", "n"],
  properties: { type: { const: type }, n: { type: "number" } },
});

const files: Files = {
  "openapi.yaml": openapi({
    "x-limits": {
      waitMs: { value: 3000, unit: "ms", meaning: "How long.", appliesTo: "calls" },
      slots: { value: 2, unit: "count", meaning: "How many." },
    },
    "x-tables": {
      colours: { red: { warm: true }, blue: { warm: false } },
      plain: { description: "A word.", value: "word" },
    },
    "x-error-codes": {
      GONE: { status: 410, condition: "It is gone.", advice: "Let it be." },
      OLD: { condition: "Too old.", extras: "#/components/schemas/OldExtras" },
    },
    "x-union-decoders": { Event: { of: ["Event", "Control"], unknown: "UnknownThing" } },
    components: {
      schemas: {
        OldExtras: { type: "object", required: ["current"], properties: { current: { type: "string" } } },
        A: variant("a"),
        B: variant("b"),
        C: variant("c"),
        D: variant("d"),
        Event: { oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }] },
        Control: { oneOf: [{ $ref: "#/components/schemas/C" }, { $ref: "#/components/schemas/D" }] },
      },
    },
  }),
  "asyncapi.yaml": {
    asyncapi: "3.0.0",
    info: { title: "T", version: "1" },
    components: {
      messages: {
        a: { name: "a", payload: { $ref: "./openapi.yaml#/components/schemas/A" }, "x-family": "letters" },
        b: { name: "b", payload: { $ref: "./openapi.yaml#/components/schemas/B" } },
      },
    },
  },
  "assumptions.yaml": [
    {
      key: "place",
      unknown: "Where.",
      alternatives: { body: "Inside.", query: "Outside." },
      default: "body",
      scope: ["client"],
    },
    { key: "patienceMs", unknown: "How long.", type: "integer", unit: "ms", default: 50, scope: ["client", "double"] },
    { key: "route", unknown: "Which.", type: ["string", "null"], default: null, scope: ["double"] },
  ],
};

describe("data of the description becomes constants", () => {
  test("limits, with unit and meaning beside them", async () => {
    const text = await fileOf("tables.ts", files);
    expect(declaration(text, "limits").replace(/\s+/g, " ")).toBe(
      "export const limits = { /** * How many. * * Unit: count. */ slots: 2, /** * How long. * * Unit: ms. Applies to calls. */ waitMs: 3000, } as const;",
    );
  });

  test("tables as they stand, described or bare", async () => {
    const text = await fileOf("tables.ts", files);
    expect(declaration(text, "colours")).toBe(
      "export const colours = { blue: { warm: false }, red: { warm: true } } as const;",
    );
    expect(text).toContain('/** A word. */\nexport const plain = "word" as const;');
  });

  test("families of events, by type; an event without one is in none", async () => {
    const exports = await load((await modelOf(files)).model, "tables.ts");
    expect(exports["eventFamilies"]).toEqual({ a: "letters" });
  });

  test("codes of refusals, and what they carry", async () => {
    const exports = await load((await modelOf(files)).model, "tables.ts");
    expect(exports["errorCodes"]).toEqual({
      GONE: { condition: "It is gone.", advice: "Let it be.", status: 410 },
      OLD: { condition: "Too old." },
    });
    const types = await fileOf("types.ts", files);
    expect(declaration(types, "ErrorBodyOld")).toBe('export type ErrorBodyOld = { readonly code: "OLD" } & OldExtras;');
    expect(declaration(types, "KnownErrorBody")).toBe("export type KnownErrorBody = ErrorBodyGone | ErrorBodyOld;");
    expect(declaration(types, "ErrorExtras").replace(/\s+/g, " ")).toBe(
      "export interface ErrorExtras { readonly OLD: OldExtras; }",
    );
  });

  test("assumptions become an option type, one per scope, and their defaults", async () => {
    const types = await fileOf("types.ts", files);
    const flat = declaration(types, "Assumptions").replace(/\s+/g, " ");
    expect(flat).toContain('readonly place: "body" | "query";');
    expect(flat).toContain("readonly patienceMs: number;");
    expect(flat).toContain("readonly route: string | null;");
    expect(declaration(types, "ClientAssumptions")).toBe(
      'export type ClientAssumptions = Pick<Assumptions, "patienceMs" | "place">;',
    );
    expect(declaration(types, "DoubleAssumptions")).toBe(
      'export type DoubleAssumptions = Pick<Assumptions, "patienceMs" | "route">;',
    );
    const exports = await load((await modelOf(files)).model, "tables.ts");
    expect(exports["assumptionDefaults"]).toEqual({ patienceMs: 50, place: "body", route: null });
    expect(exports["assumptionChoices"]).toEqual({
      patienceMs: { types: ["integer"], scopes: ["client", "double"] },
      place: { values: ["body", "query"], scopes: ["client"] },
      route: { types: ["string", "null"], scopes: ["double"] },
    });
  });
});

describe("an open union is read by a decoder that never throws", () => {
  const decoder = async (): Promise<(value: unknown) => unknown> => {
    const exports = await load((await modelOf(files)).model, "validators/decode.ts");
    // The decoder that was emitted, under the name it was given.
    return exports["decodeEvent"] as (value: unknown) => unknown;
  };

  test.each(["a", "b", "c", "d"])("a variant it knows comes back as the same object (%s)", async (type) => {
    const value = { type, n: 1, more: "kept" };
    expect((await decoder())(value)).toBe(value);
  });

  test("a type that nobody described is kept whole", async () => {
    const value = { type: "later", n: 1 };
    expect((await decoder())(value)).toEqual({ type: "unknown", wireType: "later", reason: "type", payload: value });
  });

  test("a known type with the wrong content is kept whole too", async () => {
    const value = { type: "a", n: "1" };
    expect((await decoder())(value)).toEqual({ type: "unknown", wireType: "a", reason: "shape", payload: value });
  });

  test.each([[null], [undefined], ["a"], [[]], [{}], [{ type: 5 }], [{ type: "__proto__" }], [{ type: "toString" }]])(
    "what is no such thing at all is kept as well: %j",
    async (value) => {
      expect((await decoder())(value)).toMatchObject({ type: "unknown", reason: "type", payload: value });
    },
  );
});
