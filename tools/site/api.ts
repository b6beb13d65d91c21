/** The public surface as Markdown pages, one for each entry of the package, from the comments in the sources. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Application } from "typedoc";
import manifest from "../../package.json" with { type: "json" };
import { anchorsOf } from "./links.js";
import { type Entry, pagesOf } from "./api-pages.js";
import type { Part } from "./sources.js";

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
export async function publicSurface(repository: string | undefined): Promise<Part> {
  const folder = await mkdtemp(join(tmpdir(), "surface-"));
  try {
    await write(folder, entries(), repository);
    const modules = [...entries().keys()].sort();
    const written = await Promise.all(
      modules.map(async (name) => {
        const file = `${fileOf(name)}.md`;
        return { name, path: `api/${file}`, text: withOneSource(anchored(await readFile(join(folder, file), "utf8"))) };
      }),
    );
    const pages = pagesOf(withoutDeadAnchors(written)).map((page) =>
      GENERATED.test(page.path) ? { ...page, isSearched: false } : page,
    );
    const list = modules.map((name) => `- [${name}](./${fileOf(name)}.md)`).join("\n");
    const index = { path: "api/index.md", text: `# Public surface\n\nWhat programs import, by entry:\n\n${list}\n` };
    return { title: "Public surface", pages: [index, ...pages] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function write(out: string, modules: ReadonlyMap<string, string>, repository: string | undefined): Promise<void> {
  const app = await Application.bootstrapWithPlugins({
    plugin: ["typedoc-plugin-markdown"],
    entryPoints: [...modules.values()],
    basePath: ".",
    tsconfig: "tsconfig.json",
    skipErrorChecking: true,
    readme: "none",
    disableSources: repository === undefined,
    disableGit: true,
    gitRevision: "main",
    sourceLinkTemplate: `${repository ?? ""}/blob/{gitRevision}/{path}#L{line}`,
    tableColumnSettings: { hideSources: true },
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
    child.name = fileOf(name);
  }
  await app.generateOutputs(project);
}

/** Of the links to the source, that of each name: those of its members lead to the same file. */
function withOneSource(text: string): string {
  return text
    .split(/^(?=### )/m)
    .map((part) => {
      let isFirst = true;
      return part.replaceAll(/^Defined in: .*\n+/gm, (line) => {
        const kept = isFirst && part.startsWith("### ") ? line.replace("Defined in:", "Source:") : "";
        isFirst = false;
        return kept;
      });
    })
    .join("");
}

/** Entries whose names the reference describes: a search would find each of them many times. */
const GENERATED = /-(?:routes|tables|types|validators)(?:\.md|\/)/;

const fileOf = (entry: string): string => entry.replaceAll("/", "-");

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
function withoutDeadAnchors(pages: readonly Entry[]): readonly Entry[] {
  const anchors = new Map(pages.map(({ path, text }) => [path.slice("api/".length), anchorsOf(text)]));
  return pages.map(({ name, path, text }) => ({
    name,
    path,
    text: text.replaceAll(/\]\(([\w./-]*)#([^)]+)\)/g, (whole, file: string, anchor: string) => {
      const there = anchors.get(file === "" ? path.slice("api/".length) : file);
      return there === undefined || there.has(anchor) ? whole : `](${file === "" ? path.slice("api/".length) : file})`;
    }),
  }));
}
