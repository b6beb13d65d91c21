import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type Platform } from "esbuild";

/** Bundles of the scenario, as users of each runtime make them. */
export interface Programs {
  readonly folder: string;
  /** Path of a bundle whose last lines are `code`; `scenario` is imported as `run`. */
  make(name: string, code: string, platform?: Platform): Promise<string>;
  remove(): Promise<void>;
}

/** A folder for bundles. */
export async function programs(): Promise<Programs> {
  const folder = await mkdtemp(join(tmpdir(), "runtimes-"));
  return {
    folder,
    async make(name, code, platform = "neutral") {
      const outfile = join(folder, name);
      await build({
        stdin: { contents: code, resolveDir: "test/runtimes", sourcefile: name, loader: "ts" },
        outfile,
        bundle: true,
        format: name.endsWith(".js") ? "iife" : "esm",
        platform,
        mainFields: ["module", "main"],
        logLevel: "warning",
        legalComments: "none",
        external: ["cloudflare:workers"],
      });
      return outfile;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
