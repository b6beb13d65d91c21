import { expect, onTestFinished, test, vi } from "vitest";
import { runCommandLine } from "../../cli/frame.js";
import { commands } from "../../cli/table.js";
import { run as generate } from "../../codegen/run.js";

/** Runs `svc-apps generate` as the program does. */
async function ran(...argv: readonly string[]) {
  const said = { out: "", err: "" };
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    said.out += String(text);
    return true;
  });
  onTestFinished(() => write.mockRestore());
  const code = await runCommandLine(
    {
      program: "svc-apps",
      version: "1",
      commands,
      optional: {},
      isInstalled: () => true,
      add: "npm install --save-dev",
      loadEnv: () => undefined,
      out: (text) => void (said.out += text),
      err: (text) => void (said.err += text),
    },
    ["generate", ...argv],
  );
  return { code, ...said };
}

test("the help names every option that the generator itself names, and the default of the runtime", async () => {
  let own = "";
  await generate(["--help"], { out: (text) => void (own += text) });
  const optionsOf = (text: string) => text.split("\n").filter((line) => /^ {2}--/.test(line));
  const { code, out } = await ran("--help");
  expect(code).toBe(0);
  expect(optionsOf(out)).toEqual(optionsOf(own));
  expect(optionsOf(own).length).toBeGreaterThan(8);
  expect(out).toContain("--runtime is svc-apps/rest by default");
});

test.each([
  [["--foo"], "svc-apps generate: Unknown option '--foo'; svc-apps generate --help lists the options\n"],
  [["--openapi", "x.yaml"], "svc-apps generate: --out says where to write; it is missing\n"],
  [["--config", "/nowhere.yaml"], /^svc-apps generate: .*\/nowhere\.yaml: ENOENT.*\n$/],
])("%j is told in one line with the name of the command", async (argv, line) => {
  const { code, out, err } = await ran(...argv);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toEqual(typeof line === "string" ? line : expect.stringMatching(line));
});
