/** What a program of one route weighs: bundled for a worker by esbuild, minified, gzip. */
import { gzipSync } from "node:zlib";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const { build } = createRequire(new URL("../../package.json", import.meta.url))("esbuild");
const place = fileURLToPath(new URL(".", import.meta.url));

const programs = {
  "svc-apps/rest": `
    import { createFetchClient } from "../../dist/runtime/rest.js";
    import { createMessage } from "../../dist/generated/routes.js";
    const client = createFetchClient({ baseUrl: "https://chat.example", token: TOKEN });
    await createMessage(client, { serverId: "1", channelId: "2", content: "hello" });`,
  "svc-apps": `
    import { createClient, createMessage } from "../../dist/runtime/index.js";
    const client = createClient({ baseUrl: "https://chat.example", token: TOKEN });
    await createMessage(client, { serverId: "1", channelId: "2", content: "hello" });`,
  "openapi-fetch": `
    import createClient from "openapi-fetch";
    const client = createClient({ baseUrl: "https://chat.example", headers: { authorization: TOKEN } });
    await client.POST("/a/{b}", { params: { path: { b: "1" } }, body: { content: "hello" } });`,
  ky: `
    import ky from "ky";
    await ky.post("https://chat.example/a", { json: { content: "hello" } }).json();`,
  axios: `
    import axios from "axios";
    await axios.post("https://chat.example/a", { content: "hello" });`,
};

export async function bundleSizes() {
  const sizes = {};
  for (const [name, contents] of Object.entries(programs)) {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: place },
      bundle: true,
      minify: true,
      write: false,
      format: "esm",
      platform: "browser",
      conditions: ["worker"],
      target: "es2022",
      logLevel: "error",
    });
    sizes[name] = gzipSync(outputFiles[0].contents, { level: 9 }).length;
  }
  return sizes;
}
