/** A fault of whoever called: reported in one line, exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
