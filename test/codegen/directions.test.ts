import { describe, expect, test } from "vitest";
import { modelOf } from "./support/describe.js";
import { load } from "./support/guards.js";
import { descriptor, json, object, ok, one, ref, text, types } from "./support/operation.js";

describe("what is read is not what is written", () => {
  const schemas = {
    User: {
      allOf: [ref("Base"), { required: ["id", "name", "password"] }],
    },
    Base: object(
      {
        id: { type: "string", readOnly: true },
        name: text,
        password: { type: "string", writeOnly: true },
        friends: { type: "array", items: ref("User") },
      },
      ["id"],
    ),
    OnlySent: object({ id: { type: "string", readOnly: true }, a: text }, ["id", "a"]),
    Plain: object({ a: text }),
  };
  const files = one(
    {
      requestBody: { ...json({ oneOf: [ref("User"), ref("OnlySent"), ref("Plain")] }), required: true },
      responses: ok(ref("User")),
    },
    "/users",
    "post",
    { components: { schemas } },
  );

  test("a schema that goes both ways has a type for each", async () => {
    expect(await types(files, "Base")).toBe(
      "export interface Base { /** Read-only: the service sets it. */ readonly id: string; readonly name?: string; readonly friends?: readonly User[]; }",
    );
    expect(await types(files, "BaseInput")).toBe(
      "export interface BaseInput { readonly name?: string; /** Write-only: the service never sends it. */ readonly password?: string; readonly friends?: readonly UserInput[]; }",
    );
    expect(await types(files, "DoThingParams")).toBe(
      "export type DoThingParams = (Fields$<UserInput | OnlySent | Plain>);",
    );
  });

  test("one that goes one way keeps its name and loses what does not go with it", async () => {
    expect(await types(files, "OnlySent")).toBe("export interface OnlySent { readonly a: string; }");
  });

  test("guards ask for nothing that goes the other way, and let it pass", async () => {
    const { model } = await modelOf(files);
    const guards = (await load(model, "validators/guards.ts")) as Record<string, (value: unknown) => boolean>;
    expect(guards["isUser"]?.({ id: "1", name: "n" })).toBe(true);
    expect(guards["isUser"]?.({ id: "1", name: "n", password: "p" })).toBe(true);
    expect(guards["isUser"]?.({ name: "n", password: "p" })).toBe(false);
    expect(guards["isUserInput"]?.({ name: "n", password: "p" })).toBe(true);
    expect(guards["isUserInput"]?.({ id: "1", name: "n" })).toBe(false);
    expect(guards["isUserInput"]?.({ name: "n", password: 1 })).toBe(false);
  });

  test("a call needs what is written only", async () => {
    const flat = one({ requestBody: { ...json(ref("OnlySent")), required: true } }, "/users", "post", {
      components: { schemas },
    });
    expect(await descriptor(flat)).toMatchObject({ needs: ["a"] });
  });

  test("schemas without such properties are as they were", async () => {
    const { model } = await modelOf(files);
    expect(model.schemas.map(({ name }) => name)).toEqual([
      "Base",
      "BaseInput",
      "OnlySent",
      "Plain",
      "User",
      "UserInput",
    ]);
  });
});
