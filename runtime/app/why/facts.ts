/** Facts that are written, by their name; nothing else is. */
const NUMBERS = [
  "remainingMs",
  "queuedMs",
  "tookMs",
  "attempts",
  "leftMs",
  "status",
  "durationMs",
  "waitMs",
  "offsetMs",
] as const;
const WORDS = ["confirmation", "via", "source", "reason", "operation", "interactionType", "of", "outcome"] as const;

/** A word of ours, never a sentence. */
const WORD = /^[A-Za-z][\w-]{0,60}$/;
/** A code of the service. */
const CODE = /^[A-Z][A-Z0-9_]{0,60}$/;

/** The facts of a diagnostic that may be written: numbers, and words of ours. No text, argument or credential. */
export function factsOf(diagnostic: object): Record<string, unknown> {
  const facts: Record<string, unknown> = {};
  for (const name of NUMBERS) {
    const value: unknown = Reflect.get(diagnostic, name);
    if (typeof value === "number") facts[name] = Math.round(value);
  }
  for (const name of WORDS) {
    const value: unknown = Reflect.get(diagnostic, name);
    if (typeof value === "string" && WORD.test(value)) facts[name] = value;
  }
  const auto: unknown = Reflect.get(diagnostic, "auto");
  if (typeof auto === "boolean") facts["auto"] = auto;
  const handler: unknown = Reflect.get(diagnostic, "handler"); // a label from the code of the App
  if (typeof handler === "string") facts["handler"] = handler.slice(0, 100);
  const error: unknown = Reflect.get(diagnostic, "error");
  return error === undefined ? facts : { ...facts, error: errorFacts(error) };
}

/** Which kind of error, never its message: that may quote what a person wrote. */
function errorFacts(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const facts: Record<string, unknown> = {};
  for (const name of ["name", "kind", "reason"] as const) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === "string" && WORD.test(value)) facts[name] = value;
  }
  const [status, code]: readonly unknown[] = [Reflect.get(error, "status"), Reflect.get(error, "code")];
  if (typeof status === "number") facts["status"] = status;
  if (typeof code === "string" && CODE.test(code)) facts["code"] = code;
  if (error.cause !== undefined && depth < 3) facts["cause"] = errorFacts(error.cause, depth + 1);
  return facts;
}
