import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../tools/run.js";

const runtimes = "test/long/runtimes/node_modules";
const installed = existsSync(join(runtimes, ".bin"));
if (!installed) console.warn("other runtimes are not here: npm install --prefix test/long/runtimes brings them");

let place: string;

/** Bundles the program with its last line. */
async function bundle(outfile: string, lastLine: string): Promise<void> {
  const contents = `import { play } from "./program.ts"; ${lastLine}`;
  await build({
    stdin: { contents, resolveDir: "test/long/delivery" },
    outfile: join(place, outfile),
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    logLevel: "silent",
  });
}

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "deliveries-"));
  await bundle("program.mjs", "console.log(await play());");
  await bundle("worker.mjs", "export default { fetch: async () => new Response(await play()) };");
});
afterAll(() => rm(place, { recursive: true, force: true }));

const allRight = (crypto: string) => ({ crypto, cases: expect.any(Number) as unknown, wrong: [] });

test("SIG-14 on Node every vector gets its verdict, from node:crypto", async () => {
  const { output } = await run(process.execPath, [join(place, "program.mjs")]);
  expect(JSON.parse(output)).toEqual(allRight("node"));
});

test.skipIf(!installed).each(["bun", "deno"])(
  "SIG-14 on %s every vector gets its verdict, from its own crypto",
  async (name) => {
    const program = join(place, "program.mjs");
    const { output } = await run(join(runtimes, ".bin", name), name === "deno" ? ["run", program] : [program]);
    expect(JSON.parse(output)).toEqual(allRight("webcrypto"));
  },
);

test.skipIf(!installed)("SIG-14 in a Worker every vector gets its verdict, from its own crypto", async () => {
  const port = await freePort();
  const config = [
    'using Workerd = import "/workerd/workerd.capnp";',
    'const config :Workerd.Config = (services = [(name = "main", worker = .w)],',
    `  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]);`,
    'const w :Workerd.Worker = (modules = [(name = "w", esModule = embed "worker.mjs")], compatibilityDate = "2026-01-01");',
  ];
  await writeFile(join(place, "config.capnp"), config.join("\n"));
  const worker = spawn(join(runtimes, ".bin/workerd"), ["serve", join(place, "config.capnp")], { stdio: "ignore" });
  try {
    expect(JSON.parse(await fetchWhenUp(`http://127.0.0.1:${port}/`))).toEqual(allRight("webcrypto"));
  } finally {
    worker.kill();
  }
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

async function fetchWhenUp(url: string): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await (await fetch(url)).text();
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
