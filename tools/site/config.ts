/** What the site builder is told, as the text of its configuration file. */
import type { Part, SitePage } from "./sources.js";

export interface SiteOptions {
  readonly base: string;
  readonly title: string;
  readonly description: string;
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
export function configText(parts: readonly Part[], { base, title, description }: SiteOptions): string {
  const sidebar = parts.map((part) => ({ text: part.title, collapsed: part.title !== "Guides", items: itemsOf(part) }));
  const nav = parts.flatMap((part) => {
    const [first] = part.pages;
    const index = part.pages.find(({ path }) => path.endsWith("/index.md")) ?? first;
    return index === undefined ? [] : [{ text: part.title, link: linkOf(index) }];
  });
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
    ],
    themeConfig: {
      nav,
      sidebar,
      outline: [2, 3],
      search: { provider: "local" },
      docFooter: { prev: "Previous", next: "Next" },
    },
  };
  return `import { slug, silent } from "./support.mjs";
const config = ${JSON.stringify(config, undefined, 2)};
export default { ...config, markdown: { html: false, theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" }, anchor: { slugify: slug }, config: silent } };
`;
}

function linkOf({ path }: SitePage): string {
  return `/${path.replace(/index\.md$/, "").replace(/\.md$/, "")}`;
}

/** Pages of a folder below one heading; those of the part itself first. */
function itemsOf({ pages }: Part): readonly Item[] {
  const groups = new Map<string, SitePage[]>();
  for (const page of pages) {
    const [, folder = ""] = page.path.split("/");
    const group = page.path.split("/").length > 2 ? folder : "";
    groups.set(group, [...(groups.get(group) ?? []), page]);
  }
  const item = (page: SitePage): Item => ({ text: titleOf(page), link: linkOf(page) });
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([group, list]): Item[] => {
      if (group === "") return list.map(item);
      return [{ text: `${group[0]?.toUpperCase() ?? ""}${group.slice(1)}`, collapsed: true, items: list.map(item) }];
    });
}

/** What the configuration needs at run time: anchors as GitHub makes them, and braces that stay text. */
export const SUPPORT = `
export const slug = (heading) => heading.toLowerCase().trim()
  .replaceAll(/[^\\p{L}\\p{N}\\s_-]/gu, "").replaceAll(/\\s/g, "-");
const braces = (text) => text.replaceAll("{{", "&#123;&#123;");
export const silent = (md) => {
  const { escapeHtml } = md.utils;
  md.renderer.rules.text = (tokens, at) => braces(escapeHtml(tokens[at].content));
};
`;

/** The theme: a group of the sidebar is one button, without a second one inside. */
export const THEME = `
import theme from "vitepress/theme-without-fonts";
import { onMounted } from "vue";
import { withBase } from "vitepress";
import { drawDiagrams } from "./diagrams.js";
import "./style.css";
const mend = () => {
  for (const caret of document.querySelectorAll(".item[role=button] .caret[role=button]")) {
    for (const name of ["role", "tabindex", "aria-label"]) caret.removeAttribute(name);
  }
  // Its name is what is written on it.
  document.querySelector(".DocSearch-Button")?.removeAttribute("aria-label");
};
export default {
  ...theme,
  setup() {
    onMounted(() => {
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
.vp-doc a { text-decoration: underline; }
.diagram { margin: 16px 0; overflow-x: auto; }
.diagram svg { display: block; margin: 0 auto; max-width: 100%; height: auto; }
div.language-mermaid.is-drawn > :not(.diagram) { display: none; }
div.language-mermaid.is-drawn { background: none; }
.vp-doc table { display: table; width: 100%; table-layout: auto; overflow-wrap: anywhere; }
`;
