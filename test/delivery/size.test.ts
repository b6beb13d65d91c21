import { gzipSync } from "node:zlib";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";

/** Bundles some exports of the delivery module as a worker would, and gives the code. */
async function bundle(names: string, external: readonly string[]): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${names} } from "./runtime/delivery/index.ts"`,
      resolveDir: fileURLToPath(new URL("../../", import.meta.url)),
    },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "neutral",
    external: [...external],
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}

test("the verifier with its key store takes at most 6,300 bytes, and imports only noble, lazily", async () => {
  const code = await bundle("createVerifier, createKeyStore", ["@noble/ed25519"]);
  expect(gzipSync(code).length).toBeLessThanOrEqual(6_300);
  expect(code).not.toMatch(/\bfrom\s*"|\brequire\(/);
  expect([...code.matchAll(/import\("([^"]+)"\)/g)].map(([, name]) => name)).toEqual(["@noble/ed25519"]);
});

test("the handler with its checks of options is at most 23.2 KiB, gzip, for a worker, without any module of Node", async () => {
  const code = await bundle("createDeliveryHandler, createKeyStore, memoryDedupe", ["@noble/ed25519"]);
  expect(code).not.toMatch(/\bfrom\s*"node:|import\("node:|\brequire\(/);
  expect(gzipSync(code).length).toBeLessThanOrEqual(23.2 * 1_024);
});
