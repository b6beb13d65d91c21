/** Pages of the public surface in a size that can be read: a large entry becomes a list, and a page for each group. */
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { packed, type SitePage } from "./sources.js";

/** Characters of a page that still opens at once. */
const LARGE = 30_000;

/** Characters of one name that nobody reads to its end. */
const HUGE = 60_000;

/** Guide about each entry. */
const GUIDES: Readonly<Record<string, string>> = {
  "svc-apps": "app.md",
  "svc-apps/adapters": "deploy.md",
  "svc-apps/codegen": "generate.md",
  "svc-apps/delivery": "endpoints.md",
  "svc-apps/events": "delivery-guarantees.md",
  "svc-apps/fleet": "scaling.md",
  "svc-apps/fleet/nats": "scaling.md",
  "svc-apps/fleet/redis": "scaling.md",
  "svc-apps/node": "rest.md",
  "svc-apps/otel": "app.md",
  "svc-apps/raw": "rest.md",
  "svc-apps/rest": "rest.md",
  "svc-apps/sandbox": "sandbox.md",
  "svc-apps/stores": "stores.md",
  "svc-apps/learn": "diff.md",
  "svc-apps/testing": "app-reference.md",
  "svc-apps/testing/vitest": "app-reference.md",
  "svc-apps/types": "generate.md",
  "svc-apps/validators": "generate.md",
  "svc-apps/why": "troubleshooting.md",
};

interface Member {
  readonly kind: string;
  readonly name: string;
  readonly text: string;
}

/** One entry of the package, as TypeDoc writes it. */
export interface Entry {
  /** What users import. */
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

/** The pages of all entries. Links between them lead to the part that has the heading. */
export function pagesOf(entries: readonly Entry[]): readonly SitePage[] {
  const parts = entries.map((entry) => ({ entry, pages: partsOf(entry) }));
  const homes = new Map<string, string>();
  for (const { entry, pages } of parts)
    for (const { path, text } of pages)
      for (const [, anchor = ""] of text.matchAll(/^#{1,6} .*\{#([^}]+)\}$/gm))
        homes.set(`${entry.path}#${anchor}`, path);
  return parts.flatMap(({ entry, pages }) => pages.map((page) => ({ ...page, text: linked(page, entry, homes) })));
}

function linked({ path, text }: SitePage, entry: Entry, homes: ReadonlyMap<string, string>): string {
  return text.replaceAll(
    /\]\((?!https?:|\.\.\/guides)([\w./-]*)(?:#([^)]+))?\)/g,
    (_, file: string, anchor?: string) => {
      const target = file === "" ? entry.path : posix.join("api", file);
      const home = anchor === undefined ? target : (homes.get(`${target}#${anchor}`) ?? target);
      if (home === path && anchor !== undefined) return `](#${anchor})`;
      const to = posix.relative(posix.dirname(path), home);
      return anchor === undefined || !homes.has(`${target}#${anchor}`) ? `](${to})` : `](${to}#${anchor})`;
    },
  );
}

/** An entry as one page; a large one as a list of its names, and a page for each group of them. */
function partsOf({ name, path, text }: Entry): readonly SitePage[] {
  const guide = GUIDES[name];
  const head = `# ${name}\n\n${guide === undefined ? "" : `Guide: [${headingOf(guide)}](../guides/${guide}).\n\n`}`;
  const body = text.replace(/^# .+\n+/, "");
  const about = `What is imported from ${name}`;
  if (body.length <= LARGE) return [{ path, text: head + body, about }];
  const groups = grouped(membersOf(body));
  const index = groups.map(({ title, list }) => {
    // As links of the entry's own page: they are led to the parts with all others.
    const names = list.map((one) => `[\`${one.name}\`](#${anchorOf(one)})`);
    return `## ${title}\n\n${names.join(" · ")}\n`;
  });
  const parts = groups.map(({ file, title, list }) => ({
    path: `${path.slice(0, -".md".length)}/${file}`,
    text: `# ${name}: ${title}\n\n${list.map((one) => one.text).join("\n")}`,
    group: name,
    about: `${title}, imported from ${name}`,
  }));
  return [{ path, text: head + index.join("\n"), about }, ...parts];
}

/** The title of a guide, as a link names it. */
const headingOf = (guide: string): string => /^# (.+)$/m.exec(readFileSync(`docs/${guide}`, "utf8"))?.[1] ?? guide;

function membersOf(body: string): readonly Member[] {
  return body.split(/^## /m).flatMap((section) => {
    const [kind = "", ...rest] = section.split("\n");
    const [, ...blocks] = `\n${rest.join("\n")}`.split(/^(?=### )/m);
    return blocks.map((text) => ({
      kind,
      name: (/^### (?:`\w+` )?(\S+)/.exec(text)?.[1] ?? "").replaceAll("\\", ""),
      text: text.length > HUGE ? withoutMembers(text) : text,
    }));
  });
}

/** What is said of a name as a whole. A list of everything that a description has is what the reference pages are. */
function withoutMembers(text: string): string {
  const head = text.split(/^#### /m)[0] ?? "";
  return `${head.trimEnd()}\n\nIts members are those of the description: see the [reference](../reference/index.md).\n`;
}

const anchorOf = ({ text }: Member): string => /^### .*\{#([^}]+)\}/.exec(text)?.[1] ?? "";

interface Group {
  readonly title: string;
  readonly file: string;
  readonly list: readonly Member[];
}

/** Members of one kind, by name, in pages of a size. */
function grouped(members: readonly Member[]): readonly Group[] {
  const kinds = new Map<string, Member[]>();
  for (const one of members) kinds.set(one.kind, [...(kinds.get(one.kind) ?? []), one]);
  return [...kinds].flatMap(([kind, list]) => {
    const sorted = list.toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
    const pages = packed(sorted, ({ text }) => text.length, LARGE);
    return pages.map((part, at) => ({
      title: pages.length === 1 ? kind : `${kind}, ${part[0]?.name ?? ""} to ${part.at(-1)?.name ?? ""}`,
      file: `${kind.toLowerCase().replaceAll(" ", "-")}${at === 0 ? "" : `-${at + 1}`}.md`,
      list: part,
    }));
  });
}
