import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { run } from "../../cli/dev.js";
import { entryOf, startOf } from "../../cli/dev/entry.js";
import { UsageError } from "../../cli/usage-error.js";
import { program as launcher } from "../support/program.js";

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
let folder = "";
const stops: (() => Promise<unknown>)[] = [];
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "dev-"))));
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await rm(folder, { recursive: true, force: true });
});

const write = async (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);

/** Writes a file again and again until that is noticed: a program may speak before anybody looks after its file. */
const change = async (name: string, text: string, isNoticed: () => boolean): Promise<void> =>
  vi.waitFor(
    async () => {
      await write(name, text);
      await vi.waitFor(() => expect(isNoticed()).toBe(true), { timeout: 10_000, interval: 20 });
    },
    { timeout: 120_000 },
  );

/** Runs the command in the folder; what it says is read on the way. */
function dev(...argv: readonly string[]) {
  const ending = new AbortController();
  let said = "";
  const ended = run(argv, { cwd: folder, signal: ending.signal, out: (text) => void (said += text) });
  ended.catch(() => undefined);
  const stop = async (): Promise<number> => {
    ending.abort();
    return ended;
  };
  stops.push(async () => stop().catch(() => undefined));
  const expectLine = async (text: string | RegExp): Promise<void> =>
    vi.waitFor(() => expect(said).toMatch(text), { timeout: 120_000, interval: 20 });
  return { expectLine, stop, ended, said: () => said };
}

/** A program that says what it was given, stays, and says goodbye. */
const program = (version: string): string => `
  console.log("version ${version}", process.env.SVC_BASE_URL, process.env.SVC_APP_TOKEN);
  process.on("SIGTERM", () => { console.log("goodbye"); process.exit(0); });
  setInterval(() => {}, 1_000);
`;

describe("svc-apps dev", { timeout: 240_000 }, () => {
  test("the program gets its environment, starts again when its file changes, and is told to end", async () => {
    await write("main.mjs", program("one"));
    const { expectLine, stop, said } = dev("main.mjs");
    await expectLine(/app {5}│ version one http:\/\/127\.0\.0\.1:\d+ svc_app\.\d+\.\S+/);
    expect(said()).toMatch(/dev {5}│ the page is at http:\/\/127\.0\.0\.1:\d+\/\n/);
    await change("main.mjs", program("two"), () => said().includes("version two"));
    expect(await stop()).toBe(0);
    expect(said()).toContain("goodbye");
  });

  test("ids, ports and the credential are those of the last run, and nothing of it goes into git", async () => {
    await write("main.mjs", program("one"));
    const first = dev("main.mjs", "--quiet");
    await first.expectLine("version one");
    await first.stop();
    const second = dev("main.mjs", "--quiet");
    await second.expectLine("version one");
    await second.stop();
    const lines = (said: string): readonly string[] =>
      said.split("\n").filter((line) => /page is at|version/.test(line));
    expect(lines(second.said())).toEqual(lines(first.said()));
    expect(await readFile(join(folder, ".svc/.gitignore"), "utf8")).toBe("*\n");
  });

  test("the commands of an App are registered without a word of it, and again when one is added", async () => {
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    const app = (...names: readonly string[]): string => `
      import { App, chatCommand } from "${root}/runtime/index.ts";
      const app = new App({ baseUrl: process.env.SVC_BASE_URL, token: process.env.SVC_APP_TOKEN });
      for (const name of ${JSON.stringify(names)})
        app.command(chatCommand({ name, description: "x" }), async (interaction) => interaction.reply("4"));
      void app.start();`;
    await write("package.json", '{"type":"module"}');
    await write("main.ts", app("roll"));
    const { expectLine, said } = dev("main.ts");
    await expectLine(/sandbox │ \S+ request +POST \/api\/apps\/me\/comandos -> 20\d\n/);
    await expectLine("Commands: create chat /roll (global)");
    await change("main.ts", app("roll", "flip"), () => said().includes("Commands: create chat /flip (global)"));
  });

  test("both sides are one log", async () => {
    await write(
      "main.mjs",
      `const headers = { authorization: "Bearer " + process.env.SVC_APP_TOKEN, "x-svc-api-version": "1" };
       const { status } = await fetch(process.env.SVC_BASE_URL + "/api/apps/me", { headers });
       console.log("answered", status);`,
    );
    const { expectLine } = dev("main.mjs");
    await expectLine(/sandbox │ \S+ request +GET \/api\/apps\/me -> 200\n/);
    await expectLine("app     │ answered 200\n");
  });

  test("an endpoint is proved once the program answers, and again after it was suspended", async () => {
    await write(
      "main.mjs",
      `import { createServer } from "node:http";
       import { writeFileSync } from "node:fs";
       const server = createServer((incoming, outgoing) => incoming.pipe(outgoing)).listen(0, "127.0.0.1", () =>
         writeFileSync("port", String(server.address().port)));`,
    );
    const { expectLine: started, stop } = dev("main.mjs", "--quiet");
    await started("page is at");
    const port = await vi.waitFor(async () => readFile(join(folder, "port"), "utf8"), { timeout: 120_000 });
    await stop();
    await write(
      "main.mjs",
      `import { createServer } from "node:http";
       createServer((incoming, outgoing) => incoming.pipe(outgoing)).listen(${port}, "127.0.0.1");
       console.log(process.env.SVC_SANDBOX_CONTROL, process.env.SVC_APP_ID);`,
    );
    const { expectLine, said } = dev("main.mjs", "--endpoint", `http://127.0.0.1:${port}/`);
    await expectLine(`the endpoint http://127.0.0.1:${port}/ is active`);
    const [, control, appId] = /(http:\/\/\S+) (\d+)\n/.exec(said().slice(said().indexOf("app     │"))) ?? [];
    await fetch(`${control}/portal/suspendEndpoint`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ appId }),
    });
    await expectLine(/retestEndpoint/);
  });

  test("a command of any language is run as it is, and its failure is ours", async () => {
    const failing = dev("--quiet", "--", process.execPath, "-e", "process.exit(3)");
    expect(await failing.ended).toBe(1);
    expect(failing.said()).toContain("the program ended with 3");
    const fine = dev("--quiet", "--", process.execPath, "-e", "console.log('done')");
    expect(await fine.ended).toBe(0);
    await expect(dev("--", "there-is-no-such-program").ended).rejects.toThrow("could not be started");
  });

  test.each([
    [[], "name the file that starts your App"],
    [["nowhere.js"], "there is no file nowhere.js"],
    [["a", "b"], "pass one entry, or a command after --"],
    [["--"], "pass the command after --"],
    [["main.js", "--", "node", "x.js"], "pass one entry, or a command after --"],
    [["--endpoint", "here"], "--endpoint needs an http(s) URL"],
    [["--port", "x"], '"x" is no port'],
  ])("dev %j is called wrongly", async (argv, why) => {
    const called = dev(...argv).ended;
    await expect(called).rejects.toThrow(UsageError);
    await expect(called).rejects.toThrow(why);
  });

  test.each([
    ["src/bot.ts", { "src/bot.ts": "", "app.js": "" }],
    ["src/main.mjs", { "src/main.mjs": "", "src/app.js": "" }],
    ["app.js", { "app.js": "" }],
    ["other.js", { "package.json": '{"main":"other.js"}', "other.js": "" }],
  ])("the entry is %s among %j", async (entry, files) => {
    await mkdir(join(folder, "src"));
    for (const [name, text] of Object.entries(files)) await write(name, text);
    expect(entryOf(folder, undefined)).toBe(entry);
  });

  test("TypeScript is run by the project's tsx, or else by its compiler; without both that is an error", async () => {
    expect(startOf(process.cwd(), "main.ts").args).toEqual(["--import", "tsx", "main.ts"]);
    expect(startOf(folder, "index.js").args).toEqual(["index.js"]);
    if (!("typescript" in process.features))
      expect(() => startOf(folder, "main.ts")).toThrow("this Node does not run main.ts: add typescript or tsx");
    await mkdir(join(folder, "node_modules"));
    await symlink(join(root, "node_modules/typescript"), join(folder, "node_modules/typescript"));
    expect(startOf(folder, "main.ts").args).toEqual([
      "--enable-source-maps",
      "--import",
      expect.stringMatching(/typescript-loader\.js$/),
      "main.ts",
    ]);
  });

  test("when the portal revokes the credential and issues another, the App starts again with that one", async () => {
    await write("main.mjs", program("one"));
    const { expectLine, said } = dev("main.mjs", "--quiet");
    await expectLine(/version one \S+ svc_app\./);
    const control = /page is at (\S+)\/\n/.exec(said())?.[1] ?? "";
    const token = /version one \S+ (\S+)/.exec(said())?.[1] ?? "";
    const [, appId = ""] = token.split(".");
    const portal = async (action: string, body: object): Promise<unknown> =>
      fetch(`${control}/portal/${action}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    await portal("revokeCredential", { appId, slot: 1 });
    await expectLine(
      "dev     │ the credential of the App was revoked: its calls are refused. Issue another in the portal.",
    );
    await portal("issueCredential", { appId });
    await expectLine("dev     │ restarting the App: the portal issued another credential");
    await vi.waitFor(() => expect(said().match(/version one/g)).toHaveLength(2), { timeout: 60_000, interval: 20 });
    expect(said().slice(said().lastIndexOf("version one"))).not.toContain(token);
  });

  test("variables are written for a program that reads a file by itself, beside what the file holds", async () => {
    await write("main.mjs", program("one"));
    await write(".dev.vars", "# mine\nOWN=1\nSVC_BASE_URL=http://elsewhere\n");
    const { expectLine, said } = dev("main.mjs", "--quiet", "--write-env", ".dev.vars");
    await expectLine("version one");
    const [, baseUrl, token] = /version one (\S+) (\S+)/.exec(said()) ?? [];
    const lines = (await readFile(join(folder, ".dev.vars"), "utf8")).split("\n");
    expect(lines.slice(0, 2)).toEqual(["# mine", "OWN=1"]);
    expect(lines).toEqual(expect.arrayContaining([`SVC_BASE_URL=${baseUrl}`, `SVC_APP_TOKEN=${token}`]));
    expect(lines).not.toContain("SVC_BASE_URL=http://elsewhere");
  });

  test("a second one in the same folder names the page of the first", async () => {
    await write("main.mjs", program("one"));
    const first = dev("main.mjs", "--quiet");
    await first.expectLine("version one");
    const page = /page is at (\S+)\n/.exec(first.said())?.[1] ?? "";
    await expect(dev("main.mjs").ended).rejects.toThrow(
      `svc-apps dev already runs in this folder: its page is at ${page}`,
    );
  });

  test("on a terminal, r restarts the App and q ends the command", async () => {
    await write("main.mjs", program("one"));
    const keyboard = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => keyboard });
    let said = "";
    const ended = run(["main.mjs", "--quiet"], {
      cwd: folder,
      out: (text) => void (said += text),
      keyboard: keyboard as unknown as typeof process.stdin, // what is used of one
    });
    await vi.waitFor(() => expect(said).toContain("version one"), { timeout: 60_000, interval: 20 });
    expect(said).toContain("keys: o open the page, r restart the App, c clear, q quit");
    keyboard.write("r");
    await vi.waitFor(() => expect(said.match(/version one/g)).toHaveLength(2), { timeout: 60_000, interval: 20 });
    keyboard.write("q");
    expect(await ended).toBe(0);
  });

  test("with --json each line is an object that says whose it is", async () => {
    await write("main.mjs", "console.log('hello')");
    const { expectLine, said } = dev("main.mjs", "--json");
    await expectLine('{"from":"app","text":"hello"}\n');
    for (const line of said().trim().split("\n")) expect(JSON.parse(line)).toHaveProperty("from");
  });
});

test.each([
  ["a reader that closes the pipe", (child: ChildProcess) => child.stdout?.destroy()],
  ["a kill that it cannot handle", (child: ChildProcess) => child.kill("SIGKILL")],
])("after %s no program stays behind", { timeout: 120_000 }, async (_, end) => {
  await write("main.mjs", `console.log("pid", process.pid); setInterval(() => console.log("still here"), 50);`);
  const args = [...(await launcher("cli/main")), "dev", "main.mjs", "--quiet", "--no-install"];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.on("data", (more: Buffer) => (said += more.toString()));
  const pid = await vi.waitFor(
    () => {
      const [, id] = /pid (\d+)/.exec(said) ?? [];
      expect(id).toBeDefined();
      return Number(id);
    },
    { timeout: 60_000, interval: 20 },
  );
  const isRunning = (): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  expect(isRunning()).toBe(true);
  end(child);
  await vi.waitFor(() => expect(isRunning()).toBe(false), { timeout: 60_000, interval: 20 });
});
