/** The package as it is published, loaded by each runtime in the ways that its users load it. */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { type Installation, install } from "../../tools/install.js";
import { run } from "../../tools/run.js";

const modules = join(import.meta.dirname, "node_modules");
const isAsked = process.env["RUNTIMES"] !== undefined;
const mustBeHere = process.env["RUNTIMES"] === "all" && process.platform === "linux" && process.arch === "x64";
const here = (path: string): boolean => mustBeHere || (isAsked && existsSync(path));

const node = (version: number): string => join(modules, `node${version}/bin/node`);
const programs: Readonly<Record<string, readonly string[]>> = {
  "Node 20": [node(20)],
  "Node 22": [node(22)],
  "Node 24": [node(24)],
  "Node 26": [node(26)],
  Bun: [join(modules, "bun/bin/bun.exe"), "run"],
  Deno: [join(modules, "deno/deno"), "run", "-A", "--quiet"],
};
const isHere = ([binary = ""]: readonly string[]): boolean => here(binary);

let installation: Installation;
beforeAll(async () => {
  if (!isAsked) return;
  installation = await install(["@types/node", "undici-types", ...Object.keys(manifest.peerDependencies)]);
}, 240_000);
afterAll(() => installation?.remove());

async function write(name: string, text: string): Promise<string> {
  const path = join(installation.place, name);
  await writeFile(path, text);
  return path;
}

/** Runs a file in the project that has the package; gives what it printed. */
async function printed([binary = "", ...args]: readonly string[], file: string): Promise<string> {
  const { output } = await run(binary, [...args, file], { cwd: installation.place });
  return output.trim();
}

/** All but one that only Vitest itself can load. */
const names = Object.entries(manifest.exports).flatMap(([subpath, target]) =>
  typeof target === "string" || subpath === "./testing/vitest" ? [] : [manifest.name + subpath.slice(1)],
);

/** The file of an entry by the conditions of package.json. */
function found(target: unknown, conditions: readonly string[]): unknown {
  if (typeof target !== "object" || target === null) return target;
  const known = Object.entries(target).filter(([name]) => name === "default" || conditions.includes(name));
  return known.map(([, inner]) => found(inner, conditions)).find((file) => file !== undefined);
}

test("a bundler for Node finds the file that Node loads, so that a copy of what it traced is whole", () => {
  for (const target of Object.values(manifest.exports)) {
    const loaded = found(target, ["node", "import", "module-sync", "node-addons"]);
    for (const conditions of [
      ["node", "import"],
      ["node", "import", "module"],
      ["node", "require", "module"],
    ])
      expect(found(target, conditions)).toBe(loaded);
  }
});

describe.each(Object.entries(programs).filter(([, program]) => isHere(program)))("%s", (_name, program) => {
  test("imports every entry, and requires every entry", async () => {
    const importing = names.map((name) => `await import(${JSON.stringify(name)});`).join("\n");
    const file = await write("import-all.mjs", `${importing}\nconsole.log("all"); process.exit(0);`);
    expect(await printed(program, file)).toBe("all");
    const requiring = names.map((name) => `require(${JSON.stringify(name)});`).join("\n");
    const required = await write("require-all.cjs", `${requiring}\nconsole.log("all"); process.exit(0);`);
    // Node 20 and 22 say once that require() of ES modules is an experiment.
    expect((await printed(program, required)).split("\n")).toContain("all");
  });

  test("an error of any entry is one of the main entry's class, imported or required", async () => {
    const calls = `(async () => {
  const both = [(name) => import(name), async (name) => require(name)];
  for (const load of both) for (const other of both) {
    const { ArgumentError } = await load("${manifest.name}");
    for (const act of [
      async () => (await other("${manifest.name}/rest")).createFetchClient({}),
      async () => (await other("${manifest.name}/adapters")).toWebHandler({}),
    ]) await act().then(() => console.log("no error"), (error) => console.log(error instanceof ArgumentError));
  }
  process.exit(0);
})();`;
    const said = (await printed(program, await write("errors.cjs", calls))).split("\n");
    expect(said.filter((line) => line === "true")).toHaveLength(8);
  });
});

test.skipIf(!here(node(18)))("Node 18 is told which one is needed, by import and by require", async () => {
  const imported = await write("import.mjs", `await import("${manifest.name}");`);
  expect(await printed([node(18)], imported)).toMatch(
    /Error: svc-apps needs Node 20\.19 or later; this is Node 18\.\d+\.\d+\./,
  );
  const required = await write("require.cjs", `require("${manifest.name}/adapters");`);
  expect(await printed([node(18)], required)).toMatch(
    /Error: svc-apps consists of ES modules\. require\(\) loads those on Node 20\.19 and later.*This is Node 18/,
  );
});

test.skipIf(!here(node(18)))(
  "Node 18 is told which one the commands need, in one line and with exit code 1",
  async () => {
    const bin = join(installation.place, "node_modules", manifest.name, manifest.bin["svc-apps"]);
    for (const args of [["--version"], ["sandbox"], []]) {
      const { code, output } = await run(node(18), [bin, ...args], { cwd: installation.place });
      expect([code, output]).toEqual([
        1,
        expect.stringMatching(/^svc-apps needs Node 20\.19 or later; this is Node 18\S+\.\n$/),
      ]);
    }
    expect(manifest.engines.node).toBe(">=20.19"); // the bin can read no manifest before it knows its Node
  },
);

test.skipIf(!here(node(20)) || !here(node(22)))(
  "a .cts file, compiled to CommonJS, runs on Node 20 and 22",
  async () => {
    await write(
      "bot.cts",
      `import { App } from "${manifest.name}";
import adapters = require("${manifest.name}/adapters");
const app = new App({ baseUrl: "http://127.0.0.1:1", token: "svc_app.7.x", events: false });
console.log(typeof adapters.toExpressHandler(app));
`,
    );
    const compilerOptions = { module: "NodeNext", target: "ES2022", strict: true, types: ["node"], skipLibCheck: true };
    await write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["bot.cts"] }));
    const compiler = "node_modules/typescript-native/bin/tsc";
    expect(await run(process.execPath, [compiler, "-p", installation.place])).toMatchObject({ code: 0, output: "" });
    for (const version of [20, 22])
      expect((await printed([node(version)], "bot.cjs")).split("\n")).toContain("function");
  },
);

const jest = join(modules, "jest/bin/jest.js");
test.skipIf(!here(jest))("Jest runs a bot's test with the setting that is named, and names it without", async () => {
  const config = await write("jest.config.json", '{ "transform": {}, "testMatch": ["**/jest/*.test.*"] }');
  const folder = join(installation.place, "jest");
  await mkdir(folder);
  await write(
    "jest/bot.test.mjs",
    `import { App, chatCommand } from "svc-apps";
import { testApp } from "svc-apps/testing";
test("the bot answers", async () => {
  const app = new App();
  const roll = chatCommand({ name: "roll", description: "Roll a die" });
  app.command(roll, ({ reply }) => reply("You rolled 4."));
  const world = await testApp(app);
  const rolled = await world.person.run(roll);
  expect(rolled.texts.map(({ content }) => content)).toEqual(["You rolled 4."]);
});
`,
  );
  await write("jest/required.test.cjs", `test("is refused", () => void require("${manifest.name}"));\n`);
  const played = (file: string, options: string) =>
    run(process.execPath, [jest, "--config", config, "--rootDir", installation.place, file], {
      cwd: installation.place,
      env: { ...process.env, NODE_OPTIONS: options },
    });
  const passed = await played("bot.test.mjs", "--experimental-vm-modules");
  expect(passed).toMatchObject({ code: 0, output: expect.stringMatching(/Tests: +1 passed/) as unknown });
  const refused = await played("required.test.cjs", "");
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringContaining("Jest does with NODE_OPTIONS=--experimental-vm-modules") as unknown,
  });
});
