import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { askSandbox } from "../../cli/sandbox-control.js";
import { UsageError } from "../../cli/usage-error.js";
import { run } from "../../cli/sandbox.js";

afterEach(() => void vi.unstubAllEnvs());

test.each([
  [["log"], "set SVC_SANDBOX_CONTROL to what the sandbox printed, or pass --control <url>"],
  [["log", "--control", "here"], "the control address needs an http(s) URL"],
  [["log", "--seed", "7"], "--seed is for starting a sandbox, not for log"],
  [["act", "1", "reload", "--quiet"], "--quiet is for starting a sandbox, not for act"],
  [["frob"], 'sandbox: unknown command "frob"; expected one of portal, act, fault, log'],
  [["portl"], 'sandbox: unknown command "portl"; did you mean portal?'],
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

test.each([
  ['scopes=["a","b"]', ["a", "b"]],
  ["scopes=a,b", ["a", "b"]],
  ["scopes=[1]", "scopes takes names separated by commas, or a JSON array of strings, got [1]"],
  ["scopes={}", "scopes takes names separated by commas, or a JSON array of strings, got {}"],
])("a list of the portal is written as names or as JSON: %s", async (pair, result) => {
  const asked: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: URL, { body }: { readonly body: string }) => {
    asked.push(JSON.parse(body));
    return Promise.resolve(Response.json({}, { headers: { "x-sandbox-control": "1" } }));
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const done = askSandbox(() => "http://127.0.0.1:1", ["portal", "install", "appId=1", "serverId=2", pair]);
  if (typeof result === "string") await expect(done).rejects.toThrow(result);
  else {
    await done;
    expect(asked).toEqual([{ appId: "1", serverId: "2", scopes: result }]);
  }
});
