import { brand } from "../../generated/tables.js";
import { built, type Choices, inPlace, PREFIX, runFolder, type TemplateName, typed, wordsOf } from "./choices.js";

/** Where the bot of a new project runs, and the files that only this place needs. */
export interface Host {
  /** Options of the App beside its address and credential. */
  readonly options: string;
  /** Scripts; none is a hook such as `prestart`, which some package managers do not run. */
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  /** Packages that must run a script when they are installed. */
  readonly builds?: readonly string[];
  /** What the compiler is told beside, or in place of, what all projects tell it. */
  readonly compiler?: {
    readonly options: Readonly<Record<string, unknown>>;
    readonly include: readonly string[];
    readonly beside: Readonly<Record<string, unknown>>;
  };
  /** The file that holds address and credential. */
  readonly variablesFile: string;
  /** What `start` does, in the README. */
  readonly starts: string;
  /** What git does not keep, besides what no project keeps. */
  readonly ignored?: readonly string[];
  /** What the README adds. */
  readonly readme: string;
  readonly files: Readonly<Record<string, string>>;
}

const takesDeliveries = "events: false";

const buildScript = (choices: Choices): Readonly<Record<string, string>> =>
  choices.language === "ts" ? { build: "tsc -p tsconfig.build.json" } : {};

const registerScript = (choices: Choices, file: string): string =>
  `${built(choices)}${choices.self.name} commands apply ${runFolder(choices)}/bot.js --env-file ${file}`;

const main = `import { app } from "./bot.js";

await app.start();
`;

const node = (choices: Choices): Host => ({
  options: "syncCommands: true",
  scripts: {
    dev: `${choices.self.name} dev src/main.${choices.language}`,
    ...buildScript(choices),
    start: inPlace(choices, `node --env-file=.env ${runFolder(choices)}/main.js`),
  },
  variablesFile: ".env",
  starts: "the bot, with the address and credential of .env",
  readme: "",
  files: { [`src/main.${choices.language}`]: main },
});

const docker = (choices: Choices): Host => {
  const { install, run } = wordsOf(choices);
  const prepare = choices.manager === "npm" ? "" : `RUN npm install --global ${choices.manager}\n`;
  return {
    ...node(choices),
    readme: `
In a container, where \`docker stop\` lets handlers finish:

    docker build -t ${choices.name} .
    docker run --init --env-file .env --stop-timeout 15 ${choices.name}

A platform at 127.0.0.1 of this machine is not reachable from a container; on Linux \`--network host\` makes it so.
`,
    files: {
      [`src/main.${choices.language}`]: main,
      ".dockerignore": `node_modules\ndist\n.env\n.${brand.value}\n.git\n`,
      Dockerfile: `FROM node:24-slim AS build
WORKDIR /app
${install === "npm install" ? "COPY package*.json ./\nRUN npm install\nCOPY . ." : `${prepare}COPY . .\nRUN ${install}`}${choices.language === "ts" ? `\nRUN ${run} build` : ""}
# What is left is what runs. Otherwise development tools that another package
# names as an optional peer would stay.
RUN npm pkg delete devDependencies && ${install}

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/${runFolder(choices)} ./${runFolder(choices)}
USER node
# node itself gets the signal, with no shell in between.
CMD ["node", "${runFolder(choices)}/main.js"]
`,
    },
  };
};

const worker = (choices: Choices): Host => ({
  options: takesDeliveries,
  scripts: {
    dev: devScript(choices, "http://127.0.0.1:8787/", "--write-env .dev.vars", "-- wrangler dev --port 8787"),
    ...buildScript(choices),
    start: "wrangler dev",
    deploy: "wrangler deploy",
    register: registerScript(choices, ".dev.vars"),
  },
  devDependencies: { wrangler: "^4.0.0" },
  builds: ["esbuild", "workerd", "sharp"],
  variablesFile: ".dev.vars",
  starts: "the Worker on this machine, with the address and credential of .dev.vars",
  ignored: [".dev.vars", ".wrangler"],
  readme: `
To deploy: \`${wordsOf(choices).exec} wrangler secret put ${PREFIX}_BASE_URL\` and \`${PREFIX}_APP_TOKEN\`, \`${wordsOf(choices).run} deploy\`, then
\`${wordsOf(choices).run} register\`: a Worker registers no commands by itself.
`,
  files: {
    [`src/worker.${choices.language}`]: `import { toCloudflareHandler } from "${choices.self.name}/adapters";
import { app } from "./bot.js";

export default toCloudflareHandler(app);
`,
    "wrangler.jsonc": `${JSON.stringify({ name: choices.name, main: `src/worker.${choices.language}`, compatibility_date: "2026-01-01" }, null, 2)}\n`,
  },
});

/** A script that runs the platform and an endpoint together: endpoint activated, commands registered. */
const devScript = ({ self, language }: Choices, endpoint: string, ...more: readonly string[]): string =>
  [self.name, "dev --endpoint", endpoint, `--commands src/bot.${language}`, ...more].join(" ");

const lambda = (choices: Choices): Host => ({
  options: takesDeliveries,
  scripts: {
    dev: devScript(choices, "http://127.0.0.1:8080/", `src/local.${choices.language}`),
    ...buildScript(choices),
    start: inPlace(choices, `node --env-file=.env ${runFolder(choices)}/local.js`),
    bundle: `esbuild src/lambda.${choices.language} --bundle --platform=node --target=node20 --format=esm --outfile=dist/lambda.mjs`,
    register: registerScript(choices, ".env"),
  },
  devDependencies: { esbuild: "^0.28.0" },
  builds: ["esbuild"],
  variablesFile: ".env",
  starts: "the same App behind node:http, on port 8080",
  readme: `
To deploy: \`${wordsOf(choices).run} bundle\`, upload \`dist/lambda.mjs\` with the handler \`lambda.handler\` and both variables, put a
function URL or an API Gateway in front of it, then \`${wordsOf(choices).run} register\`: a function registers no commands by itself.
`,
  files: {
    [`src/lambda.${choices.language}`]: `import { toLambdaHandler } from "${choices.self.name}/adapters";
import { app } from "./bot.js";

export const handler = toLambdaHandler(app);
`,
    [`src/local.${choices.language}`]: `import { createServer } from "node:http";
import { toNodeHandler } from "${choices.self.name}/adapters";
import { app } from "./bot.js";

await app.start();
createServer(toNodeHandler(app)).listen(8080, () => console.log("Listening on http://localhost:8080/"));
`,
  },
});

const next = (choices: Choices): Host => ({
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
    dev: devScript(choices, "http://127.0.0.1:3000/interactions", "-- next dev --port 3000"),
    build: "next build",
    start: "next start",
    register: registerScript(choices, ".env"),
  },
  dependencies: { next: "^16.0.0", react: "^19.0.0", "react-dom": "^19.0.0" },
  ...(choices.language === "ts" ? { devDependencies: { "@types/react": "^19.0.0" } } : {}),
  builds: ["sharp"],
  variablesFile: ".env",
  starts: "the built site, with the endpoint on /interactions",
  ignored: [".next", "next-env.d.ts", "*.tsbuildinfo"],
  readme: `
After a deployment: \`${wordsOf(choices).run} register\`: a site registers no commands by itself.
`,
  files: {
    [`app/interactions/route.${choices.language}`]: `import { toNextHandler } from "${choices.self.name}/adapters";
import { app } from "../../src/bot${choices.language === "ts" ? "" : ".js"}";

export const POST = toNextHandler(app);
`,
    [`app/layout.${choices.language}x`]: `${typed(choices, 'import type { ReactNode } from "react";\n\n')}export default function Layout({ children }${typed(choices, ": { readonly children: ReactNode }")}) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`,
    [`app/page.${choices.language}x`]: `export default function Page() {
  return <p>A bot lives here.</p>;
}
`,
  },
});

const hosts: Readonly<Record<TemplateName, (choices: Choices) => Host>> = { node, docker, worker, lambda, next };

export const hostOf = (choices: Choices): Host => hosts[choices.template](choices);
