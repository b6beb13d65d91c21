/** Columns that a line of generated code may have. */
export const MOST_COLUMNS = 100;

/** One generated file while it is being written: owns header, imports and the form of doc comments. */
export class ModuleWriter {
  readonly path: string;
  /** True for what people read: laid out with the project's own settings where it has any. */
  readonly layout: boolean;
  readonly #purpose: string;
  readonly #sources: readonly string[];
  readonly #types = new Map<string, Set<string>>();
  readonly #values = new Map<string, Set<string>>();
  readonly #namespaces = new Map<string, { readonly alias: string; readonly isType: boolean }>();
  readonly #blocks: string[] = [];
  readonly #finish: (body: string) => string;

  /** `purpose` is one sentence for the head of the file; `sources` are the documents it was made from. */
  constructor(
    path: string,
    purpose: string,
    sources: readonly string[],
    options: { readonly layout?: boolean; readonly finish?: (body: string) => string } = {},
  ) {
    this.path = path;
    this.layout = options.layout ?? true;
    this.#finish = options.finish ?? ((body) => body);
    this.#purpose = purpose;
    this.#sources = sources;
  }

  /** Adds a type-only import and gives back the name to use. */
  type(name: string, from: string): string {
    return add(this.#types, name, from);
  }

  /** Adds an import of a value and gives back the name to use, which is `alias` where one is given. */
  value(name: string, from: string, alias = name): string {
    add(this.#values, alias === name ? name : `${name} as ${alias}`, from);
    return alias;
  }

  /** Imports a whole module for its types alone, under a short name that no schema can take. */
  typeNamespace(alias: string, from: string): void {
    this.#namespaces.set(from, { alias, isType: true });
  }

  /** Imports a whole module, for who looks through all of it. */
  namespace(alias: string, from: string): void {
    this.#namespaces.set(from, { alias, isType: false });
  }

  /** Adds blocks of text, empty ones left out. Of a long list pass the list itself: a call has no room for its items. */
  add(...blocks: readonly (string | readonly string[])[]): void {
    for (const block of blocks.flat()) if (block !== "") this.#blocks.push(block);
  }

  toString(): string {
    const header = docComment([
      this.#purpose,
      `Generated from ${this.#sources.join(", ")}.\nDo not edit: change the description and generate again.`,
      "@module",
    ]).trimEnd();
    const body = this.#finish(this.#blocks.join("\n\n"));
    const imports = this.#imports(body);
    return `${[header, imports, body].filter((part) => part !== "").join("\n\n")}\n`;
  }

  /** Imports of what the body uses: who asks for a name may find later that nothing is said with it. */
  #imports(body: string): string {
    const modules = new Set([...this.#types.keys(), ...this.#values.keys(), ...this.#namespaces.keys()]);
    const names = [...this.#types.values(), ...this.#values.values()].flatMap((set) => [...set].map(localName));
    const words = wordsIn(body, new Set([...names, ...[...this.#namespaces.values()].map(({ alias }) => alias)]));
    return [...modules]
      .sort()
      .flatMap((from) => {
        const { alias, isType = true } = this.#namespaces.get(from) ?? {};
        const [types, values] = [this.#types, this.#values].map((map) => sorted(map.get(from) ?? new Set(), words));
        return [
          ...(alias === undefined || !words.has(alias)
            ? []
            : [`import ${isType ? "type " : ""}* as ${alias} from ${text(from)};`]),
          ...(types === "" ? [] : [`import type { ${types} } from ${text(from)};`]),
          ...(values === "" ? [] : [`import { ${values} } from ${text(from)};`]),
        ];
      })
      .join("\n");
  }
}

function add(map: Map<string, Set<string>>, name: string, from: string): string {
  const names = map.get(from) ?? new Set();
  names.add(name);
  map.set(from, names);
  return name;
}

function sorted(names: ReadonlySet<string>, words: ReadonlySet<string>): string {
  return [...names]
    .filter((name) => words.has(localName(name)))
    .sort()
    .join(", ");
}

/** What an import is called where it is used. */
const localName = (name: string): string => name.split(" as ").at(-1) ?? name;

/** Names that are asked for one by one rather than by how they begin. */
const FEW_NAMES = 32;

/** Those of `names` that stand in a text. Files have megabytes: looked at is only what begins like one of them. */
function wordsIn(body: string, names: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  const few = names.size <= FEW_NAMES;
  const beginnings = new Set([...names].map((name) => (few ? name : name.slice(0, 2)).replaceAll("$", "\\$")));
  const rest = few ? "(?![\\p{ID_Continue}$])" : "[\\p{ID_Continue}$]*";
  const pattern = new RegExp(`(?<![\\p{ID_Continue}$])(?:${[...beginnings].join("|")})${rest}`, "gu");
  for (let match = pattern.exec(body); match !== null && found.size < names.size; match = pattern.exec(body))
    if (names.has(match[0])) found.add(match[0]);
  return found;
}

/** A text as a literal of the language. */
export function text(value: string): string {
  return JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/** A property name: bare where the language allows, quoted otherwise, and never the one that sets a prototype. */
export function key(name: string): string {
  if (name === "__proto__") return `["${name}"]`;
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : text(name);
}

/** Plain data as a literal expression. Keys are sorted, so that their order in the description does not matter. */
export function literal(value: unknown, sort = true): string {
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, sort)).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    if (entries.length === 0) return "{}";
    if (sort) entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{ ${entries.map(([name, item]) => `${key(name)}: ${literal(item, sort)}`).join(", ")} }`;
  }
  if (typeof value === "bigint") return `${value}n`;
  return typeof value === "string" ? text(value) : String(value);
}

/** A doc comment from paragraphs; empty ones vanish, and no text of the description can end the comment early. */
export function docComment(paragraphs: readonly string[], indent = ""): string {
  const kept = paragraphs.map((part) => clean(part)).filter((part) => part !== "");
  if (kept.length === 0) return "";
  const lines = kept.flatMap((part, index) => [
    ...(index > 0 && !(part.startsWith("@") && kept[index - 1]?.startsWith("@")) ? [""] : []),
    ...part.split("\n"),
  ]);
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  const body = lines.map((line) => (line === "" ? `${indent} *` : `${indent} * ${line}`));
  return [`${indent}/**`, ...body, `${indent} */`, ""].join("\n");
}

function clean(part: string): string {
  const trimmed = part.trim();
  // Most are one line with nothing in it to mend, and there are many.
  if (!/[\r\n\u2028\u2029]|\*\/|[@#](?:__|ts-)/.test(trimmed)) return trimmed;
  return trimmed
    .replaceAll(/([@#])(?=__|ts-)/g, "$1\\") // what compilers and bundlers take for an order to them
    .replaceAll(/\r\n?|\u2028|\u2029/g, "\n")
    .replaceAll("*/", "*\\/")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

/** A reason without the number that lists of gaps give it: the page has it. */
const unnumbered = (reason: string): string => reason.replace(/^[A-Z]{1,3}-\d+\s+/, "");

/** The marks of a place, as sentences. */
export function markDoc(marks: {
  readonly undocumented: readonly string[];
  readonly tensions: readonly string[];
}): string[] {
  return [
    ...marks.undocumented.map((reason) => `Not documented: ${unnumbered(reason)}.`),
    ...marks.tensions.map((reason) => `Statements disagree: ${unnumbered(reason)}.`),
  ];
}
