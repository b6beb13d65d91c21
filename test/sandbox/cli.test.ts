import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { UsageError } from "../../cli/usage-error.js";
import { run } from "../../cli/sandbox.js";
import { program } from "../support/program.js";

const main = await program("cli/main");

const root = fileURLToPath(new URL("../..", import.meta.url));
let folder = "";
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), "sandbox-cli-"))));
afterAll(() => rm(folder, { recursive: true }));

interface Running {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Resolves with the exit code, or the signal, once it is gone. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

function cli(...args: readonly string[]): Running {
  const child = spawn(process.execPath, [...main, ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  const ended = once(child, "close").then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals | null);
  return { child, output: () => output, ended };
}

/** Waits for the printed environment. */
async function environment({ child, output, ended }: Running): Promise<Record<string, string>> {
  let gone = false;
  const end = ended.then(() => (gone = true));
  while (!/SVC_SANDBOX_CONTROL=\S+\n/.test(output()) && !gone)
    await Promise.race([end, ...[child.stdout, child.stderr].flatMap((stream) => stream && once(stream, "data"))]);
  expect(output()).toContain("SVC_SANDBOX_CONTROL");
  return Object.fromEntries(
    output()
      .split("\n")
      .flatMap((line) =>
        /^SVC_\w+=/.test(line) ? [[line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]] : [],
      ),
  );
}

test("SBX-08 SBX-01 the program prints an environment, obeys portal actions, and loses nothing when it is killed", async () => {
  const data = join(folder, "world");
  const first = cli("sandbox", "--data", data, "--seed", "7");
  const env = await environment(first);
  const headers = {
    authorization: `Bearer ${env["SVC_APP_TOKEN"]}`,
    "x-svc-api-version": "1",
    "content-type": "application/json",
  };
  const path = `/api/servidores/${env["SVC_SERVER_ID"]}/canais/${env["SVC_CHANNEL_ID"]}/mensagens`;
  const written = await fetch(`${env["SVC_BASE_URL"]}${path}`, { method: "POST", headers, body: '{"content":"kept"}' });
  expect(written.status).toBe(201);
  const posted = await fetch(`${env["SVC_SANDBOX_CONTROL"]}/people/${env["SVC_PERSON_ID"]}/post`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ args: [env["SVC_CHANNEL_ID"], "kept too"] }),
  });
  expect(posted.status).toBe(200);
  first.child.kill("SIGKILL");
  expect(await first.ended).toBe("SIGKILL");
  expect(first.output()).toMatch(/request +POST .+ -> 201/);
  expect(first.output().split("\n\n").slice(1).join("")).not.toContain(env["SVC_APP_TOKEN"]);

  const second = cli("sandbox", "--data", data, "--quiet");
  const again = await environment(second);
  expect(again["SVC_APP_TOKEN"]).toBe(env["SVC_APP_TOKEN"]);
  const read = await fetch(`${again["SVC_BASE_URL"]}${path}`, { headers });
  expect(await read.json()).toMatchObject({ messages: [{ content: "kept" }, { content: "kept too" }] });
  const control = again["SVC_SANDBOX_CONTROL"] ?? "";
  const issue = cli("sandbox", "portal", "issueCredential", `appId=${again["SVC_APP_ID"]}`, "--control", control);
  const wrong = cli("sandbox", "portal", "issueCredential", "shoe=1", "--control", control);
  expect([await issue.ended, await wrong.ended]).toEqual([0, 2]);
  expect(JSON.parse(issue.output())).toMatchObject({ slot: 2 });
  expect(wrong.output()).toContain("issueCredential has no field shoe");
  const stream = await fetch(`${again["SVC_BASE_URL"]}/api/apps/eventos?intents=messages`, { headers });
  second.child.kill("SIGINT");
  expect(await stream.text()).toMatch(/connection_close.+SERVER_RESTARTING.+"reconnect":true/);
  expect(await second.ended).toBe(0);
});

test("SBX-11 a taken port is one clear line, and exit code 1", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const port = String((taken.address() as AddressInfo).port); // it listens on TCP
  const { ended, output } = cli("sandbox", "--port", port);
  expect(await ended).toBe(1);
  expect(output().trimEnd()).toMatch(new RegExp(`^svc-apps sandbox: .*${port}$`));
  taken.close();
});

test.each([
  ["--host", "0.0.0.0", /^--host 0\.0\.0\.0 could be reached from other machines; --allow-remote allows that$/],
  ["--assume", "moon=full", /^--assume moon=full: unknown assumption moon; svc-apps sandbox assumptions lists them$/],
  [
    "--assume",
    "errorBodyShap=flat",
    /unknown assumption errorBodyShap; did you mean errorBodyShape\? svc-apps sandbox/,
  ],
  ["--assume", "errorBodyShape=round", /: the assumption errorBodyShape takes flat or nested, got "round"$/],
  ["--assume", "suspensionFailures=many", /: the assumption suspensionFailures takes integer, got "many"$/],
  [
    "--assume",
    "mailboxOverflow=keep-reading",
    /: the assumption mailboxOverflow is one of clients, not of the sandbox$/,
  ],
])("SBX-11 %s %s is called wrongly, and says how", async (option, value, line) => {
  const error = await run([option, value]).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  expect(error).toHaveProperty("message", expect.stringMatching(line));
});
