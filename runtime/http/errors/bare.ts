import { tokenPrefix } from "../wire.js";

/** Any credential in a text, whoever's it is: it ends where visible characters do. */
const CREDENTIAL = new RegExp(`(${tokenPrefix}\\.\\d+\\.)[!-~]+`, "g");

/** The text without credentials. */
export const withoutCredentials = (text: string): string => text.replace(CREDENTIAL, "$1***");

/**
 * An error that came from elsewhere, without the things that errors of transports and vaults may carry along (requests,
 * headers, sockets): name, message, stack and code, with the secret taken out. Undefined for what is no error.
 * @param redact takes out what is known to be secret here. Credentials in full are taken out in any case.
 */
export function bareError(error: unknown, redact: (text: string) => string = (text) => text): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const clean = (text: string) => withoutCredentials(redact(text));
  const copy = new Error(clean(error.message));
  Object.defineProperty(copy, "name", { value: clean(error.name) });
  if (error.stack !== undefined) copy.stack = clean(error.stack);
  if ("code" in error && typeof error.code === "string") Object.assign(copy, { code: clean(error.code) });
  return copy;
}
