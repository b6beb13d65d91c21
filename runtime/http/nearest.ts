/**
 * ` Did you mean "x"?` where one of `known` is so near that it was probably meant, nothing elsewhere. Begins with a
 * blank, to stand behind a sentence.
 */
export function didYouMean(word: string, known: Iterable<string>): string {
  const meant = nearest(word, known);
  return meant === undefined ? "" : ` Did you mean "${meant}"?`;
}

/** The candidate that a misspelled or shortened word was probably meant to be: a slip for every three letters at most. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const given = plain(word);
  let best: string | undefined;
  let least = Infinity;
  for (const candidate of candidates) {
    const wanted = plain(candidate);
    const distance =
      given.length >= 3 && wanted.startsWith(given) ? Math.min(1, wanted.length - given.length) : slips(given, wanted);
    if (distance > Math.floor(Math.max(given.length, wanted.length) / 3) || distance >= least) continue;
    best = candidate;
    least = distance;
  }
  return best;
}

/** Upper case, hyphens and the like are no difference worth counting. Nobody means what is longer than any name. */
function plain(word: string): string {
  return word
    .slice(0, 64)
    .toLowerCase()
    .replace(/[\s_-]/g, "");
}

/** How many letters are missing, too many, wrong or swapped with their neighbour. */
function slips(a: string, b: string): number {
  let before: readonly number[] = [];
  let above: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          at(above, j) + 1,
          at(row, j - 1) + 1,
          at(above, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
          swapped ? at(before, j - 2) + 1 : Infinity,
        ),
      );
    }
    [before, above] = [above, row];
  }
  return at(above, b.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Infinity;
