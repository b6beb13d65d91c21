import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const root = new URL("../..", import.meta.url).pathname;

/** The compiler's errors about a program that stands in no file, one text for each. */
function errorsOf(text: string): readonly string[] {
  const file = join(root, "test/app/bot.ts");
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path)) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (path) => path === file || fileExists(path);
  host.readFile = (path) => (path === file ? text : readFile(path));
  const program = ts.createProgram([file], options, host);
  const errors = program.getSemanticDiagnostics(program.getSourceFile(file));
  return errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

test("CMD-20 a suggestion handler that is missing is told in a sentence that names the option", () => {
  const errors = errorsOf(`
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
    `Argument of type '() => void' is not assignable to parameter of type '${quoted("term")} | ${quoted("page")}'.`,
    expect.stringMatching(/Property 'page' is missing in type '\{ term: \(\) => void; \}'/),
  ]);
}, 60_000);
