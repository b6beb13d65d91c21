import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A program of one route, bundled from source for a worker: bytes after gzip, and what went into it. */
async function bundled(contents: string): Promise<{ readonly bytes: number; readonly files: readonly string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "browser",
    conditions: ["worker"],
    target: "es2022",
  });
  const [output] = Object.values(metafile.outputs);
  const files = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  return { bytes: gzipSync(outputFiles[0]!.contents, { level: 9 }).length, files: files.map(([file]) => file) };
}

test("one route over fetch with credential, version, retries and errors is at most 4,096 bytes, gzip", async () => {
  const { bytes, files } = await bundled(`
    import { createFetchClient } from "./runtime/fetch.ts";
    import { createMessage } from "./generated/routes.ts";
    const client = createFetchClient({ baseUrl: "https://chat.example", token: TOKEN });
    await createMessage(client, { serverId: "1", channelId: "2", content: "hello" });`);
  expect(bytes).toBeLessThanOrEqual(4_096);
  for (const part of ["retry/decide.ts", "errors/refusal.ts", "small/client.ts"]) {
    expect(files).toContain(`runtime/http/${part}`);
  }
});
