import { automatonOf, type Automaton } from "./pattern-automaton.js";

/** What can be said of the time that a regular expression takes: `unknown` where it is too long to say. */
export type Backtracking = "none" | "exponential" | "polynomial" | "unknown";

/** Larger expressions are not looked at: one in a thousand has so many places, and the work grows with their square. */
const MOST_PLACES = 150;
const MOST_STEPS = 400_000;

/**
 * Says whether an expression can match a text in many ways, so that an engine that tries them one after another takes
 * time that doubles with each character (`exponential`), or grows with a power of its length (`polynomial`).
 */
export function backtrackingOf(source: string): Backtracking {
  const automaton = automatonOf(source, MOST_PLACES);
  if (automaton === undefined) return /[*+{]/.test(source) ? "unknown" : "none";
  if (!automaton.loops) return "none";
  const inside = circles(automaton);
  if (automaton.doubled.some(([from, to]) => inside[from] === inside[to] && inside[from] !== 0)) return "exponential";
  const pairs = new Pairs(automaton, inside);
  if (pairs.tooMany) return "unknown";
  return pairs.isExponential() ? "exponential" : pairs.isPolynomial() ? "polynomial" : "none";
}

/** The circle that each place lies in, by number; 0 for none. */
function circles({ follow }: Automaton): readonly number[] {
  const reach = follow.map((_, start) => {
    const seen = new Set<number>();
    const open = [...(follow[start] ?? [])];
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      if (seen.has(place)) continue;
      seen.add(place);
      open.push(...(follow[place] ?? []));
    }
    return seen;
  });
  return reach.map((seen, place) =>
    seen.has(place) ? 1 + reach.findIndex((theirs, other) => seen.has(other) && theirs.has(place)) : 0,
  );
}

/** Two ways through an expression side by side, over the same text. */
class Pairs {
  readonly #automaton: Automaton;
  readonly #circle: readonly number[];
  #steps = 0;

  constructor(automaton: Automaton, circle: readonly number[]) {
    this.#automaton = automaton;
    this.#circle = circle;
  }

  /** Whether it would take too long to look. */
  get tooMany(): boolean {
    const { follow } = this.#automaton;
    const edges = follow.reduce((sum, next) => sum + next.length, 0);
    return edges * edges > MOST_STEPS;
  }

  /** Whether two different ways lead from a place back to it. */
  isExponential(): boolean {
    return this.#circle.some((circle, place) => circle !== 0 && this.#partsAndMeets(place));
  }

  #partsAndMeets(start: number): boolean {
    const { follow } = this.#automaton;
    const width = follow.length;
    // Pairs of different places that both can be at after leaving the start; back from them to the start.
    const forth = this.#reached([start * width + start], follow, start);
    const back = this.#reached([start * width + start], this.#automaton.before, start);
    for (const pair of forth) if (Math.floor(pair / width) !== pair % width && back.has(pair)) return true;
    return false;
  }

  /** Pairs of places of one circle that are reached over the same text. */
  #reached(from: readonly number[], edges: readonly (readonly number[])[], start: number): ReadonlySet<number> {
    const width = edges.length;
    const seen = new Set<number>();
    const open = [...from];
    for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
      for (const one of edges[Math.floor(pair / width)] ?? [])
        for (const other of edges[pair % width] ?? []) {
          const next = one * width + other;
          this.#steps++;
          if (seen.has(next) || this.#circle[one] !== this.#circle[start]) continue;
          if (this.#circle[other] !== this.#circle[start] || !this.#automaton.overlap(one, other)) continue;
          seen.add(next);
          open.push(next);
        }
    }
    return seen;
  }

  /** Whether a text that goes round one place may also go on to another and round that. */
  isPolynomial(): boolean {
    const { follow } = this.#automaton;
    const round = this.#circle.flatMap((circle, place) => (circle === 0 ? [] : [place]));
    return round.some((first) => {
      const later = reachable(follow, first);
      return round.some(
        (second) => this.#circle[first] !== this.#circle[second] && later.has(second) && this.#meets(first, second),
      );
    });
  }

  /** Whether texts that go round each of two places, and from one to the other, have a character in common all along. */
  #meets(first: number, second: number): boolean {
    const { follow, overlap } = this.#automaton;
    const near = (place: number): readonly number[] =>
      (follow[place] ?? []).filter((next) => this.#circle[next] === this.#circle[place]);
    const between = reachableBy(follow, first, (place) => overlap(place, first) && overlap(place, second));
    return (
      between.has(second) &&
      near(first).some((one) => near(second).some((other) => overlap(one, other))) &&
      this.#steps++ < MOST_STEPS
    );
  }
}

const reachable = (follow: Automaton["follow"], start: number): ReadonlySet<number> =>
  reachableBy(follow, start, () => true);

function reachableBy(
  follow: Automaton["follow"],
  start: number,
  passes: (place: number) => boolean,
): ReadonlySet<number> {
  const seen = new Set<number>();
  const open = [start];
  for (let place = open.pop(); place !== undefined; place = open.pop())
    for (const next of follow[place] ?? [])
      if (!seen.has(next) && passes(next)) {
        seen.add(next);
        open.push(next);
      }
  return seen;
}
