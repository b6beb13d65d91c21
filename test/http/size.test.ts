import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };

const root = fileURLToPath(new URL("../../", import.meta.url));

const source = (built: string) => root + built.replace("./dist/", "").replace(/\.js$/, ".ts");

/** What the package's `browser` field puts in place of its files, said of their source. */
const forBrowsers: Plugin = {
  name: "browser field",
  setup(hooks) {
    const instead = new Map(Object.entries(manifest.browser).map(([from, to]) => [source(from), source(to)]));
    hooks.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const other = instead.get(path);
      return other === undefined ? undefined : { contents: await readFile(other, "utf8"), loader: "ts" };
    });
  },
};

/** A program of one route, bundled from source: bytes after gzip, and what went into it. */
async function bundled(
  contents: string,
  platform: "browser" | "node" = "browser",
): Promise<{ readonly bytes: number; readonly files: readonly string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    platform,
    conditions: platform === "browser" ? ["worker"] : [],
    target: "es2022",
    plugins: platform === "browser" ? [forBrowsers] : [],
  });
  const [output] = Object.values(metafile.outputs);
  const files = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  return { bytes: gzipSync(outputFiles[0]!.contents, { level: 9 }).length, files: files.map(([file]) => file) };
}

test("one route over fetch with credential, version, retries, option checks and errors is at most 9,460 bytes, gzip", async () => {
  const { bytes, files } = await bundled(`
    import { createFetchClient } from "./runtime/rest.ts";
    import { createMessage } from "./generated/routes.ts";
    const client = createFetchClient({ baseUrl: "https://chat.example", token: TOKEN });
    await createMessage(client, { serverId: "1", channelId: "2", content: "hello" });`);
  expect(bytes).toBeLessThanOrEqual(9_460);
  for (const part of ["middleware/retry.ts", "errors/index.ts", "fetch-client/client.ts"]) {
    expect(files).toContain(`runtime/http/${part}`);
  }
});

test("one route with the whole client, for browsers and workers, is at most 17,550 bytes, gzip, and has nothing of Node", async () => {
  const { bytes, files } = await bundled(`
    import { createClient, createMessage } from "./runtime/index.ts";
    const client = createClient({ baseUrl: "https://chat.example", token: TOKEN });
    await createMessage(client, { serverId: "1", channelId: "2", content: "hello" });`);
  expect(bytes).toBeLessThanOrEqual(17_550);
  expect(files).toContain("runtime/http/transport/fetch.ts");
  expect(files.filter((file) => /transport\/(?:node|proxy)/.test(file))).toEqual([]);
});

test("one route with the whole client for Node, both transports in it, is at most 19,930 bytes, gzip", async () => {
  const { bytes, files } = await bundled(
    `
    import { createClient, createMessage } from "./runtime/index.ts";
    const client = createClient({ baseUrl: "https://chat.example", token: TOKEN });
    await createMessage(client, { serverId: "1", channelId: "2", content: "hello" });`,
    "node",
  );
  expect(bytes).toBeLessThanOrEqual(19_930);
  expect(files).toContain("runtime/http/transport/node.ts");
});
