import { type Origin, type Problems } from "../load/problems.js";

const WORDS = /\p{ID_Continue}+/gu; // no `$`: names with one are ours

/** A name that generated code can declare, whatever the alphabet. */
export const IDENTIFIER = /^[\p{ID_Start}_]\p{ID_Continue}*$/u;

/** What of a string may stand inside an identifier; the rest is left out. Every name that is put together goes through here. */
export function identifierPart(text: string): string {
  return text.replaceAll(/[^\p{ID_Continue}]/gu, "");
}

/** `simple-user` → `SimpleUser`. What is a fine type name already stays as it is. */
export function typeName(text: string): string {
  if (/^[A-Z][A-Za-z0-9]*$/.test(text)) return text;
  const joined = words(text).map(capital).join("");
  return IDENTIFIER.test(joined) ? joined : `_${joined}`;
}

/** `get_my_application`, `repos/list-tags` → `getMyApplication`, `reposListTags`. */
export function functionName(text: string): string {
  if (/^[a-z][A-Za-z0-9]*$/.test(text)) return RESERVED.has(text) ? `${text}_` : text;
  const name = typeName(text);
  const lower = name.charAt(0).toLowerCase() + name.slice(1);
  return RESERVED.has(lower) ? `${lower}_` : lower;
}

/** A parameter keeps its wire name where that is an identifier. */
export function parameterName(text: string): string {
  if (/^[A-Za-z_$][\w$]*$/.test(text)) return text;
  const name = typeName(text);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function words(text: string): string[] {
  return [...text.matchAll(WORDS)].flatMap(([word]) => word.split("_")).filter((word) => word !== "");
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Words that cannot be declared, for other reasons than their form. */
export const RESERVED: ReadonlySet<string> = new Set(
  `break case catch class const continue debugger default delete do else enum export extends false finally for function
  if import in instanceof new null return super switch this throw true try typeof var void while with yield let static
  implements interface package private protected public await arguments eval undefined globalThis`.split(/\s+/),
);

/** Something that wants a top-level name. */
export interface Claimant {
  /** What it is, for people: `the function of getThing`. */
  readonly what: string;
  readonly origin: Origin;
}

/** Hands out top-level names of generated code, so that no two things share one. */
export class NameRegistry {
  readonly #taken = new Map<string, Claimant>();
  readonly #problems: Problems;

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  /** Takes a name that has no other form; an error where something else has it, or where it is no name. */
  claim(name: string, what: string, origin: Origin): void {
    this.#check(name, what, origin);
    const holder = this.#taken.get(name);
    if (holder === undefined) this.#taken.set(name, { what, origin });
    else this.#problems.error(origin, this.#shared(name, what, holder), ADVICE, true);
  }

  /**
   * Takes the names that `namesOf` makes from a suffix, all with the same: none where they are free, otherwise the first
   * number that makes them so. Gives back the suffix.
   */
  settle(namesOf: (suffix: string) => readonly string[], { what, origin }: Claimant): string {
    let suffix = "";
    for (let count = 2; namesOf(suffix).some((name) => this.#taken.has(name)); count++) suffix = String(count);
    for (const name of namesOf(suffix)) {
      this.#check(name, what, origin);
      this.#taken.set(name, { what, origin });
    }
    if (suffix === "") return suffix;
    const wanted = namesOf("").find((name) => this.#taken.get(name)?.origin !== origin) ?? "";
    const holder = this.#taken.get(wanted);
    if (holder !== undefined) {
      const [given] = namesOf(suffix);
      const message = `${this.#shared(wanted, what, holder)}; it is called ${given ?? ""}`;
      this.#problems.violation(origin, message, ADVICE, true);
    }
    return suffix;
  }

  /** Whatever a name was made from, only an identifier is ever declared. */
  #check(name: string, what: string, origin: Origin): void {
    if (IDENTIFIER.test(name) && !RESERVED.has(name)) return;
    const message = `${what} would be called ${JSON.stringify(name)}, which is no name in code`;
    this.#problems.error(origin, message, "Write letters, digits and underscores, no digit first.", true);
  }

  #shared(name: string, what: string, holder: Claimant): string {
    const position = holder.origin.file.keyPosition(holder.origin.pointer);
    const place = `${holder.origin.file.shown}:${position.line}:${position.column}`;
    return `${what} would be called ${name}, as ${holder.what} already is (${place})`;
  }
}

const ADVICE = "Rename one of them, or add a rename to the configuration.";
