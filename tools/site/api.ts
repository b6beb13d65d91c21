/** The public surface as Markdown pages, one for each entry of the package, from the comments in the sources. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Application } from "typedoc";
import manifest from "../../package.json" with { type: "json" };
import { anchorsOf } from "./links.js";
import type { Part, SitePage } from "./sources.js";

/** Source files of the package's entries, by the name that users import. */
export function entries(): ReadonlyMap<string, string> {
  const listed: readonly (readonly [string, unknown])[] = Object.entries(manifest.exports);
  return new Map(
    listed.flatMap(([name, value]) => {
      const types = typeof value === "object" && value !== null && "types" in value ? String(value.types) : "";
      if (!types.endsWith(".d.ts")) return [];
      const file = types.replace("./dist/", "").replace(/\.d\.ts$/, ".ts");
      return [[name.replace(/^\./, manifest.name), file] as const];
    }),
  );
}

/** Writes the pages and reads them back. Throws where the sources cannot be read. */
export async function publicSurface(): Promise<Part> {
  const folder = await mkdtemp(join(tmpdir(), "surface-"));
  try {
    await write(folder, entries());
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".md")).sort();
    const pages = await Promise.all(names.map((name) => page(folder, name)));
    return { title: "Public surface", pages: withoutDeadAnchors(pages) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function write(out: string, modules: ReadonlyMap<string, string>): Promise<void> {
  const app = await Application.bootstrapWithPlugins({
    plugin: ["typedoc-plugin-markdown"],
    entryPoints: [...modules.values()],
    basePath: ".",
    tsconfig: "tsconfig.json",
    skipErrorChecking: true,
    readme: "none",
    disableSources: true,
    excludeInternal: true,
    excludePrivate: true,
    logLevel: "Error",
    out,
    outputFileStrategy: "modules",
    entryFileName: "index",
    hidePageHeader: true,
    hideBreadcrumbs: true,
    useHTMLAnchors: true,
    useCodeBlocks: true,
    expandObjects: false,
    parametersFormat: "table",
    propertiesFormat: "table",
  } as Parameters<typeof Application.bootstrapWithPlugins>[0]); // the plugin adds options of its own
  const project = await app.convert();
  if (project === undefined) throw new Error("the public surface cannot be read");
  const nameOf = new Map([...modules].map(([name, file]) => [file.replace(/(\/index)?\.ts$/, ""), name]));
  for (const child of project.children ?? []) {
    const name = nameOf.get(child.name.replace(/\/index$/, ""));
    if (name === undefined) throw new Error(`no entry of the package is called ${child.name}`);
    // One page beside the other, whatever the names have in common.
    child.name = name.replaceAll("/", "-");
  }
  await app.generateOutputs(project);
}

/** Entries whose names the reference describes: a search would find each of them many times. */
const GENERATED = /-(?:routes|tables|types|validators)\.md$/;

async function page(folder: string, name: string): Promise<SitePage> {
  const text = anchored(await readFile(join(folder, name), "utf8"));
  if (name === "index.md") return { path: `api/${name}`, text: text.replace(/^# .+$/m, "# Public surface") };
  return { path: `api/${name}`, text: GENERATED.test(name) ? `---\nsearch: false\n---\n\n${text}` : text };
}

/**
 * Anchors as headings carry them, under a prefix that no heading of another page's making has; those of rows of tables
 * go, and links to them lead to the page.
 */
function anchored(text: string): string {
  const given = new Set<string>();
  return text
    .replaceAll(/<a id="([^"]+)"><\/a>\s*\n+(#{1,6} .+)$/gm, (_, id: string, heading: string) => {
      if (given.has(id)) return heading;
      given.add(id);
      return `${heading} {#s-${id}}`;
    })
    .replaceAll(/<a id="[^"]+"><\/a>\s?/g, "")
    .replaceAll(/\]\(((?:[\w-]+\.md)?)#([^)]+)\)/g, "]($1#s-$2)");
}

/** The pages with links to headings that are there; where one is not, the link leads to the page. */
function withoutDeadAnchors(pages: readonly SitePage[]): readonly SitePage[] {
  const anchors = new Map(pages.map(({ path, text }) => [path.slice("api/".length), anchorsOf(text)]));
  return pages.map(({ path, text }) => ({
    path,
    text: text.replaceAll(/\]\(([\w./-]*)#([^)]+)\)/g, (whole, file: string, anchor: string) => {
      const there = anchors.get(file === "" ? path.slice("api/".length) : file);
      return there === undefined || there.has(anchor) ? whole : `](${file === "" ? path.slice("api/".length) : file})`;
    }),
  }));
}
