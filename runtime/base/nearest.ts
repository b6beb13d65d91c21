/** ` Did you mean "x"?`, to append to a sentence, where one of `known` is probably meant; empty otherwise. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const meant = nearest(word, known);
  return meant === undefined ? "" : ` Did you mean "${meant}"?`;
}

/**
 * The candidate that a misspelled or shortened word probably means: one slip per three letters, and at most `limit`.
 * Undefined where none is near enough.
 */
export function nearest(word: string, candidates: Iterable<string>, limit = Infinity): string | undefined {
  const given = plain(word);
  let best: string | undefined;
  let least = Infinity;
  for (const candidate of candidates) {
    const wanted = plain(candidate);
    const isBegun = given.length >= 3 && wanted.startsWith(given) && wanted !== given;
    const distance = isBegun ? 1 : slips(given, wanted);
    if (distance > Math.min(limit, Math.max(given.length, wanted.length) / 3) || distance >= least) continue;
    best = candidate;
    least = distance;
  }
  return best;
}

/** Drops case, hyphens, underscores and blanks, which count as no slips, and what is longer than any name. */
const plain = (word: string): string =>
  word
    .slice(0, 64)
    .toLowerCase()
    .replace(/[\s_-]/g, "");

/** How many letters are missing, added, wrong or swapped with their neighbour (Damerau-Levenshtein distance). */
function slips(a: string, b: string): number {
  const known = new Map<number, number>();
  /** The distance of the first `i` letters of `a` and the first `j` of `b`. */
  const between = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j;
    const place = i * 65 + j;
    const least =
      known.get(place) ??
      Math.min(
        between(i - 1, j) + 1,
        between(i, j - 1) + 1,
        between(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? between(i - 2, j - 2) + 1 : Infinity,
      );
    known.set(place, least);
    return least;
  };
  return between(a.length, b.length);
}
