import { build } from "esbuild";
import { emitAll } from "../../../codegen/emit/index.js";
import type { Model } from "../../../codegen/model/model.js";
import { type DescribeOptions, modelOf, withSchemas } from "./describe.js";

export type Guard = (value: unknown) => boolean;

/** The exports of an emitted module, run as they are: types taken off, nothing else done to them. */
export async function load(model: Model, entry: string): Promise<Readonly<Record<string, unknown>>> {
  const files = new Map(emitAll(model, { runtime: "./abi.js" }).map((file) => [file.path, file.text]));
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    format: "esm",
    write: false,
    external: ["typebox/schema"],
    logLevel: "silent",
    plugins: [
      {
        name: "emitted",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /\.(js|ts)$/ }, ({ path, importer }) => {
            const folder = importer.includes("/") ? importer.slice(0, importer.lastIndexOf("/") + 1) : "";
            const joined = new URL(path, `emitted:///${folder}`).pathname.slice(1);
            return { path: joined.replace(/\.js$/, ".ts"), namespace: "emitted" };
          });
          onLoad({ filter: /.*/, namespace: "emitted" }, ({ path }) => ({
            contents: files.get(path) ?? "",
            loader: "ts",
          }));
        },
      },
    ],
  });
  const text = result.outputFiles[0]?.text ?? "";
  // What a data: URL gives back is whatever the emitted text exports.
  return (await import(`data:text/javascript;base64,${Buffer.from(text).toString("base64")}`)) as Record<
    string,
    unknown
  >;
}

/** Guards of schemas by name, as `guards.Name(value)`. */
export async function guardsOf(
  schemas: Readonly<Record<string, unknown>>,
  options: DescribeOptions = {},
): Promise<Readonly<Record<string, Guard>>> {
  const { model } = await modelOf(withSchemas(schemas), options);
  const exports = await load(model, "validators/guards.ts");
  return Object.fromEntries(
    Object.entries(exports).flatMap(([name, value]) =>
      typeof value === "function" && name.startsWith("is") ? [[name.slice(2), value as Guard]] : [],
    ),
  );
}
