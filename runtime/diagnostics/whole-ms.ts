/** Milliseconds as a sentence says them: whole, rounded up, and one at least. */
export const wholeMs = (ms: number): number => Math.max(1, Math.ceil(ms));
