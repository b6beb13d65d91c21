/** `npm run spec:lint`: both descriptions, read by the Redocly CLI and by the AsyncAPI parser, offline. */
import { DiagnosticSeverity, fromFile, Parser } from "@asyncapi/parser";
import { run } from "./run.js";

const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" };

async function redocly(): Promise<string[]> {
  const args = ["redocly", "lint", "--config", "spec/redocly.yaml", "--format", "stylish"];
  const { code, output } = await run("npx", [...args, "spec/openapi.yaml", "spec/asyncapi.yaml"], {
    env: { ...process.env, ...quiet },
  });
  const warned = /\b[1-9][0-9]* (warning|error)/.test(output);
  return code === 0 && !warned ? [] : [output.replace(/^\s*[╔║╚].*$\n?/gm, "").trim()];
}

async function asyncapi(file: string): Promise<string[]> {
  const found = await fromFile(new Parser(), file).validate();
  return found
    .filter(({ severity }) => severity <= DiagnosticSeverity.Warning)
    .map(({ message, path, range, source }) => {
      const where = `${source ?? file}:${range.start.line + 1}:${range.start.character + 1}`;
      return `${where} at ${path.join("/")}: ${message}`;
    });
}

const problems = (await Promise.all([redocly(), asyncapi("spec/asyncapi.yaml")])).flat();
for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log("spec/openapi.yaml and spec/asyncapi.yaml are clean");
process.exitCode = problems.length === 0 ? 0 : 1;
