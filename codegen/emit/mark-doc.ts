/** A reason without the number that lists of gaps give it: the page has it. */
const unnumbered = (reason: string): string => reason.replace(/^[A-Z]{1,3}-\d+\s+/, "");

/** The marks of a place, as sentences. */
export function markDoc(marks: {
  readonly undocumented: readonly string[];
  readonly tensions: readonly string[];
}): string[] {
  return [
    ...marks.undocumented.map((reason) => `Not documented: ${unnumbered(reason)}.`),
    ...marks.tensions.map((reason) => `Statements disagree: ${unnumbered(reason)}.`),
  ];
}
