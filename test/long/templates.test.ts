import { spawn } from "node:child_process";
import { once } from "node:events";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { templates } from "../../cli/init/choices.js";
import { run as init } from "../../cli/init.js";
import { startSandbox } from "../../sandbox/index.js";
import { type Installation, install } from "../../tools/install.js";
import { run } from "../../tools/run.js";

let installation: Installation;
beforeAll(async () => {
  installation = await install(["vitest", "typescript", "@types/node"]);
});
afterAll(() => installation.remove());

const program = (name: string): string => join(installation.place, "node_modules", name);

async function project(template: string, folder = template): Promise<string> {
  const place = join(installation.place, folder);
  await init([place, "--template", template, "--git", "no"], { out: () => undefined, ask: undefined });
  await symlink(program(""), join(place, "node_modules"));
  return place;
}

test.each(templates)("the template %s compiles, builds, and its test passes", async (template) => {
  const place = await project(template);
  const node = async (...args: string[]) => run(process.execPath, args, { cwd: place });
  expect(await node(program("typescript/bin/tsc"))).toMatchObject({ code: 0, output: "" });
  expect(await node(program("typescript/bin/tsc"), "-p", "tsconfig.build.json")).toMatchObject({ code: 0, output: "" });
  const tested = await node(program("vitest/vitest.mjs"), "run");
  expect(tested).toMatchObject({ code: 0, output: expect.stringMatching(/1 passed/) as unknown });
});

test("npm start passes a signal on: the bot stops gracefully, then npm ends, and nothing stays behind", async () => {
  const place = await project("node", "signalled");
  const sandbox = await startSandbox({ clock: "real", port: 0 });
  try {
    const { token, appId } = sandbox.defaults;
    await writeFile(join(place, ".env"), `SVC_BASE_URL=${sandbox.baseUrl}\nSVC_APP_TOKEN=${token}\n`);
    const compiler = program("typescript/bin/tsc");
    await run(process.execPath, [compiler, "-p", "tsconfig.build.json"], { cwd: place });
    // Without its scripts before and after: it is built. npm signals the shell that it started, and nobody else.
    const npm = spawn("npm", ["start", "--ignore-scripts"], { cwd: place, stdio: "ignore" });
    const readers = () => sandbox.readersOf(appId).streams.length;
    await vi.waitUntil(() => readers() === 1 || npm.exitCode !== null, { timeout: 60_000, interval: 50 });
    expect(npm.exitCode).toBeNull();
    npm.kill("SIGTERM");
    await once(npm, "exit");
    await vi.waitUntil(() => readers() === 0, { timeout: 2_000, interval: 50 });
  } finally {
    await sandbox.stop();
  }
});
