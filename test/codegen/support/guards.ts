import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { emitAll, type Emitter } from "../../../codegen/emit/index.js";
import type { Model } from "../../../codegen/model/model.js";
import { type DescribeOptions, modelOf, withSchemas } from "./describe.js";

/** The door that emitted modules import, as it is. */
const ABI = fileURLToPath(new URL("../../../runtime/abi/index.ts", import.meta.url));

export type Guard = (value: unknown) => boolean;

/** The exports of an emitted module, run as they are: types taken off, nothing else done to them. */
export async function load(
  model: Model,
  entry: string,
  others: readonly Emitter[] = [],
): Promise<Readonly<Record<string, unknown>>> {
  const files = new Map(emitAll(model, { runtime: "./abi.js" }, others).map((file) => [file.path, file.text]));
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    format: "esm",
    write: false,
    external: ["typebox/schema", "msw"],
    logLevel: "silent",
    plugins: [
      {
        name: "emitted",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /\.(js|ts)$/ }, ({ path, importer, namespace, kind }) => {
            if (namespace !== "emitted" && kind !== "entry-point") return undefined;
            if (path.endsWith("/abi.js")) return { path: ABI };
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
  // A data: URL knows no packages: where one lies is written into it.
  const packages = (name: string): string => pathToFileURL(createRequire(import.meta.url).resolve(name)).href;
  const text = (result.outputFiles[0]?.text ?? "").replaceAll(
    /(from |import\()"(msw|typebox\/schema)"/g,
    (_, before: string, name: string) => `${before}"${packages(name)}"`,
  );
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
