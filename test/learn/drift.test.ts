import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { learnTo } from "svc-apps/learn";
import { createCaller } from "svc-apps/rest";
import { expect, test, vi } from "vitest";
import { run } from "../../cli/learn.js";
import { run as generate } from "../../codegen/run.js";
import { type Operation, systemClock } from "../../runtime/abi/index.js";
import { beginCall, type HttpCall } from "../../runtime/http/call.js";
import { temporaryFolder } from "./tapped.js";

const PETS = `openapi: 3.1.0
info: { title: Pets, version: "1" }
servers: [{ url: "https://pets.example" }]
paths:
  /pets/{id}:
    get:
      operationId: getPet
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        "200":
          description: A pet.
          content: { application/json: { schema: { $ref: "./pet.yaml#/Pet" } } }
`;
const PET = `Pet:
  type: object
  required: [name, kind]
  properties:
    name: { type: string }
    kind: { type: string, enum: [cat, dog] }
    age: { type: integer }
    tags: { x-undocumented: what tags are is not known }
    owners: { type: object, additionalProperties: { type: integer } }
`;

interface Answering {
  readonly status?: number;
  readonly type?: string;
  readonly body: string;
}

/** A folder with a description, and what a client learnt of a service that answers so. */
async function learning(answers: readonly Answering[], version = "3.1.0") {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "openapi.yaml"), PETS.replace("3.1.0", version));
  await writeFile(join(folder, "pet.yaml"), PET);
  const file = join(folder, "learnt.json");
  const queue = [...answers];
  const client = createCaller({
    baseUrl: "https://pets.example",
    middleware: [await learnTo(file, { description: folder })],
    fetch: () => {
      const { status = 200, type = "application/json", body } = queue.shift() ?? { body: "" };
      return Promise.resolve(new Response(body, { status, headers: { "content-type": type } }));
    },
  });
  const operation = {
    id: "getPet",
    method: "GET",
    path: "/pets/{id}",
    pathParams: { id: "id" },
    retry: "never",
  } as const;
  for (const _answer of answers) await client.call(operation, { id: "7" }).catch(() => undefined);
  return { folder, file };
}

async function learnt(folder: string, file: string, more: readonly string[] = []) {
  let said = "";
  const code = await run(
    [file, "--description", folder, ...more],
    (text) => void (said += text),
    () => undefined,
  );
  return { code, said };
}

const pet = (more: object): Answering => ({ body: JSON.stringify({ name: "Tom", kind: "cat", ...more }) });

test("traffic as described is no drift", async () => {
  const { folder, file } = await learning([pet({ age: 3, owners: { ada: 1 } })]);
  const { code, said } = await learnt(folder, file);
  expect(said).not.toContain("Beyond the description");
  expect(code).toBe(0);
});

test.each<readonly [string, Answering, string]>([
  ["a field", pet({ chip: "x1" }), "getPet 200: chip is not described; received as text"],
  ["a type", pet({ age: "3" }), "getPet 200: age came as string, and the description allows integer"],
  ["null", pet({ age: null }), "getPet 200: age came as null, and the description allows integer"],
  ["a value of a map", pet({ owners: { ada: "x" } }), "getPet 200: owners.* came as string"],
  ["a field that is missing", { body: '{"kind":"cat"}' }, "getPet 200: name is required, and did not come"],
  [
    "a word",
    { body: '{"name":"Tom","kind":"newt"}' },
    "getPet 200: kind a value was received that the list does not have",
  ],
  ["a status", { status: 410, body: '{"gone":true}' }, "getPet 410 this status is not described"],
  ["a media type", { type: "image/png", body: "PNG" }, "getPet 200 the media type image/png is not described"],
  ["an empty answer", { body: "" }, "getPet 200 the answer is empty, and a body is described"],
])("drift of any description is named: %s", async (_what, answer, line) => {
  const { folder, file } = await learning([answer]);
  const { code, said } = await learnt(folder, file);
  expect(said).toContain(line);
  expect(said).not.toMatch(/Tom|newt|ada|x1/);
  expect(code).toBe(3);
});

test.each(["3.1.0", "3.0.3"])(
  "with its overlays a description of OpenAPI %s says all that came, and still generates",
  async (version) => {
    const answers = [
      pet({ chip: "x1", tags: ["a"], age: null }),
      pet({ chip: null, age: null }),
      { body: '{"kind":"dog"}' },
      { status: 410, body: '{"gone":true}' },
    ];
    const { folder, file } = await learning(answers, version);
    const out = join(folder, "overlays");
    const before = await learnt(folder, file, ["--out", out]);
    expect(before.said).toContain("what tags are is not known (Pet.tags): came as list");
    const names = ["openapi.overlay.yaml", "pet.overlay.yaml"];
    expect(await readFile(join(out, "pet.overlay.yaml"), "utf8")).toContain("extends: ../pet.yaml");
    await writeFile(
      join(folder, "codegen.yaml"),
      `openapi: openapi.yaml\nout: generated\noverlays: [${names.map((name) => `overlays/${name}`).join(", ")}]\n`,
    );
    const after = await learnt(folder, file);
    expect([after.code, after.said]).toEqual([0, expect.not.stringContaining("Beyond the description")]);
    expect(await generate(["--config", join(folder, "codegen.yaml")], { out: () => undefined })).toBe(0);
    const types = await readFile(join(folder, "generated", "types.ts"), "utf8");
    expect(types).toContain("chip?: string | null");
  },
);

test("what cannot be looked at is named: bodies that are not JSON, and other hosts", async () => {
  const { folder, file } = await learning([{ type: "application/x-ada", body: "\u0000" }, pet({})]);
  const learning2 = await learnTo(file, { description: folder });
  const operation = { id: "getPet", method: "GET", path: "/pets/{id}", retry: "never" } as const;
  const request = { method: "GET", url: "https://ada.example/pets/7", headers: {} };
  const call = { ...callOf(operation), request };
  await learning2.middleware(call, () => Promise.resolve({ status: 200, headers: {}, body: '{"ada":1}' }));
  const { said } = await learnt(folder, file);
  expect(said).toContain(
    "Not looked at\n  bodies that are not JSON\n  requests to another host than the address of the service\n",
  );
  expect(said).toContain("getPet 200 the media type unknown is not described");
  expect(said + (await readFile(file, "utf8"))).not.toContain("ada");
});

/** A call of this operation, as clients begin one. */
const callOf = (operation: Operation): HttpCall =>
  beginCall(
    {
      baseUrl: "https://pets.example",
      clock: systemClock,
      timeoutMs: 1_000,
      deadlineMs: 1_000,
      retry: false,
      requestIdHeader: undefined,
      calls: 0,
    },
    operation,
    {},
  );

test.each<readonly [string, (folder: string) => Promise<unknown>, RegExp]>([
  ["no file", () => run([]), /^pass a recording: svc-apps learn <file>$/],
  ["a file that is missing", (folder) => run([join(folder, "none.json")]), /none\.json cannot be read: ENOENT/],
  [
    "a file that is none",
    (folder) => run([join(folder, "openapi.yaml")]),
    /is not a recording: write one with learnTo\(\)/,
  ],
  [
    "a version that is not known",
    (folder) => run([join(folder, "old.json")]),
    /of another version: delete it and record again/,
  ],
  [
    "a place to write to that is none",
    (folder) => learnTo(join(folder, "none", "x.json")),
    /x\.json cannot be written: ENOENT/,
  ],
  ["somebody's file", (folder) => learnTo(join(folder, "openapi.yaml")), /openapi\.yaml is not a recording/],
  [
    "no description",
    (folder) => learnTo(join(folder, "x.json"), { description: "none" }),
    /^none: there is no such file or folder/,
  ],
])("learn refuses %s", async (_what, attempt, why) => {
  const { folder } = await learning([]);
  await writeFile(join(folder, "old.json"), '{"svc-apps-learn":0}');
  await expect(attempt(folder)).rejects.toThrow(why);
  expect(await readFile(join(folder, "openapi.yaml"), "utf8")).toBe(PETS);
});

test("a recording goes on where it stopped", async () => {
  const { folder, file } = await learning([pet({ chip: "x1" })]);
  const before = await readFile(file, "utf8");
  await learnTo(file, { description: folder });
  expect(await readFile(file, "utf8")).toBe(before);
});

test("no call fails because nothing can be written any more, and one warning says so", async () => {
  const { folder } = await learning([]);
  const home = await mkdtemp(join(tmpdir(), "learn-gone-"));
  const { middleware } = await learnTo(join(home, "x.json"), { description: folder });
  await rm(home, { recursive: true });
  const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  const operation = { id: "getPet", method: "GET", path: "/pets/{id}", retry: "never" } as const;
  const call = callOf(operation);
  for (const id of ["7", "8"]) {
    const request = { method: "GET", url: `https://pets.example/pets/${id}?x${id}=1`, headers: {} };
    const answer = { status: 200, headers: {}, body: `{"n${id}":1}` };
    expect(await middleware({ ...call, request }, () => Promise.resolve(answer))).toBe(answer);
  }
  expect(warned.mock.calls).toEqual([[expect.stringMatching(/x\.json: not all was recorded: ENOENT/), "LearnWarning"]]);
  warned.mockRestore();
});
