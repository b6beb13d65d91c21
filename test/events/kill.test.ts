import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "svc-apps/sandbox";

let folder: string;
let program: string;
let sandbox: Sandbox;
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "killed-"));
  program = join(folder, "app.mjs");
  await build({
    entryPoints: [here("./kit/killable-app.ts")],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    alias: { "#transport": here("../../runtime/http/transport/default-node.ts") },
    logLevel: "error",
  });
  sandbox = await startSandbox({ seed: 1 });
});

afterAll(async () => {
  await sandbox.stop();
  await rm(folder, { recursive: true });
});

/** Starts the App, calls `onLine` for each thing it says, and resolves once it is dead and everything it said is read. */
function runApp(onLine: (line: string, child: ChildProcess) => void): Promise<void> {
  const { baseUrl, defaults } = sandbox;
  const env = { ...process.env, BASE_URL: baseUrl, TOKEN: defaults.token, FOLDER: join(folder, "cursor") };
  const child = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => onLine(line, child));
  return new Promise((resolve) => lines.once("close", resolve));
}

test("EVT-12 EVT-50 killed with SIGKILL between events and started again, the App misses none of them", async () => {
  const { person, channelId } = sandbox.defaults;
  const handled = new Set<string>();
  const said: string[] = [];
  let posted = 0;
  const post = (count: number) => {
    for (let n = 0; n < count; n += 1) person.post(channelId, String((posted += 1)));
  };
  /** Runs the App, posting more as soon as it is there, and kills it in the middle of things. */
  const liveUntil = (isTime: () => boolean) =>
    runApp((line, child) => {
      said.push(line);
      if (line === "opened" || line === "resumed") post(60);
      if (!line.startsWith("handled ")) return;
      handled.add(line.slice("handled ".length));
      if (isTime()) child.kill("SIGKILL");
    });
  await liveUntil(() => handled.size >= 17);
  post(40);
  const before = handled.size;
  await liveUntil(() => handled.size >= before + 31);
  post(40);
  await liveUntil(() => handled.size === posted);
  expect(said.filter((line) => line.startsWith("gap"))).toEqual([]);
  expect(said.filter((line) => line === "resumed")).toHaveLength(2);
  expect([...handled].map(Number).toSorted((a, b) => a - b)).toEqual(Array.from({ length: posted }, (_, n) => n + 1));
});
