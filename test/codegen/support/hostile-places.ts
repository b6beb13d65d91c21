import { DOCUMENTS } from "./hostile-documents.js";
import { generated, type Place, placesOf, syntaxOf, withTail } from "./hostile-text.js";

/** What is put behind a string, and harmless text of the same words, braces and stars in its place. */
const TAILS: readonly (readonly [hostile: string, harmless: string])[] = [
  ["*/\";'`${Zz.evil=1}`\n\r\u2028//\\", "*-; {Zz evil 1}"],
  ["x*/\";Zz.evil;'//[/](){};Zz.evil", "x*-;Zz-evil;-(){};Zz-evil"],
  ["(){};ZZ[0]();//", "- () {}; ZZ 0"],
];

/**
 * Puts hostile text into one in `step` of all strings and keys of a document, each text in turn, and gives back the
 * places where the syntax of what is generated is not that of the harmless document.
 */
export async function breakouts(format: keyof typeof DOCUMENTS, step: number, first = 0): Promise<string[]> {
  const { document } = DOCUMENTS[format];
  const found: string[] = [];
  for (const [at, place] of placesOf(document).entries()) {
    if (at % step !== 0) continue;
    const [hostile, harmless] = TAILS[(at / step + first) % TAILS.length] ?? ["", ""];
    const reason = await breakoutAt(format, place, hostile, harmless);
    if (reason !== undefined) found.push(`${place.isKey ? "key" : "string"} ${place.way.join("/")}: ${reason}`);
  }
  return found;
}

async function breakoutAt(
  format: keyof typeof DOCUMENTS,
  place: Place,
  hostile: string,
  harmless: string,
): Promise<string | undefined> {
  const { name, document, others } = DOCUMENTS[format];
  const made = await generated({ ...others, [name]: withTail(document, place, hostile) });
  if (made === undefined) return undefined; // refused
  const expected = await generated({ ...others, [name]: withTail(document, place, harmless) });
  for (const [path, text] of made) {
    const other = expected?.get(path);
    if (text === other) continue;
    try {
      const syntax = syntaxOf(path, text);
      if (other !== undefined && syntax !== syntaxOf(path, other)) return `the syntax of ${path} is another`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
  return undefined;
}
