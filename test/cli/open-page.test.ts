import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { run } from "../../cli/dev.js";
import { openPage } from "../../cli/open-page.js";

const name = process.platform === "darwin" ? "open" : "xdg-open";
let folder = "";
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "open-"))));
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

/** Puts a program where the system's own would be found, which writes down what it was called with. */
async function stubOpener(): Promise<() => Promise<string>> {
  const [program, called] = [join(folder, name), join(folder, "called")];
  await writeFile(program, `#!/bin/sh\nprintf '%s\\n' "$@" > "${called}.part" && mv "${called}.part" "${called}"\n`);
  await chmod(program, 0o755);
  vi.stubEnv("PATH", `${folder}:${process.env["PATH"] ?? ""}`);
  return async () => vi.waitFor(() => readFile(called, "utf8"), { timeout: 30_000, interval: 20 });
}

// On Windows the program is one of the shell's own words, which nothing on the path replaces.
describe.skipIf(process.platform === "win32")("the page in the browser", () => {
  test("is opened by the system's own program, which gets the address alone", async () => {
    const called = await stubOpener();
    openPage("http://127.0.0.1:4000/?a=1&b=$(touch x)");
    expect(await called()).toBe("http://127.0.0.1:4000/?a=1&b=$(touch x)\n");
  });

  test("is not opened where there is no such program, and nothing fails", async () => {
    vi.stubEnv("PATH", folder);
    expect(() => openPage("http://127.0.0.1:4000/")).not.toThrow();
    await new Promise(setImmediate); // what nobody listens to would end the process by now
  });

  test("dev --open opens what it prints", async () => {
    const called = await stubOpener();
    await writeFile(join(folder, "main.mjs"), "setInterval(() => {}, 1_000);\n");
    const ending = new AbortController();
    let said = "";
    const out = (text: string): void => void (said += text);
    const ended = run(["main.mjs", "--open", "--quiet", "--no-install"], { cwd: folder, signal: ending.signal, out });
    const address = await called();
    ending.abort();
    expect(await ended).toBe(0);
    expect(said).toContain(`the page is at ${address}`);
  });
});
