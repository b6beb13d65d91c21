import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { UsageError } from "../../cli/usage-error.js";
import { run } from "../../cli/conformance.js";
import { program } from "../support/program.js";

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) {
    for (const pid of (await pidsIn(join(folder, "pids"))).filter(isAlive)) process.kill(pid, "SIGKILL"); // of a red test
    await rm(folder, { recursive: true });
  }
});

const pidsIn = async (file: string): Promise<number[]> =>
  (await readFile(file, "utf8").catch(() => "")).split("\n").filter(Boolean).map(Number);

const main = await program("cli/main");

function conformance(...args: readonly string[]) {
  const child = spawn(process.execPath, [...main, "conformance", ...args], { stdio: "pipe" });
  const said = { out: "", err: "" };
  child.stdout.on("data", (more: Buffer) => (said.out += more.toString()));
  child.stderr.on("data", (more: Buffer) => (said.err += more.toString()));
  return { child, said, ended: once(child, "close") };
}

/** A program that starts another, which hears no SIGTERM and tells its number; itself it `stays`, as deaf, or ends. */
async function programOf({
  stays,
}: {
  readonly stays: boolean;
}): Promise<{ file: string; pids: () => Promise<number[]> }> {
  const folder = await mkdtemp(join(tmpdir(), "conformance-"));
  folders.push(folder);
  const told = join(folder, "pids");
  const file = join(folder, "program.mjs");
  const deaf = `process.on("SIGTERM", () => {}); setInterval(() => {}, 1_000);`;
  const tell = `import("node:fs").then((fs) => fs.appendFileSync(${JSON.stringify(told)}, process.pid + "\\n"));`;
  const inner = JSON.stringify(`${deaf} ${tell}`);
  const text = `import { spawn } from "node:child_process";
    spawn(process.execPath, ["-e", ${inner}], { stdio: "ignore" })${stays ? "" : ".unref()"};
    ${stays ? `${deaf} ${tell}` : ""}`;
  await writeFile(file, text);
  const pids = async () => pidsIn(told);
  return { file, pids };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const gone = async (pids: readonly number[]): Promise<void> =>
  vi.waitUntil(() => !pids.some(isAlive), { timeout: 20_000 }).then(() => undefined);

// Most of their time is spent waiting, so they wait together.
describe.concurrent("svc-apps conformance", { timeout: 60_000 }, () => {
  test("what the program left running ends with the judgement", async () => {
    const { file, pids } = await programOf({ stays: false });
    const { ended, said } = conformance("--", process.execPath, file);
    await vi.waitUntil(async () => (await pids()).length === 1, { timeout: 30_000 });
    expect(await ended).toEqual([1, null]);
    expect(said.err).toContain("nothing was observed");
    await gone(await pids());
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s ends the program too, deaf as it may be, and the exit code is %d", async (signal, code) => {
    const { file, pids } = await programOf({ stays: true });
    const { child, ended } = conformance("--", process.execPath, file);
    await vi.waitUntil(async () => (await pids()).length === 2, { timeout: 30_000 });
    child.kill(signal);
    expect(await ended).toEqual([code, null]);
    await gone(await pids());
  });

  test("a reader of its words who goes away leaves no program running", async () => {
    const { file, pids } = await programOf({ stays: true });
    const { child, ended } = conformance("--endpoint", "http://127.0.0.1:9/", "--", process.execPath, file);
    await vi.waitUntil(async () => (await pids()).length === 2, { timeout: 30_000 });
    child.stderr.destroy();
    child.stdout.destroy();
    expect(await ended).toEqual([1, null]);
    await gone(await pids());
  });

  test("--verbose shows the lines of the program, whose colours stay and which move nothing", async () => {
    const speak = 'console.log("\\x1b[2J\\x1b[31mred"); console.error("turned \\u202e")';
    const { ended, said } = conformance("--verbose", "--", process.execPath, "-e", speak);
    expect(await ended).toEqual([1, null]);
    expect(said.err).toContain("\n\\u001b[2J\u001b[31mred\u001b[0m\n");
    expect(said.err).toContain("\nturned \\u202e\n");
  });

  test("a program that cannot be started is one line, and no verdicts", async () => {
    const { ended, said } = conformance("there-is-no-such-program");
    expect(await ended).toEqual([1, null]);
    expect(said.err).toMatch(
      /\nsvc-apps conformance: there-is-no-such-program could not be started: spawn .*ENOENT\n$/,
    );
    expect(said.out).toBe("");
  });

  test.each([
    [[], "pass the command that starts the program"],
    [["--endpoint", "here", "node"], "--endpoint needs an http(s) URL"],
  ])("%j is called wrongly", async (argv, why) => {
    await expect(run(argv)).rejects.toThrow(UsageError);
    await expect(run(argv)).rejects.toThrow(why);
  });
});
