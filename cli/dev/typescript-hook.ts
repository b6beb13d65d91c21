import { readFile } from "node:fs/promises";
import { createRequire, type LoadHook, type ResolveHook } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// The project's own compiler, whose types are those of the package that is developed here.
const typescript = createRequire(join(process.cwd(), "package.json"))("typescript") as typeof import("typescript");

/** An import of `./bot.js` finds `./bot.ts` where only that is there, as the compiler resolves it. */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  try {
    return await nextResolve(specifier, context);
  } catch (error) {
    const source = /^\.{0,2}\/|^file:/.test(specifier) ? specifier.replace(/\.([cm]?)js(x?)$/, ".$1ts$2") : specifier;
    if (source === specifier) throw error;
    try {
      return await nextResolve(source, context);
    } catch {
      throw error; // what was asked for, by the name that it has in the code
    }
  }
};

export const load: LoadHook = async (url, context, nextLoad) => {
  if (!/^file:.*\.m?tsx?$/.test(url) || url.includes("/node_modules/")) return nextLoad(url, context);
  const fileName = fileURLToPath(url);
  const { ModuleKind, ScriptTarget, JsxEmit } = typescript;
  const { outputText } = typescript.transpileModule(await readFile(fileName, "utf8"), {
    fileName,
    compilerOptions: {
      module: ModuleKind.ESNext,
      target: ScriptTarget.ES2023,
      jsx: JsxEmit.ReactJSX,
      inlineSourceMap: true,
      inlineSources: true,
    },
  });
  return { format: "module", source: outputText, shortCircuit: true };
};
