import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, createClient } from "svc-apps";
import { type Sandbox, startSandbox } from "svc-apps/sandbox";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { run, type Surroundings } from "../../cli/commands.js";
import { UsageError } from "../../cli/usage-error.js";
import { program } from "../support/program.js";

let sandbox: Sandbox;
let folder: string;
beforeEach(async () => {
  sandbox = await startSandbox({ clock: "virtual", seed: 1, port: null });
  folder = mkdtempSync(join(tmpdir(), "commands-"));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await sandbox.stop();
});

const roll = { type: "chat", name: "roll", description: "Roll" };

/** Runs the command against the sandbox; brings the exit code and what was printed. */
async function call(
  argv: readonly string[],
  env: Surroundings["env"] = {},
  more: Partial<Surroundings> = {},
): Promise<{ code: number; text: string }> {
  let text = "";
  const code = await run(argv, {
    ...more,
    out: (more) => void (text += more),
    env: { SVC_BASE_URL: sandbox.baseUrl, SVC_APP_TOKEN: sandbox.defaults.token, ...env },
    connect: (baseUrl, token) => createClient({ baseUrl, token, transport: sandbox.request, clock: sandbox.clock }),
  });
  return { code, text };
}

const file = (content: unknown, name = "commands.json"): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
};

describe("svc-apps commands", () => {
  test("plan says what would be done and does nothing; apply does it; a second apply writes nothing", async () => {
    const path = file([
      roll,
      { command: { type: "user", name: "greet", description: "Greet" }, serverId: sandbox.defaults.serverId },
    ]);
    const planned = [
      "  + chat /roll (global)",
      `  + user greet (server ${sandbox.defaults.serverId})`,
      "Plan: 2 to create, 0 to change, 0 to delete, 0 unchanged.",
      "",
    ].join("\n");
    expect(await call(["plan", path])).toEqual({ code: 0, text: planned });
    expect(await call(["apply", path, "--dry-run"])).toEqual({ code: 0, text: planned });
    const applied = await call(["apply", path]);
    expect(applied.code).toBe(0);
    expect(applied.text).toContain("created chat /roll (global)");
    expect(applied.text).toContain("Done: 2.");
    expect(await call(["apply", path])).toEqual({
      code: 0,
      text: "Plan: 0 to create, 0 to change, 0 to delete, 2 unchanged.\n",
    });
  });

  test("deletes only when asked to", async () => {
    await call(["apply", file([roll])]);
    expect((await call(["plan", file([])])).text).toContain("chat /roll (global)  not defined here; stays");
    expect((await call(["apply", file([]), "--prune"])).text).toContain("deleted chat /roll (global)");
  });

  const inServer = () => ({ command: roll, serverId: sandbox.defaults.serverId });

  test("deletes nothing outside the named scope without --all-scopes", async () => {
    const { serverId } = sandbox.defaults;
    await call(["apply", file([roll, inServer()])]);
    const left = `chat /roll (server ${serverId})  not defined here; stays`;
    expect((await call(["plan", file([]), "--prune"])).text).toContain(left);
    expect((await call(["plan", file([]), "--prune", "--global"])).text).toContain(left);
    const { text } = await call(["plan", file([]), "--prune", "--server", serverId]);
    expect(text).toContain("  - chat /roll (server ");
    expect(text).toContain("chat /roll (global)  not defined here; stays");
    const all = await call(["apply", file([]), "--prune", "--all-scopes"]);
    expect(all.text).toMatch(/- chat \/roll \(global\)\n {2}- chat \/roll \(server/);
  });

  test("--server puts what names no server into that server, and refuses what names another", async () => {
    const { serverId } = sandbox.defaults;
    const { text } = await call(["plan", file([roll]), "--server", serverId]);
    expect(text).toContain(`  + chat /roll (server ${serverId})`);
    await expect(call(["plan", file([inServer()]), "--global"])).rejects.toThrow(
      "outside the scope of the plan, global",
    );
    await expect(call(["plan", file([{ command: roll, serverId: null }]), "--server", serverId])).rejects.toThrow(
      `chat /roll (global) is outside the scope of the plan, server ${serverId}`,
    );
  });

  test("a list that does not say scopes blocks what could hit another one, until --only-scope says there is none", async () => {
    await sandbox.stop();
    sandbox = await startSandbox({
      clock: "virtual",
      seed: 1,
      port: null,
      assumptions: { commandScopeListed: "omitted" },
    });
    await call(["apply", file([roll])]);
    const path = file([{ ...roll, description: "New" }]);
    const blocked = await call(["plan", path, "--server", sandbox.defaults.serverId]);
    expect(blocked.code).toBe(1);
    expect(blocked.text).toContain("--only-scope");
    expect((await call(["apply", path, "--only-scope"])).text).toContain("changed chat /roll (global)");
  });

  test("--detailed-exitcode tells changes from none: 0 none, 2 changes, 1 anything wrong", async () => {
    const path = file([roll]);
    const code = async (...argv: readonly string[]) => (await call([...argv, "--detailed-exitcode"])).code;
    expect(await code("plan", path)).toBe(2);
    expect(await code("apply", path)).toBe(2);
    expect(await code("plan", path)).toBe(0);
    expect(await code("apply", path)).toBe(0);
    const error: unknown = await code("drop", path).catch((thrown: unknown) => thrown);
    expect(error).not.toBeInstanceOf(UsageError); // that would end with 2
    expect(String(error)).toContain('commands: unknown command "drop"');
    const slip: unknown = await code("plan", path, "--prunee").catch((thrown: unknown) => thrown);
    expect(String(slip)).toBe("Error: Unknown option '--prunee'; svc-apps commands --help lists the options");
    sandbox.faults.edit({ operation: "listCommands", set: { "/truncated": true, "/commands": [] } });
    expect(await code("plan", path)).toBe(1);
  });

  test("--json prints the plan as data, each step with its scope and how it went", async () => {
    const { serverId } = sandbox.defaults;
    const path = file([roll, inServer()]);
    const key = { action: "create", type: "chat", name: "roll" };
    const steps = [
      { ...key, scope: { kind: "global" } },
      { ...key, scope: { kind: "server", serverId } },
    ];
    const rest = { truncated: false, hasChanges: true, isBlocked: false };
    expect(JSON.parse((await call(["plan", path, "--json"])).text)).toEqual({ steps, ...rest });
    expect(JSON.parse((await call(["apply", path, "--json"])).text)).toEqual({
      steps: steps.map((step) => ({ ...step, done: true })),
      ...rest,
    });
  });

  test("CMD-07 a list that was cut off ends with a failure, unless forced", async () => {
    sandbox.faults.edit({ operation: "listCommands", set: { "/truncated": true }, times: 2 });
    const path = file([roll]);
    const refused = await call(["apply", path]);
    expect(refused.code).toBe(1);
    expect(refused.text).toMatch(/cut off by the service.*! chat \/roll/s);
    expect((await call(["apply", path, "--force"])).code).toBe(0);
  });

  test("CMD-16 a command that could not be registered is told, the others are registered", async () => {
    sandbox.faults.add({
      on: "rest",
      operation: "createCommand",
      effect: "answer",
      status: 403,
      body: { code: "APP_MISSING_SCOPE" },
    });
    const { code, text } = await call(["apply", file([roll, { ...roll, name: "other" }])]);
    expect(code).toBe(1);
    expect(text).toMatch(/failed chat \/roll \(global\): createCommand: refused: APP_MISSING_SCOPE/);
    expect(text).toContain("created chat /other (global)");
    expect(text).toContain("1 of 2 could not be done.");
  });

  test("takes a module with a default export or with commands", async () => {
    const source = `const roll = ${JSON.stringify(roll)};`;
    expect((await call(["plan", file(`${source} export default [roll];`, "a.mjs")])).code).toBe(0);
    expect((await call(["plan", file(`${source} export const commands = [roll];`, "b.mjs")])).text).toContain(
      "+ chat /roll",
    );
  });

  const bot = `import { App, chatCommand } from ${JSON.stringify(new URL("../../runtime/index.ts", import.meta.url).href)};
    export const roll = chatCommand({ name: "roll", description: "Roll" });
    export const other = chatCommand({ name: "other", description: "Not handled" });
    export const app = new App();
    `;

  test.each([
    ["exports its App, of whose commands those with a handler count", `${bot} app.command(roll, () => {});`],
    ["starts its App, which stays still", `${bot} app.command(roll, () => {}); await app.start();`],
    ["has its App for default", `${bot} export default app.command(roll, () => {});`],
    ["exports definitions one by one", `export const roll = ${JSON.stringify(roll)}; export const mood = "good";`],
    ["has a default for a web server", `${bot} app.command(roll, () => {}); export default { fetch: app.fetch };`],
  ])("a module that %s is planned", async (_, source) => {
    const path = file(source, "bot.mjs");
    const opened = sandbox.log.entries().length;
    const { code, text } = await call(["plan", path]);
    expect({ code, text }).toEqual({
      code: 0,
      text: "  + chat /roll (global)\nPlan: 1 to create, 0 to change, 0 to delete, 0 unchanged.\n",
    });
    expect(sandbox.log.entries("request").slice(opened)).toHaveLength(1); // the list, and nothing that an App asks
  });

  test("an App is asked to start as ever when the commands have been read", async () => {
    const path = file(`${bot} app.command(roll, () => {}); await app.start();`, "bot.mjs");
    await call(["plan", path]);
    await expect(new App().start()).rejects.toThrow("is missing baseUrl");
  });

  test.each([
    ["another thing", "export const answer = 42;", "no commands: an App (export const app), a list (as default or"],
    ["two of them", "export const answer = 42; export default 7;", "it exports answer, default"],
    ["nothing", "", "it exports nothing"],
    ["an App without handlers", bot, "has no commands: pass the module that registers their handlers"],
    ["two Apps", `${bot} app.command(roll, () => {}); export const b = new App();`, "exports 2 Apps"],
    ["nothing but an error", "throw new Error('no luck');", "cannot be loaded: no luck"],
  ])("a module that exports %s is refused, and says what was looked for", async (_, source, why) => {
    await expect(call(["plan", file(source, "bot.mjs")])).rejects.toThrow(why);
  });

  test("a module that waits for the end of its App is given up", async () => {
    const waiting = { load: async () => new Promise<never>(() => {}), patienceMs: 0 };
    await expect(call(["plan", file("", "bot.mjs")], {}, waiting)).rejects.toThrow(
      "has not loaded within 0 s: it waits",
    );
  });

  test("a language that Node does not load is to be built first", async () => {
    const load = async () => Promise.reject(Object.assign(new TypeError("?"), { code: "ERR_UNKNOWN_FILE_EXTENSION" }));
    const error: unknown = await call(["plan", file("", "bot.ts")], {}, { load }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).toMatch(/does not load .*bot\.ts: build it first, and pass the JavaScript$/);
  });

  test("the program ends with the plan, whatever the module keeps open", async () => {
    const other = await startSandbox({ seed: 1 });
    onTestFinished(async () => other.stop());
    const path = file(`setInterval(() => {}, 1_000); export const commands = [${JSON.stringify(roll)}];`, "bot.mjs");
    const child = execFile(process.execPath, [...(await program("cli/main")), "commands", "plan", path], {
      env: { ...process.env, SVC_BASE_URL: other.baseUrl, SVC_APP_TOKEN: other.defaults.token },
      timeout: 20_000,
    });
    let text = "";
    child.stdout?.on("data", (more: string) => (text += more));
    expect(await once(child, "close")).toEqual([0, null]);
    expect(text).toContain("Plan: 1 to create");
  });

  test.each([
    [[], "pass what to do: commands plan <file> or commands apply <file>"],
    [["plan"], "plan takes one file with definitions: svc-apps commands plan <file>"],
    [["apply", "a.json", "b.json"], "apply takes one file with definitions: svc-apps commands apply <file>"],
    [["drop", "x.json"], 'commands: unknown command "drop"; expected one of plan, apply'],
    [["plan", "/nowhere.json"], "cannot be read"],
    [["plan", "x.json", "--all-scopes"], "--all-scopes goes with --prune"],
    [["plan", "x.json", "--server", "main"], '--server takes the id of a server, got "main"'],
    [["plan", "x.json", "--server", "7101000000000000001", "--global"], "are two scopes"],
  ])("%j is called wrongly", async (argv, why) => {
    const error: unknown = await call(argv).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).toContain(why);
  });

  test.each([
    ["{", "is not JSON"],
    [{}, "holds no list"],
    [[{ type: "chat" }], "entry 1 is no command definition"],
    [[roll, { command: { ...roll, options: "x" } }], "entry 2 is no command definition"],
    [[{ command: roll, serverId: 7 }], "serverId must be the id of a server"],
  ])("definitions %j are refused with the place of the mistake", async (content, why) => {
    await expect(call(["plan", file(content)])).rejects.toThrow(why);
  });

  test("says which part of its surroundings is missing", async () => {
    await expect(call(["plan", file([])], { SVC_BASE_URL: undefined })).rejects.toThrow("set SVC_BASE_URL");
    await expect(call(["plan", file([])], { SVC_APP_TOKEN: undefined })).rejects.toThrow("set SVC_APP_TOKEN");
  });
});
