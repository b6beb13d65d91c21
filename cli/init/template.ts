import { brand } from "../../generated/tables.js";
import { agents } from "./agents.js";
import { type Choices, PREFIX, typed, wordsOf } from "./choices.js";
import { type Host, hostOf } from "./hosts.js";

/** The files of a new project, by path. */
export function filesOf(choices: Choices): Readonly<Record<string, string>> {
  const { language, self } = choices;
  const host = hostOf(choices);
  return {
    "package.json": json(manifest(choices, host)),
    ...(language === "ts"
      ? { "tsconfig.json": json(compilerConfig(host)), "tsconfig.build.json": json(buildConfig) }
      : {}),
    ".gitignore": ["node_modules", "dist", ".env", `.${brand.value}`, ...(host.ignored ?? []), ""].join("\n"),
    [`${host.variablesFile}.example`]: environment(choices),
    [`src/bot.${language}`]: bot(choices, host),
    [`test/bot.test.${language}`]: test(self.name),
    "README.md": readme(choices, host),
    "AGENTS.md": agents(choices, host),
    ...(choices.ci ? { ".github/workflows/test.yml": workflow(choices) } : {}),
    ...ofManager(choices, host),
    ...host.files,
  };
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function manifest({ name, self, language }: Choices, host: Host): object {
  const typescript = { "@types/node": "^20.19.0", typescript: "^5.9.3" };
  return {
    name,
    version: "0.1.0",
    private: true,
    type: "module",
    engines: { node: ">=20.19" },
    scripts: {
      ...host.scripts,
      test: language === "ts" ? "tsc && vitest run" : "vitest run",
      doctor: `${self.name} doctor --env-file ${host.variablesFile}`,
    },
    dependencies: { [self.name]: `^${self.version}`, ...host.dependencies },
    devDependencies: { ...(language === "ts" ? typescript : {}), vitest: "^4.1.12", ...host.devDependencies },
  };
}

/** What a package manager must know of a project that others need not. */
function ofManager({ manager }: Choices, { builds = [] }: Host): Readonly<Record<string, string>> {
  // Packages for a platform come with what they need; their scripts only check it.
  if (manager === "pnpm" && builds.length > 0)
    return { "pnpm-workspace.yaml": `ignoredBuiltDependencies:\n${builds.map((name) => `  - ${name}\n`).join("")}` };
  // Tools such as wrangler and Next look for packages in this folder.
  return manager === "yarn" ? { ".yarnrc.yml": "nodeLinker: node-modules\n" } : {};
}

const environment = ({
  self,
}: Choices): string => `# Both must be filled in. The sandbox prints them for the platform on this machine (${self.name} sandbox), with
# ${PREFIX}_SANDBOX_CONTROL, by which the script "doctor" can say more.
# Address of the service, such as http://127.0.0.1:4100
${PREFIX}_BASE_URL=
# Credential of the App. The portal shows it once, and whoever has it is the App.
${PREFIX}_APP_TOKEN=
`;

/** What an editor reads, and `tsc` by itself: everything, and nothing is written. */
const compilerConfig = ({ compiler }: Host) => ({
  compilerOptions: {
    target: "ES2023",
    module: "NodeNext",
    types: ["node"],
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    skipLibCheck: true,
    ...compiler?.options,
  },
  include: ["src", "test", ...(compiler?.include ?? [])],
  ...compiler?.beside,
});

const buildConfig = {
  extends: "./tsconfig.json",
  compilerOptions: { noEmit: false, rootDir: "src", outDir: "dist" },
  include: ["src"],
};

const bot = (
  choices: Choices,
  { options }: Host,
): string => `import { App, button, chatCommand } from "${choices.self.name}";

export const roll = chatCommand({
  name: "roll",
  description: "Roll a die",
  options: [
    { type: "integer", name: "sides", description: "How many sides", required: true, minValue: 2, maxValue: 100 },
  ],
});
export const again = button({ id: "again:{sides}" });

export const app = new App(({ ${PREFIX}_BASE_URL: baseUrl, ${PREFIX}_APP_TOKEN: token }) => ({
  baseUrl,
  token,
  ${options},
}));

const rolled = (sides${typed(choices, ": number")}) => ({
  content: \`You rolled \${1 + Math.floor(Math.random() * sides)} of \${sides}.\`,
  components: [again.of({ sides: String(sides) }, { label: "Roll again" })],
});

app.command(roll, async ({ args, reply }) => reply(rolled(args.sides)));
app.component(again, async ({ params, reply }) => reply(rolled(Number(params.sides))));
`;

const test = (self: string): string => `import "${self}/testing/vitest";
import { testApp } from "${self}/testing";
import { expect, test } from "vitest";
import { app, roll } from "../src/bot.js";

test("/roll answers with a number of that die", async () => {
  const world = await testApp(app);
  const rolled = await world.person.run(roll, { sides: 6 });
  expect(rolled).toHaveReplied(/^You rolled [1-6] of 6\\.$/);
  expect(world.channel).toHaveMessage(/of 6/);
});
`;

function readme(choices: Choices, host: Host): string {
  const { install, run } = wordsOf(choices);
  const rows: readonly (readonly [command: string, what: string])[] = [
    [install, ""],
    [`${run} dev`, 'the platform on this machine and the bot, with a page: write /roll there, press "Roll again"'],
    [
      `${run} test`,
      `${choices.language === "ts" ? "the types, then " : ""}the bot on a platform in the test's own process`,
    ],
  ];
  const real: readonly (readonly [command: string, what: string])[] = [
    [
      `cp ${host.variablesFile}.example ${host.variablesFile}`,
      "then fill in the address of the service and the credential",
    ],
    ...("build" in host.scripts ? [[`${run} build`, ""] as const] : []),
    [`${run} start`, host.starts],
    [`${run} doctor`, "when something does not work"],
  ];
  return `# ${choices.name}

${table(rows)}

Saved changes restart the bot. On a real service:

${table(real)}
${host.readme}`;
}

function table(rows: readonly (readonly [command: string, what: string])[]): string {
  const width = Math.max(...rows.map(([command]) => command.length));
  return rows
    .map(([command, what]) => (what === "" ? `    ${command}` : `    ${command.padEnd(width)}  # ${what}`))
    .join("\n");
}

function workflow(choices: Choices): string {
  const { frozen, run } = wordsOf(choices);
  const prepare: Readonly<Record<string, string>> = {
    pnpm: "      - run: npm install --global pnpm\n",
    yarn: "      - run: corepack enable\n",
    bun: "      - uses: oven-sh/setup-bun@v2\n",
  };
  return `name: test
on: [push, pull_request]
permissions:
  contents: read
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 24
${prepare[choices.manager] ?? ""}      - run: ${frozen}
      - run: ${run} test
`;
}
