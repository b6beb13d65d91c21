import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** A section of a page. */
interface Section {
  readonly page: string;
  readonly title: string;
  readonly text: string;
}

/** How many sections an answer holds. */
const MOST = 4;
const EXCERPT = 700;

/** The pages of the package, section by section, those that hold most of the words of a query first. */
export async function searchPages(query: string): Promise<readonly Section[]> {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])];
  if (words.length === 0) throw new Error("query must hold a word, such as: cooldown");
  const ranked = (await sections())
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  return ranked.slice(0, MOST).map(({ section }) => ({ ...section, text: section.text.slice(0, EXCERPT) }));
}

/** A word in a title counts more than any number of them in the text. */
function scoreOf({ title, text }: Section, words: readonly string[]): number {
  const [head, body] = [title.toLowerCase(), text.toLowerCase()];
  return words.reduce((sum, word) => {
    const times = Math.min(body.split(word).length - 1, 5);
    return sum + (head.includes(word) ? 10 : 0) + (times > 0 ? 5 + times : 0);
  }, 0);
}

async function sections(): Promise<readonly Section[]> {
  const home = fileURLToPath(new URL("docs/", import.meta.resolve("svc-apps/package.json")));
  const files = (await readdir(home)).filter((file) => file.endsWith(".md"));
  const pages = await Promise.all(files.map(async (file) => [file, await readFile(home + file, "utf8")] as const));
  return pages.flatMap(([page, text]) =>
    text.split(/^(?=#{1,3} )/m).map((part) => {
      const [first = "", ...rest] = part.split("\n");
      return { page: `docs/${page}`, title: first.replace(/^#+ /, ""), text: rest.join("\n").trim() };
    }),
  );
}
