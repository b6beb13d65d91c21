import { expect, test } from "vitest";
import { run as commands } from "../../cli/commands.js";
import { run as doctor } from "../../cli/doctor.js";
import { run as listen } from "../../cli/listen.js";
import { UsageError } from "../../cli/usage-error.js";
import { temporaryFolder, writeFiles } from "../codegen/support/temporary.js";

/** Settings that cannot be right, and how the line about them begins. */
const wrong: readonly (readonly [setting: object, argv: readonly string[], problem: string])[] = [
  [{ SVC_BASE_URL: "chat.example" }, [], "SVC_BASE_URL (or --base-url) must be an absolute http(s) address"],
  [{ SVC_BASE_URL: "https://me:hidden@chat.example" }, [], "SVC_BASE_URL (or --base-url) must not hold a user name"],
  [{}, ["--base-url", "http://chat.example"], "SVC_BASE_URL (or --base-url) is http to another machine"],
  [{ SVC_APP_TOKEN: "app.1.hidden" }, [], "SVC_APP_TOKEN is not a credential of the form"],
];
const right = { SVC_BASE_URL: "http://127.0.0.1:1", SVC_APP_TOKEN: "svc_app.1.hidden" };

test.each(wrong)("for doctor, %j %j is a finding, also as JSON", async (setting, argv, problem) => {
  let said = "";
  const env = { ...right, ...setting };
  expect(await doctor([...argv, "--json"], { env, out: (text) => void (said += text) })).toBe(1);
  const text: unknown = expect.stringContaining(problem);
  expect(JSON.parse(said)).toEqual([{ check: "settings", verdict: "failed", text }]);
  expect(said).not.toContain("hidden");
});

test.each(wrong)(
  "for commands and listen, %j %j is a call that is wrong, by its own name",
  async (setting, argv, why) => {
    const folder = await temporaryFolder();
    await writeFiles(folder, { "commands.json": "[]" });
    const env = { ...right, ...setting };
    const plan = (): Promise<number> => commands(["plan", `${folder}/commands.json`, ...argv], { env });
    for (const call of [plan, () => listen(argv, { env })]) {
      const called = call();
      await expect(called).rejects.toThrow(UsageError);
      await expect(called).rejects.toThrow(why);
      await expect(called).rejects.not.toThrow("hidden");
    }
  },
);
