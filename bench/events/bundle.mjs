// Bundled first: a runner that rewrites functions as it loads them would be measured along.
import { build } from "esbuild";

const here = (path) => new URL(path, import.meta.url).pathname;

await build({
  entryPoints: [here("main.ts"), here("server.ts")],
  outdir: here("../../node_modules/.cache/bench-events"),
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  alias: { "#transport": here("../../runtime/http/transport/default-node.ts") },
  // Peers that are CommonJS ask for Node's own modules this way.
  banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  logLevel: "error",
});
