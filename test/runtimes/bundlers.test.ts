/** Of the package as it is published, bundlers keep what a program uses, whatever conditions they are told. */
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { type Installation, install } from "../../tools/install.js";
import { run } from "../../tools/run.js";
import { startProxy } from "../support/connect-proxy.js";
import { json, startServer } from "../support/http-server.js";
import { bundlers } from "./bundlers.js";

const modules = join(import.meta.dirname, "node_modules");
const isHere = process.env["RUNTIMES"] !== undefined && existsSync(join(modules, "webpack"));

let installation: Installation;
beforeAll(async () => {
  if (isHere) installation = await install();
}, 240_000);
afterAll(() => installation?.remove());

/** Most bytes of one route, after gzip, as the page says. */
const page = readFileSync(new URL("../../docs/runtimes.md", import.meta.url), "utf8");
const most = Number(/A program of one route is at most ([\d.]+) kB, gzip/.exec(page)?.[1]) * 1_000;

const oneRoute = `import { createClient, createMessage } from "${manifest.name}";
const client = createClient({ baseUrl: "https://chat.example", token: TOKEN });
await createMessage(client, { serverId: "1", channelId: "2", content: "hello" });`;

/** Constants, functions that stand on some, and both clients, each by the barrel that hands it on. */
const calling = `import { asServerId, createClient, fetchTransport, getMe } from "${manifest.name}";
import { createFetchClient } from "${manifest.name}/rest";
const fetch = async () => Response.json({ app: { id: "7" } });
const options = { baseUrl: "https://chat.example", token: "svc_app.1.secret" };
const one = await getMe(createClient({ ...options, transport: fetchTransport({ fetch }) }));
const other = await getMe(createFetchClient({ ...options, fetch }));
console.log(asServerId("7"), one.app.id, other.app.id);`;

const proxied = `import { createClient, getMe } from "${manifest.name}";
const client = createClient({ baseUrl: "http://chat.test", token: "svc_app.1.secret", proxyEnv: process.env });
console.log((await getMe(client)).app.id);`;

/** Where a program will run, and by which conditions packages are found: none named, or those instead. */
const told = [
  ["node"],
  ["node", "node", "import"],
  ["node", "import"],
  ["node", "node"],
  ["node", "bun"],
  ["node", "module-sync"],
  ["node", "deno", "node", "import", "module-sync", "node-addons"],
  ["browser"],
  ["browser", "worker", "import"],
  ["browser", "workerd", "worker", "browser"],
  ["browser", "deno"],
] as const;

async function write(name: string, code: string): Promise<string> {
  const path = join(installation.place, name);
  await writeFile(path, code);
  return path;
}

describe.skipIf(!isHere)("bundlers", () => {
  test.each(told.map(([platform, ...named]) => [platform, named.join(", ") || "none", named] as const))(
    "a bundle of one route for the platform %s, told the conditions %s, is no larger than the page says, gzip, by every bundler",
    async (platform, _, named) => {
      const entry = await write("one-route.mjs", oneRoute);
      const all = await bundlers(modules, installation.place);
      const wrong: string[] = [];
      for (const [name, make] of Object.entries(all)) {
        const code = await make({ entry, platform, conditions: named.length === 0 ? undefined : named });
        expect(code).toContain("https://chat.example");
        const bytes = gzipSync(code, { level: 9 }).length;
        if (bytes > most) wrong.push(`${name}: ${bytes}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  test.each([
    ["node", "none", []],
    ["browser", "none", []],
    ["browser", "workerd, worker, browser", ["workerd", "worker", "browser"]],
  ] as const)(
    "a bundle for the platform %s, told the conditions %s, calls a route by either client, by every bundler",
    async (platform, _, named) => {
      const entry = await write("calling.mjs", calling);
      const all = await bundlers(modules, installation.place);
      for (const [name, make] of Object.entries(all)) {
        const code = await make({ entry, platform, conditions: named.length === 0 ? undefined : named });
        const program = await write("called.mjs", code);
        const { output } = await run(process.execPath, [program], { cwd: installation.place });
        expect(`${name}: ${output.slice(-300)}`).toBe(`${name}: 7 7 7\n`);
      }
    },
  );

  test("a bundle calls a route through the proxy of the environment, and no bundler warns of it", async () => {
    const service = await startServer((_seen, response) => json(response, 200, { app: { id: "7" } }));
    const proxy = await startProxy({ port: Number(new URL(service.url).port) });
    try {
      const entry = await write("proxied.mjs", proxied);
      const all = await bundlers(modules, installation.place);
      for (const [name, make] of Object.entries(all)) {
        const warned: string[] = [];
        // What one package has wrong inside of itself is for its own authors to mend.
        const onWarning = (text: string) =>
          void (text.startsWith("Circular dependency: node_modules/typebox/") || warned.push(text));
        const code = await make({ entry, platform: "node", onWarning });
        const program = await write("proxied-bundle.mjs", code);
        const env = { ...process.env, HTTP_PROXY: proxy.url, http_proxy: proxy.url, NO_PROXY: "", no_proxy: "" };
        const { output } = await run(process.execPath, [program], { cwd: installation.place, env });
        expect([name, warned, output.slice(-300)]).toEqual([name, [], "7\n"]);
      }
      expect(proxy.asked).toEqual(Object.keys(all).map(() => "chat.test:80"));
    } finally {
      await proxy.close();
      await service.close();
    }
  });

  test("require() in a bundle loads the package by the conditions node, and by none", async () => {
    const entry = await write("requiring.cjs", `console.log(typeof require("${manifest.name}").createClient);`);
    for (const named of [{}, { conditions: ["node"] }]) {
      const outfile = join(installation.place, "required.cjs");
      await build({ entryPoints: [entry], bundle: true, format: "cjs", platform: "node", outfile, ...named });
      expect(await run(process.execPath, [outfile], { cwd: installation.place })).toMatchObject({
        code: 0,
        output: "function\n",
      });
    }
  });
});
