import { brand } from "../../generated/tables.js";

const PREFIX = brand.value.toUpperCase();

/** Where the bot of a new project lives, and the files that only this place needs. */
export interface Host {
  /** Options of the App beside its address and credential. */
  readonly options: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  /** What the compiler is told beside, or in place of, what all projects tell it. */
  readonly compiler?: {
    readonly options: Readonly<Record<string, unknown>>;
    readonly include: readonly string[];
    readonly beside: Readonly<Record<string, unknown>>;
  };
  /** The file that holds address and credential. */
  readonly variablesFile: string;
  /** Whether `svc-apps dev` runs the bot and a platform together. */
  readonly dev?: true;
  /** Where `npm start` takes deliveries on this machine; without one it keeps a stream. */
  readonly endpoint?: string;
  /** What `npm start` does, in the README. */
  readonly starts: string;
  /** What the README adds. */
  readonly readme: string;
  files(choices: { readonly name: string; readonly self: string }): Readonly<Record<string, string>>;
}

/** The templates by name. */
export type TemplateName = "node" | "worker" | "lambda" | "next" | "docker";

const main = `import { app } from "./bot.js";

await app.start();
`;

/**
 * A script of npm whose program gets the signals: npm signals its shell only, so the program takes the shell's place.
 * The shell of Windows knows no `exec`, and there are no signals to pass on: it goes on with the second.
 */
const inPlace = (command: string): string => `exec ${command} || ${command}`;

const processScripts = {
  dev: "svc-apps dev src/main.ts",
  build: "tsc -p tsconfig.build.json",
  prestart: "npm run build",
  start: inPlace("node --env-file=.env dist/main.js"),
};

const takesDeliveries = "events: false";

const node: Host = {
  options: "syncCommands: true",
  scripts: processScripts,
  devDependencies: { tsx: "^4.23.0" },
  dev: true,
  variablesFile: ".env",
  starts: "the bot there",
  readme: "",
  files: () => ({ "src/main.ts": main }),
};

const docker: Host = {
  ...node,
  readme: `
In a container, where \`docker stop\` lets handlers finish:

    docker build -t my-bot .
    docker run --init --env-file .env --stop-timeout 15 my-bot

A platform on this machine, at 127.0.0.1, is another one for a container; on Linux \`--network host\` makes it the same.
`,
  files: () => ({
    "src/main.ts": main,
    ".dockerignore": `node_modules\ndist\n.env\n.${brand.value}\n.git\n`,
    Dockerfile: `FROM node:24-slim AS build
WORKDIR /app
COPY package*.json ./
RUN npm install
COPY . .
# npm prune --omit=dev would leave the development tools that another package names as an optional peer.
RUN npm run build && npm pkg delete devDependencies && npm prune

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
USER node
# node itself gets the signal, with no npm or shell in between.
CMD ["node", "dist/main.js"]
`,
  }),
};

const worker: Host = {
  options: takesDeliveries,
  scripts: {
    build: "tsc -p tsconfig.build.json",
    start: inPlace("wrangler dev"),
    deploy: "wrangler deploy",
    register: "npm run build && svc-apps commands apply dist/bot.js --env-file .dev.vars",
  },
  devDependencies: { wrangler: "^4.0.0" },
  variablesFile: ".dev.vars",
  endpoint: "http://127.0.0.1:8787/",
  starts: "the Worker on this machine, with the address and credential of .dev.vars",
  readme: `
Options of wrangler, such as \`--port\`: \`npx wrangler dev --port 8788\`; behind \`npm start --\` they do not reach it.

To deploy: \`npx wrangler secret put ${PREFIX}_BASE_URL\` and \`${PREFIX}_APP_TOKEN\`, \`npm run deploy\`, then \`npm run register\`, since
a Worker registers no commands by itself.
`,
  files: ({ name, self }) => ({
    ".gitignore": `node_modules\ndist\n.env\n.${brand.value}\n.dev.vars\n.wrangler\n`,
    "src/worker.ts": `import { toHandler } from "${self}/adapters/cloudflare";
import { app } from "./bot.js";

export default toHandler(app);
`,
    "wrangler.jsonc": `${JSON.stringify({ name, main: "src/worker.ts", compatibility_date: "2026-01-01" }, null, 2)}\n`,
  }),
};

const lambda: Host = {
  options: takesDeliveries,
  scripts: {
    build: "tsc -p tsconfig.build.json",
    prestart: "npm run build",
    start: inPlace("node --env-file=.env dist/local.js"),
    bundle: "esbuild src/lambda.ts --bundle --platform=node --target=node20 --format=esm --outfile=dist/lambda.mjs",
    register: "npm run build && svc-apps commands apply dist/bot.js --env-file .env",
  },
  devDependencies: { esbuild: "^0.28.0" },
  variablesFile: ".env",
  endpoint: "http://127.0.0.1:8080/",
  starts: "the same App behind node:http, on port 8080",
  readme: `
To deploy: \`npm run bundle\`, upload \`dist/lambda.mjs\` with the handler \`lambda.handler\` and both variables, put a
function URL or an API Gateway before it, then \`npm run register\`, since a function registers no commands by itself.
`,
  files: ({ self }) => ({
    "src/lambda.ts": `import { toHandler } from "${self}/adapters/lambda";
import { app } from "./bot.js";

export const handler = toHandler(app);
`,
    "src/local.ts": `import { createServer } from "node:http";
import { toHandler } from "${self}/adapters/node";
import { app } from "./bot.js";

await app.start();
createServer(toHandler(app)).listen(8080, () => console.log("Listening on http://localhost:8080/"));
`,
  }),
};

const next: Host = {
  options: takesDeliveries,
  // All that `next build` would write into the file by itself, some of which goes with no other `module`.
  compiler: {
    options: {
      module: "ESNext",
      moduleResolution: "Bundler",
      lib: ["DOM", "DOM.Iterable", "ESNext"],
      jsx: "react-jsx",
      allowJs: true,
      incremental: true,
      esModuleInterop: true,
      resolveJsonModule: true,
      plugins: [{ name: "next" }],
    },
    include: [".next/types/**/*.ts", ".next/dev/types/**/*.ts"],
    beside: { exclude: ["node_modules"] },
  },
  scripts: {
    build: "next build",
    dev: "next dev",
    prestart: "npm run build",
    start: inPlace("next start"),
    register: "tsc -p tsconfig.build.json && svc-apps commands apply dist/bot.js --env-file .env",
  },
  dependencies: { next: "^16.0.0", react: "^19.0.0", "react-dom": "^19.0.0" },
  devDependencies: { "@types/react": "^19.0.0" },
  variablesFile: ".env",
  endpoint: "http://127.0.0.1:3000/interactions",
  starts: "the site, with the endpoint on /interactions",
  readme: `
Options of Next, such as \`-p\`: \`npm run build && npx next start -p 4000\`; behind \`npm start --\` they do not reach it.

After a deployment: \`npm run register\`, since a site registers no commands by itself.
`,
  files: ({ self }) => ({
    ".gitignore": `node_modules\ndist\n.next\n.env\n.${brand.value}\nnext-env.d.ts\n*.tsbuildinfo\n`,
    "app/interactions/route.ts": `import { toHandler } from "${self}/adapters/next";
import { app } from "../../src/bot";

export const POST = toHandler(app);
`,
    "app/layout.tsx": `import type { ReactNode } from "react";

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`,
    "app/page.tsx": `export default function Page() {
  return <p>A bot lives here.</p>;
}
`,
  }),
};

export const hosts: Readonly<Record<TemplateName, Host>> = { node, worker, lambda, next, docker };
