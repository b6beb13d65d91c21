/** What an answer is listed under: a status, a class of them, or the rest. */
export const STATUS = /^([1-5](\d\d|XX)|default)$/i;

/** The status as it is written everywhere; undefined for an invalid one, from which no code is generated. */
export function statusOf(key: string): string | undefined {
  if (!STATUS.test(key)) return undefined;
  return key.toLowerCase() === "default" ? "default" : key.toUpperCase();
}
