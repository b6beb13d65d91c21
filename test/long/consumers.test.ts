import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { type Installation, install } from "../../tools/install.js";
import { run } from "../../tools/run.js";
import { workshop } from "../../tools/workshop.js";

const installedApart = "test/runtimes/node_modules";

/** Compilers that users have, by the folder they are installed in here. */
const compilers = [
  "node_modules/typescript",
  "node_modules/typescript-6",
  "node_modules/typescript-native",
  `${installedApart}/typescript-54`, // the oldest, where the packages of test/runtimes are installed
].filter((folder) => existsSync(folder));
const native = "node_modules/typescript-native";
const nodeNext = { module: "NodeNext", moduleResolution: "NodeNext", target: "ES2022", lib: ["ES2022"] };
const bundler = { module: "ESNext", moduleResolution: "Bundler", target: "ES2022", lib: ["ES2022", "DOM"] };
const subpaths = Object.entries(manifest.exports).flatMap(([subpath, target]) =>
  typeof target === "string" ? [] : [subpath],
);

/** Entries whose declarations need types from elsewhere: Node's, the DOM's (openapi-fetch), or those of an optional package. */
const needing = ["./node", "./testing", "./sandbox", "./raw", "./otel", "./fleet/nats", "./fleet/redis"];
const withoutTypes = subpaths.filter((subpath) => !needing.includes(subpath));

let installation: Installation;

beforeAll(async () => {
  installation = await install(["@types/node", "undici-types", ...Object.keys(manifest.peerDependencies)]);
}, 240_000);
afterAll(() => installation?.remove());

interface Project {
  readonly files: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Compiles a strict project in the place where the package is installed; gives what the compiler says. */
async function compiled(compiler: string, { files, settings }: Project): Promise<readonly string[]> {
  const { place } = installation;
  // Declarations are checked here too: skipLibCheck would hide what they got wrong.
  const strict = { strict: true, exactOptionalPropertyTypes: true, noEmit: true, types: [], skipLibCheck: false };
  const config = { compilerOptions: { ...strict, ...settings }, files: Object.keys(files) };
  for (const [name, text] of Object.entries({ ...files, "tsconfig.json": JSON.stringify(config) })) {
    await mkdir(dirname(join(place, name)), { recursive: true });
    await writeFile(join(place, name), text);
  }
  const { output } = await run(process.execPath, [`${compiler}/bin/tsc`, "-p", place, "--pretty", "false"]);
  return output.split("\n").filter((line) => line !== "");
}

const importing = (names: readonly string[]): string =>
  names.map((subpath, n) => `export * as m${n} from "${manifest.name}${subpath.slice(1)}";\n`).join("");

const version = async (compiler: string): Promise<string> =>
  (JSON.parse(await readFile(`${compiler}/package.json`, "utf8")) as { version: string }).version; // npm wrote it

const cases = compilers.flatMap((compiler) => [nodeNext, bundler].map((setting) => ({ compiler, setting })));

test("are-the-types-wrong finds nothing in the archive that npm would publish", { timeout: 300_000 }, async () => {
  const { archive } = await workshop();
  // What require() gets on a Node that cannot load ES modules is an error in words, and has no types of its own.
  const args = [
    archive,
    "--profile=esm-only",
    "--ignore-rules=false-esm",
    "--format=json",
    "--entrypoints",
    ...subpaths,
  ];
  const { code, output } = await run("node_modules/.bin/attw", args);
  expect({ code, output: code === 0 ? "" : output }).toEqual({ code: 0, output: "" });
});

test.each(cases)(
  "every entry compiles for a strict project under $compiler, $setting.moduleResolution",
  async ({ compiler, setting }) => {
    const files = { "index.ts": importing(subpaths) };
    const errors = await compiled(compiler, { files, settings: { ...setting, types: ["node"] } });
    const ours = errors.filter((line) => line.includes(`${manifest.name}/`) || line.startsWith("index.ts"));
    expect({ version: await version(compiler), errors: ours }).toEqual({
      version: await version(compiler),
      errors: [],
    });
  },
);

describe.each(compilers)("under %s", (compiler) => {
  test("no types of Node are needed, neither beside the DOM's nor where there are none at all", async () => {
    const files = { "index.ts": importing(withoutTypes) };
    expect(await compiled(compiler, { files, settings: bundler })).toEqual([]);
    expect(await compiled(compiler, { files, settings: nodeNext })).toEqual([]);
  });

  test("CommonJS of TypeScript has the types by the settings that docs/runtimes.md names", async () => {
    const files = {
      "bot.cts": `import { App } from "${manifest.name}";
import adapters = require("${manifest.name}/adapters");
export const listener = adapters.toExpressHandler(new App({ events: false }));
`,
      "later.cts": `export const later = async (): Promise<unknown> => new (await import("${manifest.name}")).App();\n`,
    };
    const [major = 0, minor = 0] = (await version(compiler)).split(".").map(Number);
    const refused = major === 5 && minor < 8;
    const errors = await compiled(compiler, { files, settings: nodeNext });
    expect(errors.map((line) => /^\S+ error (\S+):/.exec(line)?.[1])).toEqual(refused ? ["TS1479", "TS1471"] : []);
    const preserved = { ...nodeNext, module: "Preserve", moduleResolution: "Bundler" };
    expect(await compiled(compiler, { files, settings: preserved })).toEqual([]);
    if (major < 6) return;
    const commonjs = { target: "ES2022", lib: ["ES2022"], module: "CommonJS" };
    expect(await compiled(compiler, { files: { "bot.cts": files["bot.cts"] }, settings: commonjs })).toEqual([]);
  });

  test.skipIf(!existsSync(`${installedApart}/@cloudflare/workers-types`))(
    "an App is a Worker by the types of Cloudflare",
    async () => {
      const program = `/// <reference types="./workers" />
import { App } from "${manifest.name}";
import { toCloudflareHandler } from "${manifest.name}/adapters";
const app = new App((env: { TOKEN: string }) => ({ baseUrl: "https://service.example", token: env.TOKEN, events: false }));
app.fallback(async ({ signal }) => void (await fetch("https://elsewhere.example", { signal })));
export default toCloudflareHandler(app) satisfies ExportedHandler<{ TOKEN: string }>;
export const other: ExportedHandler<{ TOKEN: string }> = { fetch: app.fetch };
`;
      const workers = await readFile(`${installedApart}/@cloudflare/workers-types/index.d.ts`, "utf8");
      const files = { "worker.ts": program, "workers.d.ts": workers };
      const settings = { ...bundler, lib: ["ES2022"] };
      expect(await compiled(compiler, { files, settings })).toEqual([]);
    },
  );
});

test.each(withoutTypes)("%s by itself compiles without any types of the web", async (subpath) => {
  const files = { "index.ts": importing([subpath]) };
  expect(await compiled(native, { files, settings: nodeNext })).toEqual([]);
});
