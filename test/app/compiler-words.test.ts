import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../codegen/support/temporary.js";

const root = new URL("../..", import.meta.url).pathname;

/** The compiler's errors about a program of one file, each in one line. */
async function errorsOf(text: string): Promise<readonly string[]> {
  const folder = await temporaryFolder();
  await writeFiles(folder, {
    "bot.ts": text,
    "package.json": '{ "type": "module" }',
    "tsconfig.json": JSON.stringify({
      extends: join(root, "tsconfig.json"),
      compilerOptions: {
        rootDir: "/",
        typeRoots: [join(root, "node_modules/@types")],
        paths: { "svc-apps": [join(root, "runtime/index.ts")] },
      },
      include: ["bot.ts"],
    }),
  });
  const tsc = join(root, "node_modules/typescript-native/bin/tsc");
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, "-p", folder], { cwd: folder }).catch(
    (error: { readonly stdout: string }) => error, // what a program that failed has printed
  );
  return stdout.split(/\n?^bot\.ts\(\d+,\d+\): error TS\d+: /m).slice(1);
}

test("CMD-20 a suggestion handler that is missing is told in a sentence that names the option", async () => {
  const errors = await errorsOf(`
    import { App, chatCommand } from "svc-apps";
    const options = [
      { type: "string", name: "term", description: "x", autocomplete: true },
      { type: "integer", name: "page", description: "x", autocomplete: true },
    ] as const;
    const find = chatCommand({ name: "find", description: "x", options });
    const one = chatCommand({ name: "one", description: "x", options: [options[0]] });
    new App().command(one, () => {});
    new App().command(find, () => {});
    new App().command(find, () => {}, { term: () => {} });
    new App().command(find, () => {}, { term: () => {}, page: () => {} });
  `);
  const sentence = (name: string) =>
    `Option "${name}" has autocomplete: true, so app.command() needs its handler in a third argument`;
  const quoted = (name: string) => JSON.stringify(sentence(name));
  expect(errors).toEqual([
    `Argument of type '() => void' is not assignable to parameter of type '${quoted("term")}'.`,
    `Argument of type '() => void' is not assignable to parameter of type '${quoted("page")} | ${quoted("term")}'.`,
    expect.stringMatching(/Property 'page' is missing in type '\{ term: \(\) => void; \}'/),
  ]);
}, 60_000);
