/** Bundlers, each told where a program will run and by which conditions packages are found. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

/** What a bundle is made of, and for what. */
export interface Order {
  readonly entry: string;
  readonly platform: "node" | "browser";
  /** Those of the bundler without. */
  readonly conditions?: readonly string[] | undefined;
  /** Takes what the bundler warns of. */
  readonly onWarning?: ((text: string) => void) | undefined;
}

type Bundler = (order: Order) => Promise<string>;

/** What bundlers give that speak of chunks. */
interface Chunks {
  readonly output: readonly { readonly code?: string }[];
}
interface Rolled {
  generate(options: object): Promise<Chunks>;
}
interface Packed {
  readonly compilation: { readonly warnings: readonly Error[] };
}
/** Functions of the packages that are used, by what their declarations say. */
interface Packages {
  readonly rollup: (options: object) => Promise<Rolled>;
  readonly rolldown: (options: object) => Promise<Rolled>;
  readonly nodeResolve: (options: object) => object;
  readonly terser: (options: object) => object;
  readonly vite: (options: object) => Promise<Chunks | readonly Chunks[]>;
  readonly webpack: ((options: object, done: (error: Error | null, made?: Packed) => void) => void) & {
    readonly optimize: { readonly LimitChunkCountPlugin: new (options: object) => object };
  };
}

async function packages(modules: string): Promise<Packages> {
  const { resolve } = createRequire(join(modules, "x.js"));
  const load = async (path: string): Promise<Readonly<Record<string, never>>> =>
    (await import(/* @vite-ignore */ pathToFileURL(path).href)) as Readonly<Record<string, never>>; // as it is published
  const [rollup, rolldown, nodeResolve, terser, vite, webpack] = await Promise.all([
    load(resolve("rollup")),
    load(resolve("rolldown")),
    load(resolve("@rollup/plugin-node-resolve")),
    load(resolve("@rollup/plugin-terser")),
    load(join(modules, "vite/dist/node/index.js")),
    load(resolve("webpack")),
  ]);
  const [one, other] = [rollup["rollup"], rolldown["rolldown"]];
  if (!(one && other && nodeResolve["nodeResolve"] && terser["default"] && vite["build"] && webpack["default"]))
    throw new Error("a bundler is not what it was");
  return {
    rollup: one,
    rolldown: other,
    nodeResolve: nodeResolve["nodeResolve"],
    terser: terser["default"],
    vite: vite["build"],
    webpack: webpack["default"],
  };
}

const external = [/^node:/];
const text = ({ output }: Chunks): string => output.map(({ code = "" }) => code).join("");

const taking =
  (onWarning: Order["onWarning"]) =>
  ({ message }: { readonly message: string }): void =>
    onWarning?.(message);

/** @param modules where they are installed @param into a folder that may be written to */
export async function bundlers(modules: string, into: string): Promise<Readonly<Record<string, Bundler>>> {
  const { rollup, rolldown, nodeResolve, terser, vite, webpack } = await packages(modules);
  return {
    async esbuild({ entry, platform, conditions, onWarning }) {
      const named = conditions && { conditions: [...conditions] };
      const shape = { bundle: true, minify: true, write: false, format: "esm", target: "es2022" } as const;
      const made = await build({ ...shape, entryPoints: [entry], platform, external: ["node:*"], ...named });
      for (const { text: warned } of made.warnings) onWarning?.(warned);
      return made.outputFiles.map((file) => file.text).join("");
    },
    async Rollup({ entry, platform, conditions, onWarning }) {
      const named = conditions && { exportConditions: conditions };
      const plugins = [nodeResolve({ browser: platform === "browser", preferBuiltins: true, ...named })];
      const made = await rollup({ input: entry, external, plugins, onwarn: taking(onWarning) });
      const output = { format: "esm", inlineDynamicImports: true, plugins: [terser({ module: true })] };
      return text(await made.generate(output));
    },
    async Rolldown({ entry, platform, conditions, onWarning }) {
      const resolve = conditions && { conditionNames: conditions };
      const made = await rolldown({ input: entry, external, platform, resolve, onwarn: taking(onWarning) });
      return text(await made.generate({ format: "esm", minify: true, codeSplitting: false }));
    },
    async Vite({ entry, platform, conditions, onWarning }) {
      const resolve = conditions && { conditions };
      const shared = { write: false, minify: true, target: "es2022", modulePreload: false };
      const made = await vite({
        root: join(entry, ".."),
        configFile: false,
        logLevel: "silent",
        ...(platform === "browser"
          ? { resolve, build: { ...shared, rollupOptions: { external, input: entry, onwarn: taking(onWarning) } } }
          : {
              ssr: { noExternal: true, target: "node", resolve },
              build: { ...shared, rollupOptions: { external, onwarn: taking(onWarning) }, ssr: entry },
            }),
      });
      return text("output" in made ? made : { output: made.flatMap(({ output }) => output) });
    },
    async webpack({ entry, platform, conditions, onWarning }) {
      const filename = "webpack.mjs";
      const options = {
        mode: "production",
        entry,
        target: platform === "browser" ? "web" : "node",
        devtool: false,
        experiments: { outputModule: true },
        externalsPresets: { node: true },
        output: { path: into, filename, module: true, library: { type: "module" } },
        resolve: conditions && { conditionNames: conditions },
        plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
      };
      await new Promise<void>((done, fail) =>
        webpack(options, (error, made) => {
          for (const { message } of made?.compilation.warnings ?? []) onWarning?.(message);
          if (error) fail(error);
          else done();
        }),
      );
      return readFile(join(into, filename), "utf8");
    },
  };
}
