import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { findPackageManager } from "../../cli/package-manager.js";
import { run } from "../../tools/run.js";

async function folder(files: Readonly<Record<string, string>>): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), "packages-"));
  onTestFinished(() => rm(place, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(place, path, ".."), { recursive: true });
    await writeFile(join(place, path), text);
  }
  return place;
}

const installed = (name: string, says: string) => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, type: "module", exports: "./index.js" }),
  [`node_modules/${name}/index.js`]: `export const says = ${JSON.stringify(says)};\n`,
});

test("an optional package that is only in the working folder is found there, and imports of it get it", async () => {
  const project = await folder(installed("pencil-of-the-project", "from the project"));
  const module = pathToFileURL(join(process.cwd(), "cli/optional-packages.ts")).href;
  const main = join(project, "main.mts");
  await writeFile(
    main,
    `import { OptionalPackages } from ${JSON.stringify(module)};
const { isInstalled } = new OptionalPackages(["pencil-of-the-project", "ink-of-nobody"]);
console.log(isInstalled("pencil-of-the-project"), isInstalled("ink-of-nobody"), isInstalled("vitest"));
const { importsPencil } = await import(${JSON.stringify(pathToFileURL(join(process.cwd(), "test/cli/fixtures/imports-pencil.mjs")).href)});
console.log(await importsPencil());
`,
  );
  const tsx = pathToFileURL(join(process.cwd(), "node_modules/tsx/dist/loader.mjs")).href;
  const { code, output } = await run(process.execPath, ["--import", tsx, main], { cwd: project });
  expect(output).toBe("true false true\nfrom the project\n");
  expect(code).toBe(0);
});

test.each([
  ["pnpm", { "package.json": "{}", "pnpm-lock.yaml": "" }, {}, "pnpm add --save-dev"],
  ["yarn", { "package.json": "{}", "yarn.lock": "" }, {}, "yarn add --dev"],
  ["bun", { "package.json": "{}", "bun.lock": "" }, {}, "bun add --dev"],
  [
    "npm",
    { "package.json": "{}", "package-lock.json": "" },
    { npm_config_user_agent: "pnpm/10.1.0 node/v20" },
    "npm install --save-dev",
  ],
  ["pnpm", { "package.json": '{ "packageManager": "pnpm@10.1.0" }', "yarn.lock": "" }, {}, "pnpm add --save-dev"],
  ["yarn", { "package.json": "{}" }, { npm_config_user_agent: "yarn/4.9.1 npm/? node/v20" }, "yarn add --dev"],
  ["npm", { "package.json": "not JSON" }, {}, "npm install --save-dev"],
])("the package manager is %s for %j and the environment %j", async (name, files, env, add) => {
  expect(findPackageManager(await folder(files), env)).toMatchObject({ name, add });
});

test("a lock file of a folder above counts for a package of a workspace", async () => {
  const place = await folder({ "pnpm-workspace.yaml": "", "packages/bot/package.json": "{}" });
  expect(findPackageManager(join(place, "packages/bot"), {}).name).toBe("pnpm");
});
