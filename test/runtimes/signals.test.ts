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
function siteOf({ mark, links, runner, change = (code) => code }: Mount): Site {
  const found = programs.filter((code) => code.includes(mark));
  expect(found).toHaveLength(1);
  const slow = change(found[0] ?? "")
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

/** A program of the page, and what it imports. */
interface Mount {
  readonly mark: string;
  readonly links: readonly string[];
  readonly runner?: readonly string[];
  readonly change?: (code: string) => string;
}

const NEST = ["@nestjs/core", "@nestjs/common", "@nestjs/platform-express", "reflect-metadata", "rxjs"];

/** What the page says of programs that export what is to be served: on Node, a server of two lines. */
const served = (fetch: string): string => `
import { serve } from "@hono/node-server";
await app.start();
await new Promise((listening) => serve({ fetch: ${fetch}, port: Number(process.env.PORT) }, listening));
`;

const mounts: Readonly<Record<string, Mount>> = {
  "node:http": { mark: "toNodeHandler", links: [] },
  Express: { mark: "toExpressHandler", links: ["express"] },
  "Express 4": {
    mark: "toExpressHandler",
    links: ["express4"],
    change: (code) => code.replace('from "express"', 'from "express4"'),
  },
  Fastify: { mark: "toFastifyPlugin", links: ["fastify"] },
  Koa: { mark: "toKoaHandler", links: ["koa"] },
  Hono: {
    mark: "toHonoHandler",
    links: ["hono", "@hono/node-server"],
    change: (code) => code + served("server.fetch"),
  },
  "Nest on Express": { mark: "toNestHandler", links: NEST },
  "Nest on Fastify": {
    mark: "toNestHandler",
    links: [...NEST, "@nestjs/platform-fastify"],
    change: (code) =>
      `import { FastifyAdapter } from "@nestjs/platform-fastify";\n${code}`.replace(
        "{ module: Root }",
        "{ module: Root }, new FastifyAdapter()",
      ),
  },
  "h3 2": {
    mark: "toH3Handler",
    links: ["h3"],
    change: (code) =>
      code
        .replace('import { defineEventHandler } from "h3"', 'import { H3, toNodeHandler } from "h3"')
        .replace(/^export default .*$/m, "const server = new H3().post('/interactions', toH3Handler(app));") +
      `
import { createServer } from "node:http";
await app.start();
await new Promise((listening) => createServer(toNodeHandler(server)).listen(Number(process.env.PORT), listening));
`,
  },
  "React Router": {
    mark: "toReactRouterHandler",
    links: ["react-router", "react", "react-dom", "@hono/node-server"],
    change: (code) =>
      `import { createStaticHandler } from "react-router";
${code}
const router = createStaticHandler([{ id: "route", path: "/interactions", action, loader }]);
${served("(request) => router.queryRoute(request)")}`,
  },
  Bun: { mark: "toBunHandler", links: [], runner: ["bun/bin/bun.exe"] },
  Deno: { mark: "toDenoHandler", links: [], runner: ["deno/deno", "run", "--allow-all"] },
  "the web's types": { mark: "toWebHandler", links: ["@hono/node-server"], change: (code) => code + served("answer") },
};

const isHere = (name: string): boolean =>
  ["test/runtimes/node_modules", "node_modules"].some((folder) => existsSync(join(folder, name)));

test.each(Object.entries(mounts))(
  "%s: a delivery that is pending when SIGTERM comes is answered, and the process ends",
  async (_, mount) => {
    if (![...mount.links, ...(mount.runner ?? []).slice(0, 1)].every(isHere) && !mustBeHere) return;
    const site = siteOf(mount);
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
