import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fromFile, Parser } from "@asyncapi/parser";
import { beforeAll, describe, expect, test } from "vitest";
import { bundleAll, type Documents, type Json } from "../../codegen/bundle/index.js";
import { runBundle } from "../../codegen/bundle/run.js";
import { readConfig } from "../../codegen/config.js";
import { Problems } from "../../codegen/load/problems.js";
import { load } from "../../codegen/model/build.js";
import { objectsIn } from "../spec/read.js";
import { temporaryFolder, writeFiles } from "./support/temporary.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
let documents: Required<Documents>;

const at = (document: Json, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Json)[key], document); // what is not there fails the test

beforeAll(async () => {
  const { openapi = {}, asyncapi = {} } = bundleAll(
    await load(await readConfig(join(ROOT, "spec/codegen.yaml")), new Problems()),
  );
  documents = { openapi, asyncapi };
});

describe("each document in one piece", () => {
  test.each(["openapi", "asyncapi"] as const)("%s refers to nothing outside of itself", (name) => {
    const missing = [...objectsIn(documents[name])].flatMap(([, { $ref: reference }]) => {
      if (typeof reference !== "string") return [];
      const path = reference.replace(/^#\//, "").split("/");
      return reference.startsWith("#/") && at(documents[name], ...path) !== undefined ? [] : [reference];
    });
    expect(missing).toEqual([]);
  });

  test.each(["openapi", "asyncapi"] as const)("%s has no extension left that a host would not show", (name) => {
    const left = [...objectsIn(documents[name])].flatMap(([path, object]) =>
      path.includes("headers") || path.includes("examples")
        ? []
        : Object.keys(object).filter((key) => key.startsWith("x-")),
    );
    expect(left).toEqual([]);
    expect(JSON.stringify(documents[name])).not.toContain("{{");
  });

  test("the first answer of every operation is its success, whatever order a host shows them in", () => {
    const firsts = Object.entries(documents.openapi["paths"] as Json).flatMap(([path, item]) =>
      Object.entries(item as Json).map(([method, operation]) => {
        const responses = (operation as Json)["responses"] as Json;
        return [`${method} ${path}`, Object.keys(JSON.parse(JSON.stringify(responses)))[0]] as const;
      }),
    );
    expect(firsts.length).toBeGreaterThan(25);
    expect(firsts.filter(([, status]) => status?.startsWith("2") !== true)).toEqual([]);
  });

  test("operations that share a route and those without one each have a place", () => {
    const paths = Object.keys(documents.openapi["paths"] as Json);
    expect(paths.filter((path) => path.startsWith("/api/apps/eventos"))).toEqual([
      "/api/apps/eventos",
      "/api/apps/eventos#openMailbox",
      "/api/apps/eventos#readMailbox",
    ]);
    expect(at(documents.openapi, "paths", "/api/apps/eventos", "get", "operationId")).toBe("openStream");
    expect(paths.filter((path) => path.includes("route-not-documented"))).toHaveLength(1);
    const examples = at(
      documents.openapi,
      "paths",
      "/api/apps/eventos#openMailbox",
      "get",
      "responses",
      "200",
      "content",
    );
    expect(Object.keys(at(examples as Json, "application/json", "examples") as Json)).toEqual(["opened"]);
  });

  test.each([
    ["paths|/api/apps/me/comandos|post|description", "**Not documented:** G-41"],
    [
      "paths|/api/apps/me/comandos|post|description",
      "`APP_MISSING_SCOPE`, `INVALID_INPUT` among them; that is not documented",
    ],
    ["paths|/api/interacoes/{interacao}/confirmar|post|description", "**Retry:** `never`"],
    ["webhooks|delivery|post|description", "**Statements disagree:** T-15"],
    ["components|schemas|ChannelType|description", "Known values: `text`. Others are possible."],
    ["components|schemas|EditChannelBody|description", "Only one of these groups may be sent"],
    ["components|schemas|ServerSnapshot|properties|myRank|description", "G-37 its type is not stated"],
    ["info|description", "counted separately from human connections"],
    ["info|description", "G-33 whether two connections"],
  ])("%s says %s", (path, words) => {
    expect(at(documents.openapi, ...path.split("|"))).toContain(words);
  });

  test("an open list of values is not closed for a program, and groups that exclude each other are", () => {
    expect(at(documents.openapi, "components", "schemas", "ChannelType")).toMatchObject({
      anyOf: [{ enum: ["text"], type: "string" }, { type: "string" }],
    });
    expect(at(documents.openapi, "components", "schemas", "EditChannelBody", "not")).toEqual({
      anyOf: ["name", "voiceLimit", "ageRestricted"].map((field) => ({ required: ["categoryId", field] })),
    });
  });
});

test("both files are written, and the AsyncAPI one is valid", async () => {
  const folder = await temporaryFolder();
  const said: string[] = [];
  const config = join(ROOT, "spec/codegen.yaml");
  const code = await runBundle(["--config", config, "--out", folder], { out: (text) => said.push(text) });
  expect(code).toBe(0);
  expect(said.join("").trim().split("\n")).toHaveLength(2);
  expect(JSON.parse(await readFile(join(folder, "openapi.json"), "utf8"))).toEqual(documents.openapi);
  const found = await fromFile(new Parser(), join(folder, "asyncapi.json")).validate();
  expect(found.filter(({ severity }) => severity === 0)).toEqual([]);
});

test("a description with mistakes is refused with 1, and nothing is written", async () => {
  const folder = await temporaryFolder();
  await writeFiles(folder, { "api.yaml": "openapi: [" });
  let said = "";
  const code = await runBundle(["--openapi", join(folder, "api.yaml"), "--out", join(folder, "out")], {
    err: (text) => (said += text),
  });
  expect(code).toBe(1);
  expect(said).toContain("api.yaml");
});

test("what tells variants apart and what names the values of an enum stay", async () => {
  const folder = await temporaryFolder();
  const of = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
  const pet = (kind: string): object => ({ type: "object", required: ["kind"], properties: { kind: { const: kind } } });
  const schemas = {
    "a-pet": {
      oneOf: [of("cat"), of("dog")],
      discriminator: { propertyName: "kind", mapping: { meow: "#/components/schemas/cat", woof: "dog" } },
    },
    cat: pet("meow"),
    dog: pet("woof"),
    size: { type: "integer", enum: [1, 2], "x-enum-varnames": ["Small", "Large"], "x-internal": true },
  };
  await writeFiles(folder, {
    "openapi.json": JSON.stringify({
      openapi: "3.1.0",
      info: { title: "", version: "1" },
      paths: {},
      components: { schemas },
    }),
  });
  const { openapi = {} } = bundleAll(
    await load({ openapi: join(folder, "openapi.json"), base: folder }, new Problems()),
  );
  expect(at(openapi, "components", "schemas", "APet", "discriminator")).toEqual({
    propertyName: "kind",
    mapping: { meow: "#/components/schemas/Cat", woof: "#/components/schemas/Dog" },
  });
  const size = at(openapi, "components", "schemas", "Size") as Json;
  expect([size["x-enum-varnames"], size["x-internal"]]).toEqual([["Small", "Large"], undefined]);
});
