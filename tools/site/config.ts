/** What the site builder is told, as the text of its configuration file. */
import type { Part, SitePage } from "./sources.js";

export interface SiteOptions {
  readonly base: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
  /** Where the site will stand, without the base: for what needs whole addresses. */
  readonly address: string | undefined;
  /** Address of the repository: for links to a page's source. */
  readonly repository: string | undefined;
}

interface Item {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly Item[];
}

/** The first heading of a page. */
export function titleOf({ text, path }: SitePage): string {
  const heading = /^# (.+)$/m.exec(text)?.[1] ?? path;
  return heading.replace(/ \{#[^}]+\}$/, "").replaceAll(/[`\\]/g, "");
}

/** The configuration, as a module that imports nothing but a function. */
export function configText(parts: readonly Part[], options: SiteOptions): string {
  const { base, title, description, version, address, repository } = options;
  const sidebar = parts.map((part) => ({ text: part.title, collapsed: part.title !== "Guides", items: itemsOf(part) }));
  const nav = parts.flatMap((part) => {
    const [first] = part.pages;
    const index = part.pages.find(({ path }) => path.endsWith("/index.md")) ?? first;
    return index === undefined ? [] : [{ text: part.title, link: linkOf(index) }];
  });
  const social = [
    ["meta", { property: "og:site_name", content: title }],
    ["meta", { property: "og:type", content: "website" }],
    ["meta", { name: "twitter:card", content: "summary" }],
  ];
  const policy =
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'";
  const config = {
    lang: "en",
    title,
    description,
    base,
    cleanUrls: false,
    head: [
      ["meta", { "http-equiv": "Content-Security-Policy", content: policy }],
      ["meta", { name: "referrer", content: "no-referrer" }],
      ["link", { rel: "icon", type: "image/svg+xml", href: `${base}favicon.svg` }],
      ...social,
    ],
    ...(address === undefined ? {} : { sitemap: { hostname: `${address}${base}` } }),
    themeConfig: {
      nav: [...nav, { text: `v${version}`, link: "/guides/compatibility" }],
      sidebar,
      outline: [2, 3],
      search: { provider: "local" },
      ...(repository === undefined
        ? {}
        : { editLink: { pattern: `${repository}/edit/main/:path`, text: "Edit this page" } }),
      docFooter: { prev: "Previous", next: "Next" },
    },
  };
  return `import { headOf, slug, silent, sourceOf, typed } from "./support.mjs";
const config = ${JSON.stringify(config, undefined, 2)};
const address = ${JSON.stringify(address === undefined ? "" : `${address}${base}`)};
export default { ...config, transformHead: (page) => headOf(page, address), transformPageData: ({ filePath }) => ({ filePath: sourceOf(filePath) }), markdown: { html: false, theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" }, anchor: { slugify: slug }, config: silent, codeTransformers: [typed] } };
`;
}

function linkOf({ path }: SitePage): string {
  return `/${path.replace(/index\.md$/, "").replace(/\.md$/, "")}`;
}

/** Pages of a group, or of a folder, below one heading; those of the part itself first. */
function itemsOf({ title, pages }: Part): readonly Item[] {
  const groups = new Map<string, SitePage[]>();
  for (const page of pages) {
    const [, folder = ""] = page.path.split("/");
    const group = page.group ?? (page.path.split("/").length > 2 ? folder : "");
    groups.set(group, [...(groups.get(group) ?? []), page]);
  }
  const item = (page: SitePage): Item => ({ text: titleOf(page), link: linkOf(page) });
  const isMapped = title === "Guides"; // in the order of the map
  return [...groups]
    .sort(([a], [b]) => (isMapped ? 0 : a < b ? -1 : 1))
    .flatMap(([group, list]): Item[] => {
      if (group === "") return list.map(item);
      const text = group.startsWith("svc") ? group : `${group[0]?.toUpperCase() ?? ""}${group.slice(1)}`;
      return [{ text, collapsed: !isMapped, items: list.map(item) }];
    });
}

/** What a page is about, in one line of plain text. */
export function aboutOf({ path, text, about }: SitePage): string {
  // A page that is one table says what it is by its title.
  const prose = text.split("\n\n").find((part) => /^[\p{L}`[]/u.test(part)) ?? titleOf({ path, text });
  return (about ?? prose)
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*\\]/g, "")
    .replaceAll(/\s+/g, " ")
    .replace(/^(.{0,156}\S)\s.*$/u, (whole, cut: string) => (whole.length <= 160 ? whole : `${cut} …`))
    .trim();
}

/** The page with what the builder reads of it: a line for search engines and previews, and whether it is searched. */
export function withFrontMatter(page: SitePage): string {
  const search = page.isSearched === false ? "search: false\n" : "";
  const written = /^(guides\/|index)/.test(page.path) ? "" : "editLink: false\n";
  return `---\ndescription: ${JSON.stringify(aboutOf(page))}\n${search}${written}---\n\n${page.text}`;
}

/** What the configuration needs at run time: anchors as GitHub makes them, and braces that stay text. */
export const SUPPORT = `
import { readFileSync } from "node:fs";
const blocks = new Map(JSON.parse(readFileSync(new URL("./types.json", import.meta.url), "utf8")));
/** Marks the names in a block whose types are known. */
export const typed = {
  name: "types",
  preprocess(code, options) {
    const known = blocks.get(code);
    if (known === undefined || options.lang !== "ts") return;
    // Tab stops at one name of a block; arrow keys lead to the others.
    const stop = { role: "button", tabindex: "0", "aria-keyshortcuts": "ArrowRight ArrowLeft" };
    const marked = ([start, end, text], at) => ({ start, end, properties: { "data-type": known.file + ":" + text, ...(at === 0 ? stop : {}) } });
    options.decorations = [...(options.decorations ?? []), ...known.marks.map(marked)];
  },
};
export const slug = (heading) => heading.toLowerCase().trim()
  .replaceAll(/[^\\p{L}\\p{N}\\s_-]/gu, "").replaceAll(/\\s/g, "-");
export const headOf = ({ title, description, page }, address) => [
  ["meta", { property: "og:title", content: title }],
  ["meta", { property: "og:description", content: description }],
  ...(address === "" ? [] : [["meta", { property: "og:url", content: address + page.replace(/\\.md$/, ".html") }]]),
];
/** Where a page stands in the repository, for the link to edit it. */
export const sourceOf = (path) => path.replace("guides/contributing", "CONTRIBUTING").replace("guides/reporting", "SECURITY").replace("guides/", "docs/").replace(/^index/, "README");
const braces = (text) => text.replaceAll("{{", "&#123;&#123;");
export const silent = (md) => {
  const { escapeHtml } = md.utils;
  md.renderer.rules.text = (tokens, at) => braces(escapeHtml(tokens[at].content));
  // An option such as --allow-files is not broken at its hyphens.
  const whole = (text) => text.replaceAll(/--?[a-z][\\w-]{0,30}/g, (option) => '<span class="whole">' + option + "</span>");
  const inline = md.renderer.rules.code_inline;
  md.renderer.rules.code_inline = (...all) =>
    inline(...all).replace(/>([^<]*)</, (_, text) => ">" + whole(text) + "<");
};
`;

/** The theme: a group of the sidebar is one button, without a second one inside. */
export const THEME = `
import theme from "vitepress/theme-without-fonts";
import { onMounted } from "vue";
import { withBase } from "vitepress";
import { drawDiagrams } from "./diagrams.js";
import { showTypes } from "./types.js";
import "./style.css";
const mend = () => {
  for (const caret of document.querySelectorAll(".item[role=button] .caret[role=button]")) {
    for (const name of ["role", "tabindex", "aria-label"]) caret.removeAttribute(name);
  }
  // Its name is what is written on it.
  document.querySelector(".DocSearch-Button")?.removeAttribute("aria-label");
};
// Guides first, then the reference; names of the package and pages for contributors come last.
const weights = [["/guides/contributing", 0.3], ["/guides/architecture", 0.3], ["/guides/diff-rules", 0.3], ["/guides/", 2], ["/examples/", 1], ["/reference/schemas/", 0.5], ["/api/", 0.3]];
const boostDocument = (id) => weights.find(([folder]) => id.includes(folder))?.[1] ?? 1;
export default {
  ...theme,
  enhanceApp({ siteData }) {
    const { themeConfig } = siteData.value;
    themeConfig.search.options = { miniSearch: { searchOptions: { boostDocument, combineWith: "AND" } } };
  },
  setup() {
    onMounted(() => {
      showTypes(withBase("/types/"));
      const look = () => {
        mend();
        drawDiagrams(withBase("/mermaid/mermaid.esm.min.mjs"));
      };
      look();
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
      new MutationObserver(look).observe(document.documentElement, { attributeFilter: ["class"] });
    });
  },
};
`;

/** Colours that stand out enough from what is behind them, and tables that scroll by keyboard. */
export const STYLE = `
:root { --vp-c-text-2: #47474f; --vp-c-text-3: #55555e; --vp-c-brand-1: #2f3f9e; --vp-c-brand-2: #2f3f9e; --vp-code-color: #2f3f9e; }
.dark { --vp-c-text-2: #c3c3cc; --vp-c-text-3: #b4b4be; --vp-c-brand-1: #b4c0ff; --vp-c-brand-2: #b4c0ff; --vp-code-color: #c3ccff; }
/* 80 columns fit beside the menu on a screen of 1,280, in whatever font of fixed width the system has. */
:root { --vp-code-font-size: 13px; }
.vp-doc [class*="language-"] code { font-size: 12px; padding: 0 16px; }
[data-type]:hover, [data-type]:focus { text-decoration: underline dotted; text-underline-offset: 3px; }
.type-box { position: fixed; z-index: 100; max-width: min(640px, calc(100vw - 16px)); max-height: 50vh; overflow: auto; padding: 8px 12px; border: 1px solid var(--vp-c-divider); border-radius: 6px; background: var(--vp-c-bg-elv); color: var(--vp-c-text-1); box-shadow: var(--vp-shadow-3); font-size: 13px; line-height: 1.5; }
.type-box > code { display: block; white-space: pre-wrap; overflow-wrap: break-word; font-size: 12px; font-family: var(--vp-font-family-mono); }
.type-box p code { font-family: var(--vp-font-family-mono); font-size: 12px; color: var(--vp-code-color); }
.type-box p { margin-top: 6px; }
.vp-doc a { text-decoration: underline; }
.diagram { margin: 16px 0; overflow-x: auto; }
.diagram svg { display: block; margin: 0 auto; max-width: 100%; height: auto; }
div.language-mermaid.is-drawn > :not(.diagram) { display: none; }
div.language-mermaid.is-drawn { background: none; }
.vp-doc table { display: block; width: 100%; overflow-x: auto; }
.vp-doc td, .vp-doc th { overflow-wrap: break-word; word-break: normal; min-width: 4.5rem; padding: 6px 10px; vertical-align: top; }
.vp-doc td:first-child code { white-space: nowrap; }
.vp-doc td { max-width: 30rem; }
.whole { white-space: nowrap; }
/* Options: what an option does has the room that names and types leave. */
.vp-doc tr > td:nth-child(3):last-child { min-width: 13rem; }
.vp-doc tr > td:nth-child(2):nth-last-child(2) { min-width: 8.5rem; }
/* A table of few columns that scrolls sideways has columns that can be read. */
@media (max-width: 640px) { .vp-doc table:not(:has(td:nth-child(6))) td { min-width: 10rem; } }
`;

/** A speech bubble with a prompt in it. */
export const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#2f3f9e" d="M4 3h24a3 3 0 0 1 3 3v15a3 3 0 0 1-3 3H14l-7 6v-6H4a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3z"/><path fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" d="m8 9 5 4-5 4m9 1h7"/></svg>
`;
