/** One small driver for each runtime: how to run the scenario there, and how it ended. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { run } from "../../tools/run.js";
import type { Page } from "playwright-core";
import type { World } from "./scenario.js";
import type { Programs } from "./programs.js";

const modules = join(import.meta.dirname, "node_modules");

/** Outcome of each part: "yes", or what was wrong. */
export type Outcome = Readonly<Record<string, string>>;

/** A runtime that the scenario can be played on. */
export interface Driver {
  readonly name: string;
  /** Whether it is installed here. */
  readonly isHere: boolean;
  /** @param parts which ones; all by default. Only runtimes that run a file look at it. */
  play(world: World, programs: Programs, parts?: readonly string[]): Promise<Outcome>;
}

/** How long a program may stay after its last word. */
const endWithinMs = 15_000;

const program = (...given: readonly unknown[]): string =>
  `import { run } from "./scenario.ts";
   console.log("RESULT " + JSON.stringify(await run(${given.map((value) => JSON.stringify(value)).join(", ")})));`;

/** A runtime that runs a file: its last part is that the process ends by itself. */
function process_(name: string, binary: string, args: readonly string[] = []): Driver {
  return {
    name,
    isHere: existsSync(binary),
    async play(world, programs, parts) {
      const file = await programs.make(`${name.replaceAll(" ", "-")}.mjs`, program(world, parts));
      let saidAtMs = Number.POSITIVE_INFINITY;
      const limit = new AbortController();
      const child = spawn(binary, [...args, file], { stdio: ["ignore", "pipe", "pipe"], signal: limit.signal });
      let output = "";
      const closed = new Promise<void>((resolve) => {
        child.on("error", () => resolve());
        child.on("close", () => resolve());
      });
      for (const stream of [child.stdout, child.stderr]) {
        stream.on("data", (piece: Buffer) => {
          output += piece.toString();
          if (saidAtMs !== Number.POSITIVE_INFINITY || !output.includes("RESULT ")) return;
          saidAtMs = performance.now();
          setTimeout(() => limit.abort(), endWithinMs).unref();
        });
      }
      const overall = setTimeout(() => limit.abort(), 90_000);
      await closed;
      clearTimeout(overall);
      const ended = limit.signal.aborted ? `still there after ${endWithinMs / 1_000} s` : "yes";
      return { ...resultIn(output), "a clean end": ended };
    },
  };
}

function resultIn(output: string): Outcome {
  const line = output.split("\n").find((text) => text.startsWith("RESULT "));
  if (line === undefined) return { "": `no result: ${output.slice(0, 2_000)}` };
  return JSON.parse(line.slice("RESULT ".length)) as Outcome; // which the program printed
}

/** A free port; somebody else may take it, which then shows. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo; // it listens on TCP
      server.close(() => resolve(port));
    });
  });
}

/** Path of the binary of `workerd`, which its package downloads for the platform. */
export const workerdBinary = join(modules, "@cloudflare/workerd-linux-64/bin/workerd");

/** Starts a Worker from one module; resolves once it answers. */
export async function startWorker(
  programs: Programs,
  {
    name,
    code,
    bindings = {},
    object,
  }: {
    name: string;
    code: string;
    bindings?: Readonly<Record<string, string>>;
    /** Class of a Durable Object, bound under its name. */
    object?: string;
  },
): Promise<{ url: string; output: () => string; stop: () => void }> {
  await programs.make(`${name}.mjs`, code);
  const port = await freePort();
  const list = Object.entries(bindings).map(([key, text]) => `(name = "${key}", text = ${JSON.stringify(text)})`);
  if (object !== undefined) list.push(`(name = "${object}", durableObjectNamespace = "${object}")`);
  const objects =
    object === undefined
      ? ""
      : `, durableObjectNamespaces = [(className = "${object}", uniqueKey = "${object}", enableSql = true)], durableObjectStorage = (inMemory = void)`;
  const config = [
    'using Workerd = import "/workerd/workerd.capnp";',
    'const config :Workerd.Config = (services = [(name = "main", worker = .w), (name = "internet", network = (allow = ["public", "private", "local"]))],',
    `  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]);`,
    `const w :Workerd.Worker = (modules = [(name = "w", esModule = embed "${name}.mjs")], compatibilityDate = "2026-01-01", bindings = [${list.join(", ")}]${objects});`,
  ];
  const file = join(programs.folder, `${name}.capnp`);
  await writeFile(file, config.join("\n"));
  const worker = spawn(workerdBinary, ["serve", file], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [worker.stdout, worker.stderr])
    stream.on("data", (piece: Buffer) => (output += piece.toString()));
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries += 1) {
    const answered = await fetch(`${url}/up`).then(
      async (response) => (await response.arrayBuffer(), true),
      () => false,
    );
    if (answered) break;
    if (tries > 600 || worker.exitCode !== null) throw new Error(`workerd did not start: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { url, output: () => output, stop: () => worker.kill() };
}

const workerd: Driver = {
  name: "workerd",
  isHere: existsSync(workerdBinary),
  async play(world, programs) {
    const code = `import { parts, run } from "./scenario.ts";
      const world = ${JSON.stringify(world)};
      export default { async fetch(request) {
        const name = new URL(request.url).searchParams.get("part");
        if (name === null) return Response.json(Object.keys(parts));
        return Response.json(await run(world, [name]));
      } };`;
    const { url, stop } = await startWorker(programs, { name: "scenario-worker", code });
    try {
      const names = (await (await fetch(`${url}/`)).json()) as string[]; // which the Worker answers with
      let outcome: Outcome = {};
      // Each part in a request of its own, all in one isolate.
      for (const name of names) {
        const response = await fetch(`${url}/?part=${encodeURIComponent(name)}`);
        const text = await response.text();
        outcome = { ...outcome, ...(response.ok ? (JSON.parse(text) as Outcome) : { [name]: text }) }; // likewise
      }
      return outcome;
    } finally {
      stop();
    }
  },
};

const edge: Driver = {
  name: "edge-runtime",
  isHere: existsSync(join(modules, "edge-runtime")),
  async play(world, programs) {
    const script = await programs.make(
      "edge.js",
      `import { run } from "./scenario.ts"; globalThis.result = run(${JSON.stringify(world)}).then(JSON.stringify);`,
    );
    const runner = await programs.make(
      "edge-runner.mjs",
      `import { createRequire } from "node:module";
       import { readFileSync } from "node:fs";
       const { EdgeRuntime } = createRequire(${JSON.stringify(join(modules, "x.js"))})("edge-runtime");
       const runtime = new EdgeRuntime({ initialCode: readFileSync(${JSON.stringify(script)}, "utf8") });
       console.log("RESULT " + (await runtime.context.result)); process.exit(0);`,
      "node",
    );
    return resultIn((await run(process.execPath, [runner])).output);
  },
};

const chromiumPackage = (() => {
  try {
    return createRequire(import.meta.url).resolve("@sparticuz/chromium");
  } catch {
    return undefined;
  }
})();

/** Runs something in a page of a browser of its own. */
export async function withPage<Result>(act: (page: Page) => Promise<Result>): Promise<Result> {
  const { default: binary } = await import("@sparticuz/chromium");
  const { chromium: browsers } = await import("playwright-core");
  const browser = await browsers.launch({
    executablePath: await binary.executablePath(),
    args: [...binary.args, "--disable-web-security"],
    headless: true,
  });
  try {
    return await act(await browser.newPage());
  } finally {
    await browser.close();
  }
}

const chromium: Driver = {
  name: "Chromium",
  isHere: chromiumPackage !== undefined && process.platform === "linux" && process.arch === "x64",
  async play(world, programs) {
    const script = await programs.make(
      "page.js",
      `import { run } from "./scenario.ts"; globalThis.result = run(${JSON.stringify(world)});`,
      "browser",
    );
    return withPage(async (page) => {
      await page.goto(`${world.control}/page`);
      await page.addScriptTag({ path: script });
      return page.evaluate("globalThis.result");
    });
  },
};

const node = (name: string): Driver => process_(name.replace("node", "Node "), join(modules, name, "bin/node"));

/** All runtimes, in the order of the table. */
export const drivers: readonly Driver[] = [
  process_("Node, this one", process.execPath),
  ...["node20", "node22", "node24", "node26"].map(node),
  process_("Bun", join(modules, "bun/bin/bun.exe"), ["run"]),
  process_("Deno", join(modules, "deno/deno"), ["run", "-A", "--quiet"]),
  workerd,
  edge,
  chromium,
];
