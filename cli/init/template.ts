import { brand } from "../../generated/tables.js";
import { type Host, hosts, type TemplateName } from "./hosts.js";

const PREFIX = brand.value.toUpperCase();

/** What a new project is made with. */
export interface Choices {
  /** Name of the project, as npm takes it. */
  readonly name: string;
  /** The package and its version. */
  readonly self: { readonly name: string; readonly version: string };
  /** Where the bot will live. Default: `node`. */
  readonly template?: TemplateName;
}

/** The files of a new project, by path. */
export function filesOf({ name, self, template = "node" }: Choices): Readonly<Record<string, string>> {
  const host = hosts[template];
  return {
    "package.json": `${JSON.stringify(manifest(name, self, host), null, 2)}\n`,
    "tsconfig.json": `${JSON.stringify(compilerConfig(host), null, 2)}\n`,
    "tsconfig.build.json": `${JSON.stringify(buildConfig, null, 2)}\n`,
    ".gitignore": `node_modules\ndist\n.env\n.${brand.value}\n`,
    [`${host.variablesFile}.example`]: environment(self.name),
    "src/bot.ts": bot(self.name, host),
    "test/bot.test.ts": test(self.name),
    "README.md": readme(name, self.name, host),
    ...host.files({ name, self: self.name }),
  };
}

function manifest(name: string, self: Choices["self"], host: Host): object {
  return {
    name,
    version: "0.1.0",
    private: true,
    type: "module",
    engines: { node: ">=20.19" },
    scripts: {
      ...host.scripts,
      test: "tsc && vitest run",
      doctor: `node --env-file=${host.variablesFile} node_modules/${self.name}/dist/cli/main.js doctor`,
    },
    dependencies: { [self.name]: `^${self.version}`, ...host.dependencies },
    devDependencies: {
      "@types/node": "^20.19.0",
      typescript: "^5.9.3",
      vitest: "^4.1.12",
      ...host.devDependencies,
    },
  };
}

const environment = (
  self: string,
) => `# Both must be filled in. npx ${self} sandbox prints them for the platform on your machine, with
# ${PREFIX}_SANDBOX_CONTROL, by which npm run doctor can say more.
# Address of the service, such as http://127.0.0.1:4100
${PREFIX}_BASE_URL=
# Credential of the App; the portal issues it once, and whoever has it is the App.
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

const bot = (self: string, { options }: Host) => `import { App, button, chatCommand } from "${self}";

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

const rolled = (sides: number) => ({
  content: \`You rolled \${1 + Math.floor(Math.random() * sides)} of \${sides}.\`,
  components: [again.of({ sides: String(sides) }, { label: "Roll again" })],
});

app.command(roll, async ({ args, reply }) => reply(rolled(args.sides)));
app.component(again, async ({ params, reply }) => reply(rolled(Number(params.sides))));
`;

const test = (self: string) => `import "${self}/testing/vitest";
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

const readme = (name: string, self: string, host: Host) => `# ${name}

${(host.endpoint === undefined ? withPlatform : withoutPlatform)(self)}
    npm test              # the types, then the bot on a platform in the test's own process
    ${`cp ${host.variablesFile}.example ${host.variablesFile}`.padEnd(21)} # then put in ${host.endpoint === undefined ? "" : "what the sandbox printed, or "}the address of a real service and the credential that its portal issued
    npm start             # ${host.starts}
    npm run doctor        # when something does not work
${host.endpoint === undefined ? "" : endpointOnSandbox(host.endpoint)}${host.readme}`;

const endpointOnSandbox = (url: string) => `
On the platform on this machine: \`npm run register\`, then on the page of the sandbox, under Portal, save
${url} as the address of the endpoint, and probe it. From then on /roll comes there.
`;

const withPlatform = (
  self: string,
) => `    npx ${self} dev      # installs what is missing, starts the platform on this machine and the bot, and prints
                          # the address of a page: write /roll there, then press "Roll again".
                          # Saved changes restart the bot.`;

const withoutPlatform = (self: string) => `    npm install
    npx ${self} sandbox --allow-loopback-endpoints  # in a terminal of its own: the platform on this machine`;
