/**
 * `npm run docs:site`: guides, reference, public surface and examples as one site that needs nothing but itself, with
 * each page as Markdown besides. Written to `site/`; `--base /name/` for a site that does not stand at the root,
 * `--address https://host` for a sitemap and whole addresses, `--repository https://…` for links to the source of guides.
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "vitepress";
import manifest from "../../package.json" with { type: "json" };
import { publicSurface } from "./api.js";
import { configText, FAVICON, STYLE, SUPPORT, THEME, withFrontMatter } from "./config.js";
import { filesForModels } from "./for-models.js";
import { hoversOf } from "./hovers.js";
import { deadLinks, relinked } from "./links.js";
import { examples, guides, home, reference } from "./sources.js";

const { values } = parseArgs({
  options: {
    base: { type: "string", default: "/" },
    address: { type: "string" },
    repository: { type: "string" },
    out: { type: "string", default: "site" },
  },
});
const WORK = "build/site";
const startedMs = Date.now();

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

async function addressesOutside(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".html"));
  const found = await Promise.all(
    names.map(async (name) => {
      const html = await readFile(join(folder, name), "utf8");
      const loaded = html.matchAll(
        /<(?:script|img|iframe|source)[^>]*\ssrc="(https?:[^"]*)"|<link[^>]*\shref="(https?:[^"]*)"/g,
      );
      return [...loaded].map(([, src, href]) => `${name}: ${src ?? href ?? ""}`);
    }),
  );
  return found.flat();
}

const first = await home();
const described = await reference();
const parts = [await guides(), described.part, await publicSurface(values.repository), await examples()];
const all = [first, ...parts.flatMap(({ pages }) => pages)];
const known = new Set(all.map(({ path }) => path));
const pages = all.map((page) => relinked(page, known));
const dead = deadLinks(pages);
if (dead.length > 0) throw new Error(`${dead.length} links are dead:\n${dead.slice(0, 40).join("\n")}`);

await rm(WORK, { recursive: true, force: true });
for (const page of pages) await put(join(WORK, page.path), withFrontMatter(page));
for (const [name, text] of described.files) await put(join(WORK, "public", name), text);
// Pictures stand beside the pages that show them.
await cp("docs/pictures", join(WORK, "guides/pictures"), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
  if (error.code !== "ENOENT") throw error;
});
const { name: title, description, version } = manifest;
const { base, address, repository } = values;
const options = { base, address, repository, title, description, version };
await put(join(WORK, ".vitepress/config.mjs"), configText(parts, options));
await put(join(WORK, "public/favicon.svg"), FAVICON);
const sitemap = address === undefined ? "" : `Sitemap: ${address}${base}sitemap.xml\n`;
await put(join(WORK, "public/robots.txt"), `User-agent: *\nAllow: /\n${sitemap}`);
await put(join(WORK, ".vitepress/support.mjs"), SUPPORT);
const { blocks, files } = hoversOf(pages);
await put(join(WORK, ".vitepress/types.json"), JSON.stringify([...blocks]));
for (const [name, texts] of files) await put(join(WORK, "public/types", `${name}.json`), JSON.stringify(texts));
await put(join(WORK, ".vitepress/theme/index.js"), THEME);
await put(join(WORK, ".vitepress/theme/style.css"), STYLE);
for (const name of ["diagrams.js", "types.js"])
  await cp(join("tools/site", name), join(WORK, ".vitepress/theme", name));
// The library that draws diagrams, in parts that a browser loads when a page needs them.
const isPart = (path: string): boolean => !path.endsWith(".map");
await cp("node_modules/mermaid/dist/mermaid.esm.min.mjs", join(WORK, "public/mermaid/mermaid.esm.min.mjs"));
const chunks = "chunks/mermaid.esm.min";
await cp(join("node_modules/mermaid/dist", chunks), join(WORK, "public/mermaid", chunks), {
  recursive: true,
  filter: isPart,
});
await cp("node_modules/mermaid/LICENSE", join(WORK, "public/mermaid/LICENSE"));

await build(WORK);
await rm(values.out, { recursive: true, force: true });
await cp(join(WORK, ".vitepress/dist"), values.out, { recursive: true });
for (const { path, text } of pages) await put(join(values.out, path), text);
for (const [name, text] of filesForModels(parts, first, `${address ?? ""}${base}`))
  await put(join(values.out, name), text);
const outside = await addressesOutside(values.out);
if (outside.length > 0) throw new Error(`the site would load from elsewhere:\n${outside.slice(0, 10).join("\n")}`);
const { user, system } = process.cpuUsage();
const processorS = Math.round((user + system) / 1_000_000);
console.log(
  `${pages.length} pages in ${values.out}, in ${Math.round((Date.now() - startedMs) / 1_000)} s (${processorS} s of processor time)`,
);
