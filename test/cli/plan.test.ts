import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, button, chatCommand, createClient, createCommand, modal, select } from "svc-apps";
import { type Sandbox, startSandbox } from "svc-apps/sandbox";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { run } from "../../cli/plan.js";
import { UsageError } from "../../cli/usage-error.js";

let sandbox: Sandbox;
let folder: string;
let methods: string[];
beforeEach(async () => {
  sandbox = await startSandbox({ clock: "virtual", seed: 1, port: null });
  folder = mkdtempSync(join(tmpdir(), "plan-"));
  methods = [];
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await sandbox.stop();
});

const roll = chatCommand({ name: "roll", description: "Roll" });
const vote = button({ id: "vote:{choice}" });
const size = (...values: string[]) => select({ id: "size", options: values.map((value) => ({ label: value, value })) });
const report = modal({ id: "report:{id}", title: "Report", fields: [{ type: "text", id: "why", label: "Why" }] });
const ignore = () => {};

/** A build with everything that a case does not change. */
const build = (change: (app: App) => unknown = (app) => app.component(vote, ignore)): App => {
  const app = new App({ syncCommands: true });
  app.command(roll, ignore).component(size("s", "m"), ignore).form(report, ignore);
  change(app);
  return app;
};

async function plan(module: object, ...argv: string[]): Promise<{ code: number; text: string }> {
  const file = join(folder, "bot.js");
  writeFileSync(file, "");
  let text = "";
  const code = await run([file, ...argv], {
    out: (more) => void (text += more),
    env: { SVC_BASE_URL: sandbox.baseUrl, SVC_APP_TOKEN: sandbox.defaults.token },
    load: async () => Promise.resolve(module),
    connect: (baseUrl, token) =>
      createClient({
        baseUrl,
        token,
        clock: sandbox.clock,
        transport: async (request) => {
          methods.push(`${request.method} ${new URL(request.url).pathname.split("/").at(-1)}`);
          return sandbox.request(request);
        },
      }),
  });
  return { code, text };
}

/** What the running build handles is saved, then another one is compared with it. */
async function after(app: App, running = build()): Promise<{ code: number; lost: unknown }> {
  const state = join(folder, "state.json");
  await plan({ app: running }, "--state", state, "--save");
  const { code, text } = await plan({ app }, "--state", state, "--json", "--detailed-exitcode");
  const { components } = JSON.parse(text) as { components: { lost: unknown } };
  return { code, lost: components.lost };
}

describe("svc-apps plan", () => {
  const lostVote = (problem: string) => [{ type: "component", id: "vote:{choice}", problem }];
  test.each([
    ["an app.component() that was removed", ignore, lostVote("has no handler")],
    [
      "a template whose id is another one",
      (app: App) => app.component("vote2:{choice}", ignore),
      lostVote("has no handler"),
    ],
    [
      "a template that became one plain id",
      (app: App) => app.component("vote:a", ignore),
      lostVote("has no handler for some of its ids"),
    ],
    ["a template with another name in it", (app: App) => app.component("vote:{answer}", ignore), []],
    ["a template that became a prefix", (app: App) => app.component({ prefix: "vote:" }, ignore), []],
    ["a handler of all components", (app: App) => app.interaction("component", ignore), []],
    ["a fallback", (app: App) => app.fallback(ignore), []],
  ])("compares what messages may hold: %s", async (_what, change, lost) => {
    expect((await after(build(change))).lost).toEqual(lost);
  });

  test("lists a value of a select, a form and an expression that the new build does not take", async () => {
    const running = build((app) => app.component(/page-\d+/, ignore));
    const next = new App().command(roll, ignore).component(size("m"), ignore);
    expect((await after(next, running)).lost).toEqual([
      { type: "component", id: "size", problem: 'no longer takes "s"' },
      { type: "form", id: "report:{id}", problem: "has no handler" },
      { type: "component", id: "/page-\\d+/", problem: "no handler with this expression; others were not compared" },
    ]);
  });

  test("plans commands as the App registers them, and sends nothing but the question for the list", async () => {
    const { code, text } = await plan({ app: build() });
    expect([code, methods]).toEqual([0, ["GET comandos"]]);
    expect(text).toContain("Commands, at the start of the App\n  + chat /roll (global)");
    expect(text).toContain("Components: not compared.");
  });

  test("an unchanged build is empty and ends with 0; one that changes something with 2", async () => {
    const client = createClient({
      baseUrl: sandbox.baseUrl,
      token: sandbox.defaults.token,
      transport: sandbox.request,
      clock: sandbox.clock,
    });
    await createCommand(client, { command: { type: "chat", name: "roll", description: "Roll" } });
    expect(await after(build())).toEqual({ code: 0, lost: [] });
    expect((await after(build(ignore))).code).toBe(2);
    expect(methods).toEqual(["GET comandos", "GET comandos"]);
  });

  test.each([
    [{}, [], /exports no App/],
    [{ a: new App(), b: new App() }, [], /exports 2 Apps/],
    [{ app: new App() }, ["--save"], /--save goes with --state/],
    [{ app: new App() }, ["--state", "/nowhere/state.json"], /there is no state file \/nowhere\/state.json/],
  ])("says what is missing: %#", async (module, argv, message) => {
    await expect(plan(module, ...argv)).rejects.toThrow(message);
    await expect(plan(module, ...argv)).rejects.toBeInstanceOf(UsageError);
    await expect(plan(module, ...argv, "--detailed-exitcode")).rejects.not.toBeInstanceOf(UsageError);
    expect(methods).toEqual([]);
  });

  test.each(["[]", "{", '{"format":1,"ids":[{"type":"component"}]}'])(
    "refuses a state file that is none: %s",
    async (text) => {
      const state = join(folder, "wrong.json");
      writeFileSync(state, text);
      await expect(plan({ app: build() }, "--state", state)).rejects.toThrow(/is not a state file/);
    },
  );
});
