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

/** How many letters are missing, added, wrong or swapped with their neighbour, from left to right. */
function slips(a: string, b: string): number {
  let count = 0;
  for (let i = 0, j = 0; i < a.length || j < b.length; i += 1, j += 1) {
    if (a[i] === b[j]) continue;
    count += 1;
    const isAdded = a[i + 1] === b[j];
    const isMissing = a[i] === b[j + 1];
    if (isAdded) i += 1;
    if (isMissing) j += 1;
  }
  return count;
}
