/** Name and message of anything that was thrown, also of values that cannot be converted to a string. */
export function wordsOf(thrown: unknown): { readonly name: string; readonly message: string } {
  try {
    if (!(thrown instanceof Error)) return { name: "Error", message: String(thrown) };
    const { name, message } = thrown;
    return { name: `${name}`, message: `${message}` };
  } catch {
    return { name: "Error", message: "something that cannot be put into words" };
  }
}

/** The stack, if it can be read: reading it may run code of the thrown value. */
export function stackOf(error: unknown): string | undefined {
  try {
    const { stack } = error instanceof Error ? error : new Error(String(error));
    return typeof stack === "string" ? stack : undefined;
  } catch {
    return undefined;
  }
}
