import { describe, expect, test } from "vitest";
import { configOf } from "../../codegen/config.js";
import { OPTIONAL } from "../../codegen/emit/index.js";
import { type Operation } from "../../runtime/abi/index.js";
import { type AnswerReaders, eventsOf, settled } from "../../runtime/caller/index.js";
import { json as answer, world } from "../caller/world.js";
import { fileOf, modelOf, openapi, withSchemas } from "./support/describe.js";
import { load } from "./support/guards.js";
import { object, types } from "./support/operation.js";
import { BIG as big, MOMENT as date, REPRESENTED as files } from "./support/represented.js";

const both = { bigint: true, dates: true, strict: false } as const;
const orNull = (schema: { readonly type: string }): object => ({ ...schema, type: [schema.type, "null"] });

const typed: readonly (readonly [says: string, schema: object, want: string])[] = [
  ["a whole number of int64", big, "bigint"],
  ["one that may be null", orNull(big), "bigint | null"],
  ["one within bounds", { ...big, minimum: 0 }, "bigint"],
  ["a moment", date, "Date"],
  ["one that may be null", orNull(date), "Date | null"],
  ["a list of moments", { type: "array", items: date }, "readonly Date[]"],
  ["int32 is a number", { type: "integer", format: "int32" }, "number"],
  ["a day is a string", { type: "string", format: "date" }, "string"],
  ["constants are what JSON carries", { ...big, enum: [1, 2] }, "1 | 2"],
  ["steps are of numbers", { ...big, multipleOf: 5 }, "number"],
  ["a pattern is of texts", { ...date, pattern: "Z$" }, "string"],
];

test.each(typed)("with the options, %s", async (_says, schema, want) => {
  expect(await types(withSchemas({ A: schema }), "A", both)).toBe(`export type A = ${want};`);
});

test("without them both are what JSON carries", async () => {
  const files = withSchemas({ A: object({ a: big, b: date }, ["a", "b"]) });
  expect(await types(files, "A")).toBe("export interface A { readonly a: number; readonly b: string; }");
  await expect(fileOf("validators/readers.ts", files)).rejects.toThrow("was not emitted");
});

test("each is an option of a configuration", () => {
  const config = configOf({ openapi: "a.yaml", out: "out", bigint: true, dates: true }, "/", "c");
  expect(config).toMatchObject({ bigint: true, dates: true });
});

const WHEN = "2030-01-01T00:00:00Z";

describe("guards and readers", () => {
  const loaded = async (entry: string): Promise<Readonly<Record<string, unknown>>> =>
    load((await modelOf(files, both)).model, entry);
  // The compiler has checked elsewhere that what is emitted is of this type.
  const readers = async (): Promise<Readonly<Record<string, (text: string) => unknown>>> =>
    (await loaded("validators/readers.ts")) as Record<string, (text: string) => unknown>;

  test("a guard takes the values, and not what JSON has for them", async () => {
    const guards = (await loaded("validators/guards.ts")) as Record<string, (value: unknown) => boolean>;
    const isTree = guards["isTree"] ?? (() => undefined);
    expect(isTree({ at: new Date(0), id: 1n })).toBe(true);
    expect(isTree({ at: WHEN })).toBe(false);
    expect(isTree({ at: new Date(NaN) })).toBe(false);
    expect([1, -1n, 2n ** 63n].map((id) => isTree({ at: new Date(0), id }))).toEqual([false, false, false]);
  });

  const cases: readonly (readonly [says: string, name: string, given: string, want: unknown])[] = [
    [
      "values inside of values, however deep",
      "readTree",
      `{"at":"${WHEN}","kids":[{"at":"${WHEN}","id":2}]}`,
      { at: new Date(WHEN), kids: [{ at: new Date(WHEN), id: 2n }] },
    ],
    ["every digit of a number", "readTree", '{"id":9223372036854775807}', { id: 9223372036854775807n }],
    ["other numbers as JSON does", "readTree", '{"more":9223372036854775807,"x":1.5}', { more: 2 ** 63, x: 1.5 }],
    [
      "digits in a text",
      "readTree",
      '{"note":"9223372036854775807 \\"1234567890123456789"}',
      { note: '9223372036854775807 "1234567890123456789' },
    ],
    ["what is no moment as it is", "readTree", '{"at":"soon"}', { at: "soon" }],
    ["the variant that fits", "readEither", `{"kind":"a","v":"${WHEN}"}`, { kind: "a", v: new Date(WHEN) }],
    ["a variant whose text looks like a moment", "readEither", `{"kind":"b","v":"${WHEN}"}`, { kind: "b", v: WHEN }],
    ["places of a list", "readPair", `[1,"1","${WHEN}"]`, [1n, "1", new Date(WHEN)]],
    ["fields without a name", "readMap", `{"plain":"${WHEN}","x":"${WHEN}"}`, { plain: WHEN, x: new Date(WHEN) }],
  ];
  test.each(cases)("a reader reads %s", async (_says, name, given, want) => {
    expect((await readers())[name]?.(given)).toEqual(want);
  });

  test("a caller sends all digits and moments, and reads answers, failures and events with the readers", async () => {
    const exports = await loaded("validators/readers.ts");
    const options = { readers: exports["operationReaders"] as Readonly<Record<string, AnswerReaders>> };
    const operation: Operation = { id: "doThing", method: "POST", path: "/trees", body: true, retry: "never" };
    const { caller, sent } = world(
      [() => answer({ at: WHEN, id: 1 }), () => answer({ since: WHEN }, 404), () => answer({ since: WHEN }, 404)],
      options,
    );
    const id = 9_007_199_254_740_993n;
    expect(await caller.call(operation, { at: new Date(WHEN), id })).toEqual({ at: new Date(WHEN), id: 1n });
    expect(sent[0]?.body).toBe('{"at":"2030-01-01T00:00:00.000Z","id":9007199254740993}');
    expect(await settled(caller.call(operation, {}))).toMatchObject({ ok: false, error: { since: new Date(WHEN) } });
    const event = (): Response =>
      new Response(`data: {"at":"${WHEN}"}\n\n`, { headers: { "content-type": "text/event-stream" } });
    const streams = world([event], { readers: { doThing: { answers: {}, event: (json) => ({ read: json }) } } });
    for await (const { data } of eventsOf(await streams.caller.openStream(operation, {})))
      expect(data).toEqual({ read: `{"at":"${WHEN}"}` });
  });

  test("a refusal is explained by what the value has to be", async () => {
    const { explain } = (await loaded("validators/explain.ts")) as {
      readonly explain: (name: string, value: unknown) => Promise<readonly unknown[]>;
    };
    expect(await explain("Tree", { at: new Date(0), id: 1n })).toEqual([]);
    expect(await explain("Tree", { at: WHEN, id: 1 })).toEqual([
      expect.objectContaining({ path: "/at", message: "must be a Date" }),
      expect.objectContaining({ path: "/id", message: "must be bigint" }),
    ]);
  });

  test.each([
    ["below its own bound", -1n, "must be >= 0"],
    ["above what the format carries", 2n ** 63n, "must be <= 9223372036854775807"],
  ])("a bigint %s is explained by that bound", async (_, id, message) => {
    const { explain } = (await loaded("validators/explain.ts")) as {
      readonly explain: (name: string, value: unknown) => Promise<readonly unknown[]>;
    };
    expect(await explain("Tree", { at: new Date(0), id })).toEqual([expect.objectContaining({ path: "/id", message })]);
  });
});

test("a webhook whose name is no identifier is read by its form in JSON, whatever else it may come as", async () => {
  const either = { oneOf: [object({ at: date }, ["at"]), object({ id: big }, ["id"])] };
  const content = { "application/a": { schema: { type: "string" } }, "application/json": { schema: either } };
  const webhooks = { "pet.sold": { post: { requestBody: { content }, responses: {} } } };
  const { model } = await modelOf({ "openapi.yaml": openapi({ webhooks }) }, both);
  const { createWebhookHandler } = (await load(model, "validators/webhooks.ts", OPTIONAL)) as {
    createWebhookHandler: (handlers: object) => (name: string, request: Request) => Promise<Response>;
  };
  const seen: unknown[] = [];
  const handle = createWebhookHandler({ petSold: (body: unknown) => void seen.push(body) });
  for (const body of [`{"at":"${WHEN}"}`, '{"id":7}'])
    await handle("petSold", new Request("https://own.example/", { method: "POST", body }));
  expect(seen).toEqual([{ at: new Date(WHEN) }, { id: 7n }]);
});
