import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { configOf } from "../../codegen/config.js";
import { CONFIG_KEYS, configSchema } from "../../codegen/config-keys.js";
import { writeFirstConfig } from "../../codegen/init.js";
import { run } from "../../codegen/run.js";
import { temporaryFolder, writeFiles } from "./support/temporary.js";

const least = { openapi: "api.yaml", out: "out" };

describe("keys", () => {
  test("what is left out has its standard, and paths are those of the configuration", () => {
    expect(configOf(least, "/base", "c", { runtime: "the-door" })).toEqual({
      openapi: "/base/api.yaml",
      out: "/base/out",
      base: "/base",
      runtime: "the-door",
      format: "none",
      clashes: "settle",
      params: "flat",
      bigint: false,
      dates: false,
      paths: false,
      open: false,
      strict: false,
      skipUnsupported: false,
      files: [],
      formats: [],
      overlays: [],
      emitters: [],
      rename: {},
      substitutions: {},
    });
  });

  const refused: readonly (readonly [given: object, says: string])[] = [
    [{ opnapi: "a" }, "there is no key opnapi; did you mean openapi?"],
    [{ format: "pretier" }, "format must be one of none, prettier; did you mean prettier?"],
    [{ strict: "yes" }, "strict must be true or false"],
    [{ include: { tag: ["a"] } }, "include has no tag; did you mean tags?"],
    [{ include: { tags: "a" } }, "include.tags must be a list of texts"],
    [{ emitters: "msw" }, "emitters must be a list of texts"],
    [{ rename: ["a"] }, "rename must be an object of texts"],
    [{ runtime: "" }, "runtime must be a string"],
  ];
  test.each(refused)("%j is refused, with what was probably meant", (given, says) => {
    expect(() => configOf({ ...least, ...given }, "/home", "c.yaml")).toThrow(`c.yaml: ${says}`);
  });

  test("all that is wrong is said at once", () => {
    expect(() => configOf({ strict: 1, x: 1 }, "/", "c")).toThrow(
      /strict must be true or false[^]*there is no key x[^]*openapi or asyncapi is required[^]*out is required/,
    );
  });
});

describe("the JSON Schema for editors", () => {
  test("is a file of the package, as the code has it", async () => {
    const file = await readFile(new URL("../../spec/codegen.schema.json", import.meta.url), "utf8");
    expect(JSON.parse(file)).toEqual(configSchema());
  });

  test("says of each configuration what the generators say, one that names it included", () => {
    const fits = new Ajv2020({ strict: false, logger: false }).compile(configSchema());
    const taken = (given: object): boolean => {
      try {
        return configOf(given, "/", "c").out !== "";
      } catch {
        return false;
      }
    };
    const given = [
      { ...least, $schema: "./codegen.schema.json" },
      { ...least, format: "prettier", include: { tags: ["a"] }, rename: { a: "b" }, formats: ["x"] },
      { ...least, strict: "yes" },
      { ...least, clashes: "maybe" },
      { ...least, nothing: 1 },
      { ...least, include: { tag: [] } },
      { out: "out" },
      { openapi: "a" },
    ];
    expect(given.map((one) => fits(one))).toEqual([true, true, false, false, false, false, false, false]);
    expect(given.map(taken)).toEqual(given.map((one) => fits(one)));
  });
});

describe("init", () => {
  test("writes a configuration with every key, from the document that is there, which generates as it is", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "api"));
    const document = '{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{}}';
    await writeFiles(folder, { "api/openapi.json": document });
    const path = join(folder, "api/codegen.yaml");
    const said: string[] = [];
    const options = { out: (text: string) => void said.push(text), schema: join(folder, "codegen.schema.json") };
    const argv = [
      "init",
      "--config",
      path,
      "--openapi",
      join(folder, "api/openapi.json"),
      "--out",
      join(folder, "out"),
    ];
    expect(await run(argv, options)).toBe(0);
    const text = await readFile(path, "utf8");
    expect(text).toMatch(/^# yaml-language-server: \$schema=\.\.\/codegen\.schema\.json\n/);
    expect(parse(text)).toEqual({ openapi: "./openapi.json", out: "../out" });
    const missing = Object.keys(CONFIG_KEYS).filter((key) => !new RegExp(`^(# )?${key}:`, "m").test(text));
    expect(missing).toEqual([]);
    // Every comment is a line that may be taken in.
    const whole = text.replace(/^# (\w+: \S.*)$/gm, "$1");
    expect(() => configOf(parse(whole), folder, "c")).not.toThrow();
    expect(await run(["--config", path], { out: () => undefined })).toBe(0);
  });

  test("overwrites nothing, and says what it did not find", async () => {
    const folder = await temporaryFolder();
    const path = join(folder, "codegen.yaml");
    await expect(writeFirstConfig({ path, openapi: join(folder, "api.yaml") })).rejects.toThrow(
      "api.yaml is not there",
    );
    await writeFiles(folder, { "codegen.yaml": "mine" });
    await expect(writeFirstConfig({ path })).rejects.toThrow("exists already");
    expect(await readFile(path, "utf8")).toBe("mine");
  });
});
