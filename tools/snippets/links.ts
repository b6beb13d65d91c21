import { dirname, join, normalize } from "node:path";

/** One link of a page to something of ours. */
export interface Link {
  readonly file: string;
  readonly line: number;
  /** Path from the repository's root, and the heading it points at, if any. */
  readonly path: string;
  readonly anchor: string;
}

const outsideOfCode = (text: string): string =>
  text.replace(/^( {0,3})(`{3,}|~{3,})[^]*?^\1\2\s*$/gm, (code) => code.replace(/[^\n]/g, ""));

/** Links of a page that lead to files of the repository or to headings; those to the web are left alone. */
export function linksOf(file: string, text: string): Link[] {
  return outsideOfCode(text)
    .split("\n")
    .flatMap((line, n) =>
      [...line.replace(/`[^`]*`/g, "").matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = ""]) => {
        if (/^[a-z]+:/i.test(target)) return [];
        const [path = "", anchor = ""] = target.split("#");
        return [{ file, line: n + 1, path: path === "" ? file : normalize(join(dirname(file), path)), anchor }];
      }),
    );
}

/** Anchors that a page's headings make, as GitHub makes them. */
export function anchorsOf(text: string): ReadonlySet<string> {
  const found = new Map<string, number>();
  const anchors = [...outsideOfCode(text).matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, title = ""]) => {
    const anchor = title
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number}\s_-]/gu, "")
      .replace(/\s/g, "-");
    const before = found.get(anchor) ?? 0;
    found.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
  return new Set(anchors);
}
