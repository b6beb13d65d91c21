import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { UsageError } from "../../cli/usage-error.js";
import { run } from "../../cli/init.js";

let folder = "";
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "init-"))));
afterEach(async () => rm(folder, { recursive: true }));

async function init(...argv: readonly string[]): Promise<{ code: number; said: string }> {
  let said = "";
  return { code: await run(argv, (text) => void (said += text)), said };
}

describe("svc-apps init", () => {
  test.each([
    ["my-bot", (path: string) => path],
    ["My Bot", (path: string) => `'${path}'`],
    ["it's", (path: string) => `'${path.replace("'", String.raw`'\''`)}'`],
  ])("of %j it says where to go next in words that a shell takes", async (name, written) => {
    const dir = join(folder, name);
    const { code, said } = await init(dir);
    expect(code).toBe(0);
    expect(said).toContain(`Next: cd ${written(dir)} && npx svc-apps dev`);
  });

  test("of the folder that one is in it says no cd", async () => {
    const spy = vi.spyOn(process, "cwd").mockReturnValue(folder);
    onTestFinished(() => spy.mockRestore());
    expect((await init(".")).said).toBe("Made the project here. Next: npx svc-apps dev\n");
  });

  test.runIf(process.platform === "linux")("where no folder can be made it ends, and says which", async () => {
    await expect(init("/proc/none")).rejects.toThrow("/proc/none cannot be written: ENOENT");
  });

  test.each(["worker", "lambda", "next"])(
    "of the template %s, whose bot no `dev` can run, it says to install and test",
    async (name) => {
      const dir = join(folder, name);
      expect((await init(dir, "--template", name)).said).toContain(`Next: cd ${dir} && npm install && npm test\n`);
    },
  );

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
  ])("the README of a %s project makes the file that npm start and npm run doctor read", async (template, file) => {
    await init(join(folder, "bot"), "--template", template);
    const read = (name: string) => readFile(join(folder, "bot", name), "utf8");
    expect(await read("README.md")).toContain(`cp ${file}.example ${file} `);
    expect(await read(`${file}.example`)).toContain("SVC_APP_TOKEN=");
    expect(JSON.parse(await read("package.json"))).toMatchObject({
      scripts: { doctor: expect.stringContaining(`node --env-file=${file} `) as unknown },
    });
  });

  test.each([
    ["lambda", "http://127.0.0.1:8080/"],
    ["worker", "http://127.0.0.1:8787/"],
    ["next", "http://127.0.0.1:3000/interactions"],
  ])(
    "the README of a %s project says how the platform on this machine gets to its endpoint",
    async (template, endpoint) => {
      await init(join(folder, "bot"), "--template", template);
      const text = await readFile(join(folder, "bot/README.md"), "utf8");
      expect(text).toContain("npx svc-apps sandbox --allow-loopback-endpoints ");
      expect(text).toContain("then put in what the sandbox printed, or the address");
      expect(text).toContain(`\n${endpoint} as the address of the endpoint, and probe it.`);
    },
  );

  test("what runs a Lambda on this machine starts the App, so that a signal cuts no delivery", async () => {
    await init(join(folder, "bot"), "--template", "lambda");
    expect(await readFile(join(folder, "bot/src/local.ts"), "utf8")).toMatch(/await app\.start\(\);\ncreateServer/);
  });

  test("the file to fill in holds the two variables, empty, and says where their values come from", async () => {
    await init(join(folder, "bot"));
    const text = await readFile(join(folder, "bot/.env.example"), "utf8");
    expect(parseEnv(text)).toEqual({ SVC_BASE_URL: "", SVC_APP_TOKEN: "" });
    expect(text).toMatch(/^# .*npx svc-apps sandbox prints them/m);
  });

  test.each([
    ["docker", ["Dockerfile", ".dockerignore", "src/main.ts"]],
    ["worker", ["wrangler.jsonc", "src/worker.ts", ".dev.vars.example"]],
    ["lambda", ["src/lambda.ts", "src/local.ts"]],
    ["next", ["app/interactions/route.ts", "app/page.tsx"]],
  ])(
    "--template %s adds the files of its host, and starts one program in place of npm's shell",
    async (name, files) => {
      const place = join(folder, name);
      await init(place, "--template", name);
      for (const file of files) expect((await readFile(join(place, file), "utf8")).length).toBeGreaterThan(0);
      const { scripts } = JSON.parse(await readFile(join(place, "package.json"), "utf8")) as {
        scripts: Record<string, string>;
      }; // which init wrote
      expect(scripts["start"]).toMatch(/^exec (.+) \|\| \1$/); // in place of the shell, where it has exec
      expect(scripts["test"]).toBe("tsc && vitest run");
    },
  );

  test.each(["node", "docker", "worker", "lambda", "next"])(
    "each command in the README of --template %s is a script of the project, or a program of its packages",
    async (name) => {
      const place = join(folder, name);
      await init(place, "--template", name);
      const readme = await readFile(join(place, "README.md"), "utf8");
      const { scripts, dependencies, devDependencies } = JSON.parse(
        await readFile(join(place, "package.json"), "utf8"),
      ) as Record<"scripts" | "dependencies" | "devDependencies", Record<string, string>>; // which init wrote
      const named = [...readme.matchAll(/npm (?:run )?([a-z]+)/g)].map(([, word = ""]) => word);
      expect(named.filter((word) => word !== "install" && !(word in scripts))).toEqual([]);
      const programs = [...readme.matchAll(/npx ([a-z-]+)/g)].map(([, word = ""]) => word);
      expect(programs.filter((word) => !(word in { ...dependencies, ...devDependencies }))).toEqual([]);
      const copied = [...readme.matchAll(/cp (\S+) /g)].map(([, file = ""]) => file);
      for (const file of copied) await readFile(join(place, file));
      // What a script before it makes has to be there for a program that is started without that script.
      const [, before = "", , after] = /`([^`]*)npx (next start|wrangler dev) ([^`]*)`/.exec(readme) ?? [];
      if (scripts["prestart"] && after !== undefined) expect(before).toBe(`${scripts["prestart"]} && `);
    },
  );

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
      [[], "say where: one directory"],
      [[""], "say where: one directory"], // a variable of a shell that is not set
      [["a", "b"], "say where: one directory"],
      [[join(folder, "new"), "--template", "heroku"], "there is no template heroku; there are node, worker"],
    ] as const) {
      const made = init(...argv);
      await expect(made).rejects.toThrow(UsageError);
      await expect(made).rejects.toThrow(why);
    }
    expect(await readdir(folder)).toEqual(["own.txt"]);
  });
});
