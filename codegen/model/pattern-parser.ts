/** A regular expression, taken apart as far as it matters for how it is matched. */
export type PatternNode =
  | { readonly kind: "empty" }
  /** Anything that stands for one character. */
  | { readonly kind: "atom"; readonly source: string }
  | { readonly kind: "sequence" | "either"; readonly parts: readonly PatternNode[] }
  /** A look ahead or behind. */
  | { readonly kind: "apart"; readonly part: PatternNode }
  | { readonly kind: "repeat"; readonly part: PatternNode; readonly least: number; readonly most: number };

const EMPTY: PatternNode = { kind: "empty" };

/** Groups in groups. */
const MOST_LEVELS = 200;

/** An expression is too large to be looked at. */
export class TooLarge extends Error {}

/** Reads an expression that is valid with the `u` flag. Throws a TooLarge for groups that lie too deep. */
export function parsePattern(source: string): PatternNode {
  return new Parser(source).alternatives(0);
}

class Parser {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  alternatives(level: number): PatternNode {
    const parts: PatternNode[] = [];
    do parts.push(this.#sequence(level));
    while (this.#takes("|"));
    const [only] = parts;
    return only !== undefined && parts.length === 1 ? only : { kind: "either", parts };
  }

  #sequence(level: number): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source.charAt(this.#at))) {
      parts.push(this.#repeated(this.#one(level)));
    }
    return { kind: "sequence", parts };
  }

  #one(level: number): PatternNode {
    if (this.#takes("(")) return this.#group(level);
    if (this.#takes("^") || this.#takes("$") || this.#matches(/\\[bB]/y) !== undefined) return EMPTY;
    const escape = /\\(?:u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[pP]\{[^}]*\}|k<[^>]*>|c[A-Za-z]|[1-9]\d*|[^])/y;
    const atom = this.#matches(escape) ?? this.#matches(/\[(?:\\[^]|[^\]\\])*\]/y) ?? this.#matches(/[^]/uy);
    return { kind: "atom", source: atom ?? "" };
  }

  #group(level: number): PatternNode {
    const head = this.#matches(/\?(?:<?[=!]|:|<[^>]*>)/y) ?? "";
    if (level > MOST_LEVELS) throw new TooLarge();
    const part = this.alternatives(level + 1);
    this.#takes(")");
    return /[=!]$/.test(head) ? { kind: "apart", part } : part;
  }

  #repeated(part: PatternNode): PatternNode {
    const mark = this.#matches(/[*+?]|\{\d+(?:,\d*)?\}/y);
    if (mark === undefined) return part;
    this.#takes("?");
    const [least = "0", most] = mark.startsWith("{") ? mark.slice(1, -1).split(",") : [mark === "+" ? "1" : "0"];
    const isExact = mark.startsWith("{") && !mark.includes(",");
    const unlimited = mark === "*" || mark === "+" || most === "";
    const limit = isExact ? Number(least) : mark === "?" ? 1 : Number(most);
    return { kind: "repeat", part, least: Number(least), most: unlimited ? Infinity : limit };
  }

  #takes(char: string): boolean {
    if (this.#source.charAt(this.#at) !== char) return false;
    this.#at++;
    return true;
  }

  #matches(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at;
    const [found] = expression.exec(this.#source) ?? [];
    if (found !== undefined) this.#at += found.length;
    return found;
  }
}
