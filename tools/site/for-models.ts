/** What readers without a browser need: a list of the pages, each part of them in files of a size, and all in one. */
import manifest from "../../package.json" with { type: "json" };
import { aboutOf, titleOf } from "./config.js";
import { packed, type Part, type SitePage } from "./sources.js";

/** Most bytes of a file that fits into a conversation. */
const PART_BYTES = 49_999;

/** Files of the site by name. `root` is where they will stand, with a slash at the end. */
export function filesForModels(parts: readonly Part[], first: SitePage, root: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const listed: string[] = [`# ${manifest.name}\n\n> ${manifest.description}`];
  for (const { title, pages } of parts) {
    const lines = pages
      .filter(({ path }) => !path.startsWith("reference/schemas/"))
      .map((page) => `- [${titleOf(page)}](${root}${page.path}): ${aboutOf(page)}`);
    listed.push(`## ${title}\n\n${lines.join("\n")}`);
  }
  const topics = parts.flatMap(({ title, pages }) => [...topicsOf(title, pages)]);
  const links = topics.map(([topic, text]) => {
    const [titles = [], parts = []] = [/^<!-- .* -->\n\n# (.+)$/gm, /^#{2,3} (.+)$/gm].map((heading) =>
      [...text.matchAll(heading)].map(([, one = ""]) => one.replaceAll(/ \{#.*\}|[`\\]/g, "")),
    );
    const name = `llms/${topic.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.txt`;
    files.set(name, text);
    return `- [${topic}](${root}${name}): ${inShort(titles.length === 0 ? parts : titles)}`;
  });
  listed.push(`## By topic, each in one file\n\n${links.join("\n")}`);
  files.set("llms.txt", `${listed.join("\n\n")}\n`);
  const whole = [first, ...parts.filter(({ title }) => title !== "Public surface").flatMap(({ pages }) => pages)];
  files.set("llms-full.txt", whole.map(asPart).join("\n"));
  return files;
}

/** The first of a list of titles. */
const inShort = (titles: readonly string[]): string =>
  titles.length <= 6 ? titles.join(", ") : `${titles.slice(0, 6).join(", ")} and ${titles.length - 6} more`;

const asPart = ({ path, text }: SitePage): string => `<!-- ${path} -->\n\n${text.trim()}\n`;

/** The pages of each group in files below the limit; a page that alone is larger is cut at headings. */
function* topicsOf(title: string, pages: readonly SitePage[]): Generator<readonly [string, string]> {
  const groups = new Map<string, string[]>();
  for (const page of pages) {
    const topic =
      page.group ?? (page.path.split("/").length > 2 ? `${title}, ${page.path.split("/")[1] ?? ""}` : title);
    groups.set(topic, [...(groups.get(topic) ?? []), ...pieces(asPart(page))]);
  }
  for (const [topic, texts] of groups) {
    const files = packed(texts, (text) => Buffer.byteLength(text) + 1, PART_BYTES);
    for (const [at, file] of files.entries())
      yield [files.length === 1 ? topic : `${topic} ${at + 1}`, `${file.join("\n")}\n`];
  }
}

function pieces(text: string): readonly string[] {
  if (Buffer.byteLength(text) + 1 <= PART_BYTES) return [text];
  return text
    .split(/^(?=##? )/m)
    .flatMap((part) => (Buffer.byteLength(part) + 1 <= PART_BYTES ? [part] : part.split(/^(?=### )/m)))
    .flatMap((part) => (Buffer.byteLength(part) + 1 <= PART_BYTES ? [part] : bySize(part)));
}

/** A table of hundreds of rows in pieces of whole lines, each under its heading. */
function bySize(text: string): readonly string[] {
  const [heading = ""] = /^#{1,3} .+$/m.exec(text) ?? [];
  const again = heading === "" ? "" : `${heading}, continued\n\n`;
  const most = PART_BYTES - 2 - Buffer.byteLength(again);
  const lists = packed(text.split(/(?<=\n)/), (line) => Buffer.byteLength(line), most);
  return lists.map((lines, at) => `${at === 0 ? "" : again}${lines.join("")}`);
}
