import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync } from "node:fs";
import { expect, test } from "vitest";
import { helpOf } from "../../cli/syntax.js";
import { commands } from "../../cli/table.js";
import { program } from "../support/program.js";

const main = await program("cli/main");

/** Runs the command with its output going to `out`, and gives its exit code and what it said on the error output. */
async function ran(args: readonly string[], out: "pipe" | number, err: "pipe" | number = "pipe") {
  const child = spawn(process.execPath, [...main, ...args], { stdio: ["ignore", out, err] });
  child.stdout?.destroy(); // a reader who is gone before the first word
  let said = "";
  child.stderr?.on("data", (more: Buffer) => (said += more.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, said };
}

test("a reader who went away ends the command without a word", async () => {
  expect(await ran(["--help"], "pipe")).toEqual({ code: 1, said: "" });
});

const full = "/dev/full"; // a device that takes nothing, where there is one

test.runIf(existsSync(full))("an output that cannot be written is told on the error output", async () => {
  const { code, said } = await ran(["--help"], openSync(full, "w"));
  expect(code).toBe(1);
  expect(said).toMatch(/^svc-apps: the output cannot be written: ENOSPC.*\n$/);
});

test.runIf(existsSync(full))(
  "an error output that cannot be written ends the command, and is no uncaught error",
  async () => {
    expect((await ran(["frob"], "pipe", openSync(full, "w"))).code).toBe(1);
  },
);

test("nothing is coloured, whatever the surroundings promise", async () => {
  const child = spawn(process.execPath, [...main, "frob"], {
    env: { ...process.env, FORCE_COLOR: "1" },
  });
  let said = "";
  child.stderr.on("data", (more: Buffer) => (said += more.toString()));
  expect(await once(child, "close")).toEqual([2, null]);
  expect(said).toMatch(/^svc-apps: unknown command "frob"; expected one of [\w, ]+\n$/);
});

test.each(commands.map(({ name, load }) => [name, load] as const))(
  "the help of %s says what its exit codes mean, one by one",
  async (_name, load) => {
    const { syntax } = await load();
    expect(helpOf("svc-apps", syntax)).toMatch(/\nExit code:\s+0 [^]*1 [^]*2\s+[^]*wrong\s+usage/);
  },
);
