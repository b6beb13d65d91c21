import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { transformSync } from "esbuild";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { UsageError } from "../../cli/usage-error.js";
import { run } from "../../cli/init.js";
import { type Choices, languages, templates } from "../../cli/init/choices.js";
import { filesOf } from "../../cli/init/template.js";
import { packageManagerNames } from "../../cli/package-manager.js";

let folder = "";
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "init-"))));
afterEach(async () => rm(folder, { recursive: true }));

async function init(...argv: readonly string[]): Promise<{ code: number; said: string }> {
  let said = "";
  return { code: await run(argv, { out: (text) => void (said += text), ask: undefined }), said };
}

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const made = { name: "bot", self: { name: "svc-apps", version: "1.0.0" }, ci: true };

const manifestOf = (choices: Pick<Choices, "template" | "language" | "manager">): Manifest =>
  JSON.parse(filesOf({ ...made, ...choices })["package.json"] ?? "{}") as Manifest; // which was just written

describe("svc-apps init", () => {
  test.each([
    ["my-bot", (path: string) => path],
    ["My Bot", (path: string) => `'${path}'`],
    ["it's", (path: string) => `'${path.replace("'", String.raw`'\''`)}'`],
  ])("of %j it says where to go next in words that a shell takes", async (name, written) => {
    const dir = join(folder, name);
    const { code, said } = await init(dir, "--package-manager", "npm");
    expect(code).toBe(0);
    expect(said).toContain(`Next: cd ${written(dir)} && npm install && npm run dev`);
  });

  test("of the folder that one is in it says no cd", async () => {
    const spy = vi.spyOn(process, "cwd").mockReturnValue(folder);
    onTestFinished(() => spy.mockRestore());
    expect((await init(".", "--package-manager", "npm")).said).toBe(
      "Created the project here. Next: npm install && npm run dev\n",
    );
  });

  test.runIf(process.platform === "linux")("where no folder can be made it ends, and says which", async () => {
    await expect(init("/proc/none")).rejects.toThrow("/proc/none cannot be written: ENOENT");
  });

  test("the compiler's file of a project for Next has what `next build` writes into it, and a module that goes with that", async () => {
    await init(join(folder, "site"), "--template", "next");
    const config: unknown = JSON.parse(await readFile(join(folder, "site/tsconfig.json"), "utf8"));
    expect(config).toMatchObject({
      compilerOptions: {
        module: "ESNext", // NodeNext with this resolution is refused, and the build with it
        moduleResolution: "Bundler",
        lib: ["DOM", "DOM.Iterable", "ESNext"],
        jsx: "react-jsx",
        allowJs: true,
        incremental: true,
        esModuleInterop: true,
        resolveJsonModule: true,
        plugins: [{ name: "next" }],
        strict: true,
      },
      include: ["src", "test", ".next/types/**/*.ts", ".next/dev/types/**/*.ts"],
      exclude: ["node_modules"],
    });
  });

  test.each([
    ["node", ".env"],
    ["docker", ".env"],
    ["lambda", ".env"],
    ["next", ".env"],
    ["worker", ".dev.vars"],
  ])("the README of a %s project makes the file that start and doctor read", async (template, file) => {
    await init(join(folder, "bot"), "--template", template);
    const read = (name: string) => readFile(join(folder, "bot", name), "utf8");
    expect(await read("README.md")).toContain(`cp ${file}.example ${file} `);
    expect(await read(`${file}.example`)).toContain("SVC_APP_TOKEN=");
    expect(JSON.parse(await read("package.json"))).toMatchObject({
      scripts: { doctor: `svc-apps doctor --env-file ${file}` },
    });
  });

  test.each([
    ["lambda", "http://127.0.0.1:8080/", /src\/local\.ts$/],
    ["worker", "http://127.0.0.1:8787/", /--write-env \.dev\.vars -- wrangler dev --port 8787$/],
    ["next", "http://127.0.0.1:3000/interactions", /-- next dev --port 3000$/],
  ])("dev of a %s project registers its commands and activates its endpoint", async (template, endpoint, program) => {
    await init(join(folder, "bot"), "--template", template);
    const { scripts } = JSON.parse(await readFile(join(folder, "bot/package.json"), "utf8")) as Manifest;
    expect(scripts["dev"]).toContain(`svc-apps dev --endpoint ${endpoint} --commands src/bot.ts `);
    expect(scripts["dev"]).toMatch(program);
  });

  test("what runs a Lambda on this machine starts the App, so that a signal cuts no delivery", async () => {
    await init(join(folder, "bot"), "--template", "lambda");
    expect(await readFile(join(folder, "bot/src/local.ts"), "utf8")).toMatch(/await app\.start\(\);\ncreateServer/);
  });

  test("the file to fill in holds the two variables, empty, and says where their values come from", async () => {
    await init(join(folder, "bot"));
    const text = await readFile(join(folder, "bot/.env.example"), "utf8");
    expect(parseEnv(text)).toEqual({ SVC_BASE_URL: "", SVC_APP_TOKEN: "" });
    expect(text).toMatch(/^# .*The sandbox prints them .*svc-apps sandbox/m);
  });

  test.each([
    ["docker", ["Dockerfile", ".dockerignore", "src/main.ts"]],
    ["worker", ["wrangler.jsonc", "src/worker.ts", ".dev.vars.example"]],
    ["lambda", ["src/lambda.ts", "src/local.ts"]],
    ["next", ["app/interactions/route.ts", "app/page.tsx"]],
  ])(
    "--template %s adds the files of its host, and starts one program, which gets the signals",
    async (name, files) => {
      const place = join(folder, name);
      await init(place, "--template", name, "--package-manager", "npm");
      for (const file of files) expect((await readFile(join(place, file), "utf8")).length).toBeGreaterThan(0);
      const { scripts } = JSON.parse(await readFile(join(place, "package.json"), "utf8")) as Manifest;
      expect(scripts["start"]).toMatch(/^(?:exec (node [^&|;]+) \|\| \1|(wrangler|next) [^&|;]+)$/);
      expect(scripts["test"]).toBe("tsc && vitest run");
    },
  );

  const every = templates.flatMap((template) =>
    languages.flatMap((language) => packageManagerNames.map((manager) => ({ template, language, manager }))),
  );

  test("no project has hooks, a program of a shell, or a path into node_modules in its scripts", () => {
    for (const choices of every) {
      const { scripts } = manifestOf(choices);
      expect(Object.keys(scripts).filter((name) => /^(pre|post)/.test(name))).toEqual([]);
      const all = Object.values(scripts).join("\n");
      expect(all).not.toMatch(/node_modules|npm /);
      // Their shells know no exec.
      if (choices.manager === "yarn" || choices.manager === "bun") expect(all).not.toMatch(/\bexec\b/);
    }
  });

  test("each command in README and AGENTS.md is a script of the project, or a program of its packages", () => {
    for (const choices of every) {
      const files = filesOf({ ...made, ...choices });
      const { scripts, dependencies, devDependencies } = manifestOf(choices);
      for (const page of [files["README.md"] ?? "", files["AGENTS.md"] ?? ""]) {
        const named = [...page.matchAll(/(?:npm|pnpm|yarn|bun) run ([a-z]+)/g)].map(([, word = ""]) => word);
        expect(named.filter((word) => !(word in scripts))).toEqual([]);
        const programs = [...page.matchAll(/(?:npx|pnpm exec|yarn exec|bunx) ([a-z-]+)/g)].map(([, word = ""]) => word);
        expect(programs.filter((word) => !(word in { ...dependencies, ...devDependencies }))).toEqual([]);
        const copied = [...page.matchAll(/cp (\S+) /g)].map(([, file = ""]) => file);
        expect(copied.filter((file) => !(file in files))).toEqual([]);
        const others = packageManagerNames.filter((name) => name !== choices.manager);
        for (const other of others) expect(page).not.toMatch(new RegExp(`(^|[ \`])${other} (run|install)`, "m"));
      }
      expect((files["AGENTS.md"] ?? "").split("\n").length).toBeLessThanOrEqual(60);
    }
  });

  test("no file of a project in JavaScript is TypeScript, and its imports are there", () => {
    for (const choices of every.filter(({ language }) => language === "js")) {
      const files = filesOf({ ...made, ...choices });
      expect(Object.keys(files).filter((path) => /\.tsx?$|tsconfig/.test(path))).toEqual([]);
      for (const [path, text] of Object.entries(files).filter(([name]) => /\.jsx?$/.test(name))) {
        expect(() => transformSync(text, { loader: "jsx" })).not.toThrow();
        for (const [, target = ""] of text.matchAll(/from "(\.[^"]+)"/g))
          expect(Object.keys(files)).toContain(join(dirname(path), target));
      }
    }
  });

  test("what no option says is asked on a terminal, again after an answer that is none of the words", async () => {
    const asked: string[] = [];
    const answers = ["worker", "coffee", "js", "", "none", "no"];
    const ask = {
      question: (text: string) => {
        asked.push(text);
        return Promise.resolve(answers.shift() ?? "");
      },
      close: () => undefined,
    };
    let said = "";
    await run([join(folder, "bot")], { out: (text) => void (said += text), ask });
    expect(asked).toEqual([
      "template (node, docker, worker, lambda, next) [node]: ",
      "language (ts, js) [ts]: ",
      "language (ts, js) [ts]: ",
      expect.stringMatching(/^package-manager \(npm, pnpm, yarn, bun\) \[\w+\]: $/),
      "ci (github, none) [github]: ",
      expect.stringMatching(/^git \(yes, no\) \[\w+\]: $/),
    ]);
    expect(await readdir(join(folder, "bot"))).toEqual(expect.arrayContaining(["src", "wrangler.jsonc"]));
    expect(await readdir(join(folder, "bot"))).not.toContain(".github");
  });

  test("with --json it asks nothing and prints what it created", async () => {
    const { said } = await init(join(folder, "bot"), "--json", "--git", "yes", "--package-manager", "pnpm");
    const told = JSON.parse(said) as { readonly files: readonly string[]; readonly next: readonly string[] };
    expect(told.next).toEqual(["pnpm install", "pnpm run dev"]);
    expect(told.files).toContain("src/bot.ts");
    expect(await readdir(join(folder, "bot"))).toContain(".git");
  });

  test("the Dockerfile is the one of the page about deployment, for a project that has no lock yet", async () => {
    await init(join(folder, "box"), "--template", "docker");
    const page = await readFile(new URL("../../docs/deploy.md", import.meta.url), "utf8");
    const shown = /```dockerfile\n([^`]*)```/.exec(page)?.[1]?.replace("npm ci", "npm install");
    const own = await readFile(join(folder, "box/Dockerfile"), "utf8");
    expect(own.replace(/^# node itself .*\n/m, "")).toBe(shown);
    const ignored = await readFile(join(folder, "box/.dockerignore"), "utf8");
    expect(ignored.split("\n")).toEqual(expect.arrayContaining(["node_modules", ".env", ".svc"]));
  });

  test("nothing is written where something is, or where it does not know where", async () => {
    await writeFile(join(folder, "own.txt"), "mine");
    for (const [argv, why] of [
      [[folder], "is not empty; nothing was written"],
      [[join(folder, "own.txt")], "is a file"],
      [[], "name one folder for the project"],
      [[""], "name one folder for the project"], // a variable of a shell that is not set
      [["a", "b"], "name one folder for the project"],
      [
        [join(folder, "new"), "--template", "heroku"],
        '--template must be one of node, docker, worker, lambda, next, got "heroku"',
      ],
    ] as const) {
      const made = init(...argv);
      await expect(made).rejects.toThrow(UsageError);
      await expect(made).rejects.toThrow(why);
    }
    expect(await readdir(folder)).toEqual(["own.txt"]);
  });
});
