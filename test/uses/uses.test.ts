import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run as generate } from "../../codegen/run.js";
import { run as diff } from "../../cli/diff.js";
import { run as execute } from "../../tools/run.js";
import { program } from "../support/program.js";
import { description } from "./descriptions.js";

let place: string;
const at = (...names: readonly string[]): string => join(place, ...names);

async function write(name: string, lines: readonly string[]): Promise<void> {
  await mkdir(dirname(at(name)), { recursive: true });
  await writeFile(at(name), `${lines.join("\n")}\n`);
}

interface Found {
  readonly rule: string;
  readonly subject: string;
  readonly at: string;
  readonly uses: readonly { readonly file: string; readonly line: number }[];
}

/** The findings that touch the program in a folder, short, with the lines of the program. */
async function touched(folder: string, ...more: readonly string[]) {
  let [out, err] = ["", ""];
  const code = await diff(
    [at("old.yaml"), at("new.yaml"), "--uses", at(folder), "--json", ...more],
    (text) => void (out += text),
    (text) => void (err += text),
  );
  const findings = (JSON.parse(out) as readonly Found[]).map(({ rule, subject, at: inside, uses }) => {
    const lines = uses.map(({ file, line }) => `${file.slice(file.lastIndexOf("/") + 1)}:${line}`);
    return [rule, `${subject} ${inside}`.trim(), lines.join(" ")];
  });
  return { code, findings, err };
}

beforeAll(async () => {
  // Inside of the project, so that the client finds what it stands on.
  await mkdir("node_modules/.cache", { recursive: true });
  place = await mkdtemp(join(process.cwd(), "node_modules/.cache/uses-"));
  await write("old.yaml", [description(false)]);
  await write("new.yaml", [description(true)]);
  const runtime = join(process.cwd(), "runtime/abi/index.js");
  await generate(["--openapi", at("old.yaml"), "--out", at("generated"), "--runtime", runtime]);
}, 60_000);
afterAll(() => rm(place, { recursive: true }));

describe("of 40 changed places", () => {
  test("a program that uses three gets three findings, at its own lines", async () => {
    await write("three/bot.ts", [
      'import { createAnt, listBees } from "../generated/routes.js";',
      'import type { Bee } from "../generated/types.js";',
      'import { client } from "./client.js";',
      "export const legs = (bee: Bee) => bee.legs;", // which did not change
      "const made = await createAnt(client, {",
      '  name: "Anton",',
      '  note: "small",',
      "});",
      "console.log(made.name);",
      "await listBees(client, { limit: 1 });",
    ]);
    await write("three/client.ts", [
      `import type { Caller } from ${JSON.stringify(join(process.cwd(), "runtime/abi/index.js"))};`,
      "export declare const client: Caller;",
    ]);
    const { code, findings } = await touched("three");
    expect(findings).toEqual([
      ["response-became-nullable", "Ant name", "bot.ts:9"],
      ["parameter-became-required", "GET /bees limit", "bot.ts:10"],
      ["request-bound-set", "NewAnt note", "bot.ts:7"],
    ]);
    expect(code).toBe(4);
  });

  test("a program that uses none of them gets none, and passes", async () => {
    await write("none/bot.ts", [
      'import type { Cat } from "../generated/types.js";',
      'import { createCat } from "../generated/routes.js";',
      'export const isCalm = ({ mood, legs }: Cat) => mood === "calm" && legs === 4;',
      "export type Create = typeof createCat;",
    ]);
    const none = await touched("none");
    expect(none).toEqual({ code: 0, findings: [], err: "" });
  });
});

describe("a use is found", () => {
  const client = [
    'import { createAnt, listAnts } from "../generated/routes.js";',
    'import type { Ant, NewAnt } from "../generated/types.js";',
    "declare const ant: Ant;",
  ];
  test.each<[how: string, lines: readonly string[], found: readonly string[]]>([
    ["where a field is read", ["export const n = ant.name;"], ["Ant name bot.ts:4"]],
    ["by its name in brackets", ['export const n = ant["name"];'], ["Ant name bot.ts:4"]],
    ["where an object is taken apart", ["const { name: n } = ant;", "export { n };"], ["Ant name bot.ts:4"]],
    ["in a parameter that is taken apart", ["export const f = ({ name }: Ant) => name;"], ["Ant name bot.ts:4"]],
    ["where the rest of an object is taken", ["export const { legs, ...rest } = ant;"], ["Ant name bot.ts:4"]],
    ["where an object is spread", ["export const copy = { ...ant };"], ["Ant name bot.ts:4"]],
    ["where an object is printed", ["console.log(JSON.stringify(ant));"], ["Ant name bot.ts:4"]],
    [
      "behind ?. and through a list",
      ["declare const all: readonly Ant[] | undefined;", "export const n = all?.[0]?.name;"],
      ["Ant name bot.ts:5"],
    ],
    ["in what is sent", ['export const sent: NewAnt = { name: "a", note: "b" };'], ["NewAnt note bot.ts:4"]],
    [
      "in what is sent by a shorthand",
      ['const note = "b";', 'export const sent: NewAnt = { name: "a", note };'],
      ["NewAnt note bot.ts:5"],
    ],
    ["through another name", ["const list = listAnts;", "export { list };"], ["GET /ants limit bot.ts:4"]],
    ["in the text of a code", ['export const isGone = (code: string) => code === "NO_ANT";'], ["code NO_ANT bot.ts:4"]],
  ])("%s", async (_how, lines, found) => {
    await write("one/bot.ts", [...client, ...lines, "export { createAnt };"]);
    const { findings } = await touched("one");
    expect(findings.map(([, what, where]) => `${what} ${where}`)).toEqual(found);
  });
});

test("a field that has to be sent now is reported where the operation is called, and not where another one is", async () => {
  const text = description(false).replace(/( {4}NewAnt:\n {6}type: object\n {6}required:\n)/, "$1        - legs\n");
  expect(text).not.toBe(description(false));
  await write("legs.yaml", [text]);
  await write("calls/bot.ts", [
    'import { createAnt, createBee } from "../generated/routes.js";',
    "declare const client: Parameters<typeof createBee>[0];",
    'await createBee(client, { name: "b" });',
    'await createAnt(client, { name: "a" });',
  ]);
  let out = "";
  await diff([at("old.yaml"), at("legs.yaml"), "--uses", at("calls"), "--json"], (said) => void (out += said));
  const found = (JSON.parse(out) as readonly Found[]).map(({ rule, uses }) => [rule, uses.map(({ line }) => line)]);
  expect(found).toEqual([["request-property-became-required", [4]]]);
});

test("a name that is computed at run time is said, and every field counts as used", async () => {
  await write("computed/bot.ts", [
    'import type { Ant } from "../generated/types.js";',
    "export const read = (ant: Ant, key: keyof Ant) => ant[key];",
  ]);
  const { findings, err } = await touched("computed");
  expect(findings).toEqual([["response-became-nullable", "Ant name", "bot.ts:2"]]);
  expect(err).toContain("bot.ts:2:55: which field of Ant is read here is known only at run time");
});

test.each([
  ["no folder", "nowhere", "there is no such folder"],
  ["a folder without a program", "empty", "there is no program in TypeScript or JavaScript"],
  ["a program without a generated client", "other", "imports no generated client. Install its packages"],
])("%s is refused: nothing could be said of it", async (_what, folder, why) => {
  if (folder !== "nowhere") await mkdir(at(folder), { recursive: true });
  if (folder === "other") await write("other/bot.ts", ['import { x } from "./missing.js";', "export { x };"]);
  await expect(touched(folder)).rejects.toThrow(why);
});

test("where fields are gone, every line that the compiler refuses is one that is reported", async () => {
  const bot = [
    'import { createAnt, listAnts } from "../generated/routes.js";',
    'import type { Ant, NewAnt } from "../generated/types.js";',
    "declare const ant: Ant;",
    "declare const client: Parameters<typeof createAnt>[0];",
    "export const [a, b, c] = [ant.name, ant?.name,",
    '  ant["name"]];',
    "export const { name: d } = ant;",
    "export const e = ({ name }: Ant) => name;",
    'export const f: NewAnt = { name: "x", note: "y" };',
    'export const g = await createAnt(client, { name: "x", note: "y" });',
    "export const h = g.name.length;",
    "export const i = (await listAnts(client, {})).map(({ name }) => name);",
    "export class Box<T extends Ant> { constructor(readonly value: T) {} read() { return this.value.name; } }",
    'export const j = (one: Pick<Ant, "name">) => one.name;',
    "export const k = ant.legs;", // which stays
  ];
  await write("whole/bot.ts", bot);
  await write("shorter.yaml", [description(false, true)]);
  let out = "";
  await diff([at("old.yaml"), at("shorter.yaml"), "--uses", at("whole"), "--json"], (text) => void (out += text));
  const reported = (JSON.parse(out) as readonly Found[]).flatMap(({ uses }) => uses.map(({ line }) => line));

  const runtime = join(process.cwd(), "runtime/abi/index.js");
  await generate(["--openapi", at("shorter.yaml"), "--out", at("shorter/generated"), "--runtime", runtime]);
  await write("shorter/program/bot.ts", bot);
  await write("shorter/program/tsconfig.json", [
    '{ "compilerOptions": { "strict": true, "noEmit": true, "target": "es2022", "module": "nodenext", "skipLibCheck": true }, "files": ["bot.ts"] }',
  ]);
  const tsc = join(process.cwd(), "node_modules/typescript/bin/tsc");
  const { output } = await execute(process.execPath, [tsc, "-p", at("shorter/program"), "--pretty", "false"]);
  const refused = [...output.matchAll(/bot\.ts\((\d+),/g)].map(([, line]) => Number(line));
  expect(new Set(refused).size, output).toBeGreaterThanOrEqual(9);
  expect([...new Set(refused)].filter((line) => !reported.includes(line))).toEqual([]);
  expect(reported).not.toContain(bot.length);
});

describe("a description of another revision", () => {
  let repository: string;
  const git = async (...args: readonly string[]): Promise<void> => {
    const { code, output } = await execute("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], {
      cwd: repository,
    });
    expect(code, output).toBe(0);
  };
  /** Runs the command in a folder, as a process of its own: git looks around itself. */
  const compared = async (cwd: string, ...argv: readonly string[]) =>
    execute(process.execPath, [...(await program("cli/main")), "diff", ...argv], { cwd });

  beforeAll(async () => {
    repository = at("repository");
    await write("repository/spec/openapi.yaml", [
      'openapi: "3.1.0"',
      'info: { title: Things, version: "1" }',
      'paths: { /ants: { $ref: "paths/ants.yaml" } }',
    ]);
    const operation = (required: boolean) => [
      "get:",
      "  operationId: listAnts",
      `  parameters: [{ name: limit, in: query, required: ${required}, schema: { type: integer } }]`,
      '  responses: { "204": { description: Done. } }',
    ];
    await write("repository/spec/paths/ants.yaml", operation(false));
    await git("init", "--quiet", "--initial-branch=main");
    await git("add", ".");
    await git("commit", "--quiet", "--message=first");
    await write("repository/spec/paths/ants.yaml", operation(true));
    await git("commit", "--quiet", "--all", "--message=second");
  });

  test("is a folder of many files of a commit, named from the root of the repository", async () => {
    const { code, output } = await compared(repository, "main~1:spec", "spec");
    expect(output).toContain("spec/paths/ants.yaml:3:16 -> paths/ants.yaml:3:16");
    expect(code).toBe(4);
    expect((await compared(at("repository/spec"), "main:spec/openapi.yaml", ".")).code).toBe(0);
  });

  test("that names files above the root writes nothing outside of its own folder", async () => {
    const out = (input: string, ...args: readonly string[]): string =>
      execFileSync("git", args, { cwd: repository, input, encoding: "utf8" }).trim();
    const name = `escaped-${process.pid}.yaml`;
    const blob = out("evil: true", "hash-object", "-w", "--stdin");
    // git checks no such tree out, and stores it all the same.
    const above = out(`100644 blob ${blob}\t${name}\n`, "mktree");
    const own = out("openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: {}", "hash-object", "-w", "--stdin");
    const root = out(`100644 blob ${own}\topenapi.yaml\n040000 tree ${above}\t..\n`, "mktree");
    const commit = out("", "-c", "user.name=t", "-c", "user.email=t@t", "commit-tree", root, "-m", "evil");
    expect(out("", "ls-tree", "-r", "--name-only", commit).split("\n")).toContain(`../${name}`);
    const { output } = await compared(repository, `${commit}:openapi.yaml`, `${commit}:openapi.yaml`);
    expect(output).toContain("Nothing changed");
    expect(existsSync(join(tmpdir(), name))).toBe(false);
  });

  test.each([
    ["--output=x:spec", 2, "Unknown option"],
    ["nowhere:spec", 1, "nowhere: there is no such revision"],
    ["main:other", 1, "main:other: main has no other"],
    ["main:../spec", 1, "the path starts at the root of the repository, and stays in it"],
  ])("is refused as %s", async (revision, exit, why) => {
    const { code, output } = await compared(repository, revision, "spec");
    expect(output).toContain(why);
    expect(code).toBe(exit);
  });

  test("that begins with - is no option of git", async () => {
    const { code, output } = await compared(repository, "--", "--output=x:spec", "spec");
    expect(output).toContain("a revision does not begin with -");
    expect(code).toBe(2);
  });

  test("that a shallow clone lacks is refused with the command that fetches it", async () => {
    const clone = at("clone");
    await git("clone", "--quiet", "--depth=1", `file://${repository}`, clone);
    const { code, output } = await compared(clone, "v1:spec", "spec");
    expect(output).toContain("this shallow clone does not have it. Fetch it first: git fetch --depth=1 origin v1");
    expect(code).toBe(1);
  });
});
