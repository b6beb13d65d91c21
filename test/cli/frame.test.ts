import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { describe, expect, test } from "vitest";
import { type Command, type CommandModule, type Frame, runCommandLine } from "../../cli/frame.js";
import { isFound } from "../../cli/optional-packages.js";
import { helpOf, type Syntax } from "../../cli/syntax.js";
import { UsageError } from "../../cli/usage-error.js";
import { loadEnv } from "../../cli/env-file.js";
import { commands } from "../../cli/table.js";
import { tokenPrefix } from "../../generated/tables.js";

const syntax: Syntax = {
  says: "Draws a picture.",
  usage: ["<file>", "frame <file>"],
  verbs: { frame: { usage: "frame <file>", says: "puts a frame around it", options: ["width"] } },
  options: {
    big: { type: "boolean", says: "draw it big" },
    width: { type: "string", value: "<n>", words: ["1", "2"], says: "width of the frame" },
  },
  exit: "0 done.",
};
const loaded =
  (run: CommandModule["run"]): (() => Promise<CommandModule>) =>
  () =>
    Promise.resolve({ run, syntax });
const failing = (error: unknown): (() => Promise<CommandModule>) => loaded(() => Promise.reject(error));

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

async function ran(argv: readonly string[], command: Partial<Command> = {}, frame: Partial<Frame> = {}) {
  let out = "";
  let err = "";
  const code = await runCommandLine(
    {
      program: "tool",
      version: "1.2.3",
      commands: [{ name: "draw", summary: "Draws.", load: loaded(() => Promise.resolve(0)), ...command }],
      optional: { pencil: "^2.0.0", "@art/ink": "3.0.0" },
      isInstalled: () => true,
      add: "npm install --save-dev",
      loadEnv: () => undefined,
      out: (text) => (out += text),
      err: (text) => (err += text),
      ...frame,
    },
    argv,
  );
  return { code, out, err };
}

describe("the command line", () => {
  test("hands the rest of the line to the command and ends with its code", async () => {
    let got: readonly string[] = [];
    const load = loaded((argv) => {
      got = argv;
      return Promise.resolve(7);
    });
    expect(await ran(["draw", "--big", "x"], { load })).toEqual({ code: 7, out: "", err: "" });
    expect(got).toEqual(["--big", "x"]);
  });

  test("loads no module that was not called", async () => {
    const load = (): Promise<CommandModule> => Promise.reject(new Error("loaded"));
    expect((await ran(["--help"], { load })).code).toBe(0);
  });

  test.each([[["--help"]], [["-h"]], [["help"]]])("%j lists the commands and succeeds", async (argv) => {
    const { code, out } = await ran(argv);
    expect(code).toBe(0);
    expect(out).toMatch(/^ {2}draw +Draws\.$/m);
  });

  test("the list says what the exit codes mean, and that any command takes an environment from a file", async () => {
    const { out } = await ran(["--help"]);
    expect(out).toMatch(/--env-file <file> [^]*\n\nExit code: 0 done.*; 1 .*; 2 wrong usage/);
  });

  test.each([
    [["--env-file", "a", "draw", "--env-file=b", "--fine"], ["a", "b"], ["--fine"]],
    [["draw", "--", "--env-file", "c"], [], ["--", "--env-file", "c"]],
  ])("of %j the files of variables are %j, and the command gets %j", async (argv, files, rest) => {
    const seen: string[] = [];
    let given: readonly string[] = [];
    const load = loaded(async (words) => Promise.resolve((given = words)).then(() => 0));
    await ran(argv, { load }, { loadEnv: (file) => void seen.push(file) });
    expect([seen, given]).toEqual([files, rest]);
  });

  test("an environment file that is not named or not there is a fault of whoever called", async () => {
    expect(await ran(["draw", "--env-file"])).toMatchObject({ code: 2, err: "tool: --env-file needs a file\n" });
    const loadFile = (file: string): void => loadEnv(file, {});
    const { code, err } = await ran(["draw", "--env-file", "/nowhere/.env"], {}, { loadEnv: loadFile });
    expect([code, err]).toEqual([2, "tool: --env-file /nowhere/.env cannot be read: ENOENT\n"]);
  });

  test("variables of a file do not replace those that are set", async () => {
    const file = join(await mkdtemp(join(tmpdir(), "env-")), ".env");
    await writeFile(file, 'A=1\nB="two words" # and a remark\n');
    const environment: NodeJS.ProcessEnv = { A: "0" };
    loadEnv(file, environment);
    expect(environment).toEqual({ A: "0", B: "two words" });
    await rm(dirname(file), { recursive: true });
  });

  test.each(["127.0.0.1", "::1"])("a refused connection to %s asks for the sandbox", async (host) => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, "close");
    const load = loaded(async () => fetch(`http://${host === "::1" ? "[::1]" : host}:${port}`).then(() => 0));
    const { code, err } = await ran(["draw"], { load });
    expect(code).toBe(1);
    expect(err).toMatch(new RegExp(`^tool draw: .*; nothing listens at \\S+:${port}: is the sandbox running\\?\\n$`));
  });

  test("no command at all lists them too, but fails", async () => {
    const { code, out } = await ran([]);
    expect(code).toBe(2);
    expect(out).toContain("Usage: tool <command>");
  });

  test.each([[["help", "draw"]], [["draw", "--help"]], [["draw", "x", "-h"]]])(
    "%j shows the options of the command, and does not run it",
    async (argv) => {
      const { code, out } = await ran(argv, { load: failing(new Error("it ran")) });
      expect(code).toBe(0);
      expect(out).toContain("Usage: tool draw <file>\n       tool draw frame <file>\n\nDraws a picture.");
      expect(out).toContain(
        "  --big        draw it big\n  --width <n>  width of the frame\n  -h, --help   show this help\n",
      );
    },
  );

  test("a verb has a help page of its own, with the options that it takes", async () => {
    const { out } = await ran(["draw", "frame", "--help"]);
    expect(out).toContain("Usage: tool draw frame <file>\n\nPuts a frame around it.\n\n  --width <n>  width of");
    expect(out).not.toContain("--big");
  });

  test("words behind -- belong to another program, --help too", async () => {
    let got: readonly string[] = [];
    const load = loaded((argv) => Promise.resolve((got = argv)).then(() => 0));
    await ran(["draw", "--", "node", "--help"], { load });
    expect(got).toEqual(["--", "node", "--help"]);
  });

  test("--version says the version alone", async () => {
    expect(await ran(["--version"])).toEqual({ code: 0, out: "1.2.3\n", err: "" });
  });

  test.each([
    ["paint", "; expected one of draw"],
    ["toString", "; expected one of draw"],
    ["drwa", "; did you mean draw?"],
    ["--draw", "; did you mean draw?"],
  ])("%s is unknown: one line, exit code 2", async (name, hint) => {
    expect(await ran([name])).toEqual({
      code: 2,
      out: "",
      err: `tool: unknown command ${JSON.stringify(name)}${hint}\n`,
    });
  });

  test("a credential in the place of a word is repeated nowhere", async () => {
    const typed = `${tokenPrefix}.71.hush-hush`;
    const thrown = [new UsageError(`there is no draw ${typed}: draw it`), new Error(`ENOENT '${typed}'`)];
    const ended = [ran([typed]), ...thrown.map((error) => ran(["draw"], { load: failing(error) }))];
    for (const { err } of await Promise.all(ended)) expect(err).toMatch(/^(?!.*hush).*\.71\.\*\*\*/);
  });

  test.each(["bash", "zsh", "fish"])(
    "completion for %s names commands, verbs, options and their values",
    async (shell) => {
      const { code, out } = await ran(["completion", shell]);
      expect(code).toBe(0);
      for (const word of ["draw", "frame", "big", "1 2"]) expect(out).toContain(word);
      expect(out).toMatch(/\n$/);
    },
  );

  test("completion of another shell is refused by the names of those that there are", async () => {
    const { code, err } = await ran(["completion", "tcsh"]);
    expect([code, err]).toEqual([2, 'tool: unknown shell "tcsh"; expected one of bash, zsh, fish\n']);
  });

  test.each([
    ["an error", new Error("the paper\n  tore"), 1, "tool draw: the paper tore\n"],
    ["a usage error", new UsageError("--size wants a number"), 2, "tool draw: --size wants a number\n"],
    ["an error without a message", new TypeError(), 1, "tool draw: TypeError\n"],
    ["what is not an error", "odd", 1, "tool draw: odd\n"],
    [
      "an unknown option",
      thrownBy(() => parseArgs({ args: ["--bgi"], options: {}, allowPositionals: true })),
      2,
      "tool draw: Unknown option '--bgi'; did you mean --big?; tool draw --help lists the options\n",
    ],
    [
      "an option whose value begins with a dash",
      thrownBy(() => parseArgs({ args: ["--big", "-1"], options: { big: { type: "string" } } })),
      2,
      "tool draw: Option '--big' argument is ambiguous. Did you forget to specify the option argument for '--big'? To " +
        "specify an option argument starting with a dash use '--big=-XYZ'; tool draw --help lists the options\n",
    ],
  ])("%s that a command throws becomes one line without a stack", async (_, error, code, line) => {
    expect(await ran(["draw"], { load: failing(error) })).toEqual({ code, out: "", err: line });
  });
});

describe.each(commands.map(({ name, load }) => ({ name, load })))("svc-apps $name", ({ load }) => {
  test("--help is text that ends with its line", async () => {
    const { syntax: own } = await load();
    const page = helpOf("svc-apps it", own);
    expect(page).toMatch(/[^\n]\n$/);
    for (const line of page.split("\n").filter((one) => !one.includes("Usage") && !one.startsWith("       svc-apps")))
      expect(line.length).toBeLessThanOrEqual(100);
    for (const verb of Object.keys(own.verbs ?? {}))
      expect(helpOf("svc-apps it", own, verb)).toContain(`it ${verb.split(" ")[0]}`);
    const known = Object.keys(own.options);
    for (const { options } of Object.values(own.verbs ?? {}))
      expect(known).toEqual(expect.arrayContaining([...options]));
  });
});

describe("packages that a user may not have", () => {
  test("what a command needs is looked for before it is loaded, all at once", async () => {
    const load = failing(new Error("loaded"));
    const { code, err } = await ran(["draw"], { load, needs: ["pencil", "@art/ink"] }, { isInstalled: () => false });
    expect(code).toBe(1);
    expect(err).toBe(
      "tool draw needs pencil, @art/ink, which are not installed here: npm install --save-dev pencil@2 @art/ink@3\n",
    );
  });

  test("--help needs none of them", async () => {
    const load = loaded(() => Promise.resolve(0));
    for (const flag of ["--help", "-h"])
      expect((await ran(["draw", flag], { load, needs: ["pencil"] }, { isInstalled: () => false })).code).toBe(0);
    expect((await ran(["help", "draw"], { load, needs: ["pencil"] }, { isInstalled: () => false })).code).toBe(0);
  });

  test("what an option needs is asked for with the rest, and only for that option", async () => {
    const command = { needs: ["pencil"], needsFor: { "--colour": ["@art/ink"] } };
    const plain = await ran(["draw"], command, { isInstalled: () => false });
    expect(plain.err).toContain("tool draw needs pencil, which is not installed");
    const coloured = await ran(["draw", "--colour"], command, { isInstalled: () => false });
    expect(coloured.err).toContain("tool draw needs pencil, @art/ink, which are not installed");
  });

  test("of a range, the oldest line is named, in a form that a shell takes, so that its newest version comes", async () => {
    const optional = { pencil: "^5.9.0 || ^6.0.0 || 7", "@art/ink": ">=3", paper: "^0.1.11" };
    const frame = { isInstalled: () => false, optional };
    const { err } = await ran(["draw"], { needs: ["pencil", "@art/ink", "paper"] }, frame);
    expect(err).toMatch(/npm install --save-dev pencil@5 @art\/ink@3 paper@0\.1\n$/);
  });

  test("what is there is not asked for", async () => {
    const { err } = await ran(
      ["draw"],
      { needs: ["pencil", "@art/ink"] },
      { isInstalled: (name) => name === "pencil" },
    );
    expect(err).toBe("tool draw needs @art/ink, which is not installed here: npm install --save-dev @art/ink@3\n");
  });

  test("a package that is found missing only later gets the same line", async () => {
    const error = Object.assign(new Error("Cannot find package '@art/ink' imported from /x/draw.js"), {
      code: "ERR_MODULE_NOT_FOUND",
    });
    const { code, err } = await ran(["draw"], { load: failing(error) });
    expect(code).toBe(1);
    expect(err).toMatch(/^tool draw needs @art\/ink, .*@art\/ink@3\n$/);
  });

  test("of packages that are needed together, all that are missing are named when one is found missing", async () => {
    const error = Object.assign(new Error("Cannot find package 'pencil' imported from /x/draw.js"), {
      code: "ERR_MODULE_NOT_FOUND",
    });
    const command = { load: failing(error), needsFor: { "--colour": ["@art/ink", "pencil"] } };
    const { err } = await ran(["draw"], command, { isInstalled: () => false });
    expect(err).toContain("tool draw needs pencil, @art/ink, which are not installed here");
  });

  test("a package is found by whether it stands there, not by what it lets out", () => {
    expect(isFound("vitest", import.meta.url)).toBe(true);
    expect(isFound("@noble/ed25519", import.meta.url)).toBe(true);
    expect(isFound("there-is-no-such-package", import.meta.url)).toBe(false);
  });
});
