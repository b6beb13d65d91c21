import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { type Installation, install } from "../tools/install.js";
import { run } from "../tools/run.js";

/** Compilers that users have, by the folder they are installed in here. */
const compilers = ["typescript", "typescript-6", "typescript-native"];
const settings = [
  { module: "NodeNext", moduleResolution: "NodeNext", target: "ES2022", lib: ["ES2022"] },
  { module: "ESNext", moduleResolution: "Bundler", target: "ES2022", lib: ["ES2022", "DOM"] },
];
const subpaths = Object.entries(manifest.exports).filter(([, target]) => typeof target !== "string");

let installation: Installation;

beforeAll(async () => {
  installation = await install(["@types/node", "undici-types", ...Object.keys(manifest.peerDependencies)]);
  const lines = subpaths.map(([subpath], n) => `export * as m${n} from "${manifest.name}${subpath.slice(1)}";`);
  await writeFile(join(installation.place, "index.ts"), `${lines.join("\n")}\n`);
});
afterAll(() => installation.remove());

const cases = compilers.flatMap((compiler) => settings.map((setting) => ({ compiler, setting })));

test.each(cases)(
  "every entry compiles for a strict project under $compiler, $setting.moduleResolution",
  async ({ compiler, setting }) => {
    const { place } = installation;
    const { version } = JSON.parse(await readFile(`node_modules/${compiler}/package.json`, "utf8")) as {
      version: string;
    }; // npm wrote it
    // Declarations are checked here too: skipLibCheck would hide what they got wrong.
    const compilerOptions = {
      ...setting,
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      types: ["node"],
      skipLibCheck: false,
    };
    await writeFile(join(place, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["index.ts"] }));
    const { output } = await run(process.execPath, [
      `node_modules/${compiler}/bin/tsc`,
      "-p",
      place,
      "--pretty",
      "false",
    ]);
    const ours = output.split("\n").filter((line) => line.includes(`${manifest.name}/`) || line.startsWith("index.ts"));
    expect({ version, errors: ours }).toEqual({ version, errors: [] });
  },
);
