/** Links of the site: rewritten from where a page stands in the repository, and checked. */
import { posix } from "node:path";
import type { SitePage } from "./sources.js";

/** Where files of the repository stand in the site. */
const MOVED: Readonly<Record<string, string>> = {
  "README.md": "index.md",
  "CONTRIBUTING.md": "guides/contributing.md",
  "SECURITY.md": "guides/reporting.md",
  "docs/index.md": "index.md",
  "docs/api.md": "api/index.md",
  "docs/undocumented.md": "reference/undocumented.md",
};

/** Where a page of the site stands in the repository, for links that are written from there. */
function homeOf(path: string): string {
  const moved = Object.entries(MOVED).find(([, to]) => to === path);
  if (moved !== undefined) return moved[0];
  return path.startsWith("guides/") ? path.replace("guides/", "docs/") : path;
}

function toSite(path: string): string {
  const moved = MOVED[path];
  if (moved !== undefined) return moved;
  const example = /^examples\/([^/]+)/.exec(path)?.[1];
  if (example !== undefined) return `examples/${example.replace(/\.md$/, "")}.md`;
  return path.startsWith("docs/") ? path.replace("docs/", "guides/") : path;
}

const IMAGE = /!\[([^\]]*)\]\((?!https?:)([^)\s]+)\)/g;
const LINK = /(?<!!)\[((?:[^\][]|\[[^\]]*\])*)\]\((?!https?:|mailto:|#)([^)\s]+)\)/g;

/** A picture where the site has it. */
function picture(page: SitePage, label: string, link: string): string {
  const target = toSite(posix.normalize(posix.join(posix.dirname(homeOf(page.path)), link)));
  const path = posix.relative(posix.dirname(page.path), target);
  return `![${label}](${path.startsWith(".") ? path : `./${path}`})`;
}

/** The page with links that lead inside the site. What has no page there is named without a link. */
export function relinked(page: SitePage, known: ReadonlySet<string>): SitePage {
  const generated = page.path.startsWith("reference/") || page.path.startsWith("api/");
  const outside = splitCode(page.text).map(([part, isCode]) =>
    isCode
      ? part
      : part.replaceAll(LINK, (whole, label: string, link: string) => {
          const [file = "", anchor] = link.split("#");
          const from = generated ? page.path : homeOf(page.path);
          const target = posix.normalize(posix.join(posix.dirname(from), file));
          const to = generated ? target : toSite(target);
          if (!known.has(to)) return generated ? whole : label;
          const path = posix.relative(posix.dirname(page.path), to);
          return `[${label}](${path.startsWith(".") ? path : `./${path}`}${anchor === undefined ? "" : `#${anchor}`})`;
        }),
  );
  const text = outside.join("");
  if (generated) return { ...page, text };
  return { ...page, text: text.replaceAll(IMAGE, (_, label: string, link: string) => picture(page, label, link)) };
}

/** A text in pieces that are blocks of code and pieces that are not. */
function splitCode(text: string): readonly (readonly [string, boolean])[] {
  return text.split(/(^```[\s\S]*?^```$)/m).map((part, at) => [part, at % 2 === 1] as const);
}

/** Anchors of the headings of a page, as the site makes them; a second heading of one name gets a number. */
export function anchorsOf(text: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const anchors = new Set<string>();
  for (const [part, isCode] of splitCode(text)) {
    if (isCode) continue;
    for (const [, heading = "", id] of part.matchAll(/^#{1,6} (.+?)(?: \{#([^}]+)\})?$/gm)) {
      if (id !== undefined) {
        anchors.add(id);
        continue;
      }
      const base = slug(heading);
      const count = seen.get(base) ?? 0;
      seen.set(base, count + 1);
      anchors.add(count === 0 ? base : `${base}-${count}`);
    }
  }
  return anchors;
}

/** The anchor of a heading: the rule of GitHub, so that a link serves there and here. */
export function slug(heading: string): string {
  return heading
    .replaceAll(/\\([\\`*_{}[\]()<>#+\-.!|])/g, "$1")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .trim()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}

/** Every link that leads to no page, or to no heading of it. */
export function deadLinks(pages: readonly SitePage[]): readonly string[] {
  const anchors = new Map(pages.map(({ path, text }) => [path, anchorsOf(text)]));
  return pages.flatMap(({ path, text }) =>
    splitCode(text).flatMap(([part, isCode]) => {
      if (isCode) return [];
      return [...part.matchAll(/(?<!!)\[(?:[^\][]|\[[^\]]*\])*\]\((?!https?:|mailto:)([^)\s]+)\)/g)].flatMap(
        ([, link = ""]) => {
          const [file = "", anchor] = link.split("#");
          const target = file === "" ? path : posix.normalize(posix.join(posix.dirname(path), file));
          const there = anchors.get(target);
          if (there === undefined) return [`${path}: ${link} leads to no page`];
          return anchor !== undefined && !there.has(decodeURIComponent(anchor))
            ? [`${path}: ${link} leads to no heading`]
            : [];
        },
      );
    }),
  );
}
