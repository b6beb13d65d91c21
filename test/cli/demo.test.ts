import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { program } from "../support/program.js";

const main = await program("cli/demo");

test.each([
  [["--foo"], "demo: Unknown option '--foo'\n"],
  [["--port", "x"], 'demo: "x" is no port\n'],
  [["--port", "65536"], 'demo: "65536" is no port\n'],
])("the demo called with %j says so before it builds anything", async (args, line) => {
  const child = spawn(process.execPath, [...main, ...args], { stdio: "pipe" });
  const said = { out: "", err: "" };
  child.stdout.on("data", (more: Buffer) => (said.out += more.toString()));
  child.stderr.on("data", (more: Buffer) => (said.err += more.toString()));
  expect(await once(child, "close")).toEqual([2, null]);
  expect(said).toEqual({ out: "", err: line });
});
