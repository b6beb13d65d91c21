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
  let before: readonly number[] = [];
  let above: readonly number[] = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const at = (line: readonly number[], index: number) => line[index] ?? Infinity;
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        at(above, j) + 1,
        at(row, j - 1) + 1,
        at(above, j - 1) + Number(a[i - 1] !== b[j - 1]),
        isSwapped ? at(before, j - 2) + 1 : Infinity,
      );
    }
    [before, above] = [above, row];
  }
  return above[b.length] ?? Infinity;
}
