import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run } from "../../../tools/run.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const app = fileURLToPath(new URL("plain-app.mjs", import.meta.url));

/** Judges the plain client by the command line, as somebody with a program in another language would. */
function judge(options: readonly string[], environment: NodeJS.ProcessEnv = {}): ReturnType<typeof run> {
  const command = ["--import", "tsx", "cli/main.ts", "conformance", ...options, "--", process.execPath, app];
  return run(process.execPath, command, { cwd: root, env: { ...process.env, NO_COLOR: "1", ...environment } });
}

test("SBX-08 the command judges a program that knows nothing of this package", async () => {
  const { code, output } = await judge([]);
  expect(output).toContain("waiting for the program");
  for (const rule of ["AUTH-04", "VER-01", "BOX-03", "BOX-04", "BOX-10", "BOX-11", "EVT-49"]) {
    expect(output).toMatch(new RegExp(`^ +${rule} +kept`, "m"));
  }
  expect(output).toMatch(/\d+ kept, 0 broken, \d+ not observed/);
  expect(code).toBe(0);
});

test("SBX-08 what a careless program breaks is named with its evidence, and fails the command", async () => {
  const { code, output } = await judge([], { CARELESS: "1" });
  expect(output).toMatch(/VER-01 +BROKEN .*\n +GET \/api\/apps\/eventos has no x-svc-api-version/);
  expect(code).toBe(1);
});

test("SBX-08 a command that cannot be started is said so", async () => {
  const { code, output } = await run(
    process.execPath,
    ["--import", "tsx", "cli/main.ts", "conformance", "no-such-program"],
    {
      cwd: root,
    },
  );
  expect(output).toContain("no-such-program could not be started");
  expect(output).not.toMatch(/kept|broken/); // nothing was judged
  expect(code).toBe(1);
});
