import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backtrackingOf } from "../../codegen/model/backtracking.js";
import { HOSTILE_SIZES, ORDINARY } from "../codegen/support/hostile-sizes.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/**
 * What the generator may take for a document below 100 kB, beyond what it takes for one of a line: a second, or on a slow
 * machine twice as long as for four hundred operations, which are 100 kB that mean no harm.
 */
const MOST_SECONDS = 1;
const MOST_TIMES = 2;
const MOST_MEGABYTES = 300;

let folder: string;
let program: string;
let least: number;
let most: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sizes-"));
  program = join(ROOT, "node_modules/.cache/sizes/main.mjs");
  await build({
    stdin: {
      contents: `import { run } from "./codegen/run.js";
        process.exitCode = await run(process.argv.slice(2));
        process.stderr.write("\\nCPU " + process.cpuUsage().user + "\\n");`,
      resolveDir: ROOT,
      loader: "ts",
    },
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    outfile: program,
    logLevel: "silent",
  });
  const trivial = await generate("trivial", '{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{}}');
  least = trivial.seconds;
  const { seconds } = await generate("ordinary", ORDINARY());
  most = Math.max(MOST_SECONDS, MOST_TIMES * (seconds - least));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

interface Outcome {
  readonly code: number | null;
  readonly text: string;
  /** Of the processor, for the process alone. */
  readonly seconds: number;
}

async function generate(name: string, document: string): Promise<Outcome> {
  const path = join(folder, `${name.replaceAll(" ", "-")}.yaml`);
  await writeFile(path, document);
  const emit = ["fakers", "msw", "webhooks", "groups"].flatMap((one) => ["--emit", one]);
  const memory = `--max-old-space-size=${MOST_MEGABYTES}`;
  const child = spawn(process.execPath, [memory, program, "--openapi", path, "--out", `${path}.out`, ...emit], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let text = "";
  child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const code = await new Promise<number | null>((done) => void child.on("close", done));
  return { code, text, seconds: Number(/CPU (\d+)/.exec(text)?.[1]) / 1e6 };
}

test.each(Object.entries(HOSTILE_SIZES))("%s is generated, or refused, within its limits", async (name, make) => {
  const document = make();
  expect(document.length).toBeLessThan(102_400);
  const { code, text, seconds } = await generate(name, document);
  expect([0, 1]).toContain(code); // neither the heap nor the stack is exhausted
  if (code === 1) expect(text).toContain(" - error: ");
  expect(seconds - least).toBeLessThan(most);
});

test.each(["^(a+)+$", "^(a*)*$", "^(a|a)*$", "^(a|aa)+$", "^([a-z]+)*$", "^(\\w+\\s?)*$"])(
  "%s, of which the generator warns, takes twice as long for each character",
  (source) => {
    expect(backtrackingOf(source)).toBe("exponential");
    const expression = new RegExp(source, "u");
    const seconds = (length: number): number => {
      const began = process.cpuUsage().user;
      expression.test(`${"a".repeat(length)}!`);
      return (process.cpuUsage().user - began) / 1e6;
    };
    let length = 8;
    while (seconds(length) < 0.05 && length < 60) length++;
    expect(length).toBeLessThan(60); // as many again take longer than anybody waits
  },
);
