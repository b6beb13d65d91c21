/**
 * The candidate that a misspelled word was probably meant to be; undefined where none is near enough, which is a slip
 * for every three letters, and `limit` at most. Words of two letters are alike or are not.
 */
export function nearest(word: string, candidates: Iterable<string>, limit = Infinity): string | undefined {
  const given = plain(word);
  let best: string | undefined;
  let least = Infinity;
  for (const candidate of candidates) {
    const wanted = plain(candidate);
    // A slip for every three letters; two words of two letters are simply two words.
    const most = Math.min(limit, Math.floor(Math.max(given.length, wanted.length) / 3));
    const begun = given.length >= 4 && wanted.startsWith(given) ? 1 : Infinity;
    const distance = Math.min(begun, slips(given, wanted, most));
    if (distance > most || distance >= least) continue;
    best = candidate;
    least = distance;
  }
  return best;
}

/** Upper case, hyphens and the like are no difference worth counting. */
function plain(word: string): string {
  return word.toLowerCase().replace(/[\s_-]/g, "");
}

/** How many letters are missing, too many, wrong or swapped with their neighbour; anything above `most` is too much. */
function slips(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Infinity;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        at(above, j) + 1,
        at(row, j - 1) + 1,
        at(above, j - 1) + change,
        swapped ? at(before, j - 2) + 1 : Infinity,
      );
    }
    [before, above] = [above, row];
  }
  return at(above, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
