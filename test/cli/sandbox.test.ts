import { afterEach, expect, test, vi } from "vitest";
import { UsageError } from "../../cli/usage-error.js";
import { run } from "../../cli/sandbox.js";

afterEach(() => void vi.unstubAllEnvs());

test.each([
  [["log"], "set SVC_SANDBOX_CONTROL to what the sandbox printed, or give --control <url>"],
  [["log", "--control", "here"], "the control address needs an http(s) URL"],
  [["log", "--seed", "7"], "--seed is for starting a sandbox, not for log"],
  [["act", "1", "reload", "--quiet"], "--quiet is for starting a sandbox, not for act"],
  [["frob"], "there are portal, act, fault and log"],
  [["--port", "1e3"], '"1e3" is no port'],
  [["--port", ""], '"" is no port'],
  [["--control-port", "65536"], '"65536" is no port'],
  [["--data", "nowhere/at/all/world.jsonl"], "--data nowhere/at/all/world.jsonl: there is no folder nowhere/at/all"],
  [["--data", "test"], "--data test is a folder: name a file in it"],
])("sandbox %j is called wrongly", async (argv, why) => {
  vi.stubEnv("SVC_SANDBOX_CONTROL", "");
  const called = run(argv);
  await expect(called).rejects.toThrow(UsageError);
  await expect(called).rejects.toThrow(why);
});
