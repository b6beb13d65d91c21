import { expect, test } from "vitest";
import { fakesOf } from "../../codegen/emit/fakers.js";
import { answerShapes } from "../../codegen/model/answer-shape.js";
import type { Schema } from "../../codegen/model/model.js";
import { modelOf, openapi, withSchemas } from "./support/describe.js";

const problemsOf = async (files: Readonly<Record<string, unknown>>): Promise<readonly string[]> =>
  modelOf(files, { strict: false }).then(
    ({ problems }) => problems.all.map(({ message }) => message),
    (error: unknown) =>
      String(error)
        .split("\n")
        .filter((line) => line.includes(" - error: ")),
  );

const named = (count: number, name = "p"): Record<string, Schema> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}${at}`, { type: "string" }]));

test("fields that exclude each other are written out up to twenty thousand in all", async () => {
  const of = (count: number): object => ({
    Root: {
      type: "object",
      properties: named(count),
      "x-exclusive": Object.keys(named(count)).map((name) => [name]),
    },
  });
  expect(await problemsOf(withSchemas({ ...of(100) }))).toEqual([]);
  expect((await problemsOf(withSchemas({ ...of(101) })))[0]).toContain(
    "there are 101 shapes of 202 fields that exclude each other",
  );
});

test("what is shared without a name is read again for each that shares it, up to a limit", async () => {
  const of = (operations: number): object => ({
    "openapi.yaml": openapi({
      paths: Object.fromEntries(
        Array.from({ length: operations }, (_, at) => [
          `/o${at}`,
          { get: { operationId: `o${at}`, responses: { 200: { $ref: "#/components/responses/R" } } } },
        ]),
      ),
      components: {
        responses: {
          R: {
            description: "d",
            content: { "application/json": { schema: { type: "object", properties: named(99) } } },
          },
        },
      },
    }),
  });
  expect(await problemsOf({ ...of(100) })).toEqual([]);
  expect((await problemsOf({ ...of(200) })).join("\n")).toContain(
    "the description repeats its parts so often that what is made of it fits no memory",
  );
});

test("references that lead to references and nothing else are followed a hundred times", async () => {
  const chain = (length: number): object =>
    Object.fromEntries(
      Array.from({ length }, (_, at) => [
        `A${at}`,
        at === length - 1 ? { type: "string" } : { $ref: `#/components/schemas/A${at + 1}` },
      ]),
    );
  expect(await problemsOf(withSchemas({ ...chain(101) }))).toEqual([]);
  expect((await problemsOf(withSchemas({ ...chain(103) })))[0]).toContain(
    "more than 100 references lead from one to the next",
  );
});

test("a path has four thousand characters at most", async () => {
  const of = (length: number): object => ({
    "openapi.yaml": openapi({
      paths: {
        [`/${"a".repeat(length - 1)}`]: { get: { operationId: "a", responses: { 204: { description: "d" } } } },
      },
    }),
  });
  expect(await problemsOf({ ...of(4_000) })).toEqual([]);
  expect((await problemsOf({ ...of(4_001) }))[0]).toContain("a path has more than 4000 characters");
});

test("alternatives of an answer are counted before they are combined", () => {
  const union = (at: number): Schema => ({
    oneOf: Array.from({ length: 10 }, (_, one) => ({ type: "object", required: [`k${at}-${one}`] })),
  });
  const shapes = (unions: number): number =>
    answerShapes(new Map(), [
      { status: "200", doc: "", schema: { allOf: Array.from({ length: unions }, (_, at) => union(at)) } },
    ]).length;
  expect([shapes(0), shapes(1), shapes(7), shapes(700)]).toEqual([0, 0, 0, 0]);
});

test("schemas with a discriminator that extend each other have ten thousand variants in all", async () => {
  const of = (length: number): object =>
    Object.fromEntries(
      Array.from({ length }, (_, at) => [
        `A${at}`,
        {
          type: "object",
          discriminator: { propertyName: "k" },
          required: ["k"],
          properties: { k: { type: "string" } },
          ...(at === 0 ? {} : { allOf: [{ $ref: `#/components/schemas/A${at - 1}` }] }),
        },
      ]),
    );
  expect(await problemsOf(withSchemas({ ...of(141) }))).toEqual([]);
  expect((await problemsOf(withSchemas({ ...of(142) })))[0]).toContain(
    "schemas with a `discriminator` have 10011 variants in all, of which each is written out",
  );
});

test("fakers of schemas that share parts call each other, until what they make would be too large", async () => {
  const chain = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => {
      const next = { $ref: `#/components/schemas/A${at + 1}` };
      return [
        `A${at}`,
        at === 39 ? { type: "object" } : { type: "object", required: ["a", "b"], properties: { a: next, b: next } },
      ];
    }),
  );
  const { model } = await modelOf(withSchemas(chain));
  const { samples } = fakesOf(model);
  expect(samples.get("A38")).toBe("{ a: fakeA39(), b: fakeA39() }");
  expect(samples.get("A0")).not.toContain("fakeA1()");
  expect(Math.max(...[...samples.values()].map((sample) => sample.length))).toBeLessThan(50_000);
});

test("aliases of YAML may repeat what they stand for up to a limit, and a merge counts as what it brings", async () => {
  const keys = Array.from({ length: 200 }, (_, at) => `x-k${at}: 1`).join(", ");
  const of = (uses: number, use: string): object => ({
    "openapi.yaml": `openapi: 3.1.0
info: { title: T, version: "1" }
x-big: &big { ${keys} }
x-uses: [${Array(uses).fill(use).join(", ")}]
`,
  });
  for (const use of ["*big", "{ <<: *big }"]) {
    expect(await problemsOf({ ...of(150, use) })).toEqual([]);
    expect((await problemsOf({ ...of(250, use) }))[0]).toContain("its aliases expand to more than fits into memory");
  }
});
