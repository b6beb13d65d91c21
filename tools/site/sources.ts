/** The pages of the site as Markdown, by path, before anything is built from them. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readConfig } from "../../codegen/config.js";
import { bundleAll } from "../../codegen/bundle/index.js";
import { referencePages } from "../../codegen/docs/index.js";
import { Problems } from "../../codegen/load/problems.js";
import { load } from "../../codegen/model/build.js";

/** A part of the site: its title, and its pages in the order of the sidebar. */
export interface Part {
  readonly title: string;
  readonly pages: readonly SitePage[];
}

export interface SitePage {
  /** Path inside the site, with `.md`. */
  readonly path: string;
  readonly text: string;
  /** Heading of the sidebar that it stands under; default: by its folder. */
  readonly group?: string;
  /** What it is about, in a line; default: its first paragraph. */
  readonly about?: string;
  /** False: the search leaves it out. */
  readonly isSearched?: boolean;
}

/** Pages of the map that the site has in another form: the home page, the reference, folders. */
const ELSEWHERE = new Set(["../README.md", "undocumented.md", "../spec/rules"]);
/** Pages beside `docs/`, and what the site calls them. */
const BESIDE_DOCS: Readonly<Record<string, string>> = {
  "../SECURITY.md": "reporting.md",
  "../CONTRIBUTING.md": "contributing.md",
};

/** The guides: the sections of `docs/index.md` are the groups of the sidebar, and say what each page is about. */
export async function guides(): Promise<Part> {
  const map = await readFile("docs/index.md", "utf8");
  const pages: SitePage[] = [];
  for (const section of map.split(/^## /m).slice(1)) {
    const group = section.slice(0, section.indexOf("\n"));
    for (const [, link = "", about = ""] of section.matchAll(/^- \[[^\]]*\]\(([^)#]+)\): ((?:.|\n {2})*)/gm)) {
      if (ELSEWHERE.has(link)) continue;
      const text = await readFile(join("docs", link), "utf8");
      pages.push({ path: `guides/${BESIDE_DOCS[link] ?? link}`, text, group, about: about.replaceAll(/\s+/g, " ") });
    }
  }
  return { title: "Guides", pages };
}

/** Each example as a page: what its first comment says, and its files. */
export async function examples(): Promise<Part> {
  const entries = await readdir("examples", { withFileTypes: true });
  const pages = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort()
      .map((name) => examplePage(name)),
  );
  return { title: "Examples", pages: pages.filter((page) => page !== undefined) };
}

async function examplePage(name: string): Promise<SitePage | undefined> {
  const folder = join("examples", name);
  const files = (await readdir(folder, { recursive: true })).filter((file) => /\.(ts|ya?ml|json)$/.test(file)).sort();
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(join(folder, file), "utf8")] as const),
  );
  if (texts.length === 0) return undefined;
  const about = texts
    .map(([, text]) => /\/\*\*\s*([\s\S]*?)\s*\*\//.exec(text)?.[1])
    .find((text) => text !== undefined);
  const prose = about?.replaceAll(/^\s*\* ?/gm, "").replaceAll(/\{@link (\S+?)\}/g, "`$1`");
  const blocks = texts.map(([file, text]) => {
    const language = file.endsWith(".ts") ? "ts" : file.endsWith(".json") ? "json" : "yaml";
    return `## ${file}\n\n\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
  });
  return { path: `examples/${name}.md`, text: [`# ${name}`, prose ?? "", ...blocks].join("\n\n") };
}

/** The reference of the description, and its documents in one piece for hosts of API pages. */
export async function reference(): Promise<{ readonly part: Part; readonly files: ReadonlyMap<string, string> }> {
  const loaded = await load(await readConfig("spec/codegen.yaml"), new Problems());
  const pages = referencePages(loaded, { module: "svc-apps" });
  const documents = Object.entries(bundleAll(loaded)).map(
    ([name, document]) => [`${name}.json`, `${JSON.stringify(document, undefined, 2)}\n`] as const,
  );
  const part = {
    title: "Reference",
    pages: pages.map(({ path, text }) => ({ path: `reference/${path}`, text: headed(text, BESIDE[path]) })),
  };
  return { part, files: new Map(documents) };
}

/** What stands below the title of pages of the reference: the way to the guide about it. */
const BESIDE: Readonly<Record<string, string>> = {
  "index.md":
    "For other hosts of API pages the description is also there in one piece: `openapi.json` and `asyncapi.json`, at the root of this site.",
  "errors.md": "How they arrive in code, and which are retried: [calling routes](../guides/rest.md).",
  "machines.md": "How an App meets them: [apps](../guides/app.md) and [endpoints](../guides/endpoints.md).",
  "channels.md": "What can be relied on: [delivery guarantees](../guides/delivery-guarantees.md).",
  "deliveries/delivery.md":
    "How to receive one: [endpoints](../../guides/endpoints.md) and [their security](../../guides/security.md).",
};

function headed(text: string, note: string | undefined): string {
  return note === undefined ? text : text.replace(/^(# .+\n)/, `$1\n${note}\n`);
}

/** The page that a visitor sees first. */
export async function home(): Promise<SitePage> {
  return { path: "index.md", text: await readFile("README.md", "utf8") };
}

/** Items in lists whose sizes come to `most` together; an item that alone is larger has a list of its own. */
export function packed<Item>(items: readonly Item[], sizeOf: (item: Item) => number, most: number): Item[][] {
  const lists: Item[][] = [];
  let left = 0;
  for (const item of items) {
    const size = sizeOf(item);
    if (lists.length === 0 || size > left) {
      lists.push([]);
      left = most;
    }
    lists.at(-1)?.push(item);
    left -= size;
  }
  return lists;
}
