import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerText } from "../../cli/mcp/answer.js";
import { problemOf, tools } from "../../cli/mcp/tools.js";
import { program } from "../support/program.js";

const root = process.cwd();
let folder = "";
let client: Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcp-"));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  await writeFile(
    join(folder, "bot.ts"),
    `import { App, chatCommand } from ${JSON.stringify(join(root, "runtime/index.ts"))};
     const app = new App({ baseUrl: process.env.SVC_BASE_URL, token: process.env.SVC_APP_TOKEN });
     app.command(chatCommand({ name: "roll", description: "x" }), async ({ reply }) => reply("You rolled 4."));
     void app.start();`,
  );
  client = new Client({ name: "test", version: "1" });
  const args = [...(await program("cli/main")), "mcp"];
  const env = Object.fromEntries(Object.entries(process.env).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]])));
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: folder, env }));
}, 120_000);
afterAll(async () => {
  await client.close();
  await rm(folder, { recursive: true, force: true });
});

async function call(name: string, given: Record<string, unknown> = {}): Promise<{ text: string; isError: boolean }> {
  const answer = await client.callTool({ name, arguments: given }, undefined, { timeout: 120_000 });
  const [first] = answer.content as readonly { readonly text: string }[]; // of our tools: one text
  return { text: first?.text ?? "", isError: answer.isError === true };
}

test("it lists at most 12 tools, each with a description and the schema of its arguments", async () => {
  const listed = await client.listTools();
  expect(listed.tools.length).toBeLessThanOrEqual(12);
  for (const { description, inputSchema } of listed.tools) {
    expect(description).toMatch(/\.$/);
    expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
  }
});

test("an assistant starts the App, runs its command, breaks it, and reads why", { timeout: 240_000 }, async () => {
  expect(await call("act", { person: "1", act: "reload" })).toEqual({
    text: "no local platform is running: call dev_start first, or start this server with --control",
    isError: true,
  });
  const { text } = await call("dev_start", { entry: "bot.ts" });
  const [, member = ""] = /member (\d+)/.exec(text) ?? [];
  const [, channel = ""] = /channel (\d+)/.exec(text) ?? [];
  expect(member).not.toBe("");
  await expect
    .poll(async () => (await call("dev_output", { lines: 100 })).text, { timeout: 120_000 })
    .toMatch(/Commands: create chat \/roll/);
  await expect
    .poll(async () => (await call("timeline", { kind: "connection" })).text, { timeout: 120_000 })
    .not.toBe("");

  const rolled = await call("act", { person: member, act: "run", args: ["roll", {}] });
  expect(rolled.text).toContain("You rolled 4.");

  await call("fault", { name: "serverError", args: [{ operation: "confirmInteraction", when: "before", times: 100 }] });
  const broken = await call("act", { person: member, act: "run", args: ["roll", {}] });
  const { id, state } = JSON.parse(broken.text) as { readonly id: string; readonly state: string };
  expect(state).toBe("expired");
  expect((await call("why", { interaction: id })).text).toMatch(/why/);
  expect((await call("timeline", { kind: "fault" })).text).toMatch(/rest fault: answer/);
  expect((await call("portal", { action: "createChannel", fields: { shoe: 1 } })).isError).toBe(true);
  const issued = await call("portal", { action: "issueCredential", fields: { appId: "1" } });
  expect(issued.text).not.toMatch(/svc_app\.\d+\.\w{4}/);
  expect(channel).not.toBe("");
  expect((await call("dev_stop")).text).toBe("ended");
  expect((await call("timeline")).isError).toBe(true);
});

test("the pages of the package are searched by words", async () => {
  const found = JSON.parse((await call("search_docs", { query: "mailbox" })).text) as readonly {
    readonly page: string;
  }[];
  expect(found[0]?.page).toMatch(/^docs\/.*\.md$/);
});

test.each([
  ["act", { person: "1" }, "act is missing"],
  ["act", { person: 1, act: "reload" }, "person must be of type string, got number"],
  ["timeline", { since: 4 }, "unknown argument since; the arguments are after, kind, limit"],
  ["clock", { ms: 5 }, undefined],
])("arguments of %s %j: %s", (name, given, problem) => {
  const tool = tools[name];
  expect(tool && problemOf(tool, given)).toBe(problem);
});

test("an answer is cut at 4 kB between characters, and holds no credential", () => {
  const long = answerText("ä€".repeat(3_000));
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(4_000);
  expect(long).toMatch(/^(ä€)+ä?\n… cut: ask for less$/);
  expect(answerText("a".repeat(4_000))).toHaveLength(4_000);
  expect(answerText({ token: "svc_app.12.abcdefgh" })).toBe('{"token":"svc_app.12.***"}');
});
