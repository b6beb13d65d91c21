import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSandbox, type Sandbox } from "svc-apps/sandbox";
import { operations } from "svc-apps/rest";
import { run } from "../../../tools/run.js";
import { operationIds, plainDescription } from "./description.js";
import { exercise, reactionRoute } from "./exercise.js";
import { freePort, startProgram } from "./program.js";

const modules = createRequire(import.meta.url);
let folder = "";
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), "contract-"))));
afterAll(() => rm(folder, { recursive: true }));

const start = (): Promise<Sandbox> => startSandbox({ seed: 1, assumptions: { reactionRoute } });

/** The stream is not JSON answer: its tests read it with public clients. */
const answering = Object.keys(operations).filter((id) => id !== "openStream");

async function throughPrism(use: (sandbox: Sandbox, baseUrl: string) => Promise<void>): Promise<void> {
  const sandbox = await start();
  const port = await freePort();
  const file = await plainDescription(folder, sandbox.baseUrl);
  const prism = modules.resolve("@stoplight/prism-cli/dist/index.js");
  const args = [prism, "proxy", file, sandbox.baseUrl, "--port", String(port)];
  const proxy = await startProgram(args, /listening/i);
  try {
    await use(sandbox, `http://127.0.0.1:${port}`);
  } finally {
    await proxy.stop();
    await sandbox.stop();
  }
}

test("SBX-01 Prism finds every operation of the sandbox as it is described, and would notice if one were not", async () => {
  await throughPrism(async (sandbox, baseUrl) => {
    sandbox.faults.edit({ operation: "getMe", set: { "/app/name": 7 } });
    const broken = await fetch(`${baseUrl}/api/apps/me`, {
      headers: { authorization: `Bearer ${sandbox.defaults.token}`, "x-svc-api-version": "1" },
    });
    expect(broken.headers.get("sl-violations")).toContain("must be string");
    const made = await exercise(sandbox, baseUrl);
    for (const { operation, status, headers } of made) {
      expect([operation, status, headers.get("sl-violations")]).toEqual([operation, status, null]);
    }
    expect([...new Set(made.map(({ operation }) => operation))].sort()).toEqual(answering.sort());
  });
});

/** What is read of the reports of drift. */
interface Drift {
  readonly run: {
    readonly totalExchanges: number;
    readonly documentedExchanges: number;
    readonly totalProblems: number;
  };
}
interface Coverage {
  readonly totals: { readonly operations: { readonly covered: number; readonly total: number } };
}

test("SBX-01 Redocly finds no drift between the sandbox and the description, with every operation covered", async () => {
  const sandbox = await start();
  const port = await freePort();
  const file = await plainDescription(folder, sandbox.baseUrl);
  const redocly = modules.resolve("@redocly/cli/bin/cli.js");
  const har = join(folder, "traffic.har");
  const recorder = [redocly, "proxy", "--target", sandbox.baseUrl, "--port", String(port), "--har", har];
  const proxy = await startProgram(recorder, /listening|proxy/i);
  let calls = 0;
  try {
    calls = (await exercise(sandbox, `http://127.0.0.1:${port}`)).length;
  } finally {
    await proxy.stop();
    await sandbox.stop();
  }
  const report = join(folder, "drift.json");
  const coverage = join(folder, "coverage.json");
  const where = ["--api", file, "--server", sandbox.baseUrl, "--ignore-headers", ignored];
  const out = ["--format", "json", "--output", report, "--coverage-output", coverage];
  await run(process.execPath, [redocly, "drift", har, ...where, ...out], { env: { ...process.env, ...quiet } });
  const { run: found } = JSON.parse(await readFile(report, "utf8")) as Drift;
  expect(found).toMatchObject({ totalExchanges: calls, documentedExchanges: calls, totalProblems: 0 });
  const { operations: seen } = (JSON.parse(await readFile(coverage, "utf8")) as Coverage).totals;
  const described = (await operationIds(file)).length;
  expect(seen).toEqual({ covered: described, total: described });
});

const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" };
const ignored = "date,connection,keep-alive,transfer-encoding,content-length,x-svc-sandbox";
