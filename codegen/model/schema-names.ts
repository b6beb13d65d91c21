import { basename } from "node:path";
import { pointerTokens } from "../load/pointer.js";
import type { Origin } from "../load/problems.js";
import { type NameRegistry, typeName } from "./names.js";

/** Keywords whose children are names. */
const NAMING = new Set("$defs channels components definitions dependentSchemas messages properties schemas".split(" "));
const PLUMBING = new Set(["allOf", "anyOf", "content", "oneOf", "prefixItems", "schema"]);

/** The words of a pointer that make a name: `/components/schemas/User/properties/tags/items` is User, tags, item. */
function wordsOf(tokens: readonly string[]): string[] {
  const words: string[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] ?? "";
    if (token === "components") continue;
    if (NAMING.has(token) && index + 1 < tokens.length) words.push(tokens[++index] ?? "");
    else if (token === "items") words.push("item");
    else if (!PLUMBING.has(token)) words.push(token);
  }
  return words;
}

/** What schemas are called: after the place where they stand, unless the configuration says otherwise. */
export class SchemaNames {
  readonly #names: NameRegistry;
  readonly #rename: Readonly<Record<string, string>>;
  readonly #reserved = new Map<string, string>();

  /** `rename` has names by `file#/pointer` or `#/pointer`. */
  constructor(names: NameRegistry, rename: Readonly<Record<string, string>>) {
    this.#names = names;
    this.#rename = rename;
  }

  /** The name that the schema at a place wants. */
  wanted({ file, pointer }: Origin): string {
    const given = this.#rename[`${file.label}#${pointer}`] ?? this.#rename[`#${pointer}`];
    if (given !== undefined) return given;
    const words = wordsOf(pointerTokens(pointer));
    if (words.length === 0) return typeName(basename(file.path).replace(/\.[^.]+$/, ""));
    return words.map(typeName).join("");
  }

  /** Takes the name of the schema at a place; the first place to come has the name it wants. */
  reserve(origin: Origin): string {
    const place = `${origin.file.path}#${origin.pointer}`;
    let name = this.#reserved.get(place);
    if (name === undefined) this.#reserved.set(place, (name = this.settle(this.wanted(origin), origin)));
    return name;
  }

  /** Takes a name for the schema at a place, with a number where something else has it. */
  settle(name: string, origin: Origin): string {
    const what = `the schema at ${origin.file.label}#${origin.pointer}`;
    return name + this.#names.settle((suffix) => [name + suffix], { what, origin });
  }
}
