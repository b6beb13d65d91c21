import { spawn } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { constants } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run as init } from "../../cli/init.js";
import { problemOf } from "../../cli/demo/steps.js";
import { install } from "../../tools/install.js";
import type { Installation } from "../../tools/install.js";
import { run } from "../../tools/run.js";

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
}

let installation: Installation;
beforeAll(async () => {
  installation = await install(["vitest", "typescript", "@types/node"]);
}, 240_000); // npm fetches packages, as fast as the network is
afterAll(async () => installation?.remove());

/** Runs the demo as a process; `onOutput` sees what it has said so far and may act on it. */
async function demo(
  args: readonly string[],
  onOutput: (said: string, kill: (signal: NodeJS.Signals) => void) => void = () => {},
) {
  const child = spawn(process.execPath, ["dist/cli/demo.js", "--no-build", ...args], {
    cwd: installation.workshop,
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk.toString();
    onOutput(out, (signal) => child.kill(signal));
  });
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  // As a shell has it: a signal that comes when Node has begun to end, and listens no more, ends it by itself.
  const code = await new Promise<number>((resolve) =>
    child.once("close", (ended, signal) => resolve(ended ?? 128 + (signal === null ? 0 : constants.signals[signal]))),
  );
  return { code, out, err };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test.concurrent("the demo ends well only after the right messages were read back over REST", async () => {
  const { code, out, err } = await demo([]);
  expect(err).toBe("");
  expect(code).toBe(0);
  expect(out).toMatch(/App +createCommand 201 +“roll”/);
  expect(out).toMatch(/stream +#\d+ message_create +message \d+ +“!roll”/);
  expect(out).toMatch(/App +confirmInteraction 200 +interaction [0-9a-f]{8} +“You rolled \d+ of 20\.”/);
  expect(out.match(/read +message \d+/g)).toHaveLength(3);
  expect(out).not.toMatch(/svc_app\.\d+\.[A-Za-z0-9]{4}/);
});

test("the demo fails on anything else that stands in the channel", () => {
  const said = (...texts: string[]) =>
    problemOf(
      texts.map((content) => ({ content })),
      20,
    );
  expect(said("!roll", "The die shows 6 of 6.", "You rolled 20 of 20.")).toBeUndefined();
  expect(said("!roll", "You rolled 1 of 20.", "The die shows 1 of 6.")).toBeUndefined();
  expect(said("!roll", "The die shows 6 of 6.")).toMatch(/3 messages should be/);
  expect(said("The die shows 6 of 6.", "!roll", "You rolled 20 of 20.")).toMatch(/not the first/);
  expect(said("!roll", "The die shows 7 of 6.", "You rolled 20 of 20.")).toMatch(/message was not answered/);
  expect(said("!roll", "The die shows 6 of 6.", "You rolled 5 of 6.")).toMatch(/command was not answered/);
  expect(said("!roll", "The die shows 6 of 6.", "You rolled 21 of 20.")).toMatch(/shows no 21/);
});

test.concurrent("a wrong credential is told in one line", async () => {
  const { code, err } = await demo(["--token", "svc_app.1.wrong"]);
  expect(code).toBe(1);
  expect(err.trim().split("\n")).toHaveLength(1);
  expect(err).toMatch(/^demo: The App ended with exit code 1\..*MISSING_CREDENTIAL/);
});

test.concurrent("a platform that is not there is told in one line", async () => {
  const { code, err } = await demo(["--base-url", "http://127.0.0.1:1"]);
  expect(code).toBe(1);
  expect(err.trim().split("\n")).toHaveLength(1);
  expect(err).toMatch(/no answer \(unreachable\)/);
});

test.concurrent("a taken port is told in one line", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const { code, err } = await demo(["--port", String(port)]);
  server.close();
  expect(code).toBe(1);
  expect(err).toBe(
    `demo: Port ${port} is taken by another program. Choose another with --port, or none for a free one.\n`,
  );
});

test.concurrent.each([
  ["as soon as the App's process exists", /starts as process/],
  ["again and again in the middle of the conversation", /message_create/],
])("Ctrl-C %s leaves no process behind", async (_when, moment) => {
  let pid = 0;
  const { code } = await demo([], (said, kill) => {
    pid = Number(/starts as process (\d+)/.exec(said)?.[1] ?? pid);
    if (moment.test(said)) kill("SIGINT");
  });
  expect(pid).toBeGreaterThan(0);
  expect(isAlive(pid)).toBe(false);
  expect([130, 0]).toContain(code);
});

const silent = { out: (): void => undefined, ask: undefined };

test("a new project is named after its folder and depends on this package", async () => {
  const place = join(installation.place, "My Bot!");
  let said = "";
  expect(await init([place, "--package-manager", "npm"], { out: (text) => void (said += text), ask: undefined })).toBe(
    0,
  );
  expect(said).toContain("npm run dev");
  const manifest: unknown = JSON.parse(await readFile(join(place, "package.json"), "utf8"));
  expect(manifest).toMatchObject({ name: "my-bot", type: "module", dependencies: { "svc-apps": expect.any(String) } });
});

test("a new project's compiler reads its test too, and builds the bot alone", { timeout: 60_000 }, async () => {
  const place = join(installation.place, "checked");
  await init([place], silent);
  const tsc = async (...args: string[]) =>
    run(process.execPath, [resolve("node_modules/typescript-native/bin/tsc"), ...args], { cwd: place });
  const { scripts } = JSON.parse(await readFile(join(place, "package.json"), "utf8")) as Manifest; // what init wrote
  expect(scripts).toMatchObject({ test: "tsc && vitest run", build: "tsc -p tsconfig.build.json" });
  expect(await tsc()).toMatchObject({ code: 0, output: "" });
  expect(await readdir(place)).not.toContain("dist");

  expect(await tsc("-p", "tsconfig.build.json")).toMatchObject({ code: 0, output: "" });
  expect((await readdir(join(place, "dist"))).toSorted()).toEqual(["bot.js", "main.js"]);

  const testFile = join(place, "test/bot.test.ts");
  await writeFile(testFile, (await readFile(testFile, "utf8")).replace("{ sides: 6 }", "{ sidez: 6 }"));
  const { code, output } = await tsc();
  expect(code).not.toBe(0);
  expect(output).toMatch(/^test\/bot\.test\.ts\(\d+,\d+\): error TS\d+: .*sidez/);
});

test("of strict, the definitions need strictNullChecks alone", { timeout: 60_000 }, async () => {
  const place = join(installation.place, "lax");
  await mkdir(place);
  const page = await readFile("docs/app-reference.md", "utf8");
  const program = /### Suggestions\n.*?```ts\n(.*?)```/s.exec(page)?.[1] ?? "there is none";
  await writeFile(join(place, "bot.ts"), program);
  const settings = { module: "nodenext", target: "es2023", types: ["node"], strictNullChecks: true };
  const compilerOptions = { ...settings, strict: false, noEmit: true, skipLibCheck: true };
  await writeFile(join(place, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  const tsc = resolve("node_modules/typescript-native/bin/tsc");
  expect(await run(process.execPath, [tsc], { cwd: place })).toMatchObject({ code: 0, output: "" });
});

test("the Apps of tests are stopped also where files share their modules", { timeout: 60_000 }, async () => {
  const place = join(installation.place, "shared");
  await mkdir(place);
  const file = `import "svc-apps/testing/vitest";
    import { App } from "svc-apps";
    import { testApp } from "svc-apps/testing";
    import { test } from "vitest";
    const app = new App();
    test.each([1, 2])("test %i", async () => void (await testApp(app)));`;
  for (const name of ["one", "other"]) await writeFile(join(place, `${name}.test.ts`), file);
  const vitest = join(installation.place, "node_modules/vitest/vitest.mjs");
  const args = ["run", "--root", place, "--no-isolate", "--no-file-parallelism"];
  expect((await run(process.execPath, [vitest, ...args])).output).toMatch(/Tests .*4 passed/);
});

test("a directory with something in it is left alone", async () => {
  const place = join(installation.place, "taken");
  await mkdir(place);
  await writeFile(join(place, "notes.txt"), "mine");
  await expect(init([place], silent)).rejects.toThrow(/is not empty; nothing was written/);
  await expect(init([join(place, "notes.txt")], silent)).rejects.toThrow(/is a file/);
  await expect(init([], silent)).rejects.toThrow(/name one folder/);
});
