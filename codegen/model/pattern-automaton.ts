import { parsePattern, type PatternNode, TooLarge } from "./pattern-parser.js";

/** The places of a regular expression that stand for a character, and which may come after which. */
export interface Automaton {
  readonly follow: readonly (readonly number[])[];
  readonly before: readonly (readonly number[])[];
  /** Steps that can be made in two ways: a loop in a loop. */
  readonly doubled: readonly (readonly [from: number, to: number])[];
  /** Whether anything is repeated without end. */
  readonly loops: boolean;
  /** Whether a character can stand in both places. */
  readonly overlap: (one: number, other: number) => boolean;
}

/** How a part begins and ends, and whether it may be nothing. */
interface Part {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly empty: boolean;
}

const NOTHING: Part = { first: [], last: [], empty: true };

/** More repetitions than these are like any number of them. */
const MOST_COPIES = 9;

/** Reads an expression that is valid; undefined where it has more places than `most`. */
export function automatonOf(source: string, most: number): Automaton | undefined {
  const builder = new Builder(most);
  try {
    builder.part(parsePattern(source));
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
  return builder.automaton();
}

class Builder {
  readonly #most: number;
  readonly #atoms: string[] = [];
  readonly #follow: Set<number>[] = [];
  readonly #doubled: [number, number][] = [];
  #loops = false;

  constructor(most: number) {
    this.#most = most;
  }

  part(node: PatternNode): Part {
    switch (node.kind) {
      case "empty":
        return NOTHING;
      case "atom":
        return this.#atom(node.source);
      case "either":
        return node.parts.map((one) => this.part(one)).reduce(either);
      case "sequence":
        return node.parts.reduce((before, one) => this.#then(before, this.part(one)), NOTHING);
      case "apart":
        this.part(node.part); // it is matched by itself, and takes nothing
        return NOTHING;
      case "repeat":
        return this.#repeat(node.part, node.least, node.most);
    }
  }

  automaton(): Automaton {
    const classes = [...new Set(this.#atoms)].map((atom) => [atom, charactersOf(atom)] as const);
    const sets = new Map(classes);
    const known = new Map<string, boolean>();
    const overlap = (one: number, other: number): boolean => {
      const [a, b] = [this.#atoms[one] ?? "", this.#atoms[other] ?? ""];
      if (a === b) return true;
      const key = `${a}\n${b}`;
      let answer = known.get(key);
      if (answer === undefined) {
        const theirs = sets.get(b);
        known.set(key, (answer = [...(sets.get(a) ?? [])].some((char) => theirs?.has(char) === true)));
      }
      return answer;
    };
    const before: number[][] = this.#follow.map(() => []);
    for (const [from, next] of this.#follow.entries()) for (const to of next) before[to]?.push(from);
    const follow = this.#follow.map((next) => [...next]);
    return { follow, before, doubled: this.#doubled, loops: this.#loops, overlap };
  }

  #atom(source: string): Part {
    if (this.#atoms.length >= this.#most) throw new TooLarge();
    const place = this.#atoms.push(source) - 1;
    this.#follow.push(new Set());
    return { first: [place], last: [place], empty: false };
  }

  #then(a: Part, b: Part): Part {
    this.#connect(a, b);
    return {
      first: a.empty ? [...a.first, ...b.first] : a.first,
      last: b.empty ? [...a.last, ...b.last] : b.last,
      empty: a.empty && b.empty,
    };
  }

  #connect(a: Part, b: Part): void {
    for (const from of a.last) {
      for (const to of b.first) {
        const next = this.#follow[from];
        if (next?.has(to) === true) this.#doubled.push([from, to]);
        next?.add(to);
      }
    }
  }

  #repeat(node: PatternNode, least: number, most: number): Part {
    if (most === 0) return NOTHING;
    if (most > MOST_COPIES) {
      this.#loops = true;
      const part = this.part(node);
      this.#connect(part, part);
      return { ...part, empty: part.empty || least === 0 };
    }
    let all = NOTHING;
    for (let copy = 0; copy < most; copy++) {
      const part = this.part(node);
      all = this.#then(all, { ...part, empty: part.empty || copy >= least });
    }
    return all;
  }
}

function either(a: Part, b: Part): Part {
  return { first: [...a.first, ...b.first], last: [...a.last, ...b.last], empty: a.empty || b.empty };
}

/** Characters that stand for all: those of ASCII, and some of other kinds. */
const SAMPLES = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ...Array.from("\u00a0éßΩж中あ\u2028\u2003𝒳😀\ufeff٣"),
];

/** Which of the samples a part of an expression that stands for one character matches; all where that cannot be told. */
function charactersOf(atom: string): ReadonlySet<string> {
  try {
    const expression = new RegExp(`^(?:${atom})$`, "u");
    return new Set(SAMPLES.filter((char) => expression.test(char)));
  } catch {
    return new Set(SAMPLES); // a reference back to a group of the whole
  }
}
