/** What a bundler for browsers and Workers makes of the built package when a program takes one thing of it. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { workshop } from "../../tools/workshop.js";

let home: string;
beforeAll(async () => void ({ home } = await workshop()), 240_000);

/** Entries that run outside of Node. */
const entries = [".", "./rest", "./validators", "./events", "./delivery", "./fleet"] as const;

const fileOf = (entry: (typeof entries)[number]): string => join(home, manifest.exports[entry].default);

/** A bundle for each name that a file exports, by itself; the files of Node are left outside. */
async function bundles(file: string, names: readonly string[]): Promise<readonly string[]> {
  const { outputFiles } = await build({
    entryPoints: [...names],
    outdir: "nowhere",
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    external: ["node:*", "undici"],
    logLevel: "error",
    plugins: [
      {
        name: "one name each",
        setup(hooks) {
          hooks.onResolve({ filter: /./ }, ({ kind, path }) =>
            kind === "entry-point" ? { path, namespace: "one" } : undefined,
          );
          hooks.onLoad({ filter: /./, namespace: "one" }, ({ path }) => ({
            contents: `import { ${path} as it } from ${JSON.stringify(file)};\nexport default it;`,
            resolveDir: home,
          }));
        },
      },
    ],
  });
  return (outputFiles ?? []).map(({ text }) => text);
}

describe.each(entries)("of %s", (entry) => {
  test("whatever is imported alone has all that it stands on", async () => {
    const names = Object.keys((await import(pathToFileURL(fileOf(entry)).href)) as object);
    expect(names.length).toBeGreaterThan(0);
    // A module that is loaded later elsewhere runs when it is first needed, by a call that must be there.
    const texts = await bundles(fileOf(entry), names);
    expect(texts).toHaveLength(names.length);
    const idle = texts.flatMap((text, at) => {
      const called = new Set(text.match(/\binit_\w+(?=\(\))/g));
      const made = text.match(/^var init_\w+(?= = __esm)/gm) ?? [];
      return made.filter((line) => !called.has(line.slice(4))).map((line) => `${names[at]}: ${line} is never run`);
    });
    expect(idle).toEqual([]);
  });
});
