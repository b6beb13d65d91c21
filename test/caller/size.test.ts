import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

test("one call of any service is at most 13,620 bytes, gzip, and holds the pieces of our own pipeline", async () => {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `
        import { createCaller } from "./runtime/caller/index.ts";
        await createCaller({ baseUrl: "https://api.example" }).call({ id: "a", method: "GET", path: "/", retry: "safe" }, {});`,
      resolveDir: fileURLToPath(new URL("../../", import.meta.url)),
    },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
  });
  const [output] = Object.values(metafile.outputs);
  const files = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  expect(gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length).toBeLessThanOrEqual(13_620);
  const names = files.map(([file]) => file);
  for (const piece of ["retry", "limits", "attempt"]) expect(names).toContain(`runtime/http/middleware/${piece}.ts`);
  // Of the platform's own description only the name of a header, no operation and no guard.
  expect(names.filter((name) => name.startsWith("generated/"))).toEqual(["generated/tables.ts"]);
});
