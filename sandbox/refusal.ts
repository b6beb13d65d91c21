import type { Json } from "./world/records.js";

/**
 * The platform said no. REST turns it into an answer; a portal action throws it.
 *
 * Codes that begin with `SANDBOX_` are the sandbox's own: they stand where the platform refuses with a code that
 * its documentation does not name, so nobody comes to depend on a guess.
 */
export class SandboxRefusal extends Error {
  override readonly name = "SandboxRefusal";
  /** HTTP status of the answer. */
  readonly status: number;
  /** What clients branch on. */
  readonly code: string;
  /** Further fields of the answer, beside `code`. */
  readonly extras: { readonly [key: string]: Json };
  /** Headers of the answer, `retry-after` for one; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    extras: { readonly [key: string]: Json } = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.headers = headers;
    this.status = status;
    this.code = code;
    this.extras = extras;
  }
}

/** The single refusal for every credential that does not count. */
export const missingCredential = (): SandboxRefusal =>
  new SandboxRefusal(401, "MISSING_CREDENTIAL", "A valid credential is required.");

export const invalidInput = (why: string): SandboxRefusal => new SandboxRefusal(400, "INVALID_INPUT", why);

export const tooLarge = (): SandboxRefusal => new SandboxRefusal(413, "SANDBOX_TOO_LARGE", "The body is too large.");

/** Absent, hidden and out of reach look the same. */
export const notFound = (what: string): SandboxRefusal =>
  new SandboxRefusal(404, "SANDBOX_NOT_FOUND", `There is no ${what} here that you can reach.`);

export const forbidden = (why: string): SandboxRefusal => new SandboxRefusal(403, "SANDBOX_FORBIDDEN", why);

export const expired = (why: string): SandboxRefusal => new SandboxRefusal(409, "SANDBOX_INTERACTION_EXPIRED", why);

/** More than may be done in a time; the wait is in seconds. */
export const tooFast = (why: string, waitS: number): SandboxRefusal =>
  new SandboxRefusal(429, "SANDBOX_TOO_FAST", why, {}, { "retry-after": String(waitS) });

export const conflict = (code: string, why: string): SandboxRefusal => new SandboxRefusal(409, code, why);
