const SCALAR_TYPES: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
};

/** The TypeScript type of a JSON type without parts; unknown for every other word. */
export function scalarType(type: string): string {
  return Object.hasOwn(SCALAR_TYPES, type) ? (SCALAR_TYPES[type] ?? "unknown") : "unknown";
}

/** Puts a type in brackets where it would not stand as one operand. */
export function wrap(type: string): string {
  return type.startsWith("readonly ") || hasTopLevel(type, "|&") ? `(${type})` : type;
}

/** Terms of a union, each once, in the order given; what swallows the others alone. */
export function unite(types: readonly string[]): string {
  const unique = [...new Set(types)].filter((type) => type !== "never");
  if (unique.includes("unknown")) return "unknown";
  return unique.length === 0 ? "never" : unique.join(" | ");
}

/** The type of a parameter that may be left out, for which `undefined` says so too. */
export function orUndefined(type: string): string {
  return type === "never" ? "undefined" : unite([type, "undefined"]);
}

/** Terms of an intersection, each once; what adds nothing is left out. */
export function intersect(types: readonly string[]): string {
  const given = [...new Set(types)].filter((type) => type !== "unknown");
  const literals = given.map(kindOfLiterals);
  // What is one of some strings needs no word that it is a string.
  const unique = given.filter((type) => !literals.includes(type));
  const [only = "unknown", ...others] = unique;
  if (others.length === 0) return only;
  return unique.map((type) => (hasTopLevel(type, "|") ? `(${type})` : type)).join(" & ");
}

const TEXTS = /^"(?:[^"\\]|\\.)*"(?: \| "(?:[^"\\]|\\.)*")*$/;
const NUMBERS = /^-?[\d.][\d.e+-]*(?: \| -?[\d.][\d.e+-]*)*$/;

/** The scalar type that all of a union of constants have; undefined for anything else. */
function kindOfLiterals(type: string): string | undefined {
  if (TEXTS.test(type)) return "string";
  return NUMBERS.test(type) ? "number" : undefined;
}

/** True when one of `marks` stands outside of all brackets. Text literals and doc comments are skipped. */
function hasTopLevel(type: string, marks: string): boolean {
  let depth = 0;
  for (let index = 0; index < type.length; index++) {
    const char = type.charAt(index);
    if (char === '"') {
      for (index++; index < type.length && type.charAt(index) !== '"'; index++)
        if (type.charAt(index) === "\\") index++;
    } else if (char === "/" && type.startsWith("/**", index)) index = type.indexOf("*/", index) + 1;
    else if ("{([".includes(char)) depth++;
    else if ("})]".includes(char)) depth--;
    else if (depth === 0 && marks.includes(char)) return true;
  }
  return false;
}

/** True for the text of one object type that an interface can have as its body. */
export function isSingleBlock(type: string): boolean {
  return type.startsWith("{\n") && !/^\}./m.test(type);
}
