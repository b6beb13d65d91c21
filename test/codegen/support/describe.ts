import { resolve } from "node:path";
import { emitAll, type OutputFile } from "../../../codegen/emit/index.js";
import { type ProblemOptions, Problems } from "../../../codegen/load/problems.js";
import { type BuildOptions, buildModel } from "../../../codegen/model/build.js";
import type { Model } from "../../../codegen/model/model.js";

/** A folder that exists in memory only. */
export const HOME = resolve("/description");

/** Files of a description by name: text as it stands, anything else as JSON. */
export type Files = Readonly<Record<string, unknown>>;

export type DescribeOptions = Partial<Omit<BuildOptions, "openapi" | "asyncapi" | "base" | "read">> & ProblemOptions;

/** Builds the model of a description in memory. `openapi.yaml` is the root; `asyncapi.yaml` and `assumptions.yaml` optional. */
export async function modelOf(
  files: Files,
  options: DescribeOptions = {},
): Promise<{ model: Model; problems: Problems }> {
  const problems = new Problems({ strict: true, ...options });
  const named = (name: string): object => (name in files ? { [name.replace(".yaml", "")]: resolve(HOME, name) } : {});
  const model = await buildModel(
    {
      ...options,
      ...named("openapi.yaml"),
      ...named("asyncapi.yaml"),
      ...named("assumptions.yaml"),
      base: HOME,
      read: (path) => {
        const name = path.slice(HOME.length + 1).replaceAll("\\", "/");
        const content = files[name];
        if (content === undefined) return Promise.reject(Object.assign(new Error(name), { code: "ENOENT" }));
        return Promise.resolve(typeof content === "string" ? content : JSON.stringify(content));
      },
    },
    problems,
  );
  return { model, problems };
}

/** An OpenAPI document with what a test cares about. */
export function openapi(rest: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { openapi: "3.1.0", info: { title: "Fixture", version: "1" }, ...rest };
}

/** An OpenAPI document that is nothing but schemas. */
export function withSchemas(schemas: Readonly<Record<string, unknown>>): Files {
  return { "openapi.yaml": openapi({ components: { schemas } }) };
}

/** Emits everything for a description in memory. */
export async function filesOf(files: Files, options: DescribeOptions = {}): Promise<readonly OutputFile[]> {
  const { model } = await modelOf(files, options);
  return emitAll(model, { runtime: "./abi.js", undocumented: "undocumented.md" });
}

/** The text of one emitted file. */
export async function fileOf(path: string, files: Files, options: DescribeOptions = {}): Promise<string> {
  const found = (await filesOf(files, options)).find((file) => file.path === path);
  if (found === undefined) throw new Error(`${path} was not emitted`);
  return found.text;
}

/** One exported declaration of an emitted file, without its doc comment, on as few lines as it has. */
export function declaration(text: string, name: string): string {
  const blocks = text.split(/\n\n(?=\/\*\*|export |function |declare |const )/);
  const found = blocks.find((block) =>
    new RegExp(`(?:export |function |declare )[^(={]*\\b${name}\\b`).test(head(block)),
  );
  if (found === undefined) throw new Error(`${name} is not declared`);
  return head(found).trim();
}

function head(block: string): string {
  return block.replace(/^\/\*\*[^]*?\*\/\n/, "");
}
