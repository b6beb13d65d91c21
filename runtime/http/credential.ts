import { ArgumentError } from "./errors/index.js";
import { redacted } from "./redact.js";
import { tokenPrefix } from "./wire.js";

/** A checked credential. Whatever prints it, prints the Application ID and three stars. */
export class Credential {
  readonly #header: string;
  readonly #secret: string;
  /** The Application ID, which is not secret. */
  readonly appId: string;
  /** Tells two credentials apart without showing either. */
  readonly id: symbol;

  constructor(token: string, appId: string, secret: string) {
    this.#header = `Bearer ${token}`;
    this.#secret = secret;
    this.appId = appId;
    this.id = Symbol(this.toString());
  }

  /** The value of the `authorization` header: the only place where the secret ever goes. */
  get header(): string {
    return this.#header;
  }

  /** True when both hold the same token. */
  equals(other: Credential): boolean {
    return this.#header === other.#header;
  }

  /** `text` without the secret, in any of the spellings in which an answer or an error could echo it. */
  redact(text: string): string {
    return redacted(text, this.#secret);
  }

  toString(): string {
    return `${tokenPrefix}.${this.appId}.***`;
  }

  toJSON(): string {
    return this.toString();
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return this.toString();
  }
}

/** Everything a header can carry without being rewritten or refused: visible ASCII, no spaces. */
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/**
 * Reads `<prefix>.<application id>.<secret>`; the secret may hold further dots.
 * Throws an {@link ArgumentError} that says what was pasted instead, and never shows it.
 */
export function parseCredential(token: unknown): Credential {
  if (typeof token !== "string") throw notAToken(`got ${token === null ? "null" : typeof token}`);
  const [prefix, appId, ...rest] = token.split(".");
  const secret = rest.join(".");
  if (prefix !== tokenPrefix || !VISIBLE_ASCII.test(token)) throw notAToken(whatWasPasted(token));
  if (!appId || !/^\d+$/.test(appId)) throw notAToken("its Application ID is missing or not made of digits");
  if (!secret) throw notAToken("its secret is missing");
  return new Credential(token, appId, secret);
}

function whatWasPasted(token: string): string {
  if (token.trim() === "") return "it is empty";
  if (/^bearer\s/i.test(token)) return "it begins with the word Bearer; give the token alone";
  if (/^["'`]|["'`]$/.test(token)) return "it has quotes around it";
  if (token !== token.trim()) return "it has white space or a line break around it";
  if (/\s/.test(token)) return "it has white space inside";
  if (!VISIBLE_ASCII.test(token)) return "it has characters outside visible ASCII";
  if (/^\d+$/.test(token)) return "that is only an Application ID";
  return `it does not begin with ${tokenPrefix}.`;
}

const notAToken = (why: string) =>
  new ArgumentError(`token is not a credential of the form ${tokenPrefix}.<application id>.<secret>: ${why}`);
