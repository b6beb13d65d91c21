import { join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { readDescription, type Reading } from "../../codegen/changes/read.js";
import { ConfigError } from "../../codegen/config.js";
import { DescriptionError } from "../../codegen/load/problems.js";
import type { RemoteOptions } from "../../codegen/load/remote.js";
import { temporaryFolder, writeFiles } from "../codegen/support/temporary.js";

const HEAD = 'info: { title: Books, version: "1" }\n';
const OPENAPI = `openapi: 3.1.0\n${HEAD}paths: {}\n`;
const ASYNCAPI = `asyncapi: 3.0.0\n${HEAD}channels: {}\n`;
const ASSUMPTIONS = "- { key: place, unknown: Where., type: integer, default: 1, scope: [client], touches: [] }\n";
const OVERLAY = `overlay: 1.0.0\n${HEAD}actions: [{ target: $.info, update: { title: Pens } }]\n`;
const CONFIG = "openapi: spec/books.yaml\nout: generated\n";
const ODD = `${OPENAPI}x: 1\n`;
const CLASHING = `openapi: 3.1.0
${HEAD}paths:
  /books/{id}:
    put:
      operationId: putBook
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } } }
      responses: { "200": { description: "" } }
`;
const URL_OF_IT = "https://books.example/openapi.yaml";

/** What is read of a path: the documents by the names that findings show, and whatever is warned of. */
async function readOf(path: string, reading: Partial<Reading> = {}) {
  const warned: string[] = [];
  const { model, sources } = await readDescription(path, { warn: (text) => void warned.push(text), ...reading });
  return {
    title: model.title,
    openapi: sources.openapi?.origin.file.label,
    asyncapi: sources.asyncapi?.origin.file.label,
    assumptions: model.assumptions.map(({ name }) => name),
    warned,
  };
}
const READ = { title: "Books", openapi: undefined, asyncapi: undefined, assumptions: [], warned: [] };

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder();
  await writeFiles(folder, files);
  return folder;
}

/** As the standard input, with nothing on disk. */
const piped = (text: string): Partial<Reading> => ({
  read: (path) => (path === resolve("-") ? Promise.resolve(text) : Promise.reject(new Error(path))),
});
/** Another machine that answers so, whatever is pinned. */
const answering = async (text: string, status = 200): Promise<RemoteOptions> => ({
  lock: join(await temporaryFolder(), "codegen.lock"),
  update: true,
  lookUp: () => Promise.resolve([]),
  connect: () => Promise.resolve({ response: new Response(text, { status }), address: "192.0.2.1" }),
});

const inJson = (...lines: readonly string[]): string =>
  `{${['"info":{"title":"Books","version":"1"}', '"paths":{}', ...lines].toReversed().join(",")}}`;

test.each([
  ["YAML", OPENAPI, { openapi: "-" }],
  ["YAML, the version behind others and in quotes", `${HEAD}'openapi' : "3.1.0"\npaths: {}`, { openapi: "-" }],
  ["YAML on one line", `{ ${HEAD.trim()}, openapi: 3.1.0, paths: {} }`, { openapi: "-" }],
  ["JSON", inJson('"openapi":"3.1.0"'), { openapi: "-" }],
  ["JSON over several lines", inJson('\n  "openapi": "3.1.0"'), { openapi: "-" }],
  ["Swagger", `swagger: "2.0"\n${HEAD}paths: {}`, { openapi: "-" }],
  ["events", ASYNCAPI, { asyncapi: "-" }],
])("a document is known by the version that it names: %s", async (_, text, want) => {
  expect(await readOf("-", piped(text))).toEqual({ ...READ, ...want });
});

test.each([
  ["-", "title: Books"],
  ["-", "x-openapi: 3.1.0"],
  ["-", "openapi: none"],
  [URL_OF_IT, "title: Books"],
])("%s: what names no version is refused: %j", async (path, text) => {
  const refused = readOf(path, path === "-" ? piped(text) : { remote: await answering(text) });
  await expect(refused).rejects.toThrow(
    new ConfigError(`${path}: says neither which OpenAPI nor which AsyncAPI it is`),
  );
});

test.each([
  ["openapi.yaml", OPENAPI, "openapi"],
  ["books.yml", ASYNCAPI, "asyncapi"],
] as const)("a file is read, and called as it is from here: %s", async (name, text, kind) => {
  const path = join(await folderOf({ [name]: text }), name);
  expect(await readOf(path)).toEqual({ ...READ, [kind]: relative(process.cwd(), path) });
});

test("a file that is neither is a configuration that names one", async () => {
  const folder = await folderOf({ "books.yaml": CONFIG, "spec/books.yaml": OPENAPI });
  expect(await readOf(join(folder, "books.yaml"))).toEqual({ ...READ, openapi: "spec/books.yaml" });
});

const documents = { "openapi.yaml": OPENAPI, "asyncapi.yaml": ASYNCAPI, "assumptions.yaml": ASSUMPTIONS };
test.each([
  [
    "a configuration",
    { ...documents, "codegen.yaml": CONFIG, "spec/books.yaml": OPENAPI },
    { openapi: "spec/books.yaml" },
  ],
  [
    "a configuration with a base of its own",
    {
      "codegen.json": JSON.stringify({ openapi: "spec/books.yaml", out: "out", base: "spec" }),
      "spec/books.yaml": OPENAPI,
    },
    { openapi: "spec/books.yaml" },
  ],
  ["an OpenAPI document", { "openapi.yml": OPENAPI }, { openapi: "openapi.yml" }],
  [
    "one with events",
    { "openapi.json": inJson('"openapi":"3.1.0"'), "asyncapi.yml": ASYNCAPI },
    { openapi: "openapi.json", asyncapi: "asyncapi.yml" },
  ],
  [
    "one with assumptions",
    { "openapi.yaml": OPENAPI, "assumptions.yaml": ASSUMPTIONS },
    { openapi: "openapi.yaml", assumptions: ["place"] },
  ],
  [
    "YAML before JSON",
    { "openapi.json": "{}", "openapi.yml": "{}", "openapi.yaml": OPENAPI },
    { openapi: "openapi.yaml" },
  ],
])("a folder is known by what it holds: %s", async (_, files, want) => {
  expect(await readOf(await folderOf(files))).toEqual({ ...READ, ...want });
});

test("a folder of events alone is read as its document", async () => {
  const folder = await folderOf({ "asyncapi.yaml": ASYNCAPI });
  expect(await readOf(folder)).toEqual({ ...READ, asyncapi: relative(process.cwd(), join(folder, "asyncapi.yaml")) });
});

test("a folder without a description, and what does not exist, are refused", async () => {
  const folder = await folderOf({ "books.yaml": OPENAPI });
  const nothing = `${folder}: holds neither codegen.yaml nor openapi.yaml nor asyncapi.yaml`;
  await expect(readOf(folder)).rejects.toThrow(new ConfigError(nothing));
  const missing = join(folder, "pens.yaml");
  await expect(readOf(missing)).rejects.toThrow(new ConfigError(`${missing}: there is no such file or folder`));
});

test("a document of another machine is read where that is allowed", async () => {
  expect(await readOf(URL_OF_IT, { remote: await answering(OPENAPI) })).toEqual({ ...READ, openapi: URL_OF_IT });
  const refused = `${URL_OF_IT}: nothing is fetched unless --allow-remote says so`;
  await expect(readOf(URL_OF_IT)).rejects.toThrow(new ConfigError(refused));
});

test("a document of another machine that cannot be had is for whoever called, with what to do", async () => {
  const remote = await answering("", 404);
  const said = `${URL_OF_IT} cannot be loaded (status 404), and no copy of what is pinned is kept beside ${remote.lock}`;
  const want = new ConfigError(`${said}\n    Check the address and the network.`);
  await expect(readOf(URL_OF_IT, { remote })).rejects.toThrow(want);
});

test("what goes wrong on this machine is told as it is", async () => {
  const folder = await folderOf({});
  const remote = { ...(await answering(OPENAPI)), lock: folder };
  await expect(readOf(URL_OF_IT, { remote })).rejects.toMatchObject({ code: "EISDIR" });
});

test("a document refers to one of another machine where that is allowed", async () => {
  const text = `${OPENAPI}components: { schemas: { A: { $ref: "https://books.example/a.yaml" } } }`;
  const remote = await answering("{ type: string }");
  expect(await readOf("-", { ...piped(text), remote })).toEqual({ ...READ, openapi: "-" });
  await expect(readOf("-", piped(text))).rejects.toThrow(DescriptionError);
});

test("overlays are applied, and what is odd is warned of", async () => {
  const folder = await folderOf({ "openapi.yaml": ODD, "overlay.yaml": OVERLAY });
  const found = await readOf(folder, { overlays: [join(folder, "overlay.yaml")] });
  const fields =
    "$ref, $self, components, externalDocs, info, jsonSchemaDialect, openapi, paths, security, servers, tags, webhooks";
  const advice = `Its fields are ${fields}; what begins with x- is yours.`;
  const warned = [`openapi.yaml:4:1 - warning: a document has no field \`x\`\n    ${advice}\n\n1 warning\n`];
  expect(found).toEqual({ ...READ, title: "Pens", openapi: "openapi.yaml", warned });
});

test("a field of a body may be called like a parameter", async () => {
  expect(await readOf("-", piped(CLASHING))).toEqual({ ...READ, openapi: "-" });
});
