/** The programs of the page about deployment that listen by themselves, as they stand there, and a signal. */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deliver, type Platform, startPlatform, token } from "./battery.js";
import { removeSites, type Site, startSite } from "./sites.js";

const page = await readFile("docs/deploy.md", "utf8");
const programs = [...page.matchAll(/^```(?:[jt]s|typescript)\b.*\n([^]*?)^```$/gm)].map(([, code = ""]) => code);
const mustBeHere = process.env["RUNTIMES"] === "all";

let platform: Platform;
beforeAll(async () => (platform = await startPlatform()));
afterAll(async () => {
  await platform.close();
  await removeSites();
});

/** The program with a handler that takes its time, on the port of the environment. */
function siteOf(mark: string, links: readonly string[], runner?: readonly string[]): Site {
  const found = programs.filter((code) => code.includes(mark));
  expect(found).toHaveLength(1);
  const slow = (found[0] ?? "")
    .replace(
      '({ reply }) => reply("Hello.")',
      'async ({ reply }) => { await new Promise((r) => setTimeout(r, 1_200)); await reply("Hello."); }',
    )
    .replace("8080", "Number(process.env.PORT)")
    .replace("Deno.serve(toDenoHandler", "Deno.serve({ port: Number(process.env.PORT) }, toDenoHandler");
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(slow, { compilerOptions });
  return {
    links,
    files: {
      "package.json": '{ "type": "module", "private": true, "dependencies": { "svc-apps": "*" } }',
      "main.mjs": `import process from "node:process";\n${outputText}\nconsole.log("listening");\n`,
    },
    ...(runner && { runner }),
    serve: () => ["./main.mjs"],
    environment: (port) => ({ PORT: port }),
    ready: "listening",
  };
}

const mounts: Readonly<Record<string, readonly [mark: string, links: readonly string[], runner?: readonly string[]]>> =
  {
    "node:http": ["toNodeHandler", []],
    Express: ["toExpressHandler", ["express"]],
    Fastify: ["toFastifyPlugin", ["fastify"]],
    Koa: ["toKoaHandler", ["koa"]],
    Nest: ["toNestHandler", ["@nestjs/core", "@nestjs/common", "@nestjs/platform-express", "reflect-metadata", "rxjs"]],
    Bun: ["toBunHandler", [], ["bun/bin/bun.exe"]],
    Deno: ["toDenoHandler", [], ["deno/deno", "run", "--allow-all"]],
  };

const isHere = (name: string): boolean =>
  ["test/runtimes/node_modules", "node_modules"].some((folder) => existsSync(join(folder, name)));

test.each(Object.entries(mounts))(
  "%s: a delivery that is pending when SIGTERM comes is answered, and the process ends",
  async (_, [mark, links, runner = []]) => {
    if (![...links, ...runner.slice(0, 1)].every(isHere) && !mustBeHere) return;
    const site = siteOf(mark, links, runner.length === 0 ? undefined : runner);
    const { port, child, close } = await startSite(site, { baseUrl: platform.baseUrl, token });
    try {
      const target = { url: `http://127.0.0.1:${port}/interactions`, key: platform.key };
      expect(await deliver(target, "unheard-of")).toBe('200 {"type":"decline"}'); // it listens, and has the keys
      const ended = once(child, "exit");
      const answer = deliver(target, "hello");
      await new Promise((resolve) => setTimeout(resolve, 300));
      child.kill("SIGTERM");
      expect(await answer).toBe('200 {"type":"reply","content":"Hello."}');
      expect(await ended).toEqual([null, "SIGTERM"]);
    } finally {
      await close();
    }
  },
  600_000, // the first builds the package
);
