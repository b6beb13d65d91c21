/** Entries that need Node, as bundlers for other runtimes find them: importing one says what is needed and what to use. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { type Installation, install } from "../../tools/install.js";
import { startWorker, withPage, workerdBinary } from "./drivers.js";
import { programs } from "./programs.js";

const modules = join(import.meta.dirname, "node_modules");
const isAsked = process.env["RUNTIMES"] !== undefined;

let installation: Installation;
beforeAll(async () => {
  if (isAsked) installation = await install();
}, 240_000);
afterAll(() => installation?.remove());

/** Those that no other runtime can load. */
const names = Object.entries(manifest.exports).flatMap(([subpath, target]) =>
  typeof target !== "string" && "browser" in target ? [manifest.name + subpath.slice(1)] : [],
);

async function bundled(code: string, conditions: readonly string[]): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: installation.place },
    bundle: true,
    format: "esm",
    platform: "neutral",
    conditions: [...conditions, "import"],
    write: false,
  });
  return outputFiles.map(({ text }) => text).join("");
}

/** The entry of which a part runs anywhere: it says what is needed when the rest is called. */
const testing = `${manifest.name}/testing`;
const refusing = names.filter((name) => name !== testing);

/** Imports each by itself; `result` becomes what each said. */
const asking = `const load = { ${refusing.map((name) => `${JSON.stringify(name)}: () => import(${JSON.stringify(name)})`).join(", ")} };
globalThis.result = Promise.all(Object.values(load).map((one) => one().then(() => "it was loaded", String))).then(JSON.stringify);`;

const sentences = refusing.map(
  (name) =>
    expect.stringMatching(
      new RegExp(`^Error: ${name} needs Node 20\\.19 or later, Bun or Deno: .* (there|here)\\b.*\\.$`),
    ) as unknown,
);

test("eight entries need Node, one of them for a part", () => {
  expect(names.toSorted()).toEqual(
    ["codegen", "fleet/nats", "fleet/redis", "learn", "sandbox", "testing", "testing/vitest", "why"].map(
      (one) => `svc-apps/${one}`,
    ),
  );
});

test.skipIf(!isAsked || !existsSync(workerdBinary))("workerd: each says what it needs, and what to use", async () => {
  const files = await programs();
  const code = `${await bundled(asking, ["workerd", "worker", "browser"])}
export default { fetch: async () => new Response(await globalThis.result) };`;
  const worker = await startWorker(files, { name: "elsewhere", code });
  try {
    expect(await (await fetch(worker.url)).json()).toEqual(sentences);
  } finally {
    worker.stop();
    await files.remove();
  }
});

test.skipIf(!isAsked || !existsSync(join(modules, "edge-runtime")))(
  "edge-runtime: each says what it needs, and what to use",
  async () => {
    const { EdgeRuntime } = createRequire(join(modules, "x.js"))("edge-runtime") as {
      EdgeRuntime: new (options: { initialCode: string }) => { context: { result: Promise<string> } };
    }; // what its declarations say
    const { context } = new EdgeRuntime({ initialCode: await bundled(asking, ["edge-light", "browser"]) });
    expect(JSON.parse(await context.result)).toEqual(sentences);
  },
);

test.skipIf(!isAsked || process.platform !== "linux" || process.arch !== "x64")(
  "Chromium: each says what it needs, and what to use",
  async () => {
    const content = await bundled(asking, ["browser"]);
    const said = await withPage(async (page) => {
      await page.addScriptTag({ content });
      return page.evaluate<string>("globalThis.result");
    });
    expect(JSON.parse(said)).toEqual(sentences);
  },
);

const dataUrl = async (code: string): Promise<string> =>
  `data:text/javascript,${encodeURIComponent(await bundled(code, ["browser"]))}`;

test.skipIf(!isAsked)("a static import by name is bundled, and says the same when it runs", async () => {
  const url = await dataUrl('import { startSandbox } from "svc-apps/sandbox"; console.log(startSandbox);');
  await expect(import(/* @vite-ignore */ url)).rejects.toThrow("svc-apps/sandbox needs Node 20.19 or later");
});

test.skipIf(!isAsked)(
  "what signs deliveries for a test runs anywhere, and what tests an App says what it needs",
  async () => {
    const url = await dataUrl(`export { createSigningPair, testApp } from ${JSON.stringify(testing)};`);
    const { createSigningPair, testApp } = (await import(/* @vite-ignore */ url)) as Record<string, () => unknown>;
    expect(await createSigningPair?.()).toHaveProperty("keyId");
    expect(testApp).toThrow("svc-apps/testing needs Node 20.19 or later, Bun or Deno: test the App there");
  },
);
