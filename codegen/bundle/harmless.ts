import { isRecord } from "../../runtime/base/values.js";
/** WORD JOINER: invisible, of no width, and enough to keep two characters from meaning something together. */
const JOINER = "\u2060";

/** Where a link may lead: the web, a mail address, or a place beside this page. */
const SAFE_TARGET = /^(?:https?:\/\/|mailto:|#|\/(?!\/)|\.{1,2}\/|[\w-]+(?:\.[\w-]+)*(?:[/#?)\s]|$))[^&\\]*$/i;

/**
 * Text of a description that may be Markdown, so that nothing in it is more than that, whatever reads the page: no HTML,
 * no template (`{{ }}` of Vue, attributes in braces), no file that a site would include, no link but to the web.
 */
function harmless(text: string): string {
  return text
    .replaceAll("<", `<${JOINER}`)
    .replaceAll(/&(?=#|l(?:cub|brace);)/g, `&${JOINER}`) // a brace in disguise
    .replaceAll("{", `${JOINER}{${JOINER}`)
    .replaceAll("}", `}${JOINER}`)
    .replaceAll(/\](\(|:)(\s*)([^\s)]*)/g, (link, mark: string, space: string, target: string) =>
      mark === ":" && space === "" && target === ""
        ? link
        : SAFE_TARGET.test(target)
          ? link
          : `]${JOINER}${mark}${space}${target}`,
    );
}

/** The same for every string and every key of some data. */
export function harmlessData<Value>(value: Value): Value {
  // Strings become strings, lists lists and objects objects: the form stays.
  return cleaned(value) as Value;
}

function cleaned(value: unknown): unknown {
  if (typeof value === "string") return harmless(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [harmless(key), cleaned(item)]));
}

/** What a site replaces by a file of its machine before it reads the page, in a block of code too. */
const INCLUDES = /<(?=!--\s*@include)|(?<=-8)(?=<-)/g;

/** A block of code, as it was written. No fence inside ends it. */
export function fence(language: string, text: string): string {
  const own = restored(text).replaceAll(INCLUDES, `$&${JOINER}`);
  const longest = Math.max(2, ...(own.match(/`+/g) ?? []).map((run) => run.length));
  const ticks = "`".repeat(longest + 1);
  return `${ticks}${language}\n${own}\n${ticks}`;
}

/** Text as code in a line. */
export function code(text: string): string {
  const own = restored(text)
    .replaceAll("<", `<${JOINER}`)
    .replaceAll(/\{(?=\{)/g, `{${JOINER}`);
  const runs = (own.match(/`+/g) ?? []).map((run) => run.length);
  if (runs.length === 0) return `\`${own}\``;
  const ticks = "`".repeat(Math.max(...runs) + 1);
  return `${ticks} ${own} ${ticks}`;
}

/** What is code, as it was: inside of a fence nothing has a meaning. */
function restored(text: string): string {
  return text.replaceAll(JOINER, "");
}

/** Text that is no Markdown, such as a title: on one line, and nothing in it is a link, an image or code. */
export function plainText(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(/[\\`*[\]|]/g, "\\$&");
}

/** The name of a file for anything that a description names: it leads nowhere else. */
export function fileName(name: string): string {
  return restored(name).replaceAll(/[^\w-]/gu, (char) => `~${(char.codePointAt(0) ?? 0).toString(16)}`) || "~";
}
