import { describe, expect, test } from "vitest";
import { type Files, modelOf } from "./support/describe.js";
import { descriptor, object, one, ref, text, types } from "./support/operation.js";

const lenient = { strict: false } as const;
const answer = (content: object, schemas: object = {}): Files =>
  one({ responses: { 200: { description: "", content } } }, "/things", "get", { components: { schemas } });
const body = (content: object, schemas: object = {}): Files =>
  one({ requestBody: { content, required: true } }, "/things", "post", { components: { schemas } });
const schema = (value: object): object => ({ schema: value });

describe("an answer in several forms of JSON", () => {
  const files = answer({
    "application/hal+json": schema(object({ links: text })),
    "application/json; charset=utf-8": schema(object({ plain: text })),
  });

  test("is of the type of the one that is asked for", async () => {
    expect(await types(files, "DoThingResult")).toContain("readonly plain?: string;");
    expect(await descriptor(files)).not.toHaveProperty("accept");
  });

  test("is asked for by name where plain JSON is none of them, and has to have what it requires", async () => {
    const vendor = answer({ "application/vnd.api+json": schema(object({ data: text }, ["data"])), "text/csv": {} });
    expect(await descriptor(vendor)).toMatchObject({ accept: "application/vnd.api+json", answer: [{ data: "any" }] });
  });
});

test.each(["application/json(){}", "application/json+x", "application/json/x", "application/json."])(
  "%s is no JSON, although it begins like it",
  async (type) => {
    expect(await types(answer({ [type]: schema(object({ a: text })) }), "DoThingResult")).not.toContain("readonly a");
  },
);

describe("XML", () => {
  const schemas = { Pet: object({ name: text }), Note: { $ref: "#/components/schemas/Words" }, Words: text };

  test("is a string, whatever the object that is written in it", async () => {
    expect(await types(answer({ "application/xml": schema(ref("Pet")) }, schemas), "DoThingResult")).toBe(
      "export type DoThingResult = string;",
    );
    expect(await types(body({ "text/xml": schema(ref("Pet")) }, schemas), "DoThingParams")).toBe(
      "export interface DoThingParams { readonly body: string; }",
    );
  });

  test("keeps the name of a schema of texts", async () => {
    expect(await types(answer({ "application/xml": schema(ref("Note")) }, schemas), "DoThingResult")).toMatch(
      /= (Note|Words);$/,
    );
  });
});

describe("a body in several forms", () => {
  const form = {
    schema: object({ file: { type: "string", format: "binary" }, meta: object({ a: text }), kind: text }),
    encoding: { meta: { contentType: "application/json" }, kind: { contentType: "text/x-kind" } },
  };

  test("has the encodings of the fields of each form", async () => {
    const files = body({ "application/json": schema(object({ a: text })), "multipart/form-data": form });
    expect(await descriptor(files)).toMatchObject({
      bodyTypes: ["application/json", "multipart/form-data"],
      encoding: { meta: { contentType: "application/json" }, kind: { contentType: "text/x-kind" } },
    });
  });

  test("has those of the form that is used unless told otherwise where two disagree", async () => {
    const urlencoded = { schema: object({ kind: text }), encoding: { kind: { contentType: "text/plain" } } };
    const files = body({ "application/x-www-form-urlencoded": urlencoded, "multipart/form-data": form });
    expect(await descriptor(files)).toMatchObject({
      bodyTypes: ["multipart/form-data", "application/x-www-form-urlencoded"],
      encoding: { kind: { contentType: "text/x-kind" } },
    });
  });

  test("asks in no form for what the service sets", async () => {
    const User = object({ id: { type: "string", readOnly: true }, name: text }, ["id", "name"]);
    const both = {
      "application/json": schema(ref("User")),
      "multipart/form-data": schema({ allOf: [ref("User"), object({ picture: text })] }),
    };
    const files = one(
      {
        requestBody: { content: both },
        responses: { 200: { description: "", content: { "text/json": schema(ref("User")) } } },
      },
      "/users",
      "post",
      { components: { schemas: { User } } },
    );
    expect(await types(files, "DoThingParams", lenient)).toMatch(
      /body\?: UserInput \| undefined;.*body\?: UserInput & \{/,
    );
    const [operation] = (await modelOf(files, lenient)).model.operations;
    expect(operation?.body?.others).toMatchObject([{ schema: { allOf: [{ $ref: "UserInput" }, {}] } }]);
  });
});
