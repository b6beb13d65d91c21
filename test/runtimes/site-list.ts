/** The sites themselves: what a user of each framework or host writes, in the fewest files that its programs take. */
import { join } from "node:path";
import type { Site } from "./sites.js";

const deno = join(import.meta.dirname, "node_modules/deno/deno");

const manifest = '{ "type": "module", "private": true, "dependencies": { "svc-apps": "*" } }';

/** A file that hands the App to an adapter, which `line` calls `adapter`. */
const route = (name: string, line: string, from = "../../"): string =>
  `import { ${name} as adapter } from "svc-apps/adapters";\nimport { app } from "${from}bot.mjs";\n${line}\n`;

const post = "export const POST = adapter(app);";
const noParser = "export const config = { api: { bodyParser: false } };";

const next: Site = {
  links: ["next", "react", "react-dom", "styled-jsx"],
  files: {
    "package.json": manifest,
    // It follows no link out of its root, and the packages are links here.
    "next.config.mjs": 'export default { outputFileTracingRoot: "/", turbopack: { root: "/" } };',
    "app/layout.js": "export default ({ children }) => <html lang='en'><body>{children}</body></html>;",
    "app/deliveries/route.js": route("toNextHandler", post),
    "app/edge/route.js": route("toNextHandler", `export const runtime = "edge";\n${post}`),
    "pages/api/deliveries.js": route("toNextPagesHandler", `${noParser}\nexport default adapter(app);`),
  },
  build: ["next/dist/bin/next", "build"],
  serve: (port) => ["next/dist/bin/next", "start", "-H", "127.0.0.1", "-p", port],
  ready: "Ready",
};

const inEnvironment = (port: string) => ({ HOST: "127.0.0.1", PORT: port });

const sveltekit: Site = {
  links: ["@sveltejs/kit", "@sveltejs/adapter-node", "svelte", "vite"],
  files: {
    "package.json": manifest,
    "vite.config.js": `import { sveltekit } from "@sveltejs/kit/vite";
import adapter from "@sveltejs/adapter-node";
export default { plugins: [sveltekit({ adapter: adapter() })] };
`,
    "src/app.html": "<!doctype html><html><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>",
    "src/routes/deliveries/+server.js": route("toSvelteKitHandler", post, "../../../"),
  },
  build: ["vite/bin/vite.js", "build"],
  serve: () => ["./build/index.js"],
  environment: (port) => ({ ...inEnvironment(port), BODY_SIZE_LIMIT: "1M" }),
  ready: "Listening on",
};

const astro: Site = {
  links: ["astro", "@astrojs/node"],
  files: {
    "package.json": manifest,
    "astro.config.mjs": `import node from "@astrojs/node";
export default { output: "server", adapter: node({ mode: "standalone" }) };
`,
    "src/pages/deliveries.js": route("toAstroHandler", `await app.start();\nexport const prerender = false;\n${post}`),
  },
  build: ["astro/bin/astro.mjs", "build"],
  serve: () => ["./dist/server/entry.mjs"],
  environment: inEnvironment,
  ready: "Server listening on",
};

/** `nitro build` copies what it traced of a package; the files that the server then loads have to be among them. */
const nitro: Site = {
  links: ["nitropack"],
  files: {
    "package.json": manifest,
    "nitro.config.mjs": 'export default { srcDir: "server", compatibilityDate: "2026-01-01" };',
    "server/routes/deliveries.post.js": route(
      "toH3Handler",
      'import { defineEventHandler } from "h3";\nexport default defineEventHandler(adapter(app));',
    ),
  },
  build: ["nitropack/dist/cli/index.mjs", "build"],
  serve: () => ["./.output/server/index.mjs"],
  environment: inEnvironment,
  ready: "Listening on",
};

/** Vercel's development server runs one function, as its machines do: on Node, or in its edge runtime. */
const vercel = (file: string): Site => ({
  links: [],
  files: { "package.json": manifest, "api/deliveries.js": file },
  serve: () => ["@vercel/node/dist/dev-server.mjs"],
  environment: (port) => ({ VERCEL_DEV_ENTRYPOINT: "api/deliveries.js", VERCEL_DEV_PORT: port }),
  ready: "Dev server listening",
});

/** Netlify's own runner of functions, behind a server of a few lines. */
const netlify: Site = {
  links: ["@netlify/functions-dev"],
  files: {
    "package.json": manifest,
    "functions/web.mjs": route(
      "toNetlifyHandler",
      'export default adapter(app);\nexport const config = { path: "/web" };',
      "../",
    ),
    "functions/event.mjs": route("toNetlifyEventHandler", "export const handler = adapter(app);", "../"),
    "serve.mjs": `import { FunctionsHandler } from "@netlify/functions-dev";
import { createServer } from "node:http";
const functions = new FunctionsHandler({
  config: { get: () => ({ functions: {} }) },
  destPath: process.cwd() + "/built",
  projectRoot: process.cwd(),
  userFunctionsPath: "functions",
  fileWatcher: { subscribe: () => ({ add() {}, unwatch() {}, unsubscribe() {} }) },
  settings: {},
  geolocation: {},
});
const answer = async (incoming, outgoing) => {
  const pieces = [];
  for await (const piece of incoming) pieces.push(piece);
  const { method, headers, url } = incoming;
  const body = method === "GET" ? null : Buffer.concat(pieces);
  const request = new Request(new URL(url, "http://127.0.0.1"), { method, headers, body });
  const found = await functions.match(request);
  const response = found ? await found.handle(request) : new Response(null, { status: 404 });
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
};
createServer((incoming, outgoing) => void answer(incoming, outgoing).catch(() => outgoing.destroy())).listen(Number(process.env.PORT), "127.0.0.1", () => console.log("listening"));
`,
  },
  serve: () => ["./serve.mjs"],
  environment: inEnvironment,
  ready: "listening",
};

/** Netlify's own runner of edge functions, in Deno, which it calls with a flag that `deno eval` knows no more. */
const netlifyEdge: Site = {
  links: ["@netlify/edge-functions-dev"],
  files: {
    "package.json": manifest,
    "edge/deliveries.mjs": route(
      "toNetlifyHandler",
      'export default adapter(app);\nexport const config = { path: "/deliveries" };',
      "../",
    ),
    deno: `#!/bin/sh
for argument do shift; [ "$argument" = --allow-scripts ] || set -- "$@" "$argument"; done
exec ${deno} "$@"
`,
    "serve.mjs": `import { EdgeFunctionsHandler } from "@netlify/edge-functions-dev";
import { chmodSync } from "node:fs";
import { createServer } from "node:http";
chmodSync("deno", 0o755);
process.env.PATH = process.cwd() + ":" + process.env.PATH;
const { SVC_BASE_URL, SVC_APP_TOKEN, PORT } = process.env;
const functions = new EdgeFunctionsHandler({
  configDeclarations: [],
  directories: [process.cwd() + "/edge"],
  env: { SVC_BASE_URL, SVC_APP_TOKEN },
  geolocation: {},
  logger: console,
});
const answer = async (incoming, outgoing) => {
  const pieces = [];
  for await (const piece of incoming) pieces.push(piece);
  const { method, headers, url } = incoming;
  const body = method === "GET" ? null : Buffer.concat(pieces);
  const id = { "x-nf-request-id": crypto.randomUUID() };
  const init = { method, headers: { ...headers, ...id }, body };
  const request = new Request(new URL(url, "http://127.0.0.1:" + PORT), init);
  const found = await functions.match(request);
  const response = found ? await found.handle(request, "http://127.0.0.1:" + PORT) : new Response(null, { status: 404 });
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
};
createServer((incoming, outgoing) => void answer(incoming, outgoing).catch(() => outgoing.destroy())).listen(Number(PORT), "127.0.0.1", () => console.log("listening"));
for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => functions.stop().finally(() => process.exit(0)));
`,
  },
  serve: () => ["./serve.mjs"],
  environment: inEnvironment,
  ready: "listening",
};

/** The programs of the page for Bun and Deno, on a port of their own. */
const bun: Site = {
  links: [],
  files: {
    "package.json": manifest,
    "serve.mjs": route(
      "toBunHandler",
      `await app.start();
Bun.serve({ port: Number(process.env.PORT), hostname: "127.0.0.1", routes: { "/deliveries": { POST: adapter(app) } } });
console.log("listening");`,
      "./",
    ),
  },
  runner: ["bun/bin/bun.exe"],
  serve: () => ["./serve.mjs"],
  environment: inEnvironment,
  ready: "listening",
};
const denoSite: Site = {
  links: [],
  files: {
    "package.json": manifest,
    "serve.mjs": `import process from "node:process";
${route("toDenoHandler", 'await app.start();\nDeno.serve({ port: Number(process.env.PORT), hostname: "127.0.0.1" }, adapter(app));', "./")}`,
  },
  runner: ["deno/deno", "run", "--allow-all"],
  serve: () => ["./serve.mjs"],
  environment: inEnvironment,
  ready: "Listening on",
};

/** Mounts that are runtimes of their own, or a setting of a framework that has a row already. */
export const moreSites: Readonly<Record<string, ListedSite>> = {
  "SvelteKit, its own limit": { site: { ...sveltekit, environment: inEnvironment }, needs: "@sveltejs/kit" },
  Bun: { site: bun, needs: "bun" },
  Deno: { site: denoSite, needs: "deno" },
};

/** A site as a row of the page. */
export interface ListedSite {
  readonly site: Site;
  readonly needs: string;
  /** At which it takes deliveries. Default: `/deliveries`. */
  readonly path?: string;
  readonly endsWithAnswer?: boolean;
  /** Fewer deliveries at once than others take, where each is a process of its own. */
  readonly many?: number;
}

/** By the row of the page. */
export const sites: Readonly<Record<string, ListedSite>> = {
  "Next, app routes": { site: next, needs: "next" },
  "Next, app routes, edge": { site: next, needs: "next", path: "/edge" },
  "Next, pages": { site: next, needs: "next", path: "/api/deliveries" },
  Nitro: { site: nitro, needs: "nitropack" },
  SvelteKit: { site: sveltekit, needs: "@sveltejs/kit" },
  Astro: { site: astro, needs: "astro" },
  "Vercel, Node": { site: vercel(route("toVercelHandler", post, "../")), needs: "@vercel/node" },
  "Vercel, Node, older shape": {
    site: vercel(route("toVercelNodeHandler", "export default adapter(app);", "../")),
    needs: "@vercel/node",
  },
  "Vercel, edge": {
    site: vercel(route("toVercelHandler", `export const config = { runtime: "edge" };\n${post}`, "../")),
    needs: "@vercel/node",
  },
  Netlify: { site: netlify, needs: "@netlify/functions-dev", path: "/web", many: 4 },
  "Netlify, edge": { site: netlifyEdge, needs: "@netlify/edge-functions-dev", endsWithAnswer: true, many: 4 },
  "Netlify, older shape": {
    site: netlify,
    needs: "@netlify/functions-dev",
    path: "/.netlify/functions/event",
    many: 4,
  },
};
